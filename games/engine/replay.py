"""Whether a record is valid: its lines, its chance, and how it says it ended."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import ValidationError

from games.core import CHANCE, Outcome
from games.engine import fair
from games.engine.fold import Fold, play_on
from games.engine.record import NUMBER, Header, Line, Record, shortened
from games.engine.seating import NoSuchTable
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from games.kit.prose import quoted


class BadHeader(ValueError):
    """A game can't begin with this header; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record could be played, and everything that's wrong with it, as sentences.

    An unfinished game can be valid too.
    """

    table: AnyTable
    faults: tuple[str, ...] = ()


Seen: TypeAlias = Callable[[AnyTable, AnyTable, Line], None]
"""Is told of every valid line: the table before it, the table after it, and the line."""


def replay(game: AnyGame, record: Record, seen: Seen = lambda *_: None) -> Replay:
    """Play a record while it is valid, and check everything it says about itself.

    Raises BadHeader, and what `seen` raises.
    """
    folded, wrong = _follow(game, record, seen)
    if folded.fault:
        return Replay(folded.table, (folded.fault, *wrong))
    return Replay(folded.table, (*wrong, *_false_claims(record.header, folded.table.outcome)))


def begin(game: AnyGame, header: Header) -> AnyTable:
    """The table before the first line. Raises BadHeader for options or seats that the game doesn't have."""
    about = game.about
    if header.seats not in about.seats:
        known = " or ".join(map(str, about.seats))
        raise BadHeader(f"{about.title} is for {known} players, not {header.seats}.")
    known_options = game.options.model_fields
    for key, value in header.options:
        if key not in known_options:
            known = ", ".join(known_options) or "none"
            raise BadHeader(f"{about.title} has no option {quoted(key)}. The options are: {known}.")
        # Pydantic takes “2.0” and “1_0” for whole numbers too, and docs/verify.py doesn't.
        if known_options[key].annotation is int and not NUMBER.fullmatch(value):
            raise BadHeader(f"{quoted(value)} isn't a valid value for {key}: it has to be a whole number.")
    try:
        return Table.new(game, header)
    except ValidationError as refused:
        first = refused.errors()[0]
        key = ".".join(map(str, first["loc"])) or "the options"
        raise BadHeader(
            f"{quoted(str(first['input']))} isn't a valid value for {key}: {first['msg']}."
        ) from None
    except NoSuchTable as refused:
        raise BadHeader(str(refused)) from None


def _follow(game: AnyGame, record: Record, seen: Seen) -> tuple[Fold, tuple[str, ...]]:
    """How far the lines can be played, and what's wrong with their chance, if there's a seed.

    Every `*` line is drawn again from the seed and the join clicks, unless it was copied from another game;
    the seed has to match its commitment.
    """
    table = begin(game, record.header).unasked()
    seed = bytes.fromhex(record.header.seed)
    faults = _wrong_seed(record.header, seed)
    for line in record.lines:
        if seed:
            faults += _wrong_draw(table, line, seed, record.place)
        folded = play_on(table, (line,), record.place)
        if folded.fault:
            return folded, tuple(faults)
        seen(table, folded.table, line)
        table = folded.table
    return Fold(table), tuple(faults)


def _wrong_seed(header: Header, seed: bytes) -> list[str]:
    if seed and header.commit and header.commit != fair.commit(seed):
        return [f"The seed doesn't match the commitment: it gives {fair.commit(seed)}."]
    return []


def _wrong_draw(table: AnyTable, line: Line, seed: bytes, place: Callable[[int], str]) -> Iterator[str]:
    if len(table.lines) < table.header.copied:
        return
    if line.who == CHANCE and not line.is_talk and CHANCE in table.turn.owes:
        drawn = table.chance(seed).text
        if drawn != line.text:
            at = place(len(table.lines))
            yield f"{at}, {quoted(line.text)}: chance drew “{drawn}” from this seed."


def _false_claims(header: Header, outcome: Outcome | None) -> Iterator[str]:
    claims = (
        ("Places", header.places, outcome.places if outcome else None),
        ("Scores", header.scores, outcome.scores if outcome else None),
    )
    for tag, claimed, found in claims:
        if claimed is not None and claimed != found:
            came = "the game has no outcome" if found is None else f"they are {' '.join(map(str, found))}"
            yield f"The record says {tag} are {shortened(' '.join(map(str, claimed)))}, but {came}."
