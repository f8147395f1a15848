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
from games.doublolo.rules.window import near
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

    A square is one answer. After the answer WHOLE the picture has the whole board; if `labels` leaves squares
    out, its part comes first then, and the picture of that part shows the squares by name.
    """
    return _asked(view.position, answers) if view.asked else None


def labels(view: View) -> dict[Square, str]:
    """What the picture calls each square that this viewer can choose at once, row by row.

    Squares of a narrow board have their names; those of a wide one have numbers, since names take more room.
    """
    if not is_narrow(view.board.grid):
        return {square: str(number) for number, square in enumerate(near(view), 1)}
    squares = sorted(view.board.grid.squares(view.choosable), key=lambda square: (square.row, square.column))
    return {square: str(square) for square in squares}


def leaves_out(view: View) -> bool:
    """Whether there are more squares to choose from than `labels` has."""
    return len(labels(view)) < view.choosable.bit_count()


# Cached, because the mover, the channel and the next press all need the same question.
@lru_cache(256)
def _asked(position: Position, answers: tuple[str, ...]) -> Question | Ready[Move]:
    view = View(position)
    if isinstance(position, CallOwed):
        return walk(legal(view), (FACE,), answers, "Call heads or tails (rule 4).")
    named, has_window = labels(view), not is_narrow(view.board.grid) and len(labels(view)) < MENU
    asks_whole = has_window and answers[:1] == (WHOLE,)
    given = answers[1:] if asks_whole else answers
    # Boards from before squares could be asked for at once have buttons for the parts.
    if (asks_whole and leaves_out(view)) or (given and is_part(given[0])):
        parts = sorted(legal(view), key=_row_by_row)
        return walk(parts, (_part(view), _square(view, {})), given, _LOST)
    places = (move for move in legal(view) if _placed(move) in named or (str(_placed(move)),) == given)
    squares = sorted(places, key=lambda move: (_placed(move).row, _placed(move).column))
    asked = walk(squares, (_square(view, named),), given, _LOST)
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
