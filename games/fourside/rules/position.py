"""The position of a game of FourSide: the board, the hands and the phases."""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from games.core import Seat
from games.kit.grid import Grid, Square
from games.kit.tuples import replaced

GRID = Grid(width=9, height=7)
"""Columns A to I, rows 1 to 7."""

QUICK = Grid(width=7, height=5)
"""The board of a quick game: columns A to G, rows 1 to 5."""

SEATS = Seat(0), Seat(1)
HAND = 5
HINTS = 3
AREA = 20
"""The points that a BONUS square adds and a MINUS square takes away."""
SIDES = ("top", "right", "bottom", "left")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""By side, how far the neighbour is across and down."""

Tile: TypeAlias = tuple[int, int, int, int]
"""The values of the four sides, in the order of SIDES."""

Hand: TypeAlias = tuple[Tile | None, ...]
"""Five places; None until a missing tile is drawn."""

Tiles: TypeAlias = tuple[Tile | None, ...]
"""The tiles on the board, row by row from A1; None on empty squares, NOT_THERE outside of a smaller board."""

NOT_THERE: Tile = (0, 0, 0, 0)
"""Nothing has to match this, and nothing can be placed on it."""

ALL_SQUARES = tuple(Square(column, row) for row in range(GRID.height) for column in range(GRID.width))
"""By place in Tiles."""


def place_of(square: Square) -> int:
    """The place of a square of the grid in Tiles."""
    return square.row * GRID.width + square.column


def _beside(square: Square) -> tuple[tuple[int, int, int], ...]:
    found = []
    for side, (across, down) in enumerate(STEPS):
        neighbour = Square(square.column + across, square.row + down)
        if neighbour in GRID:
            found.append((side, place_of(neighbour), (side + 2) % 4))
    return tuple(found)


BESIDE = tuple(map(_beside, ALL_SQUARES))
"""By place, for every side with a neighbour: the side, the neighbour's place and the neighbour's side."""


def other(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)


def turned(tile: Tile, quarters: int) -> Tile:
    """The tile after this many quarter turns to the right."""
    cut = -quarters % 4
    first, second, third, fourth = tile[cut:] + tile[:cut]
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles on the board, and the BONUS and MINUS squares as masks of GRID.

    `grid` is GRID, or QUICK in a quick game: its squares are the first ones of GRID's columns and rows.
    """

    tiles: Tiles = (None,) * len(ALL_SQUARES)
    bonus: int = 0
    minus: int = 0
    grid: Grid = GRID

    @property
    def centre(self) -> Square:
        """Where the primer is."""
        return Square(self.grid.width // 2, self.grid.height // 2)

    @property
    def size(self) -> int:
        """How many squares there are."""
        return self.grid.width * self.grid.height

    def at(self, place: int) -> Tile | None:
        """The tile on a place in Tiles."""
        tile = self.tiles[place]
        return None if tile == NOT_THERE else tile

    def on(self, square: Square) -> Tile | None:
        """The tile on a square of the grid."""
        return self.at(place_of(square))

    def area(self, square: Square) -> int:
        """20 on a BONUS square, -20 on a MINUS square, else 0."""
        bit = GRID.bit(square)
        return AREA if self.bonus & bit else -AREA if self.minus & bit else 0

    def with_tile(self, square: Square, tile: Tile) -> "Board":
        """The board with this tile as well."""
        at = place_of(square)
        return replace(self, tiles=replaced(self.tiles, at, tile))

    @property
    def full(self) -> bool:
        """Whether every square is used."""
        return None not in self.tiles


def bare(grid: Grid) -> Board:
    """A board of this size, which is GRID's or smaller, before anything is on it."""
    return Board(tuple(None if square in grid else NOT_THERE for square in ALL_SQUARES), grid=grid)


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile that was placed: by whom, where, for how many points, and how their score changed."""

    seat: Seat
    square: Square
    points: int
    gained: int


@dataclass(frozen=True, slots=True)
class Table:
    """Everything both players can see.

    `largest` is the largest value of a side, `hints` are those that each player has left of the `allowed`
    ones, and `laid` has every tile placed so far, in order. `shows_points`: pictures say what squares score.
    """

    largest: int
    board: Board = field(default_factory=Board)
    hands: tuple[Hand, Hand] = ((None,) * HAND,) * 2
    scores: tuple[int, int] = (0, 0)
    hints: tuple[int, int] = (HINTS,) * 2
    laid: tuple[Placed, ...] = ()
    allowed: int = HINTS
    shows_points: bool = False

    @property
    def last(self) -> Placed | None:
        """The tile that was placed last; the primer doesn't count."""
        return self.laid[-1] if self.laid else None

    def best(self, seat: Seat) -> Placed | None:
        """This player's best-scoring tile, the first if several are equal; None before their first one."""
        own = (placed for placed in self.laid if placed.seat == seat)
        return max(own, key=lambda placed: placed.points, default=None)

    @property
    def missing(self) -> int:
        """How many tiles it takes to fill both hands."""
        return sum(hand.count(None) for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Place:
    """Tile `number` (1 to 5) of the mover's hand on this square, after `quarters` turns to the right."""

    number: int
    quarters: int
    square: Square


@dataclass(frozen=True, slots=True)
class BoardOwed:
    """Chance must set up the board and say who starts."""

    table: Table


@dataclass(frozen=True, slots=True)
class TilesOwed:
    """Chance must fill the hands; then `mover` moves, if a tile fits."""

    table: Table
    mover: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """`mover` has to place a tile, and can; a player who can't has already lost the turn.

    `hint` is the last one this turn, for `mover` only. `again`: the opponent has just lost a turn.
    """

    table: Table
    mover: Seat
    hint: Place | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The board is full, or neither player can place a tile."""

    table: Table


Position: TypeAlias = BoardOwed | TilesOwed | Playing | Finished
