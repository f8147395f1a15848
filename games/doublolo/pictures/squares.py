"""What a square of a view shows, as a tile."""

from collections.abc import Callable

from games.doublolo.pictures.tiles import Tile, Told
from games.doublolo.pictures.traces import NO_TRACE, traces
from games.doublolo.rules.position import RED, WHITE
from games.doublolo.rules.view import View
from games.kit.grid import Square


def tiles_of(view: View, choosable: int) -> Callable[[Square], Tile]:
    """For each square: what lies on it, the last move's marks, and a ring if it is one of `choosable`."""
    board, last, mover = view.board, view.last, view.mover
    grid, (red, white), blocked = board.grid, board.stones, board.blocked
    traced = traces(grid, last)

    def tile_at(square: Square) -> Tile:
        bit = grid.bit(square)
        stone = RED if red & bit else WHITE if white & bit else None
        told: Told = ""
        if last is not None:
            told = "last" if square == last.square else "flipped" if last.flipped & bit else ""
        trace = traced.get(square, NO_TRACE)
        invited = mover if choosable & bit else None
        return Tile(shade_of(square), stone, invited, bool(blocked & bit), told, trace)

    return tile_at


def shade_of(square: Square) -> int:
    """Which of the two shades a square has, as on a chess board."""
    return (square.column + square.row) & 1
