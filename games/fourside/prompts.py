"""The legal moves of FourSide, and the questions that lead to one: tile, turn, square."""

from collections.abc import Sequence
from itertools import chain

from games.core import Choice, Question, Ready
from games.fourside.notation import Hint, Move
from games.fourside.position import Place, turned
from games.fourside.telling import sides
from games.fourside.view import View
from games.kit.grid import column_name
from games.kit.prose import counted
from games.kit.questions import Ask, walk

TURNS = ("as it is", "turned right", "turned around", "turned left")
"""By number of quarter turns to the right."""

TURN_ICONS = ("as_is", "right", "around", "left")
HINT_ICON = "bulb"
_FEW = 3
"""Up to this many squares are named; of more, only their number is told."""
ICONS = (*TURN_ICONS, HINT_ICON)


def legal(view: View) -> tuple[Move, ...]:
    """The moves of the player to move, by tile, turn and square, then the hint; none for their opponent."""
    if not view.asked:
        return ()
    return (*view.placements, Hint()) if view.hints else view.placements


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that lead nowhere."""
    if not view.asked:
        return None
    placements = sorted(view.placements, key=lambda place: (place.number, place.quarters, place.square))
    hint = (Hint(),) if view.hints else ()
    return walk(
        chain(placements, hint),
        (tile(view), turn(view), SQUARE),
        answers,
        "None of your tiles fits there (rule 10).",
    )


def answers_of(place: Place) -> set[str]:
    """Every answer that this placement can be reached by."""
    square = place.square
    return {str(place.number), f"r{place.quarters}", column_name(square.column), str(square)}


def tile(view: View) -> Ask[Move]:
    """Which tile, or a hint instead."""

    def choice(key: str, left: Sequence[Move]) -> Choice:
        if key == "hint":
            return Choice(key, f"Hint ({view.hints} left)", icon=HINT_ICON)
        return Choice(key, key, f"fits on {_squares(left)}")

    return Ask(
        text=lambda _: "Which tile?",
        key=lambda move: str(move.number) if isinstance(move, Place) else "hint",
        choice=choice,
    )


def turn(view: View) -> Ask[Move]:
    """Which way round the tile goes: each choice is the tile as it is turned then."""

    def choice(key: str, left: Sequence[Move]) -> Choice:
        quarters = _first(left).quarters
        return Choice(key, label_of(view, _first(left)), _squares(left), TURN_ICONS[quarters])

    return Ask(
        text=lambda left: f"Which way round for tile {_first(left).number}?",
        key=lambda move: f"r{move.quarters}" if isinstance(move, Place) else None,
        choice=choice,
        skipped=True,
    )


def label_of(view: View, place: Place) -> str:
    """What button and picture call the tile of a placement as it is turned; no line breaks within it."""
    values = view.hand[place.number - 1]
    assert values is not None
    return sides(turned(values, place.quarters)).replace(" ", "\N{NO-BREAK SPACE}")


COLUMN: Ask[Move] = Ask(
    text=lambda left: f"Which column for {_shown(left)}?",
    key=lambda move: column_name(move.square.column) if isinstance(move, Place) else None,
    choice=lambda name, left: Choice(name, f"Column {name}", counted(len(left), "square")),
)

SQUARE: Ask[Move] = Ask(
    text=lambda left: f"Which square for {_shown(left)}?",
    key=lambda move: str(move.square) if isinstance(move, Place) else None,
    choice=lambda name, _: Choice(name, name),  # what it scores is for a hint to say (rule 16)
    first=COLUMN,
    row=lambda _: 0,
)


def _first(left: Sequence[Move]) -> Place:
    place = left[0]
    assert isinstance(place, Place)
    return place


def _shown(left: Sequence[Move]) -> str:
    place = _first(left)
    return f"tile {place.number}, {TURNS[place.quarters]}"


def _squares(left: Sequence[Move]) -> str:
    squares = sorted({move.square for move in left if isinstance(move, Place)})
    if len(squares) <= _FEW:
        return ", ".join(map(str, squares))
    return counted(len(squares), "square")
