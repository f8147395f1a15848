"""Where the parts of the city are in a picture: all of it, or one quarter close up."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from games.fooblitzky.rules.city.map import (
    BLOCK_HEIGHT,
    BLOCK_WIDTH,
    BLOCKS,
    HEIGHT,
    QUADRANTS,
    SIDE,
    SQUARES,
    WIDTH,
    Cell,
    Quadrant,
    Site,
)

Span = tuple[int, int]
Frame = tuple[int, int, int, int]
"""Left, top, right and bottom in px."""

TOP = 109
"""The height of the strip above the streets, in px."""
BAND, _NARROW = 84, 76
"""The height of the streets with the names of the quarters, in px; narrower in the whole city."""

_OUTWARDS = 18
"""How far a dog is moved towards the street, in px."""
_HALF = WIDTH // 2
_MIDDLE = HEIGHT // 2


@dataclass(frozen=True, slots=True)
class Plan:
    """The px that each column and row of cells takes; those that aren't shown are missing.

    `token` is the size of a player's dog. `names` is the y of the names in the outer streets.
    """

    columns: dict[int, Span]
    rows: dict[int, Span]
    height: int
    token: int
    names: tuple[int, ...]

    def shows(self, cell: Cell) -> bool:
        """Whether this cell is in the picture."""
        return cell[0] in self.columns and cell[1] in self.rows

    def frame(self, cell: Cell) -> Frame:
        """Where the cell is. Raises KeyError if it isn't shown."""
        (left, right), (top, bottom) = self.columns[cell[0]], self.rows[cell[1]]
        return left, top, right, bottom

    def spot(self, cell: Cell) -> tuple[float, float]:
        """The middle of a dog on this square: a little towards the street, where it hides less.

        On the whole city's map dogs only move sideways, and close up only up and down.
        """
        left, top, right, bottom = self.frame(cell)
        column, row = cell[0] % (BLOCK_WIDTH + 1), cell[1] % (BLOCK_HEIGHT + 1)
        x = (column == BLOCK_WIDTH - 1) - (column == 0)
        y = (row == BLOCK_HEIGHT - 1) - (row == 0)
        aside, down = (_OUTWARDS, 0) if len(self.names) > 1 else (0, _OUTWARDS)
        return (left + right) / 2 + x * aside, (top + bottom) / 2 + y * down

    def block(self, name: str) -> Frame | None:
        """A block with its sidewalk, or None."""
        column, row = SQUARES[BLOCKS.index(name) * SIDE].cell
        if not self.shows((column, row)):
            return None
        right, bottom = self.frame((column + BLOCK_WIDTH - 1, row + BLOCK_HEIGHT - 1))[2:]
        return *self.frame((column, row))[:2], right, bottom

    def building(self, site: Site) -> Frame | None:
        """The lot of a site, a third of the block wide and half of it deep; None if it isn't shown."""
        door = SQUARES[site.door]
        column, row = (
            at % size for at, size in zip(door.cell, (BLOCK_WIDTH + 1, BLOCK_HEIGHT + 1), strict=True)
        )
        block = self.block(door.block)
        if block is None:
            return None
        first = door.cell[0] - column, door.cell[1] - row
        left, top = self.frame((first[0] + 1, first[1] + 1))[:2]
        right, bottom = self.frame((first[0] + BLOCK_WIDTH - 2, first[1] + BLOCK_HEIGHT - 2))[2:]
        place, lower = (column - 1) // 2, row > 0
        wide, middle = right - left, (top + bottom) // 2
        return (
            left + wide * place // 3,
            middle if lower else top,
            left + wide * (place + 1) // 3,
            bottom if lower else middle,
        )


def centre(frame: Frame) -> tuple[float, float]:
    """The middle of a frame."""
    return (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2


@lru_cache(8)
def plan(quadrant: Quadrant | None) -> Plan:
    """The whole city, or one quarter with the streets that lead out of it."""
    if quadrant is None:
        block, deep = (36,) * BLOCK_WIDTH, (42, 66, 66, 66, 42)
        wide = (*block, 50, *block, 50, *block, 50, *block)
        columns, rows = _spans(11, 0, wide), _spans(TOP + _NARROW, 0, (*deep, 62, *deep))
        bottom = rows[HEIGHT - 1][1]
        return Plan(columns, rows, bottom + _NARROW, 76, (TOP + 30, bottom + _NARROW - 30))
    at = QUADRANTS.index(quadrant)
    block, deep = (77,) * BLOCK_WIDTH, (84, 124, 124, 124, 84)
    pair = (*block, 54, *block)
    columns = _spans(0, _HALF, (38, *pair)) if at % 2 else _spans(10, 0, (*pair, 38))
    if at // 2:
        rows = _spans(TOP, _MIDDLE, (70, *deep))
        bottom = rows[HEIGHT - 1][1]
        return Plan(columns, rows, bottom + BAND, 76, (bottom + BAND - 30,))
    rows = _spans(TOP + BAND, 0, (*deep, 70))
    return Plan(columns, rows, rows[_MIDDLE][1], 76, (TOP + 30,))


def _spans(start: int, first: int, sizes: tuple[int, ...]) -> dict[int, Span]:
    ends = list(accumulate(sizes, initial=start))
    return {first + at: (ends[at], ends[at + 1]) for at in range(len(sizes))}
