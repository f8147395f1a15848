"""A part of the board close up: the squares that can be chosen, with their names and what they flip."""

from collections.abc import Mapping

from games.core import Seat
from games.doublolo.pictures.squares import tiles_of
from games.doublolo.pictures.tiles import (
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
from games.doublolo.pictures.traces import traces
from games.doublolo.pictures.whole import BAR, CAPITALS, frame, lay_bar, lay_tiles
from games.doublolo.rules.parts import HIGH, WIDE, Part, mask_of
from games.doublolo.rules.position import RED, WHITE, other
from games.doublolo.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Sheet
from games.kit.grid import Grid, Square, chosen, column_name

CELL = 112
LEFT, TOP, FOOT = 58, BAR + 66, 16
"""Where the squares begin, and the margin below them, in px."""
BESIDE = LEFT + WIDE * CELL + 22
"""Where the column with the map begins."""
_MAP = 8
_THICK = 9
"""The gold frame around a hint's square, in px."""
_LINE = 58


def closeup(view: View, part: Part, marked: Square | None = None, called: str = "") -> Sheet:
    """The part, with a map of the whole board and the choices elsewhere to its right.

    If a square is `marked`, which its button `called` so, only that choice and what it flips are shown, in
    gold, and not the last move.
    """
    board, flips, last = view.board, view.choices, view.last
    if marked is not None:
        flips, last = {marked: flips[marked]}, None
    grid, here, origin = board.grid, mask_of(part, board.grid), _origin(part)
    sheet = Sheet.on(palette(), _page(grid, part, board.blocked & here))
    lay_bar(sheet, board)
    for seat in (RED, WHITE):
        lay_tiles(sheet, grid, board.stones[seat] & here, Tile(stone=seat), origin, CELL)
    if marked is not None and view.mover is not None:
        lay_tiles(sheet, grid, view.flipped_from(marked) & here, _gilt(view.mover), origin, CELL)
    tile_at = tiles_of(view, 0)
    told = (square for square in traces(grid, last) if square in part)
    sheet.lay((tile_of(tile_at(square), CELL), _corner(part, square)) for square in told)
    named = {square: flips[square] for square in flips if square in part}
    sheet.lay(
        (tile_of(Tile(open=view.mover, name=called or str(square), flips=count), CELL), _corner(part, square))
        for square, count in named.items()
    )
    if last is not None and last.before is not None and last.before in part:
        frame(sheet, _corner(part, last.before), CELL)
    if marked is not None:
        left, top = _corner(part, marked)
        _frame(sheet, (left, top, left + CELL, top + CELL), _THICK)
    _draw_map(sheet, view, part)
    elsewhere = {square: count for square, count in flips.items() if square not in named}
    if view.mover is not None and elsewhere:
        _list_others(sheet, view.mover, elsewhere, TOP + grid.height * _MAP + 52)
    return sheet


def _gilt(mover: Seat) -> Tile:
    """A stone that the mover would flip."""
    return Tile(stone=other(mover), told="flipped")


@cached
def _page(grid: Grid, part: Part, blocked: int) -> Picture:
    """Everything that is the same throughout a game: empty squares, and the names of columns and rows."""
    sheet = Sheet.of(palette(), (WIDTH, TOP + HIGH * CELL + FOOT), PAGE)
    columns, rows = _columns(grid, part), _rows(grid, part)
    block(sheet, GROOVE, (LEFT - 5, TOP - 5, LEFT + len(columns) * CELL + 5, TOP + len(rows) * CELL + 5))
    lay_tiles(sheet, grid, mask_of(part, grid) & ~blocked, Tile(), _origin(part), CELL)
    lay_tiles(sheet, grid, blocked, Tile(blocked=True), _origin(part), CELL)
    for down, row in enumerate(rows):
        put(sheet, str(row + 1), (LEFT // 2 - 1, TOP + down * CELL + CELL // 2), CAPITALS)
    for across, column in enumerate(columns):
        put(sheet, column_name(column), (LEFT + across * CELL + CELL // 2, TOP - 34), CAPITALS + 3)
    return sheet.finish()


def _origin(part: Part) -> tuple[int, int]:
    """Where A1 would be, in px."""
    return LEFT - part.corner.column * CELL, TOP - part.corner.row * CELL


def _columns(grid: Grid, part: Part) -> range:
    return range(part.corner.column, min(part.corner.column + WIDE, grid.width))


def _rows(grid: Grid, part: Part) -> range:
    return range(part.corner.row, min(part.corner.row + HIGH, grid.height))


def _corner(part: Part, square: Square) -> tuple[int, int]:
    """The top left px of a square."""
    left, top = part.corner
    return LEFT + (square.column - left) * CELL, TOP + (square.row - top) * CELL


def _draw_map(sheet: Sheet, view: View, part: Part) -> None:
    """A small map of the whole board, with a frame around the part."""
    board, grid, last = view.board, view.board.grid, view.last
    block(sheet, GROOVE, (BESIDE - 4, TOP - 4, BESIDE + grid.width * _MAP + 4, TOP + grid.height * _MAP + 4))
    ink = palette().index
    pixels = bytearray([ink(SQUARES[1])]) * (grid.stride * grid.height)
    inked = ((board.blocked, PIT), (board.stones[RED], LACQUER[RED]), (board.stones[WHITE], LACQUER[WHITE]))
    for mask, colour in inked:
        number = ink(colour)
        for place in chosen(mask, range(len(pixels))):
            pixels[place] = number
    if last:
        pixels[last.square.row * grid.stride + last.square.column] = ink(ACCENT)
    small = palette().numbered((grid.stride, grid.height), bytes(pixels))
    size = grid.width * _MAP, grid.height * _MAP
    sheet.paste(small.resize(size, 0, (0, 0, grid.width, grid.height)), (BESIDE, TOP))
    left, top = BESIDE + part.corner.column * _MAP, TOP + part.corner.row * _MAP
    right = min(left + WIDE * _MAP, BESIDE + grid.width * _MAP)
    _frame(sheet, (left, top, right, min(top + HIGH * _MAP, TOP + grid.height * _MAP)))


def _frame(sheet: Sheet, box: tuple[int, int, int, int], thick: int = 4) -> None:
    left, top, right, bottom = box
    block(sheet, ACCENT, (left - thick, top - thick, right + thick, top))
    block(sheet, ACCENT, (left - thick, bottom, right + thick, bottom + thick))
    block(sheet, ACCENT, (left - thick, top, left, bottom))
    block(sheet, ACCENT, (right, top, right + thick, bottom))


def _list_others(sheet: Sheet, mover: Seat, flips: Mapping[Square, int], top: int) -> None:
    """The squares that flip most elsewhere."""
    best = sorted(flips, key=lambda square: -flips[square])
    room = (TOP + HIGH * CELL - top) // _LINE
    shown = best if len(best) <= room else best[: room - 1]
    _say(sheet, "Others", (BESIDE, top), AXIS)
    for number, square in enumerate(shown, 1):
        middle = top + number * _LINE
        _say(sheet, str(square), (BESIDE, middle), CREAM)
        sheet.paste(stone_of(mover, 42, PAGE), (BESIDE + 92, middle - 20))
        _say(sheet, str(flips[square]), (BESIDE + 144, middle), AXIS)
    if len(shown) < len(best):
        _say(sheet, f"+{len(best) - len(shown)} more", (BESIDE, top + room * _LINE), AXIS)


def _say(sheet: Sheet, words: str, at: tuple[int, int], ink: Colour) -> None:
    tile = label(palette(), words, CAPITALS, ink, PAGE)
    sheet.paste(tile, (at[0], at[1] - tile.height // 2))
