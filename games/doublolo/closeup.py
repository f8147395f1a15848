"""A part of the board close up: the squares that can be chosen, with their names and what they flip."""

from collections.abc import Mapping

from games.core import Seat
from games.doublolo.parts import HIGH, WIDE, Part
from games.doublolo.position import RED, WHITE
from games.doublolo.squares import tile_at
from games.doublolo.tiles import (
    AXIS,
    GROOVE,
    LACQUER,
    PAGE,
    PIT,
    SQUARES,
    Tile,
    block,
    palette,
    put,
    stone_of,
    tile_of,
)
from games.doublolo.view import View
from games.doublolo.whole import BAR, CAPITALS, frame, lay_bar
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.grid import Square, bits, column_name

CELL = 112
LEFT, TOP, FOOT = 58, BAR + 66, 16
"""Where the squares begin, and what is free below them, in px."""
ASIDE = LEFT + WIDE * CELL + 22
"""Where the column with the map begins."""
_MAP = 8
_LINE = 58


def closeup(view: View, part: Part) -> Picture:
    """The part (P) with a map of the whole board, and what else can be chosen at the right."""
    grid, flips = view.board.grid, view.choices
    sheet = palette().sheet((WIDTH, TOP + HIGH * CELL + FOOT), PAGE)
    lay_bar(sheet, view.board)
    left, top = part.corner
    columns, rows = range(left, min(left + WIDE, grid.width)), range(top, min(top + HIGH, grid.height))
    block(sheet, GROOVE, (LEFT - 5, TOP - 5, LEFT + len(columns) * CELL + 5, TOP + len(rows) * CELL + 5))
    for down, row in enumerate(rows):
        put(sheet, str(row + 1), (LEFT // 2 - 1, TOP + down * CELL + CELL // 2), CAPITALS)
    for across, column in enumerate(columns):
        put(sheet, column_name(column), (LEFT + across * CELL + CELL // 2, TOP - 34), CAPITALS + 3)
        for down, row in enumerate(rows):
            tile = _tile(view, Square(column, row), flips)
            at = LEFT + across * CELL, TOP + down * CELL
            sheet.paste(tile_of(tile, CELL), at)
            if view.last and view.last.before == Square(column, row):
                frame(sheet, at, CELL)
    _draw_map(sheet, view, part)
    elsewhere = {square: count for square, count in flips.items() if square not in part}
    if view.mover is not None and elsewhere:
        _list_others(sheet, view.mover, elsewhere, TOP + grid.height * _MAP + 52)
    return sheet


def _tile(view: View, square: Square, flips: Mapping[Square, int]) -> Tile:
    if square in flips:
        return Tile(open=view.mover, name=str(square), flips=flips[square])
    return tile_at(view, square, 0)


def _draw_map(sheet: Picture, view: View, part: Part) -> None:
    """The whole board in small, with a frame around the part."""
    board, grid, last = view.board, view.board.grid, view.last
    block(sheet, GROOVE, (ASIDE - 4, TOP - 4, ASIDE + grid.width * _MAP + 4, TOP + grid.height * _MAP + 4))
    small = palette().sheet((grid.width, grid.height), SQUARES[1])
    inked = ((board.blocked, PIT), (board.stones[RED], LACQUER[RED]), (board.stones[WHITE], LACQUER[WHITE]))
    for mask, ink in inked:
        number = palette().index(ink)
        for bit in bits(mask):
            small.putpixel(grid.square(bit), number)
    if last:
        small.putpixel(last.square, palette().index(ACCENT))
    sheet.paste(small.resize((grid.width * _MAP, grid.height * _MAP), 0), (ASIDE, TOP))
    left, top = ASIDE + part.corner.column * _MAP, TOP + part.corner.row * _MAP
    right = min(left + WIDE * _MAP, ASIDE + grid.width * _MAP)
    _frame(sheet, (left, top, right, min(top + HIGH * _MAP, TOP + grid.height * _MAP)))


def _frame(sheet: Picture, box: tuple[int, int, int, int], thick: int = 4) -> None:
    left, top, right, bottom = box
    block(sheet, ACCENT, (left - thick, top - thick, right + thick, top))
    block(sheet, ACCENT, (left - thick, bottom, right + thick, bottom + thick))
    block(sheet, ACCENT, (left - thick, top, left, bottom))
    block(sheet, ACCENT, (right, top, right + thick, bottom))


def _list_others(sheet: Picture, mover: Seat, flips: Mapping[Square, int], top: int) -> None:
    """The squares that flip most elsewhere."""
    best = sorted(flips, key=lambda square: -flips[square])
    room = (TOP + HIGH * CELL - top) // _LINE
    shown = best if len(best) <= room else best[: room - 1]
    _say(sheet, "Others", (ASIDE, top), AXIS)
    for number, square in enumerate(shown, 1):
        middle = top + number * _LINE
        _say(sheet, str(square), (ASIDE, middle), CREAM)
        sheet.paste(stone_of(mover, 42, PAGE), (ASIDE + 92, middle - 20))
        _say(sheet, str(flips[square]), (ASIDE + 144, middle), AXIS)
    if len(shown) < len(best):
        _say(sheet, f"+{len(best) - len(shown)} more", (ASIDE, top + room * _LINE), AXIS)


def _say(sheet: Picture, words: str, at: tuple[int, int], ink: Colour) -> None:
    tile = label(palette(), words, CAPITALS, ink, PAGE)
    sheet.paste(tile, (at[0], at[1] - tile.height // 2))
