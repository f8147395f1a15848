"""The legal moves of FourSide, and the questions that lead to one: the square, then a tile in its turn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from games.core import Choice, Question, Ready
from games.fourside.rules.notation import Hint, Move, tile_and_turn
from games.fourside.rules.position import Board, Hand, Place
from games.fourside.rules.view import View, placements_of
from games.kit.grid import column_name
from games.kit.prose import counted
from games.kit.questions import MENU, Ask, walk

HINT, HINT_ICON = "hint", "bulb"
ICONS = (HINT_ICON,)


def legal(view: View) -> tuple[Move, ...]:
    """The moves of the player to move, by tile, turn and square, then the hint; none for their opponent."""
    if not view.asked:
        return ()
    return (*view.placements, Hint()) if view.hints else view.placements


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that lead nowhere."""
    return _asked(view.board, view.hand, view.hints, answers) if view.asked else None


# Cached, because the mover, the channel, the picture and the next press all need the same question.
@lru_cache(256)
def _asked(board: Board, hand: Hand, hints: int, answers: tuple[str, ...]) -> Question | Ready[Move]:
    placements = sorted(
        placements_of(board, hand), key=lambda place: (place.square, place.number, place.quarters)
    )
    hint = (Hint(),) if hints else ()
    is_crowded = len({place.square for place in placements}) + len(hint) > MENU
    first = (_or_hint(COLUMN, hints), SQUARE) if is_crowded else (_or_hint(SQUARE, hints),)
    return walk(
        chain(placements, hint),
        (*first, tile(placements)),
        answers,
        "Pick one of the squares shown, then a tile that fits there (rule 10).",
    )


def answers_of(place: Place) -> set[str]:
    """Every answer that this placement can be reached by."""
    square = place.square
    return {column_name(square.column), str(square), tile_and_turn(place)}


def _or_hint(ask: Ask[Move], hints: int) -> Ask[Move]:
    """The same question with the hint as its last choice."""

    def choice(key: str, left: Sequence[Move]) -> Choice:
        hint = Choice(HINT, f"Hint ({hints} left)", icon=HINT_ICON, is_move=False)
        return hint if key == HINT else ask.choice(key, left)

    return replace(ask, key=lambda move: HINT if isinstance(move, Hint) else ask.key(move), choice=choice)


_TOUCH = "Find a place where your tile matches its neighbours. Two neighbours or more score the most."

COLUMN: Ask[Move] = Ask(
    text=lambda _: "Which column?",
    key=lambda move: column_name(move.square.column) if isinstance(move, Place) else None,
    choice=lambda name, left: Choice(name, f"Column {name}", _counted(left)),
    tip=_TOUCH,
)
"""Asked before the square if tiles fit on more squares than a menu can hold."""

SQUARE: Ask[Move] = Ask(
    text=lambda _: "Which square?",
    key=lambda move: str(move.square) if isinstance(move, Place) else None,
    choice=lambda name, _: Choice(name, name),  # only a hint says what it scores (rule 16)
    row=lambda name: name == HINT,
    tip=_TOUCH,
)


def tile(placements: Sequence[Place]) -> Ask[Move]:
    """Which tile in which turn: everything that fits on the square, by the letters in the picture."""
    named = {
        place: label
        for square in {place.square for place in placements}
        for place, label in labels(place for place in placements if place.square == square).items()
    }

    return Ask(
        text=lambda left: f"Which tile for {_first(left).square}?",
        key=lambda move: tile_and_turn(move) if isinstance(move, Place) else None,
        choice=lambda key, left: Choice(key, named[_first(left)]),
        row=lambda _: 0,
    )


def labels(ways: Iterable[Place]) -> dict[Place, str]:
    """What each way to fill a square is called on buttons and in the picture: A, B, C, by tile and turn."""
    in_order = sorted(ways, key=attrgetter("number", "quarters"))
    return {place: chr(ord("A") + number) for number, place in enumerate(in_order)}


def _counted(left: Sequence[Move]) -> str:
    return counted(len({move.square for move in left if isinstance(move, Place)}), "square")


def _first(left: Sequence[Move]) -> Place:
    place = left[0]
    assert isinstance(place, Place)
    return place
