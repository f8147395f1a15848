"""The legal moves of Doublolo, and the questions that lead to one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast

from games.core import Choice, Question, Ready
from games.doublolo.rules.notation import Call, Move, Place
from games.doublolo.rules.parts import is_narrow, is_part, part_by_key, part_of
from games.doublolo.rules.position import COLOURS, CallOwed, Position
from games.doublolo.rules.rulebook import FACES
from games.doublolo.rules.view import View
from games.kit.grid import Grid, Square, column_name
from games.kit.prose import counted
from games.kit.questions import MENU, Ask, in_rows, walk

WHOLE = "whole"
"""The answer that asks for a picture of the whole board."""

_LOST = "You can't place a stone there. Pick a square that flips at least one stone (rule 6)."


def legal(view: View) -> tuple[Move, ...]:
    """The moves of the player whose turn it is, column by column; none for their opponent."""
    if not view.asked:
        return ()
    if isinstance(view.position, CallOwed):
        return tuple(Call(face) for face in FACES)
    return _places(view.board.grid, view.open)


@lru_cache(256)
def _places(grid: Grid, squares: int) -> tuple[Place, ...]:
    """Cached, because every viewer and question of a position needs it."""
    return tuple(map(Place, grid.squares(squares)))


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that lead nowhere.

    A square is one answer where `labels` has them all; otherwise the part of the board comes first, and then
    the square, which the picture of that part shows by name. The answer WHOLE before a square only changes
    the picture.
    """
    return _asked(view.position, answers) if view.asked else None


def labels(view: View) -> dict[Square, str]:
    """What the picture of the whole board calls each square that this viewer can choose, row by row.

    Squares of a narrow board have their names; those of a wide one are too small for that and have numbers.
    Empty if there are too many to choose from at once.
    """
    squares = sorted(view.board.grid.squares(view.choosable), key=lambda square: (square.row, square.column))
    if is_narrow(view.board.grid):
        return {square: str(square) for square in squares}
    if len(squares) > MENU:
        return {}
    return {square: str(number) for number, square in enumerate(squares, 1)}


# Cached, because the mover, the channel and the next press all need the same question.
@lru_cache(256)
def _asked(position: Position, answers: tuple[str, ...]) -> Question | Ready[Move]:
    view = View(position)
    if isinstance(position, CallOwed):
        return walk(legal(view), (FACE,), answers, "Call heads or tails (rule 4).")
    named, places = labels(view), legal(view)
    asks: tuple[Ask[Move], ...] = (_square(view, named),)
    # Boards from before squares could be asked for at once have buttons for the parts.
    if not named or (answers and is_part(answers[0])):
        places, asks = tuple(sorted(places, key=_row_by_row)), (_part(view), _square(view, {}))
    else:
        places = tuple(map(Place, named))
    has_window = 0 < len(named) < MENU and not is_narrow(view.board.grid)
    if has_window and answers[:1] == (WHOLE,):
        return walk(places, asks, answers[1:], _LOST)
    asked = walk(places, asks, answers, _LOST)
    if answers or not has_window or not isinstance(asked, Question):
        return asked
    choices = (*asked.choices, Choice(WHOLE, "Whole board", is_move=False))
    return replace(asked, choices=choices, rows=in_rows(len(choices)))


def _row_by_row(move: Move) -> tuple[int, int]:
    """Where a move stands in the order of the parts."""
    part = part_of(_placed(move))
    return part.row, part.column


_TRAP = (
    "Trap a line of their stones, and the whole line flips to you. Corners and edges are hard to take back."
)

FACE: Ask[Move] = Ask(
    text=lambda _: "Heads or tails?",
    tip="Call the toss. If you're right, you start.",
    key=lambda move: cast("Call", move).face,
    choice=lambda face, _: Choice(face, face.capitalize(), icon=face),
)


def _part(view: View) -> Ask[Move]:
    """Which part of the board."""
    return Ask(
        text=lambda _: f"{_colour(view)} to place. Which part of the board?",
        key=lambda move: part_of(_placed(move)).key,
        choice=lambda key, _: Choice(key, part_by_key(key).name),  # the picture shows the squares
        row=lambda key: part_by_key(key).row,
        tip=_TRAP,
    )


def _square(view: View, named: Mapping[Square, str]) -> Ask[Move]:
    """Which square, by what it's `named`; if there are more than a menu can hold, the column first."""

    def choice(name: str, left: Sequence[Move]) -> Choice:
        return Choice(name, named.get(_placed(left[0]), name))

    column: Ask[Move] = Ask(
        text=lambda _: f"{_colour(view)} to place. Which column?",
        key=lambda move: column_name(_placed(move).column),
        choice=lambda name, left: Choice(name, f"Column {name}", counted(len(left), "square")),
        tip=_TRAP,
    )
    return Ask(
        text=lambda _: f"{_colour(view)} to place. Which square?",
        key=lambda move: str(_placed(move)),
        choice=choice,  # what a square flips is in the picture
        first=column,
        row=lambda _: 0,
        tip=_TRAP,
    )


def _colour(view: View) -> str:
    assert view.mover is not None
    return COLOURS[view.mover]


def _placed(move: Move) -> Square:
    assert isinstance(move, Place)
    return move.square
