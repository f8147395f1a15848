"""Grids of squares named as on a map (`E12`), and sets of squares as whole numbers.

A set of squares is a mask: one bit per square, row by row from A1 at the top left, with one column of bits
after each row that is never set. That column is a wall: everything shifted over an edge lands on it or
outside the mask, so `mask & grid.full` (or `&` with any set of squares) is all the border a rule needs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import compress
from typing import NamedTuple, TypeVar

from games.core import BadNotation
from games.kit.prose import quoted

T = TypeVar("T")

_DIGITS = bytes.maketrans(b"01", b"\0\1")
_SQUARE = re.compile(r"([A-Za-z])\s*([0-9]{1,2})|([0-9]{1,2})\s*([A-Za-z])")


class Square(NamedTuple):
    """A square by column and row, both counted from 0 at the top left; as text `E12`."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row + 1}"


def column_name(column: int) -> str:
    """`A` for column 0."""
    return chr(ord("A") + column)


@dataclass(frozen=True, slots=True)
class Grid:
    """`width` columns, at most 26, and `height` rows, at most 99.

    `steps` are the four axes as distances in a mask: along a row, down to the left, down, down to the right.
    `mask << step` goes one square that way and `mask >> step` one square back. `shades` are the two colours
    of a chess board: the squares whose column and row add up to an even number, and the others.
    """

    width: int
    height: int
    stride: int = field(init=False, compare=False, repr=False)
    full: int = field(init=False, compare=False, repr=False)
    steps: tuple[int, int, int, int] = field(init=False, compare=False, repr=False)
    shades: tuple[int, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not (1 <= self.width <= 26 and 1 <= self.height <= 99):
            raise ValueError("A grid has 1 to 26 columns and 1 to 99 rows.")
        stride = self.width + 1
        row = (1 << self.width) - 1
        # These fields follow from width and height; the class is frozen, so they're set like this, once.
        object.__setattr__(self, "stride", stride)
        object.__setattr__(self, "full", sum(row << stride * number for number in range(self.height)))
        object.__setattr__(self, "steps", (1, stride - 1, stride, stride + 1))
        even = sum(1 << place for place in range(stride * self.height) if sum(divmod(place, stride)) % 2 == 0)
        object.__setattr__(self, "shades", (even & self.full, ~even & self.full))

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.column < self.width and 0 <= square.row < self.height

    def bit(self, square: Square) -> int:
        """The mask of this one square."""
        return 1 << (square.row * self.stride + square.column)

    def mask(self, squares: Iterable[Square]) -> int:
        """The mask of these squares."""
        total = 0
        for square in squares:
            total |= self.bit(square)
        return total

    def square(self, bit: int) -> Square:
        """The square of a mask that holds exactly one."""
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return Square(column, row)

    def squares(self, mask: int) -> list[Square]:
        """The squares of a mask, column by column from A, each from the top."""
        return sorted(map(self.square, bits(mask)))

    def around(self, mask: int) -> int:
        """The neighbours of these squares in all eight directions, and the squares themselves."""
        mask |= (mask << 1 | mask >> 1) & self.full
        return (mask | mask << self.stride | mask >> self.stride) & self.full

    def rectangle(self, corner: Square, width: int, height: int) -> int:
        """The mask of a rectangle by its top left square; what lies beyond the grid is left out."""
        columns = range(corner.column, min(corner.column + width, self.width))
        rows = range(corner.row, min(corner.row + height, self.height))
        return self.mask(Square(column, row) for column in columns for row in rows)

    def bounds(self, mask: int) -> tuple[Square, Square]:
        """The corners of the smallest rectangle around these squares, of which there is at least one."""
        top, bottom = ((bit.bit_length() - 1) // self.stride for bit in (mask & -mask, mask))
        row, columns = (1 << self.stride) - 1, 0
        for number in range(top, bottom + 1):
            columns |= mask >> self.stride * number & row
        left, right = (columns & -columns).bit_length() - 1, columns.bit_length() - 1
        return Square(left, top), Square(right, bottom)

    def read(self, text: str) -> Square:
        """The square that `E12`, `e 12` or `12e` names. Raises BadNotation."""
        found = _SQUARE.fullmatch(text.strip())
        if not found:
            raise BadNotation(f"{quoted(text)} isn't a square. Squares are A1 to {self._last()}.")
        letter, number = (found[1], found[2]) if found[1] else (found[4], found[3])
        square = Square(ord(letter.upper()) - ord("A"), int(number) - 1)
        if square not in self:
            raise BadNotation(f"There's no square {square}. Squares are A1 to {self._last()}.")
        return square

    def _last(self) -> Square:
        return Square(self.width - 1, self.height - 1)


def chosen(mask: int, things: Iterable[T]) -> Iterator[T]:
    """The things whose bits are set; the first thing belongs to the lowest bit."""
    return compress(things, f"{mask:b}".encode().translate(_DIGITS)[::-1])


def bits(mask: int) -> Iterator[int]:
    """The masks of the single squares in a mask, from the top left, row by row."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
