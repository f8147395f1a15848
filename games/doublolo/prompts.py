"""The legal moves of Doublolo, and the questions that lead to one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from games.core import Choice, Question, Ready
from games.doublolo.notation import Call, Move, Place
from games.doublolo.parts import part_by_key, part_of
from games.doublolo.position import COLOURS, CallOwed, Position
from games.doublolo.rules import FACES
from games.doublolo.view import View
from games.kit.grid import Grid, Square, column_name
from games.kit.prose import counted
from games.kit.questions import Ask, walk


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

    Picking a square always works the same way: first the part of the board, then the square, which the
    picture of that part shows by name.
    """
    return _asked(view.position, answers) if view.asked else None


# Cached, because the mover, the channel and the next press all need the same question.
@lru_cache(256)
def _asked(position: Position, answers: tuple[str, ...]) -> Question | Ready[Move]:
    view = View(position)
    moves = legal(view)
    if isinstance(position, CallOwed):
        return walk(moves, (FACE,), answers, "Call heads or tails (rule 4).")
    return walk(
        sorted(moves, key=_row_by_row),
        (_part(view), _square(view)),
        answers,
        "You can't place a stone there. Pick a square that flips at least one stone (rule 6).",
    )


def _row_by_row(move: Move) -> tuple[int, int]:
    """Where a move stands in the order of the parts."""
    part = part_of(_placed(move))
    return part.row, part.column


FACE: Ask[Move] = Ask(
    text=lambda _: "Heads or tails?",
    key=lambda move: cast("Call", move).face,
    choice=lambda face, _: Choice(face, face.capitalize(), icon=face),
)


def _part(view: View) -> Ask[Move]:
    """Which part of the board."""

    def holding(key: str, left: Sequence[Move]) -> Choice:
        return Choice(key, part_by_key(key).name, counted(len(left), "square"))

    return Ask(
        text=lambda _: f"{_colour(view)} to place. Which part of the board?",
        key=lambda move: part_of(_placed(move)).key,
        choice=holding,
        row=lambda key: part_by_key(key).row,
    )


def _square(view: View) -> Ask[Move]:
    """Which square of the part; if there are more than a menu can hold, the column first."""

    def flipping(name: str, left: Sequence[Move]) -> Choice:
        return Choice(name, name, f"flips {view.flips(_placed(left[0]))}")

    column: Ask[Move] = Ask(
        text=lambda _: f"{_colour(view)} to place. Which column?",
        key=lambda move: column_name(_placed(move).column),
        choice=lambda name, left: Choice(name, f"Column {name}", counted(len(left), "square")),
    )
    return Ask(
        text=lambda _: f"{_colour(view)} to place. Which square?",
        key=lambda move: str(_placed(move)),
        choice=flipping,
        first=column,
        row=lambda _: 0,
    )


def _colour(view: View) -> str:
    assert view.mover is not None
    return COLOURS[view.mover]


def _placed(move: Move) -> Square:
    assert isinstance(move, Place)
    return move.square
