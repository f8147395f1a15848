"""The six parts of a wide board: if many squares can be chosen, you pick one and then see it close up."""

from dataclasses import dataclass
from functools import lru_cache

from games.doublolo.rules.position import GRID
from games.kit.grid import Grid, Square

ACROSS = 3
"""How many parts lie side by side."""
WIDE, HIGH = 8, 7
"""How many squares wide and high a part is; the ones at the right edge are narrower."""

NARROW = 12
"""A board of at most this many columns has no parts: its picture has room for the names of squares."""

_ROWS, _COLUMNS = ("Top", "Bottom"), ("left", "middle", "right")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the board by its place: `column` is 0 to 2 and `row` 0 or 1."""

    column: int
    row: int

    @property
    def key(self) -> str:
        """`A1-H7`, its first and last squares: the answer that picks it."""
        return _key(self)

    @property
    def name(self) -> str:
        """`Top left`: the button's label."""
        return f"{_ROWS[self.row]} {_COLUMNS[self.column]}"

    @property
    def corner(self) -> Square:
        """The top left square."""
        return Square(self.column * WIDE, self.row * HIGH)

    def __contains__(self, square: Square) -> bool:
        return part_of(square) == self


PARTS = tuple(Part(column, row) for row in range(len(_ROWS)) for column in range(ACROSS))
"""Row by row, from the top left."""


def is_narrow(grid: Grid) -> bool:
    """Whether the whole board is drawn large enough to name its squares."""
    return grid.width <= NARROW


def is_part(key: str) -> bool:
    """Whether a part has this key."""
    return key in _BY_KEY


@lru_cache(maxsize=512)
def part_of(square: Square) -> Part:
    """The part in which a square lies."""
    return Part(min(square.column // WIDE, ACROSS - 1), min(square.row // HIGH, len(_ROWS) - 1))


@lru_cache(maxsize=64)
def mask_of(part: Part, grid: Grid) -> int:
    """The squares of a part that are on the grid."""
    return grid.rectangle(part.corner, WIDE, HIGH)


def part_by_key(key: str) -> Part:
    """The part with this key. Raises KeyError if there is none."""
    return _BY_KEY[key]


@lru_cache(maxsize=len(PARTS))
def _key(part: Part) -> str:
    last = Square(min(part.corner.column + WIDE, GRID.width) - 1, part.corner.row + HIGH - 1)
    return f"{part.corner}-{last}"


_BY_KEY = {part.key: part for part in PARTS}
