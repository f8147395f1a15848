"""A few squares around a placement and a better one, for reviews of games that are over."""

from games.fourside.pictures.draw import around, corner, lay_newest, lay_tiles, plain_board
from games.fourside.pictures.pieces import gold_shape, gold_tile, palette
from games.fourside.pictures.squares import PITCH
from games.fourside.pictures.tiles import PLACED, Sign
from games.fourside.rules import rulebook
from games.fourside.rules.notation import Move
from games.fourside.rules.position import Place, turned
from games.fourside.rules.view import View
from games.kit.brush.cards import star
from games.kit.brush.easel import Easel
from games.kit.brush.marks import CREAM, NIGHT
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.grid import Grid, Square

CELL = 80
WIDE, HIGH = 4, 3
"""How many columns and rows are shown; of two places that are too far apart, two columns each."""
_GAP = 10
_BADGE = 62


def glimpse(view: View, played: Move, better: Move | None, ground: Colour) -> Picture:
    """See `Drawings.glimpse`: with a better placement both tiles lie there, the better one with a star."""
    assert isinstance(played, Place)
    assert view.mover is not None
    grid, at = view.board.grid, played.square
    if not isinstance(better, Place):
        after = View(rulebook.apply(view.position, view.mover, played).state)
        return _windows(ground, _drawn(after), grid, [(_corner(grid, at, at, WIDE), WIDE)])
    board = _drawn(View(view.position), (played, better), view)
    star_at = better.square
    if abs(star_at.column - at.column) < WIDE and abs(star_at.row - at.row) < HIGH:
        return _windows(ground, board, grid, [(_corner(grid, at, star_at, WIDE), WIDE)])
    return _windows(ground, board, grid, [(_corner(grid, one, one, 2), 2) for one in (at, star_at)])


def _drawn(view: View, placed: tuple[Place, ...] = (), before: View | None = None) -> Picture:
    """The board (RGB), with these tiles of a hand on it, the last one with a star."""
    grid = view.board.grid
    sheet = Sheet.on(palette(), plain_board(grid, view.board.bonus, view.board.minus))
    lay_tiles(sheet, view)
    if not placed:
        lay_newest(sheet, view)
    for number, one in enumerate(placed):
        assert before is not None
        values = before.hand[one.number - 1]
        assert values is not None
        drawn = gold_tile(turned(values, one.quarters), PLACED, Sign("placed", before.mover))
        sheet.paste(drawn, around(one.square, grid), gold_shape(PLACED))
        if number:
            left, top = corner(one.square, grid)
            to = left + (PITCH - _BADGE) // 2, top + (PITCH - _BADGE) // 2
            sheet.paste(palette().fit(_star()), to, _disc())
    return sheet.finish().convert("RGB")


def _corner(grid: Grid, one: Square, other: Square, wide: int) -> Square:
    column = (one.column + other.column - wide + 1) // 2
    row = (one.row + other.row - HIGH + 1) // 2
    return Square(min(max(column, 0), grid.width - wide), min(max(row, 0), grid.height - HIGH))


def _windows(ground: Colour, board: Picture, grid: Grid, parts: list[tuple[Square, int]]) -> Picture:
    wide = sum(columns for _, columns in parts) * CELL + (len(parts) - 1) * _GAP
    image, left = Easel((wide, HIGH * CELL), ground).finish(), 0
    for first, columns in parts:
        x, y = corner(first, grid)
        shown = board.crop((x, y, x + columns * PITCH, y + HIGH * PITCH))
        image.paste(shown.resize((columns * CELL, HIGH * CELL)), (left, 0))
        left += columns * CELL + _GAP
    return image


def _star() -> Picture:
    easel, middle = Easel((_BADGE, _BADGE), CREAM), (_BADGE / 2, _BADGE / 2)
    star(easel, middle, _BADGE * 0.42, NIGHT, points=5, depth=0.42)
    return easel.finish()


def _disc() -> Picture:
    easel = Easel((_BADGE, _BADGE), (0, 0, 0))
    easel.disc((_BADGE / 2, _BADGE / 2), _BADGE / 2, CREAM)
    return shape_of(easel.finish())
