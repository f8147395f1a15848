"""A few squares around a move and a better one, for reviews of games that are over."""

from collections.abc import Callable
from functools import lru_cache

from games.core import Seat
from games.doublolo.pictures.squares import shade_of, tiles_of
from games.doublolo.pictures.tiles import PACKAGE, STONES, Tile, paint
from games.doublolo.rules import rulebook
from games.doublolo.rules.notation import Move, Place
from games.doublolo.rules.view import View
from games.kit.brush.cards import star
from games.kit.brush.easel import Easel
from games.kit.brush.marks import ACCENT, CREAM, NIGHT
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sprites import on, sprite
from games.kit.grid import Grid, Square

CELL = 47
WIDE, HIGH = 7, 5
"""How many columns and rows are shown; of two places that are too far apart, 4 columns and 3."""
_GAP = 12


def glimpse(view: View, played: Move, better: Move | None, ground: Colour) -> Picture:
    """See `Drawings.glimpse`: with a better move the board before the move, otherwise what it has flipped."""
    assert isinstance(played, Place)
    mover, grid, at = view.mover, view.board.grid, played.square
    assert mover is not None
    if not isinstance(better, Place):
        after = View(rulebook.apply(view.position, mover, played).state)
        return _windows(ground, grid, [(_corner(grid, at, at, WIDE), WIDE)], tiles_of(after, 0), {})
    star_at = better.square
    marks = {at: _stone(mover), star_at: _star()}
    left, right = sorted((at.column, star_at.column))
    top, bottom = sorted((at.row, star_at.row))
    if right - left < WIDE and bottom - top < HIGH:
        parts = [(_corner(grid, at, star_at, WIDE), WIDE)]
    else:
        parts = [(_corner(grid, at, at, 4), 4), (_corner(grid, star_at, star_at, 3), 3)]
    return _windows(ground, grid, parts, tiles_of(View(view.position), 0), marks)


def _corner(grid: Grid, one: Square, other: Square, wide: int) -> Square:
    """The first square of a part with both of these in its middle, as far as the board goes."""
    column = (one.column + other.column - wide + 1) // 2
    row = (one.row + other.row - HIGH + 1) // 2
    return Square(min(max(column, 0), grid.width - wide), min(max(row, 0), grid.height - HIGH))


def _windows(
    ground: Colour,
    grid: Grid,
    parts: list[tuple[Square, int]],
    tile_at: Callable[[Square], Tile],
    marks: dict[Square, Picture],
) -> Picture:
    wide = sum(columns for _, columns in parts) * CELL + (len(parts) - 1) * _GAP
    image, left = Easel((wide, HIGH * CELL), ground).finish(), 0
    for corner, columns in parts:
        for across in range(columns):
            for down in range(HIGH):
                square = Square(corner.column + across, corner.row + down)
                plain = tile_at(square)._replace(shade=shade_of(square))
                drawn = marks.get(square) or paint(plain if not marks else _quiet(plain), CELL)
                image.paste(drawn, (left + across * CELL, down * CELL))
        left += columns * CELL + _GAP
    return image


def _quiet(tile: Tile) -> Tile:
    """Without the marks of the move before."""
    return Tile(tile.shade, tile.stone, blocked=tile.blocked)


@lru_cache(2)
def _stone(seat: Seat) -> Picture:
    """Where it was placed."""
    size = CELL - 8
    image = Easel((CELL, CELL), ACCENT).finish()
    image.paste(on(ACCENT, sprite(PACKAGE, STONES[seat], (size, size))), (4, 4))
    return image


@lru_cache(1)
def _star() -> Picture:
    """Where it would have been better."""
    easel = Easel((CELL, CELL), CREAM)
    star(easel, (CELL / 2, CELL / 2 + 1), CELL * 0.42, NIGHT, points=5, depth=0.42)
    return easel.finish()
