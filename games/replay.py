"""Whether a record stands: its lines, its chance, and what it claims of its end."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from games import fair
from games.core import CHANCE, AnyGame, Outcome
from games.record import Header, Record
from games.table import AnyTable, Table, play_on


class BadHeader(ValueError):
    """No game can begin with this header; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record could be played, and everything that is wrong with it, as sentences."""

    table: AnyTable
    faults: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether nothing is wrong; a game that is not finished may stand."""
        return not self.faults


def replay(game: AnyGame, record: Record) -> Replay:
    """Play a record while it is valid and hold it to all it says of itself. Raises BadHeader."""
    folded = play_on(begin(game, record.header), record.lines)
    if folded.fault:
        return Replay(folded.table, (folded.fault, *verify(game, record)))
    return Replay(folded.table, (*verify(game, record), *_false_claims(record.header, folded.table.outcome)))


def begin(game: AnyGame, header: Header) -> AnyTable:
    """The table before the first line. Raises BadHeader for options and seats that the game does not have."""
    about = game.about
    if header.seats not in about.seats:
        known = " or ".join(map(str, about.seats))
        raise BadHeader(f"{about.title} is played by {known}, not by {header.seats}.")
    known_options = game.options.model_fields
    for key, _ in header.options:
        if key not in known_options:
            known = ", ".join(known_options) or "none"
            raise BadHeader(f"{about.title} has no option “{key}”. There are: {known}.")
    try:
        return Table.new(game, header)
    except ValidationError as refused:
        first = refused.errors()[0]
        key = ".".join(map(str, first["loc"])) or "the options"
        raise BadHeader(f"“{first['input']}” is impossible for {key}: {first['msg']}.") from None


def verify(game: AnyGame, record: Record) -> tuple[str, ...]:
    """What the record's chance has against it: nothing where no seed is given. Raises BadHeader.

    Every `*` line is made again from the seed and the join clicks, and the seed is held to its commitment.
    """
    header = record.header
    if not header.seed:
        return ()
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError:
        return ("The seed is not written in hexadecimal.",)
    faults = []
    if header.commit and header.commit != fair.commit(seed):
        faults.append(f"The seed does not fit its commitment: it would be {fair.commit(seed)}.")
    return (*faults, *_wrong_draws(begin(game, header), record, seed))


def _wrong_draws(table: AnyTable, record: Record, seed: bytes) -> Iterator[str]:
    for number, line in enumerate(record.lines, 1):
        if line.who == CHANCE and not line.text.startswith("/") and CHANCE in table.turn.owes:
            drawn = table.chance(seed).text
            if drawn != line.text:
                yield f"Line {number}, “{line.text}”: chance drew “{drawn}” from this seed."
        folded = play_on(table, (line,))
        if folded.fault:
            return
        table = folded.table


def _false_claims(header: Header, outcome: Outcome | None) -> Iterator[str]:
    claims = (
        ("Places", header.places, outcome.places if outcome else None),
        ("Scores", header.scores, outcome.scores if outcome else None),
    )
    for tag, claimed, found in claims:
        if claimed is not None and claimed != found:
            came = "there is no outcome" if found is None else f"they are {' '.join(map(str, found))}"
            yield f"{tag} are said to be {' '.join(map(str, claimed))}, but {came}."
