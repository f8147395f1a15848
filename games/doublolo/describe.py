"""The board in words, for those who do not see the picture: what stands how, and what can be done."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from games.core import mark
from games.doublolo.position import (
    COLOURS,
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Finished,
    Placed,
    Playing,
    TossOwed,
    other,
)
from games.doublolo.view import View
from games.kit.grid import Square, bits, column_name
from games.kit.prose import fitting

_FEW = 25
_GROUPS = 4


def describe(view: View) -> str:
    """Whose turn it is, the score, the last move, where one can place, and where the stones lie.

    At most 1,000 characters: of long lists only the start or the number is told, and sentences that do not
    fit any more are left out from the end.
    """
    board = view.board
    sentences = [_phase(view)]
    if not isinstance(view.position, BoardOwed):
        sentences += [_score(board), *_last(view.last), *_open(view), *_groups(board), _blocked(board)]
    return fitting(sentences)


def _phase(view: View) -> str:
    if view.stopped:
        return "The game was broken off."
    match view.position:
        case BoardOwed():
            return "The board, 23 columns A to W by 14 rows, is not laid yet."
        case CallOwed():
            return f"{mark(RED)} must call heads or tails."
        case TossOwed(call=call):
            return f"{mark(RED)} called {call}; the coin is in the air."
        case Playing(mover=mover, last=last):
            again = f" again, for {mark(other(mover))} could not flip" if last and last.seat == mover else ""
            return f"{mark(mover)} is to place {COLOURS[mover]}{again}."
        case Finished():
            return "The game is over."


def _score(board: Board) -> str:
    red, white = board.scores
    empty = board.empty.bit_count()
    return f"{mark(RED)} has {red} squares in Red, {mark(WHITE)} {white} in White; {empty} are empty."


def _last(last: Placed | None) -> Iterator[str]:
    if last:
        yield f"{mark(last.seat)} last placed {last.square} and flipped {last.flipped.bit_count()}."


def _open(view: View) -> Iterator[str]:
    squares = view.board.grid.squares(view.open)
    if len(squares) > _FEW:
        columns = groupby(squares, key=lambda square: square.column)
        counts = (f"{column_name(column)} {len(list(group))}" for column, group in columns)
        yield f"Open squares by column: {', '.join(counts)}."
    elif squares:
        yield f"Open: {_list(squares)}."


def _groups(board: Board) -> Iterator[str]:
    """The stones that hang together, largest first, each by the rectangle it fills."""
    groups = sorted(_connected(board), key=lambda group: (-group.bit_count(), group))
    for group in groups[:_GROUPS]:
        red = (group & board.stones[RED]).bit_count()
        squares = board.grid.squares(group)
        top = min(square.row for square in squares)
        bottom = max(square.row for square in squares)
        first, last = Square(squares[0].column, top), Square(squares[-1].column, bottom)
        yield f"From {first} to {last} hang together {red} Red and {len(squares) - red} White."


def _connected(board: Board) -> Iterator[int]:
    stones = board.stones[RED] | board.stones[WHITE]
    while stones:
        group, grown = 0, next(bits(stones))
        while grown != group:
            group, grown = grown, board.grid.around(grown) & stones
        yield group
        stones &= ~group


def _blocked(board: Board) -> str:
    return f"Blocked: {_list(board.grid.squares(board.blocked))}."


def _list(squares: Iterable[Square]) -> str:
    return ", ".join(map(str, squares))
