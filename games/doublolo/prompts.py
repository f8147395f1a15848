"""The legal moves of Doublolo, and the questions that lead to one."""

from collections.abc import Sequence
from typing import cast

from games.core import Choice, Question, Ready
from games.doublolo.lines import flips
from games.doublolo.notation import Call, Move, Place
from games.doublolo.position import COLOURS, CallOwed, Playing, other
from games.doublolo.rules import FACES
from games.doublolo.view import View
from games.kit.grid import Square, column_name
from games.kit.prose import counted
from games.kit.questions import Ask, walk


def legal(view: View) -> tuple[Move, ...]:
    """The moves of the player whose turn it is, column by column; none for their opponent."""
    if not view.asked:
        return ()
    if isinstance(view.position, CallOwed):
        return tuple(Call(face) for face in FACES)
    return tuple(Place(square) for square in view.board.grid.squares(view.open))


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that lead nowhere."""
    if not view.asked:
        return None
    moves = legal(view)
    if isinstance(view.position, CallOwed):
        return walk(moves, (FACE,), answers, "Call heads or tails (rule 4).")
    return walk(
        moves,
        (square(view),),
        answers,
        "You can't place a stone there. Pick a square that flips at least one stone (rule 6).",
    )


FACE: Ask[Move] = Ask(
    text=lambda _: "Heads or tails?",
    key=lambda move: cast("Call", move).face,
    choice=lambda face, _: Choice(face, face.capitalize()),
)


def square(view: View) -> Ask[Move]:
    """Which square; with more than a menu can hold, which column first."""
    assert view.mover is not None
    colour = COLOURS[view.mover]

    def in_column(name: str, left: Sequence[Move]) -> Choice:
        return Choice(name, f"Column {name}", counted(len(left), "square"))

    def flipping(name: str, left: Sequence[Move]) -> Choice:
        return Choice(name, name, f"flips {_count(view, _square(left[0]))}")

    column: Ask[Move] = Ask(
        text=lambda _: f"{colour} to place: which column?",
        key=lambda move: column_name(_square(move).column),
        choice=in_column,
    )
    return Ask(
        text=lambda _: f"{colour} to place: which square?",
        key=lambda move: str(_square(move)),
        choice=flipping,
        first=column,
    )


def _square(move: Move) -> Square:
    assert isinstance(move, Place)
    return move.square


def _count(view: View, square: Square) -> int:
    position, board = view.position, view.board
    assert isinstance(position, Playing)
    own, opposed = board.stones[position.mover], board.stones[other(position.mover)]
    return flips(board.grid, own, opposed, board.grid.bit(square)).bit_count()
