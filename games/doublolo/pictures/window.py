"""The part of a wide board that matters, large enough for a phone, and the rest of it in a strip below."""

from math import ceil

from games.doublolo.pictures.region import FOOT, Region, lay_last, lay_map, lay_names, lay_region, say
from games.doublolo.pictures.tiles import Tile, tile_of
from games.doublolo.pictures.traces import traces
from games.doublolo.rules.position import RED, WHITE
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import labels
from games.kit.brush.marks import CREAM
from games.kit.brush.sheet import Sheet
from games.kit.grid import Square

WIDE, HIGH = 11, 7
"""How many squares wide and high the window is."""
CELL, LEFT = 100, 66
"""The size of a square, and where the first one begins, in px."""
_MAP, _MARGIN = 12, 20
"""A square on the map, and the margin left and above it, in px."""
_STRIP, _BESIDE = 196, 324
"""The least height of the strip, and where its words begin, in px."""
_WORDS, _ROW, _ROWS, _ACROSS = 32, 72, 70, 285
"""In the strip: the middle of the sentence, where the squares outside begin, and their steps."""
_KEY, _IN_ROW = 62, 3
"""The size of a square's number there, and how many stand side by side."""


def window(view: View) -> Sheet:
    """The window that holds most squares to choose from, with the number and the flips of each.

    The strip has the whole board, small, and the squares outside with number, name and flips.
    """
    named, flips = labels(view), view.choices
    region = Region(view.board.grid, window_of(view), WIDE, HIGH, CELL, LEFT)
    outside = {square: name for square, name in named.items() if square not in region}
    top = region.bottom + FOOT
    strip = max(_STRIP, _ROW + _ROWS * ceil(len(outside) / _IN_ROW))
    sheet = lay_region(view, region, top + strip, view.last)
    lay_names(sheet, view.mover, region, named, flips)
    lay_last(sheet, region, view.last)
    lay_map(sheet, view, region, (_MARGIN, top + 8), _MAP, view.choosable)
    say(sheet, _counted(len(named), len(outside)), (_BESIDE, top + _WORDS), CREAM)
    for number, (square, name) in enumerate(outside.items()):
        down, across = divmod(number, _IN_ROW)
        x, y = _BESIDE + across * _ACROSS, top + _ROW + down * _ROWS
        sheet.paste(tile_of(Tile(open=view.mover, name=name), _KEY), (x, y))
        say(sheet, str(square), (x + _KEY + 12, y + _KEY // 2), CREAM)
        say(sheet, f"+{flips[square]}", (x + _KEY + 100, y + _KEY // 2))
    return sheet


def window_of(view: View) -> Square:
    """The top left square of the window: most squares to choose from, then the last move, then stones."""
    board, grid = view.board, view.board.grid
    kinds = view.choosable, grid.mask(traces(grid, view.last)), board.stones[RED] | board.stones[WHITE]
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


def _counted(count: int, outside: int) -> str:
    if not outside:
        return f"All {count} squares are here" if count > 1 else "The only square is here"
    return f"{count - outside} of {count} squares here, {outside} outside"
