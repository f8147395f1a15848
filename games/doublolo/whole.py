"""The whole board: stones, the last two moves, and small rings where a stone can be placed."""

from functools import lru_cache

from games.doublolo.coin import lay_coins
from games.doublolo.parts import PARTS
from games.doublolo.position import RED, WHITE, Board
from games.doublolo.squares import tiles_of
from games.doublolo.tiles import BORDER, GROOVE, LACQUER, PAGE, PIT, Tile, block, palette, put, tile_of
from games.doublolo.traces import traces
from games.doublolo.view import View
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, PAPER, WIDTH
from games.kit.brush.palette import Picture
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.grid import Grid, Square, chosen, column_name

BAR = 24
"""The height of the bar that shows who leads."""
CELL = 48
LEFT, TOP, FOOT = 60, BAR + 60, 16
"""Where the squares begin, and the margin below them, in px."""
CAPITALS = 35
REACH = 3
"""How many px the last move's square overlaps its neighbours."""


def whole(view: View) -> Sheet:
    """The whole board; before the first move with the coin."""
    board, last, choosable = view.board, view.last, view.choosable
    grid, told = board.grid, traces(board.grid, last)
    sheet = Sheet.on(palette(), _ground(grid, board.blocked))
    lay_bar(sheet, board)
    for seat in (RED, WHITE):
        lay_tiles(sheet, grid, board.stones[seat], Tile(stone=seat), (LEFT, TOP), CELL)
    if choosable:
        lay_tiles(sheet, grid, choosable, Tile(open=view.mover), (LEFT, TOP), CELL)
        _draw_parts(sheet, grid)
    tile_at = tiles_of(view, choosable)
    sheet.lay((tile_of(tile_at(square), CELL), corner(square)) for square in told)
    if last and last.before:
        frame(sheet, corner(last.before), CELL)
    if last:
        x, y = corner(last.square)
        last_stone = tile_of(Tile(stone=last.seat, told="last"), CELL + 2 * REACH)
        sheet.paste(last_stone, (x - REACH, y - REACH))
    lay_coins(sheet, view, (LEFT, TOP), CELL)
    return sheet


def corner(square: Square) -> tuple[int, int]:
    """The top left px of a square."""
    return LEFT + square.column * CELL, TOP + square.row * CELL


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
    right, bottom = LEFT + grid.width * CELL, TOP + grid.height * CELL
    for part in PARTS:
        x, y = corner(part.corner)
        if LEFT < x < right:
            block(sheet, BORDER, (x - 1, TOP, x + 2, bottom))
        if TOP < y < bottom:
            block(sheet, BORDER, (LEFT, y - 1, right, y + 2))


@cached
def _ground(grid: Grid, blocked: int) -> Picture:
    """Everything that stays the same throughout a game."""
    sheet = Sheet.of(palette(), (WIDTH, TOP + grid.height * CELL + FOOT), PAGE)
    lay_squares(sheet, grid, blocked, (LEFT, TOP), CELL)
    for across in range(grid.width):
        put(sheet, column_name(across), (LEFT + across * CELL + CELL // 2, TOP - 31), CAPITALS)
    for down in range(grid.height):
        put(sheet, str(down + 1), (LEFT // 2 - 1, TOP + down * CELL + CELL // 2), CAPITALS)
    return sheet.finish()


def lay_squares(sheet: Sheet, grid: Grid, blocked: int, origin: tuple[int, int], cell: int) -> None:
    """The board without stones."""
    left, top = origin
    rim = 5
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
