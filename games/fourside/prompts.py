"""The questions on the way to a move: tile, turn, square, each within what a menu can hold."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from games.core import Choice, IllegalMove, Question, Ready
from games.fourside.notation import Hint, Move
from games.fourside.position import Place
from games.fourside.view import View
from games.fourside.words import counted
from games.kit.grid import column_name
from games.kit.prose import quoted

MENU = 25
"""More choices than this do not fit in one menu: then the column is asked first."""

TURNS = ("as it lies", "a quarter to the right", "upside down", "a quarter to the left")
"""By number of quarter turns to the right."""

Places: TypeAlias = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """One of the questions: whether these placements raise it, the answer each gives, and the choices."""

    asked: Callable[[Places], bool]
    answer: Callable[[Place], str]
    pick: Callable[[View, Places], Question]


def legal(view: View) -> tuple[Move, ...]:
    """The moves of whoever must move, by tile, turn and square, then the hint; none for his opponent."""
    if not view.asked:
        return ()
    return (*view.placements, Hint()) if view.hints else view.placements


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that do not fit."""
    if not view.asked:
        return None
    if answers == ("hint",) and view.hints:
        return Ready(Hint())
    found, question = walk(view, answers)
    return question.pick(view, found) if question else Ready(found[0])


def walk(view: View, answers: tuple[str, ...]) -> tuple[Places, Asking | None]:
    """The placements these answers leave, and the question they raise. Raises IllegalMove."""
    found, left = view.placements, answers
    for question in QUESTIONS:
        if not question.asked(found):
            continue
        if not left:
            return found, question
        found = tuple(place for place in found if question.answer(place) == left[0])
        if not found:
            raise IllegalMove(_nowhere(answers))
        left = left[1:]
    if left:
        raise IllegalMove(_nowhere(answers))
    return found, None


def _nowhere(answers: tuple[str, ...]) -> str:
    return f"{quoted(' '.join(answers))} leads to no square on which a tile of yours fits (rule 10)."


def _always(_found: Places) -> bool:
    return True


def _many_turns(found: Places) -> bool:
    return len({place.quarters for place in found}) > 1


def _many_squares(found: Places) -> bool:
    return len(found) > MENU


def _tile(place: Place) -> str:
    return str(place.number)


def _turn(place: Place) -> str:
    return f"r{place.quarters}"


def _column(place: Place) -> str:
    return column_name(place.square.column)


def _square(place: Place) -> str:
    return str(place.square)


def _pick_tile(view: View, found: Places) -> Question:
    numbers = sorted({place.number for place in found})
    tiles = (
        Choice(str(number), str(number), f"fits {_note([one for one in found if one.number == number])}")
        for number in numbers
    )
    hint = Choice("hint", f"Hint ({view.hints} left)")
    return Question("Which tile?", (*tiles, hint) if view.hints else tuple(tiles))


def _pick_turn(view: View, found: Places) -> Question:
    quarters = sorted({place.quarters for place in found})
    turns = (
        Choice(
            f"r{quarter}",
            f"r{quarter}",
            f"{TURNS[quarter]}, {_note([one for one in found if one.quarters == quarter])}",
        )
        for quarter in quarters
    )
    return Question(f"Which turn for tile {found[0].number}?", tuple(turns))


def _pick_column(view: View, found: Places) -> Question:
    squares = sorted(place.square for place in found)
    columns = groupby(squares, key=lambda square: column_name(square.column))
    choices = (Choice(name, f"Column {name}", counted(len(list(group)), "square")) for name, group in columns)
    return Question(f"Which column for {_shown(found)}?", tuple(choices))


def _pick_square(_view: View, found: Places) -> Question:
    """The squares row by row, and not what they score: that is for a hint to say (rule 16)."""
    choices = (Choice(str(place.square), str(place.square)) for place in found)
    return Question(f"Which square for {_shown(found)}?", tuple(choices))


def _shown(found: Places) -> str:
    return f"tile {found[0].number}, {TURNS[found[0].quarters]}"


def _note(found: list[Place]) -> str:
    return counted(len({place.square for place in found}), "square")


TILE = Asking(_always, _tile, _pick_tile)
TURN = Asking(_many_turns, _turn, _pick_turn)
COLUMN = Asking(_many_squares, _column, _pick_column)
SQUARE = Asking(_always, _square, _pick_square)

QUESTIONS = (TILE, TURN, COLUMN, SQUARE)
"""In the order in which they are asked; a turn that alone fits is not asked for."""
