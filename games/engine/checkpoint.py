"""A table as text, so that a long record doesn't have to be played again from its first line.

The record stays the truth. A checkpoint only saves time, and it's only valid if it was sealed with the same
lines and the same source of the games. See docs/decisions/0027-checkpoints.md.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, get_type_hints

from games.core import Event, Seat
from games.engine import typed_json
from games.engine.plies import Ply
from games.engine.record import Header, Line
from games.engine.table import AnyTable
from games.engine.talk import Talk
from games.engine.typed_json import Unreadable, Unwritable
from games.engine.vector import Vector
from games.game import AnyGame

MOST_TOLD = 256
"""A checkpoint keeps at most this many events, the newest."""


def _source() -> str:
    found = hashlib.sha256()
    for name, source in sorted(_modules(files("games"), "games")):
        found.update(f"{name} {len(source)}\n".encode() + source)
    return found.hexdigest()


def _modules(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Every module under this folder, with its source."""
    for below in folder.iterdir():
        if below.is_dir():
            yield from _modules(below, f"{name}/{below.name}")
        elif below.name.endswith(".py"):
            yield f"{name}/{below.name}", below.read_bytes()


SOURCE = _source()
"""The hash of the source of all games: it changes with every rule, even if the edition stays the same.

Computed when the program starts: later, the files may belong to an update that isn't running yet.
"""


@dataclass(frozen=True, slots=True)
class _Rest:
    """The fields of a table that neither its position, plies and lines nor its header give."""

    log: tuple[tuple[int, Event], ...]
    told_since: int
    prompt_versions: tuple[int, ...]
    standing: int
    drawn: int
    friendly: bool
    talk: Talk


def write(table: AnyTable) -> str:
    """The table without its lines and the oldest events. Raises Unwritable.

    It shows every hand, as the lines do, so store it as safely as them.
    """
    short = shortened(table)
    rest = _Rest(
        tuple(short.log),
        short.told_since,
        short.prompt_versions,
        short.standing,
        short.drawn,
        short.friendly,
        short.talk,
    )
    plies = tuple((ply.seat, ply.told, ply.before, ply.at, ply.shows + 2 * ply.spends) for ply in short.plies)
    return typed_json.write(_kind(table.game), (short.state, plies, rest))


def read(begun: AnyTable, lines: Sequence[Line], text: str) -> AnyTable:
    """The table that was written after these lines; `begun` is the table before the first of them.

    Raises Unreadable if the text isn't a table of this game, and Unwritable as `write` does.
    """
    state, plies, rest = typed_json.read(_kind(begun.game), text)
    if len(rest.prompt_versions) != len(begun.prompt_versions):
        raise Unreadable("The number of seats is different.")
    return replace(
        begun,
        state=state,
        lines=Vector.of(lines),
        log=Vector.of(rest.log),
        told_since=rest.told_since,
        plies=Vector.of(
            Ply(seat, told, before, at, shows=bool(kind & 1), spends=bool(kind & 2))
            for seat, told, before, at, kind in plies
        ),
        prompt_versions=rest.prompt_versions,
        standing=rest.standing,
        drawn=rest.drawn,
        friendly=rest.friendly,
        talk=rest.talk,
    )


def shortened(table: AnyTable) -> AnyTable:
    """The table with only those events that a checkpoint keeps."""
    if len(table.log) <= MOST_TOLD:
        return table
    # Keep or drop all events of a line together.
    told_since = table.log[-MOST_TOLD - 1][0]
    kept = [(number, event) for number, event in table.log[-MOST_TOLD:] if number > told_since]
    return replace(table, log=Vector.of(kept), told_since=told_since)


def seal(seed: bytes, header: Header, lines: Sequence[Line], text: str) -> str:
    """The seal of this text as the checkpoint after these lines.

    It changes with the text, any line, any option and the source of the games. Nobody can make it without the
    session's secret seed, and anyone with the seed could forge the lines as well.
    """
    settled = (header.game, header.edition, header.seats, header.options, header.interaction_ids)
    told = "\n".join([f"{line.who} {line.text}" for line in lines])
    parts = ["checkpoint", SOURCE, repr(settled), told, text]
    return hmac.new(seed, "\0".join(parts).encode(), "sha256").hexdigest()


def is_sealed(sealed: str, seed: bytes, header: Header, lines: Sequence[Line], text: str) -> bool:
    """Whether `sealed` is the seal of this checkpoint; see `seal`."""
    return hmac.compare_digest(sealed.encode(), seal(seed, header, lines, text).encode())


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
    """The type of what a checkpoint of this game holds."""
    position = position_type(game)
    of: Any = tuple  # made while the program runs, so mypy can't know it
    return of[position, of[of[Seat, str, position, int, int], ...], _Rest]
