"""The moves of FourSide and how they are written.

board a / 3512 / B2 C6 … / A4 G1 …    chance: who starts, the primer, the BONUS and the MINUS squares
tiles 3512 6614 …                     chance fills the hands; each tile clockwise from the top
3r1@F7                                tile 3, turned right once, on F7; `3@F7` leaves it as it is
                                      (what people type may be `3 right F7`)
hint                                  the player asks for a hint
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from games.core import BadNotation, Seat
from games.fourside.rules.position import GRID, HAND, SEATS, Place, Tile
from games.kit.grid import Square
from games.kit.notation import Field, Form, Notation, nothing, of, parted, seat_of, several
from games.kit.prose import quoted

TURNS = ("as it is", "right", "around", "left")
"""What people call a turn, by the number of quarters to the right."""

_PLACE = re.compile(
    rf"(?:tile )?([1-9])(?: ?r ?([0-9])| ([0-3])|,? ?({'|'.join(TURNS)}),?)?"
    r" ?[@ ] ?([a-z] ?[0-9]{1,2}|[0-9]{1,2} ?[a-z])"
)
_TILE = re.compile(r"[1-9]{4}")


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance sets up the board: who starts, the primer, the BONUS and the MINUS squares."""

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
    """The player to move asks for a hint."""


Move: TypeAlias = Lay | Draw | Place | Hint


def tile_and_turn(place: Place) -> str:
    """`3r1`, or `3` for tile 3 as it is."""
    return f"{place.number}r{place.quarters}" if place.quarters else str(place.number)


def spelled(tile: Tile) -> str:
    """`3512`: the values clockwise from the top."""
    return "".join(map(str, tile))


def _read_tile(text: str) -> Tile:
    if not _TILE.fullmatch(text):
        raise BadNotation(f"{quoted(text)} isn't a tile. Write its four values, such as 3512.")
    top, right, bottom, left = map(int, text)
    return top, right, bottom, left


def _read_place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if not found:
        raise BadNotation(
            "Type a tile, its turn and a square, such as “3r1@F7” or “3 right F7”. “3@F7” doesn't turn it."
        )
    quarters = TURNS.index(found[4]) if found[4] else int(found[2] or found[3] or 0)
    if int(found[1]) > HAND or quarters > 3:
        raise BadNotation("Your tiles are 1 to 5, and their turns are r0 to r3.")
    return Place(int(found[1]), quarters, GRID.read(found[5]))


_MUST_PLACE = (
    "You can't pass: if a tile fits, you have to place one. If none does, your turn is skipped (rule 6)."
)

TILE: Field[Tile] = Field(spelled, _read_tile)
SQUARES: Field[tuple[Square, ...]] = several(Field(str, GRID.read))
BOARD = parted(seat_of(len(SEATS)), TILE, SQUARES, SQUARES)
PLACE: Field[Place] = Field(lambda place: f"{tile_and_turn(place)}@{place.square}", _read_place)

NOTATION: Notation[Move] = Notation(
    Form(
        Lay,
        "board",
        of(lambda laid: Lay(*laid), lambda lay: (lay.first, lay.primer, lay.bonus, lay.minus), BOARD),
    ),
    Form(Draw, "tiles", of(Draw, lambda drawn: drawn.tiles, several(TILE))),
    Form(Hint, "hint", nothing(Hint)),
    Form(Place, "", PLACE),
    others={"hint?": "hint"},
    refused={"pass": _MUST_PLACE, "skip": _MUST_PLACE, "forfeit": _MUST_PLACE},
)
write, read = NOTATION.write, NOTATION.read
