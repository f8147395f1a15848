"""The whole board: stones, the last two moves, and small rings where a stone can be placed."""

from collections.abc import Mapping
from functools import lru_cache
from math import ceil

from games.doublolo.pictures.coin import lay_coins
from games.doublolo.pictures.squares import tiles_of
from games.doublolo.pictures.tiles import (
    AXIS,
    BORDER,
    GROOVE,
    LACQUER,
    PAGE,
    PIT,
    Tile,
    block,
    palette,
    put,
    tile_of,
)
from games.doublolo.pictures.traces import traces
from games.doublolo.rules.parts import PARTS, is_narrow
from games.doublolo.rules.position import RED, WHITE, Board, Placed
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import labels, leaves_out
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.gain import lay_gain
from games.kit.brush.lettering import label
from games.kit.brush.marks import ACCENT, PAPER, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.grid import Grid, Square, chosen, column_name

BAR = 24
"""The height of the bar that shows who leads."""
CELL = 49
"""The size of a square of the seed's board, in px; the squares of a smaller board are larger."""
LEFT, TOP, FOOT = WIDTH - 23 * CELL, BAR + 60, 16
"""Where the squares begin, and the margin below them, in px."""
CAPITALS = 34
REACH = 3
"""How many px the last move's square and numbers overlap their neighbours."""
_HIGHEST, _LARGEST = 768, 112
"""How high the board may be, and how large a square, in px."""
_KEY_ROW, _KEYS = 58, 9
"""The height of a row below the board with what numbered squares flip, in px, and how many each has."""


def cell_of(grid: Grid) -> int:
    """The size of a square, in px: the board is as wide as the picture, or nearly."""
    return min((WIDTH - LEFT) // grid.width, _HIGHEST // grid.height, _LARGEST)


def whole(view: View, *, asks: bool = True) -> Sheet:
    """The whole board, with what can be chosen if it `asks`; before the first move with the coin."""
    board, last, choosable = view.board, view.last, view.choosable if asks else 0
    grid, told, named = (
        board.grid,
        traces(board.grid, last),
        labels(view) if asks and not leaves_out(view) else {},
    )
    cell, keys = cell_of(grid), {} if is_narrow(grid) else named
    sheet = Sheet.on(palette(), _ground(grid, board.blocked, ceil(len(keys) / _KEYS)))
    lay_bar(sheet, board)
    for seat in (RED, WHITE):
        lay_tiles(sheet, grid, board.stones[seat], Tile(stone=seat), (LEFT, TOP), cell)
    if choosable and not named:
        lay_tiles(sheet, grid, choosable, Tile(open=view.mover), (LEFT, TOP), cell)
        _draw_parts(sheet, grid)
    tile_at = tiles_of(view, choosable)
    sheet.lay((tile_of(tile_at(square), cell), corner(square, cell)) for square in told)
    if last and last.before:
        frame(sheet, corner(last.before, cell), cell)
    if last:
        _lay_over(sheet, last.square, Tile(stone=last.seat, told="last"), cell)
    _name(sheet, view, named)
    if last and is_narrow(grid):  # on the wide board it would hide a stone
        lay_last_gain(sheet, last, corner(last.square, cell), cell)
    lay_coins(sheet, view, (LEFT, TOP), cell)
    return sheet


def corner(square: Square, cell: int = CELL) -> tuple[int, int]:
    """The top left px of a square."""
    return LEFT + square.column * cell, TOP + square.row * cell


def _lay_over(sheet: Sheet, square: Square, tile: Tile, cell: int) -> None:
    """Paste a tile that reaches over the edges of its square."""
    x, y = corner(square, cell)
    sheet.paste(tile_of(tile, cell + 2 * REACH), (x - REACH, y - REACH))


def _name(sheet: Sheet, view: View, named: Mapping[Square, str]) -> None:
    """The names of the squares that can be chosen, with what they flip: below the board if they're small."""
    grid, flips = view.board.grid, view.choices
    cell, top = cell_of(grid), TOP + grid.height * cell_of(grid) + FOOT
    for number, (square, name) in enumerate(named.items()):
        if is_narrow(grid):
            tile = tile_of(Tile(open=view.mover, name=name, flips=flips[square]), cell)
            sheet.paste(tile, corner(square, cell))
            continue
        _lay_over(sheet, square, Tile(open=view.mover, name=name), cell)
        row, place = divmod(number, _KEYS)
        x, y = place * WIDTH // _KEYS, top + row * _KEY_ROW
        sheet.paste(tile_of(Tile(open=view.mover, name=name), cell + 2 * REACH), (x, y))
        count = label(palette(), f"+{flips[square]}", CAPITALS, AXIS, PAGE)
        sheet.paste(count, (x + cell + 2 * REACH + 6, y + cell // 2 + REACH - count.height // 2))


def lay_last_gain(sheet: Sheet, last: Placed, at: tuple[int, int], cell: int) -> None:
    """How many stones the last move flipped, at the upper right corner of its square."""
    lay_gain(sheet, last.flipped.bit_count(), (at[0] + cell - 6, at[1] + 6))


def frame(sheet: Sheet, at: tuple[int, int], cell: int) -> None:
    """A thin gold frame within a square: where the move before the last was made."""
    (left, top), thick = at, cell // 16
    right, bottom = left + cell, top + cell
    for box in (
        (left, top, right, top + thick),
        (left, bottom - thick, right, bottom),
        (left, top, left + thick, bottom),
        (right - thick, top, right, bottom),
    ):
        block(sheet, ACCENT, box)


def lay_tiles(sheet: Sheet, grid: Grid, mask: int, tile: Tile, origin: tuple[int, int], cell: int) -> None:
    """Paste the tile on all squares of the mask, in the shade of each."""
    places = _places(grid, origin, cell)
    for shade in (0, 1):
        if squares := mask & grid.shades[shade]:
            sheet.stamp(tile_of(tile._replace(shade=shade), cell), chosen(squares, places))


@lru_cache(16)
def _places(grid: Grid, origin: tuple[int, int], cell: int) -> tuple[tuple[int, int], ...]:
    """By the number of a square's bit, its top left px."""
    left, top = origin
    return tuple(
        (left + across * cell, top + down * cell)
        for down in range(grid.height)
        for across in range(grid.stride)
    )


def _draw_parts(sheet: Sheet, grid: Grid) -> None:
    """Lines between the parts of the board, for a player who picks one."""
    right, bottom = corner(Square(grid.width, grid.height), cell_of(grid))
    for part in PARTS:
        x, y = corner(part.corner, cell_of(grid))
        if LEFT < x < right:
            block(sheet, BORDER, (x - 1, TOP, x + 2, bottom))
        if TOP < y < bottom:
            block(sheet, BORDER, (LEFT, y - 1, right, y + 2))


@cached
def _ground(grid: Grid, blocked: int, key_rows: int) -> Picture:
    """Everything that stays the same throughout a game, above this many empty rows of keys."""
    cell = cell_of(grid)
    high = TOP + grid.height * cell + FOOT + key_rows * _KEY_ROW
    sheet = Sheet.of(palette(), (WIDTH, high), PAGE)
    lay_squares(sheet, grid, blocked, (LEFT, TOP), cell)
    for across in range(grid.width):
        put(sheet, column_name(across), (LEFT + across * cell + cell // 2, TOP - 31), CAPITALS)
    for down in range(grid.height):
        put(sheet, str(down + 1), (LEFT // 2 - 1, TOP + down * cell + cell // 2), CAPITALS)
    return sheet.finish()


def lay_squares(sheet: Sheet, grid: Grid, blocked: int, origin: tuple[int, int], cell: int) -> None:
    """The board without stones."""
    left, top = origin
    rim = 3
    block(
        sheet, GROOVE, (left - rim, top - rim, left + grid.width * cell + rim, top + grid.height * cell + rim)
    )
    lay_tiles(sheet, grid, grid.full & ~blocked, Tile(), origin, cell)
    lay_tiles(sheet, grid, blocked, Tile(blocked=True), origin, cell)


def lay_bar(sheet: Sheet, board: Board) -> None:
    """Red's share of the board from the left, White's from the right, with a mark at the half."""
    total = (board.grid.full & ~board.blocked).bit_count()
    red, white = (round(WIDTH * score / total) for score in board.scores)
    block(sheet, PIT, (0, 0, WIDTH, BAR))
    block(sheet, LACQUER[RED], (0, 0, red, BAR))
    block(sheet, LACQUER[WHITE], (WIDTH - white, 0, WIDTH, BAR))
    middle = WIDTH // 2
    block(sheet, PIT, (middle - 2, 0, middle + 2, BAR))
    sheet.paste(palette().index(ACCENT), (middle - 13, BAR - 18), _pointer())


@cached
def _pointer() -> Picture:
    """A triangle that points up, as a mask."""
    easel = Easel((26, 18), (0, 0, 0))
    easel.polygon([(0, 18), (26, 18), (13, 0)], PAPER)
    return shape_of(easel.finish())
