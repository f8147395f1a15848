"""The questions on the way to a move, each within what a menu can hold."""

from collections.abc import Iterable
from itertools import groupby

from games.core import Choice, IllegalMove, Pick, Ready
from games.doublolo.lines import flips
from games.doublolo.notation import Call, Move, Place
from games.doublolo.position import COLOURS, CallOwed, Playing, other
from games.doublolo.rules import FACES
from games.doublolo.view import View
from games.kit.grid import Square, column_name
from games.kit.prose import counted, quoted

MENU = 25
"""More choices than this do not fit in one menu: then the column is asked first."""


def legal(view: View) -> tuple[Move, ...]:
    """The moves of whoever must move, column by column; none for his opponent."""
    if view.viewer not in (None, view.mover):
        return ()
    if isinstance(view.position, CallOwed):
        return tuple(Call(face) for face in FACES)
    return tuple(Place(square) for square in view.board.grid.squares(view.open))


def prompt(view: View, answers: tuple[str, ...]) -> Pick | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that do not fit."""
    if view.mover is None or view.viewer not in (None, view.mover):
        return None
    if isinstance(view.position, CallOwed):
        return _call(answers)
    return _place(view, answers)


def _call(answers: tuple[str, ...]) -> Pick | Ready[Move]:
    if not answers:
        return Pick("Heads or tails?", tuple(Choice(face, face.capitalize()) for face in FACES))
    for face in FACES:
        if answers == (face,):
            return Ready(Call(face))
    raise IllegalMove("The answer to the toss is heads or tails (rule 4).")


def _place(view: View, answers: tuple[str, ...]) -> Pick | Ready[Move]:
    squares, left = view.board.grid.squares(view.open), answers
    if len(squares) > MENU:
        if not answers:
            return _pick_column(view, squares)
        squares, left = _in_column(squares, answers[0]), answers[1:]
    if not left:
        return _pick_square(view, squares)
    for square in squares:
        if left == (str(square),):
            return Ready(Place(square))
    raise IllegalMove(f"{quoted(' '.join(answers))} is no square on which you can place now (rule 6).")


def _in_column(squares: Iterable[Square], name: str) -> list[Square]:
    found = [square for square in squares if column_name(square.column) == name]
    if not found:
        raise IllegalMove(f"{quoted(name)} is no column in which you can place now (rule 6).")
    return found


def _pick_column(view: View, squares: list[Square]) -> Pick:
    choices = []
    for column, group in groupby(squares, key=lambda square: square.column):
        note = counted(len(list(group)), "square")
        choices.append(Choice(column_name(column), f"Column {column_name(column)}", note))
    return Pick(f"{_colour(view)} to place: which column?", tuple(choices))


def _pick_square(view: View, squares: list[Square]) -> Pick:
    choices = tuple(Choice(str(square), str(square), f"flips {_count(view, square)}") for square in squares)
    return Pick(f"{_colour(view)} to place: which square?", choices)


def _count(view: View, square: Square) -> int:
    position, board = view.position, view.board
    assert isinstance(position, Playing)
    own, opposed = board.stones[position.mover], board.stones[other(position.mover)]
    return flips(board.grid, own, opposed, board.grid.bit(square)).bit_count()


def _colour(view: View) -> str:
    assert view.mover is not None
    return COLOURS[view.mover]
