"""The legal moves of FourSide, and the questions that lead to one: a square, or a tile and its square."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from games.core import Choice, IllegalMove, Question, Ready
from games.fourside.rules.notation import PLACE, Hint, Move, tile_and_turn
from games.fourside.rules.position import HAND, Board, Hand, Place
from games.fourside.rules.view import View, placements_of
from games.kit.grid import Square, column_name
from games.kit.prose import counted
from games.kit.questions import MENU, Ask, in_rows, walk

HINT, HINT_ICON = "hint", "bulb"
ICONS = (HINT_ICON,)
TILES = {f"tile{number}": number for number in range(1, HAND + 1)}
"""The answers that pick a tile."""
LETTERS = "PQRS"
"""What the turns of a chosen tile are called, by quarters to the right; A to I are columns."""

_LOST = "Pick one of the squares shown, or a tile and then its square (rule 10)."
_TOUCH = (
    "A square takes the tile whose number is dark. To place another one, press that tile first. "
    "Squares with two neighbours or more score the most."
)


def legal(view: View) -> tuple[Move, ...]:
    """The moves of the player to move, by tile, turn and square, then the hint; none for their opponent."""
    if not view.asked:
        return ()
    return (*view.placements, Hint()) if view.hints else view.placements


def prompt(view: View, answers: tuple[str, ...]) -> Question | Ready[Move] | None:
    """The next question, or the move the answers spell. Raises IllegalMove for answers that lead nowhere.

    A square is the whole move: the first tile that fits goes there, as the picture says. To place another
    one, a player picks the tile first.
    """
    return _asked(view.board, view.hand, view.hints, answers) if view.asked else None


# Cached, because the mover, the channel, the picture and the next press all need the same question.
@lru_cache(256)
def _asked(board: Board, hand: Hand, hints: int, answers: tuple[str, ...]) -> Question | Ready[Move]:
    found = sorted(placements_of(board, hand), key=attrgetter("square", "number", "quarters"))
    match answers:
        case ():
            return _first(found, hints)
        case (key,) if key == HINT and hints:
            return Ready(Hint())
        case (key, *rest) if key in TILES:
            own = [place for place in found if place.number == TILES[key]]
            return walk(own, (WAY,), tuple(rest), _LOST)
        case (key,) if "@" in key:
            return _spelled(found, key)
    # Boards from before a square was the whole move ask for the tile after it.
    return walk(found, (SQUARE, tile(found)), answers, _LOST)


def _first(found: Sequence[Place], hints: int) -> Question:
    """Squares, then tiles, then the hint; without the squares if there are too many for one message."""
    offered = [Choice(PLACE.write(place), str(place.square)) for place in first_ones(found).values()]
    numbers = sorted({place.number for place in found})
    others = [Choice(f"tile{number}", f"Tile {number}", is_move=False) for number in numbers]
    if hints:
        others.append(Choice(HINT, f"Hint ({hints} left)", icon=HINT_ICON, is_move=False))
    if len(offered) + len(others) >= MENU:  # one fewer than a menu holds, since they take one more row
        return Question("Which tile?", tuple(others), rows=in_rows(len(others)), tip=_TOUCH)
    return Question(
        "Which square?",
        (*offered, *others),
        rows=(*in_rows(len(offered)), *in_rows(len(others))),
        tip=_TOUCH,
    )


def _spelled(found: Iterable[Place], key: str) -> Ready[Move]:
    place = next((place for place in found if PLACE.write(place) == key), None)
    if place is None:
        raise IllegalMove(_LOST)
    return Ready(place)


def first_ones(found: Iterable[Place]) -> dict[Square, Place]:
    """For each square the tile that its button places: the first that fits, turned as little as possible."""
    in_order = sorted(found, key=attrgetter("square", "number", "quarters"))
    return {square: next(same) for square, same in groupby(in_order, attrgetter("square"))}


def answers_of(place: Place) -> set[str]:
    """Every answer that this placement can be reached by."""
    square = place.square
    whole = PLACE.write(place)
    return {column_name(square.column), str(square), tile_and_turn(place), f"tile{place.number}", whole}


def square_of(key: str) -> str:
    """The name of the square that an answer picks, or the answer itself."""
    return key.rpartition("@")[2]


COLUMN: Ask[Move] = Ask(
    text=lambda _: "Which column?",
    key=lambda move: column_name(_placed(move).column),
    choice=lambda name, left: Choice(name, f"Column {name}", _counted(left)),
    tip=_TOUCH,
)
"""Asked before the square if tiles fit on more squares than a menu can hold."""

SQUARE: Ask[Move] = Ask(
    text=lambda _: "Which square?",
    key=lambda move: str(_placed(move)),
    choice=lambda name, _: Choice(name, name),
    first=COLUMN,
    row=lambda _: 0,
    tip=_TOUCH,
)

WAY: Ask[Move] = Ask(
    text=lambda left: f"Where does tile {_first_of(left).number} go?",
    key=lambda move: PLACE.write(move) if isinstance(move, Place) else None,
    choice=lambda key, left: Choice(key, f"{_first_of(left).square} {LETTERS[_first_of(left).quarters]}"),
    first=SQUARE,
    row=lambda _: 0,
)
"""The square for a chosen tile, with the letter of its turn in the picture."""


def tile(placements: Sequence[Place]) -> Ask[Move]:
    """Which tile in which turn: everything that fits on the square, by the letters in the picture."""
    named = {
        place: label
        for square in {place.square for place in placements}
        for place, label in labels(place for place in placements if place.square == square).items()
    }

    return Ask(
        text=lambda left: f"Which tile for {_first_of(left).square}?",
        key=lambda move: tile_and_turn(move) if isinstance(move, Place) else None,
        choice=lambda key, left: Choice(key, named[_first_of(left)]),
        row=lambda _: 0,
    )


def labels(ways: Iterable[Place]) -> dict[Place, str]:
    """What each way to fill a square is called on buttons and in the picture: A, B, C, by tile and turn."""
    in_order = sorted(ways, key=attrgetter("number", "quarters"))
    return {place: chr(ord("A") + number) for number, place in enumerate(in_order)}


def _counted(left: Sequence[Move]) -> str:
    return counted(len({_placed(move) for move in left}), "square")


def _placed(move: Move) -> Square:
    assert isinstance(move, Place)
    return move.square


def _first_of(left: Sequence[Move]) -> Place:
    place = left[0]
    assert isinstance(place, Place)
    return place
