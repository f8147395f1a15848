"""The moves of Doublolo and how they are written.

board A7 C2 … / E4 red / P9 white     chance sets up the board: blocked squares, then for both groups
                                      the top left square and its colour
call heads                            Red calls the toss
toss tails                            chance tosses
E12                                   a stone is placed
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from games.core import BadNotation
from games.doublolo.position import GRID, Face
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


Move: TypeAlias = Lay | Call | Toss | Place


FACES: Field[Face] = cast("Field[Face]", one_of("heads", "tails"))
SQUARE: Field[Square] = Field(str, GRID.read)


def _read_group(text: str) -> Group:
    match text.split():
        case [corner, ("red" | "white") as colour]:
            return Group(GRID.read(corner), colour)
    raise BadNotation("Write a group as its top left square and that square's colour, such as “E4 red”.")


_MUST_FLIP = (
    "You can't pass: if you can flip a stone, you have to. If you can't, your turn is skipped (rule 11)."
)

GROUP: Field[Group] = Field(lambda group: f"{group.corner} {group.colour}", _read_group)
BOARD = parted(several(SQUARE), GROUP, GROUP)

NOTATION: Notation[Move] = Notation(
    Form(
        Lay, "board", of(lambda laid: Lay(laid[0], laid[1:]), lambda lay: (lay.blocked, *lay.groups), BOARD)
    ),
    Form(Call, "call", of(Call, lambda call: call.face, FACES)),
    Form(Toss, "toss", of(Toss, lambda toss: toss.face, FACES)),
    Form(Place, "", of(Place, lambda place: place.square, SQUARE)),
    others={"heads": "call heads", "tails": "call tails"},
    refused={"pass": _MUST_FLIP, "skip": _MUST_FLIP, "forfeit": _MUST_FLIP},
)
write, read = NOTATION.write, NOTATION.read
