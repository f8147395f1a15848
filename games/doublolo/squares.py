"""What a square of a view shows, as a tile."""

from games.doublolo.position import RED, WHITE
from games.doublolo.tiles import Tile, Told
from games.doublolo.traces import NO_TRACE, traces
from games.doublolo.view import View
from games.kit.grid import Square


def tile_at(view: View, square: Square, choosable: int) -> Tile:
    """The square with what lies on it, the last move's marks, and a ring if it can be chosen."""
    board, last = view.board, view.last
    bit = board.grid.bit(square)
    stone = next((seat for seat in (RED, WHITE) if board.stones[seat] & bit), None)
    told: Told = ""
    if last is not None:
        told = "last" if square == last.square else "flipped" if last.flipped & bit else ""
    trace = traces(board.grid, last).get(square, NO_TRACE)
    invited = view.mover if choosable & bit else None
    return Tile(shade_of(square), stone, invited, bool(board.blocked & bit), told, trace)


def shade_of(square: Square) -> int:
    """Which of the two shades a square has, as on a chess board."""
    return (square.column + square.row) & 1
