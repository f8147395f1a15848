"""The part of a wide board that matters, large enough for a phone, and the rest of it in a strip below."""

from games.doublolo.pictures.region import FOOT, Region, lay_last, lay_map, lay_names, lay_region, say
from games.doublolo.pictures.tiles import Tile, tile_of
from games.doublolo.rules.view import View
from games.doublolo.rules.window import HIGH, WIDE, window_of
from games.doublolo.words.prompts import labels
from games.kit.brush.marks import CREAM
from games.kit.brush.sheet import Sheet

CELL, LEFT = 100, 66
"""The size of a square, and where the first one begins, in px."""
_MAP, _MARGIN = 12, 20
"""A square on the map, and the margin left and above it, in px."""
_STRIP, _BESIDE = 286, 324
"""The height of the strip, always with room for three rows of squares, and where its words begin, in px."""
_WORDS, _ROW, _ROWS, _ACROSS = 32, 72, 70, 285
"""In the strip: the middle of the sentence, where the squares outside begin, and their steps."""
_KEY, _IN_ROW = 62, 3
"""The size of a square's number there, and how many stand side by side."""


def window(view: View) -> Sheet:
    """The window that holds most squares to choose from, with the number and the flips of each.

    The strip has the whole board, small, and a few squares outside with number, name and flips.
    """
    named, flips = labels(view), view.choices
    region = Region(view.board.grid, window_of(view), WIDE, HIGH, CELL, LEFT)
    outside = {square: name for square, name in named.items() if square not in region}
    top = region.bottom + FOOT
    sheet = lay_region(view, region, top + _STRIP, view.last)
    lay_names(sheet, view.mover, region, named, flips)
    lay_last(sheet, region, view.last)
    lay_map(sheet, view, region, (_MARGIN, top + 8), _MAP, view.choosable)
    say(sheet, _counted(view.choosable.bit_count(), len(named), len(outside)), (_BESIDE, top + _WORDS), CREAM)
    for number, (square, name) in enumerate(outside.items()):
        down, across = divmod(number, _IN_ROW)
        x, y = _BESIDE + across * _ACROSS, top + _ROW + down * _ROWS
        sheet.paste(tile_of(Tile(open=view.mover, name=name), _KEY), (x, y))
        say(sheet, str(square), (x + _KEY + 12, y + _KEY // 2), CREAM)
        say(sheet, f"+{flips[square]}", (x + _KEY + 100, y + _KEY // 2))
    return sheet


def _counted(count: int, named: int, outside: int) -> str:
    here = named - outside
    if named < count:
        return f"{here} of {count} squares are here"
    if outside:
        return f"{here} of {count} squares here, {outside} outside"
    return f"All {count} squares are here" if count > 1 else "The only square is here"
