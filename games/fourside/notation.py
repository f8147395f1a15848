"""The moves of FourSide and how they are written.

board a / 3512 / B2 C6 … / A4 G1 …    chance: who begins, the primer, the BONUS and the MINUS squares
tiles 3512 6614 …                     chance fills the hands; values from the top, to the right
3r1@F7                                tile 3, turned one quarter to the right, on F7; `3@F7` unturned
hint                                  the mover asks for a hint
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.core import BadNotation, Seat, letter
from games.fourside.position import GRID, HAND, SEATS, Place, Tile
from games.kit.grid import Square
from games.kit.prose import quoted

_PLACE = re.compile(
    r"(?:tile )?([1-9])(?: ?r ?([0-9])| ([0-3]))? ?[@ ] ?([a-z] ?[0-9]{1,2}|[0-9]{1,2} ?[a-z])"
)
_TILE = re.compile(r"[1-9]{4}")


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance lays the board: who begins, the primer, the BONUS and the MINUS squares."""

    first: Seat
    primer: Tile
    bonus: tuple[Square, ...]
    minus: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance draws the missing tiles of both hands, the first seat's first."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """The mover asks for a placement that scores well."""


Move: TypeAlias = Lay | Draw | Place | Hint


def write(move: Move) -> str:
    """The one way in which this move is written."""
    match move:
        case Lay(first, primer, bonus, minus):
            areas = (" ".join(map(str, squares)) for squares in (bonus, minus))
            return " / ".join((f"board {letter(first)}", spelled(primer), *areas))
        case Draw(tiles):
            return " ".join(("tiles", *map(spelled, tiles)))
        case Place(square=square):
            return f"{tile_and_turn(move)}@{square}"
        case Hint():
            return "hint"


def tile_and_turn(place: Place) -> str:
    """`3r1`, or `3` for tile 3 as it lies."""
    return f"{place.number}r{place.quarters}" if place.quarters else str(place.number)


def spelled(tile: Tile) -> str:
    """`3512`: the values from the top, to the right."""
    return "".join(map(str, tile))


def read(text: str) -> Move:
    """The move a text spells: letters of any size, blanks for `r` and `@`. Raises BadNotation."""
    words = text.lower().split()
    match words:
        case ["hint" | "hint?"]:
            return Hint()
        case ["board", *_]:
            return _read_lay(" ".join(words[1:]))
        case ["tiles", _, *_]:
            return Draw(tuple(map(_read_tile, words[1:])))
        case ["pass" | "skip" | "forfeit"]:
            raise BadNotation("Nobody can pass: who can place a tile must, and who cannot has forfeited.")
    return _read_place(" ".join(words))


def _read_place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if not found:
        raise BadNotation(
            "A move is tile, turn and square, such as “3r1@F7”; “3@F7” leaves the tile unturned."
        )
    quarters = int(found[2] or found[3] or 0)
    if int(found[1]) > HAND or quarters > 3:
        raise BadNotation("Tiles are numbered 1 to 5, and a tile is turned by r0 to r3.")
    return Place(int(found[1]), quarters, GRID.read(found[4]))


def _read_lay(text: str) -> Lay:
    parts = [part.split() for part in text.split("/")]
    match parts:
        case [[("a" | "b") as first], [primer], bonus, minus]:
            seat = SEATS[first == "b"]
            return Lay(seat, _read_tile(primer), tuple(map(GRID.read, bonus)), tuple(map(GRID.read, minus)))
    raise BadNotation("A board is written as “board a / 3512 / B2 C6 … / A4 G1 …”.")


def _read_tile(text: str) -> Tile:
    if not _TILE.fullmatch(text):
        raise BadNotation(f"{quoted(text)} is not a tile: it is written as four values, such as 3512.")
    top, right, bottom, left = map(int, text)
    return top, right, bottom, left
