"""The window on a wide board: the part that matters, whose squares are asked for at once."""

from functools import lru_cache

from games.doublolo.rules.position import RED, WHITE
from games.doublolo.rules.view import View
from games.kit.grid import Square
from games.kit.questions import MENU

WIDE, HIGH = 11, 7
"""How many squares wide and high the window is."""
OUTSIDE = 9
"""How many squares outside it are asked for, too: there's room to show so many."""


def window_of(view: View) -> Square:
    """The top left square of the window: most squares to choose from, then the last move, then stones."""
    board, grid, last = view.board, view.board.grid, view.last
    told = 0 if last is None else last.flipped | grid.bit(last.square)
    kinds = view.choosable, told, board.stones[RED] | board.stones[WHITE]
    whole = grid.rectangle(Square(0, 0), WIDE, HIGH)

    def holds(corner: Square) -> list[int]:
        here = whole << corner.row * grid.stride + corner.column
        return [(here & kind).bit_count() for kind in kinds]

    corners = (
        Square(column, row)
        for column in range(grid.width - WIDE + 1)
        for row in range(grid.height - HIGH + 1)
    )
    return max(corners, key=holds)


@lru_cache(64)
def near(view: View) -> tuple[Square, ...]:
    """The squares that are asked for at once, row by row: those in the window, and a few outside.

    Of the others those that flip most. If that leaves some out, there's room for a way to them.
    """
    grid = view.board.grid
    window = grid.rectangle(window_of(view), WIDE, HIGH)
    inside, outside = (
        sorted(grid.squares(view.choosable & mask), key=_row_by_row) for mask in (window, ~window)
    )
    flips = view.choices
    found = [*inside, *sorted(outside, key=lambda square: -flips[square])[:OUTSIDE]]
    most = MENU if len(outside) <= OUTSIDE and len(found) <= MENU else MENU - 1
    return tuple(sorted(found[:most], key=_row_by_row))


def _row_by_row(square: Square) -> tuple[int, int]:
    return square.row, square.column
