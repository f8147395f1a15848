"""Where a tile fits and what it scores: rules 9 to 14 of the README."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from games.fourside.rules.position import (
    ALL_SQUARES,
    BESIDE,
    SIDES,
    Board,
    Hand,
    Place,
    Tile,
    Tiles,
    place_of,
    turned,
)
from games.kit.grid import Square

Wanted: TypeAlias = tuple[int, int, int, int]
"""By side, the value that the neighbour needs; 0 without a neighbour."""

NOTHING: Wanted = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Score:
    """What a tile scores on a square: the values of the sides that touch, and 20 or -20 for the square."""

    values: tuple[int, ...]
    extra: int

    @property
    def points(self) -> int:
        """The total of the values times their number, plus the extra."""
        return sum(self.values) * len(self.values) + self.extra

    @property
    def is_sum(self) -> bool:
        """Whether there's anything to add up."""
        return len(self.values) > 1 or self.extra != 0

    def __str__(self) -> str:
        total = "+".join(map(str, self.values))
        if len(self.values) > 1:
            total = f"({total})×{len(self.values)}"
        return total + (" + 20" if self.extra > 0 else " − 20" if self.extra < 0 else "")


def wanted(tiles: Tiles, at: int) -> Wanted:
    """What the neighbours of this place need."""
    demands = [0, 0, 0, 0]
    for side, neighbour, facing in BESIDE[at]:
        tile = tiles[neighbour]
        if tile is not None:
            demands[side] = tile[facing]
    return demands[0], demands[1], demands[2], demands[3]


def fits(tile: Tile, demands: Wanted) -> bool:
    """Whether every side next to a tile has the same value as that tile."""
    top, right, bottom, left = demands
    return (
        (not top or top == tile[0])
        and (not right or right == tile[1])
        and (not bottom or bottom == tile[2])
        and (not left or left == tile[3])
    )


def score(board: Board, square: Square) -> Score:
    """What a tile that fits scores here."""
    values = tuple(demand for demand in wanted(board.tiles, place_of(square)) if demand)
    return Score(values, board.area(square))


def differing(tile: Tile, demands: Wanted) -> list[tuple[str, int, int]]:
    """For every side that doesn't match: its name, the tile's value and the neighbour's."""
    sides = zip(SIDES, tile, demands, strict=True)
    return [(side, value, demand) for side, value, demand in sides if demand not in (0, value)]


def open_places(tiles: Tiles) -> list[int]:
    """The empty places next to a tile, row by row."""
    return [at for at, tile in enumerate(tiles) if tile is None and wanted(tiles, at) != NOTHING]


def turns(tile: Tile) -> dict[int, Tile]:
    """The tile's turns by number of quarters; of turns that look the same, only the first."""
    found: dict[Tile, int] = {}
    for quarters in range(4):
        found.setdefault(turned(tile, quarters), quarters)
    return {quarters: shown for shown, quarters in found.items()}


def placements(board: Board, hand: Hand) -> Iterator[Place]:
    """Every way to place a tile of this hand: by tile, then by turn, then by square, row by row."""
    demands = [(ALL_SQUARES[at], wanted(board.tiles, at)) for at in open_places(board.tiles)]
    for number, tile in enumerate(hand, 1):
        for quarters, shown in turns(tile).items() if tile else ():
            for square, demand in demands:
                if fits(shown, demand):
                    yield Place(number, quarters, square)
