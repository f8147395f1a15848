"""The moves of Doublolo and how they are written.

board A7 C2 … / E4 red / P9 white     chance lays the board: blocked squares, then of both groups
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

Colour: TypeAlias = Literal["red", "white"]


@dataclass(frozen=True, slots=True)
class Group:
    """A 4x4 checkerboard by its top left square and that square's colour."""

    corner: Square
    colour: Colour


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance lays the board: the blocked squares and two groups."""

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


def write(move: Move) -> str:
    """The one way in which this move is written."""
    match move:
        case Lay(blocked, groups):
            parts = [" ".join(map(str, blocked)), *(f"{group.corner} {group.colour}" for group in groups)]
            return "board " + " / ".join(parts)
        case Call(face):
            return f"call {face}"
        case Toss(face):
            return f"toss {face}"
        case Place(square):
            return str(square)


def read(text: str) -> Move:
    """The move a text spells: letters of any size, `12e` for `E12`, `heads` for `call heads`. BadNotation."""
    words = text.lower().split()
    match words:
        case ["heads" | "tails"] | ["call", "heads" | "tails"]:
            return Call(cast("Face", words[-1]))
        case ["toss", "heads" | "tails"]:
            return Toss(cast("Face", words[-1]))
        case ["board", *_]:
            return _read_lay(" ".join(words[1:]))
        case ["pass" | "skip" | "forfeit"]:
            raise BadNotation("Nobody can pass: who can flip must, and who cannot has forfeited (rule 11).")
    return Place(GRID.read(text))


def _read_lay(text: str) -> Lay:
    parts = [part.split() for part in text.split("/")]
    match parts:
        case [blocked, [first, ("red" | "white") as one], [second, ("red" | "white") as two]]:
            groups = _group(first, one), _group(second, two)
            return Lay(tuple(map(GRID.read, blocked)), groups)
    raise BadNotation("A board is written as “board A7 C2 … / E4 red / P9 white”.")


def _group(corner: str, colour: str) -> Group:
    return Group(GRID.read(corner), cast("Colour", colour))
