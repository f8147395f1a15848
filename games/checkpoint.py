"""A table as text after so many lines, so that a long record needn't be followed from its beginning.

The record stays the truth: a checkpoint only saves time, and is ignored unless it's sealed for these very
lines and this very program. See docs/decisions/0026-checkpoints.md.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from games import typed_json
from games.core import Event, Seat
from games.game import AnyGame
from games.record import Header, Line
from games.table import AnyTable, Ask, Ply
from games.typed_json import Unreadable, Unwritable
from games.vector import Vector

MOST_TOLD = 256
"""Of what was told, so many events are kept, the newest."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """What there is of a table besides its position, its lines, and what follows from its header."""

    log: tuple[tuple[int, Event], ...]
    told_since: int
    prompt_versions: tuple[int, ...]
    drawn: int
    resigned: tuple[Seat, ...]
    ask: Ask | None
    stopped: bool
    broken_off: bool


def write(table: AnyTable) -> str:
    """The table but for its lines and the oldest of what was told. Raises Unwritable.

    It reveals every hand, as the lines do: it belongs where they are, and nowhere else.
    """
    short = shortened(table)
    rest = _Rest(
        tuple(short.log),
        short.told_since,
        short.prompt_versions,
        short.drawn,
        short.resigned,
        short.ask,
        short.stopped,
        short.broken_off,
    )
    plies = tuple((ply.seat, ply.told, ply.before, ply.at) for ply in short.plies)
    return typed_json.write(_kind(table.game), (short.state, plies, rest))


def read(begun: AnyTable, lines: Sequence[Line], text: str) -> AnyTable:
    """The table that was written after these lines; `begun` is the one before them all.

    Raises Unreadable if the text isn't one of such a game, and Unwritable as `write`.
    """
    state, plies, rest = typed_json.read(_kind(begun.game), text)
    if len(rest.prompt_versions) != len(begun.prompt_versions):
        raise Unreadable("It has another number of seats.")
    return replace(
        begun,
        state=state,
        lines=Vector.of(lines),
        log=Vector.of(rest.log),
        told_since=rest.told_since,
        plies=Vector.of(Ply(seat, told, before, at) for seat, told, before, at in plies),
        prompt_versions=rest.prompt_versions,
        drawn=rest.drawn,
        resigned=rest.resigned,
        ask=rest.ask,
        stopped=rest.stopped,
        broken_off=rest.broken_off,
    )


def shortened(table: AnyTable) -> AnyTable:
    """The table with no more of what was told than a checkpoint keeps."""
    if len(table.log) <= MOST_TOLD:
        return table
    # All that one line told is kept or left out together.
    told_since = table.log[-MOST_TOLD - 1][0]
    kept = [(number, event) for number, event in table.log[-MOST_TOLD:] if number > told_since]
    return replace(table, log=Vector.of(kept), told_since=told_since)


def seal(seed: bytes, header: Header, lines: Sequence[Line], text: str) -> str:
    """The seal of a checkpoint of this table after these lines, under the rules of this very program.

    It differs for any other line, option, source text of the games or checkpoint. Without the session's
    secret seed nobody can make it; who has the seed could forge the lines as well.
    """
    settled = (header.game, header.edition, header.seats, header.options, header.interaction_ids)
    told = "\n".join([f"{line.who} {line.text}" for line in lines])
    parts = ["checkpoint", _source(), repr(settled), told, text]
    return hmac.new(seed, "\0".join(parts).encode(), "sha256").hexdigest()


def is_sealed(sealed: str, seed: bytes, header: Header, lines: Sequence[Line], text: str) -> bool:
    """Whether this is the seal of that checkpoint; see `seal`."""
    return hmac.compare_digest(sealed.encode(), seal(seed, header, lines, text).encode())


@cache
def _source() -> str:
    """What this program's games are made of: the hash of the source of them all.

    A rule, a class or a word that has changed changes it, whether or not somebody remembered the edition.
    """
    folder = Path(__file__).parent
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        source = file.read_bytes()
        found.update(f"{file.relative_to(folder)} {len(source)}\n".encode() + source)
    return found.hexdigest()


@cache
def position_type(game: Any) -> Any:
    """The type of a game's positions, as its own `new` says. Raises Unwritable if it doesn't."""
    known: AnyGame = game
    try:
        return get_type_hints(known.rules.new)["return"]
    except (KeyError, NameError, TypeError) as error:
        raise Unwritable(f"{known.about.title} doesn't say what its positions are.") from error


@cache
def _kind(game: Any) -> Any:
    """The type of what is written of a game's table."""
    position = position_type(game)
    of: Any = tuple  # made while the program runs, so mypy can't know it
    return of[position, of[of[Seat, str, position, int], ...], _Rest]
