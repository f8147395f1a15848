"""The position of a game of Doublolo: the board and the phases.

Masks are those of `games.kit.grid`; `stones[seat]` holds the squares of that seat's colour.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core import Seat
from games.kit.grid import Grid, Square

GRID = Grid(width=23, height=14)
"""Columns A to W, rows 1 to 14."""

QUICK = Grid(width=12, height=8)
"""The board of a quick game: columns A to L, rows 1 to 8."""

RED, WHITE = Seat(0), Seat(1)
COLOURS = ("Red", "White")
"""The colours by seat: Red is the host's."""

Face: TypeAlias = Literal["heads", "tails"]


def other(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)


@dataclass(frozen=True, slots=True)
class Board:
    """Where the stones are and which squares are blocked; `grid` is GRID, or QUICK in a quick game."""

    blocked: int = 0
    stones: tuple[int, int] = (0, 0)
    grid: Grid = GRID

    @property
    def empty(self) -> int:
        """The squares on which a stone can still be placed."""
        return self.grid.full & ~(self.blocked | self.stones[RED] | self.stones[WHITE])

    @property
    def scores(self) -> tuple[int, int]:
        """The number of Red's and of White's squares."""
        return self.stones[RED].bit_count(), self.stones[WHITE].bit_count()


@dataclass(frozen=True, slots=True)
class Placed:
    """The last move: who placed on which square, and the mask of the squares it flipped.

    `before` is the square of the move before it, None for the first.
    """

    seat: Seat
    square: Square
    flipped: int
    before: Square | None = None


@dataclass(frozen=True, slots=True)
class BoardOwed:
    """Chance must set up the board with `blocked` blocked squares; None lets chance pick the number."""

    blocked: int | None
    first: Seat | None = None
    is_short: bool = False
    board: Board = Board()


@dataclass(frozen=True, slots=True)
class StonesOwed:
    """Chance must place the first stones of a short game."""

    board: Board
    first: Seat | None = None


@dataclass(frozen=True, slots=True)
class CallOwed:
    """Red must call heads or tails."""

    board: Board


@dataclass(frozen=True, slots=True)
class TossOwed:
    """Red has called; chance must toss the coin."""

    board: Board
    call: Face


@dataclass(frozen=True, slots=True)
class Playing:
    """`mover` has to place a stone, and can; a player who can't flip has already lost the turn."""

    board: Board
    mover: Seat
    last: Placed | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """Neither player can flip a stone."""

    board: Board
    last: Placed | None = None


Position: TypeAlias = BoardOwed | StonesOwed | CallOwed | TossOwed | Playing | Finished
