"""The board in words, for players who don't see the picture."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from games.core import mark
from games.doublolo.rules.parts import PARTS, is_narrow, mask_of
from games.doublolo.rules.position import (
    COLOURS,
    RED,
    WHITE,
    Board,
    BoardOwed,
    CallOwed,
    Finished,
    Playing,
    StonesOwed,
    TossOwed,
    other,
)
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import labels
from games.kit.grid import Grid, Square, bits, column_name
from games.kit.prose import counted, fitting

_FEW = 25
_GROUPS = 4
_LARGE = 60
"""Groups with more stones than this spread over several parts of the board."""


def describe(view: View) -> str:
    """Whose turn it is, the score, where the next stone can go, and where the stones are.

    At most 1,000 characters: long lists are shortened to counts, and sentences that don't fit are left out.
    """
    board = view.board
    sentences = [_phase(view)]
    if not isinstance(view.position, BoardOwed):
        sentences += [_score(board), *_before(view), *_open(view), *_groups(board), *_blocked(board)]
    return fitting(sentences)


def _phase(view: View) -> str:
    if view.stopped:
        return "The game ended early."
    match view.position:
        case BoardOwed():
            grid = view.board.grid
            columns = f"{grid.width} columns (A to {column_name(grid.width - 1)})"
            return f"The board, {columns} by {grid.height} rows, is still empty."
        case StonesOwed():
            return "The first stones are being placed."
        case CallOwed():
            return f"It's {mark(RED)}'s turn to call heads or tails."
        case TossOwed(call=call):
            return f"{mark(RED)} called {call}. The coin is in the air."
        case Playing(mover=mover, last=last):
            stone = f"{COLOURS[mover].lower()} stone"
            if last and last.seat == mover:
                rival = mark(other(mover))
                return f"It's {mark(mover)}'s turn again to place a {stone}: {rival} couldn't flip anything."
            return f"It's {mark(mover)}'s turn to place a {stone}."
        case Finished():
            return "The game is over."


def _score(board: Board) -> str:
    red, white = board.scores
    empty = board.empty.bit_count()
    reds, whites = counted(red, "red stone"), counted(white, "white stone")
    return f"{mark(RED)} has {reds}, {mark(WHITE)} has {whites}. Empty squares: {empty}."


def _before(view: View) -> Iterator[str]:
    last = view.last
    if last and last.before:
        yield f"The move before the last was {last.before}."


def _open(view: View) -> Iterator[str]:
    grid, squares, named = view.board.grid, view.open, labels(view)
    if named:
        flips = view.choices
        listed = ", ".join(
            f"{label + ': ' if label != str(square) else ''}{square} flips {flips[square]}"
            for square, label in named.items()
        )
        yield f"The next stone can go on one of these squares. {listed}."
        if (more := squares.bit_count() - len(named)) > 0:
            yield f"It can go on {counted(more, 'more square')} of the whole board."
    elif squares.bit_count() > _FEW and not is_narrow(grid):
        counts = ((part, (squares & mask_of(part, grid)).bit_count()) for part in PARTS)
        listed = ", ".join(f"{part.name.lower()} {count}" for part, count in counts if count)
        yield f"The next stone can go on squares in these parts of the board: {listed}."
    elif squares:
        yield f"The next stone can go on {_list(grid.squares(squares))}."


def _groups(board: Board) -> Iterator[str]:
    """The largest groups of stones next to each other, each by the rectangle around it."""
    groups = sorted(_connected(board), key=lambda group: (-group.bit_count(), group))
    for group in groups[:_GROUPS]:
        first, last = board.grid.bounds(group)
        yield f"Stones from {first} to {last}: {_colours(board, group)}."


def _colours(board: Board, group: int) -> str:
    """How many of a group are red and white, by part of the board if it's a large one."""
    if group.bit_count() <= _LARGE or is_narrow(board.grid):
        return _counted(board, group)
    within = ((part, group & mask_of(part, board.grid)) for part in PARTS)
    return "; ".join(f"{part.name.lower()} {_counted(board, squares)}" for part, squares in within if squares)


def _counted(board: Board, squares: int) -> str:
    red, white = ((squares & stones).bit_count() for stones in board.stones)
    return f"{red} red, {white} white"


def _connected(board: Board) -> Iterator[int]:
    stones = board.stones[RED] | board.stones[WHITE]
    while stones:
        group, grown = 0, next(bits(stones))
        while grown != group:
            group, grown = grown, board.grid.around(grown) & stones
        yield group
        stones &= ~group


def _blocked(board: Board) -> Iterator[str]:
    if board.blocked:
        yield _told_blocked(board.grid, board.blocked)


@lru_cache(64)
def _told_blocked(grid: Grid, blocked: int) -> str:
    """Cached because it stays the same throughout a game."""
    return f"Blocked squares: {_list(grid.squares(blocked))}."


def _list(squares: Iterable[Square]) -> str:
    return ", ".join(map(str, squares))
