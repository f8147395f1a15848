"""The moves of Doublolo and how they are written.

board A7 C2 … / E4 red / P9 white     chance sets up the board: blocked squares, then for both groups
                                      the top left square and its colour
stones ...rw… …                       in a short game chance places the first stones: row by row, r, w or .
call heads                            Red calls the toss
toss tails                            chance tosses
E12                                   a stone is placed
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from games.core import BadNotation
from games.doublolo.rules.position import GRID, Face
from games.kit.grid import Square
from games.kit.notation import Field, Form, Notation, of, one_of, parted, several

Colour: TypeAlias = Literal["red", "white"]


@dataclass(frozen=True, slots=True)
class Group:
    """A checkerboard of 4 by 4: its top left square, and the colour of the stone there."""

    corner: Square
    colour: Colour


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance sets up the board: the blocked squares and two groups."""

    blocked: tuple[Square, ...]
    groups: tuple[Group, Group]


@dataclass(frozen=True, slots=True)
class Stones:
    """Chance places the first stones of a short game: the masks of both colours."""

    red: int
    white: int


@dataclass(frozen=True, slots=True)
class Call:
    """Red calls the toss."""

    face: Face


@dataclass(frozen=True, slots=True)
class Toss:
    """The coin shows this face."""

    face: Face


@dataclass(frozen=True, slots=True)
class Place:
    """A stone of the mover's colour is placed here."""

    square: Square


Move: TypeAlias = Lay | Stones | Call | Toss | Place


FACES: Field[Face] = cast("Field[Face]", one_of("heads", "tails"))
SQUARE: Field[Square] = Field(str, GRID.read)


def _read_group(text: str) -> Group:
    match text.split():
        case [corner, ("red" | "white") as colour]:
            return Group(GRID.read(corner), colour)
    raise BadNotation("Write a group as its top left square and that square's colour, such as “E4 red”.")


def _written(stones: Stones) -> str:
    def sign(column: int, row: int) -> str:
        bit = GRID.bit(Square(column, row))
        return "r" if bit & stones.red else "w" if bit & stones.white else "."

    return " ".join(
        "".join(sign(across, down) for across in range(GRID.width)) for down in range(GRID.height)
    )


def _read_stones(text: str) -> Stones:
    rows = text.lower().split()
    if [len(row) for row in rows] != [GRID.width] * GRID.height or set("".join(rows)) - set("rw."):
        raise BadNotation(
            f"Write {GRID.height} rows of {GRID.width} signs: r, w, or a full stop for no stone."
        )
    red, white = (
        GRID.mask(
            Square(across, down)
            for down, row in enumerate(rows)
            for across, sign in enumerate(row)
            if sign == colour
        )
        for colour in "rw"
    )
    return Stones(red, white)


_MUST_FLIP = (
    "You can't pass: if you can flip a stone, you have to. If you can't, your turn is skipped (rule 11)."
)

GROUP: Field[Group] = Field(lambda group: f"{group.corner} {group.colour}", _read_group)
BOARD = parted(several(SQUARE), GROUP, GROUP)

NOTATION: Notation[Move] = Notation(
    Form(
        Lay, "board", of(lambda laid: Lay(laid[0], laid[1:]), lambda lay: (lay.blocked, *lay.groups), BOARD)
    ),
    Form(Stones, "stones", Field(_written, _read_stones)),
    Form(Call, "call", of(Call, lambda call: call.face, FACES)),
    Form(Toss, "toss", of(Toss, lambda toss: toss.face, FACES)),
    Form(Place, "", of(Place, lambda place: place.square, SQUARE)),
    others={"heads": "call heads", "tails": "call tails"},
    refused={"pass": _MUST_FLIP, "skip": _MUST_FLIP, "forfeit": _MUST_FLIP},
)
write, read = NOTATION.write, NOTATION.read
