"""The questions that lead to a destination: a place, a person, a square, or step by step."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby

from games.core import Choice, Question, Ready, mark
from games.fooblitzky.city.destinations import Destination
from games.fooblitzky.city.map import (
    QUADRANT_NAMES,
    QUADRANTS,
    SHORT_NAMES,
    SQUARES,
    Kind,
    Quadrant,
)
from games.fooblitzky.city.walking import Walk
from games.fooblitzky.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.questions import pad
from games.fooblitzky.questions.ways import on_foot, within_reach
from games.fooblitzky.view import View
from games.kit.prose import counted
from games.kit.questions import Ask, walk

SQUARE, PAD = "squares", "pad"

FEW = 10
"""With more choices than this, the quarter is asked before the place."""

AT_ONCE: tuple[Kind, ...] = ("phone", "locker", "pawn")
"""Places that don't need the quarter first, because they already take two more presses."""

_ROWS = (QUADRANTS[:2], QUADRANTS[2:])

_OUT_OF_REACH = "You can't get there with this roll. Pick one of the choices shown (rule 8)."


def prompt(view: View, walking: Walk, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """Ask where to go. Raises IllegalMove for answers that lead nowhere."""
    found = within_reach(view)
    if not answers:
        return _first(walking, found)
    first, rest = answers[0], answers[1:]
    if first == PAD and walking.left:
        return pad.prompt(on_foot(view), rest)
    if first == SQUARE:
        squares = [one for one in found if isinstance(one.move, WalkTo)]
        return _one_of("Which square do you stop on?", squares, rest, first=_BLOCK)
    places = _places(found)
    quadrant = next((one for one in map(_quadrant, places) if one == first), None)
    if quadrant and _is_asked_by_quarter(found):
        there = [one for one in places if _quadrant(one) == quadrant]
        return _one_of(f"Which place in {QUADRANT_NAMES[quadrant]}?", there, rest, quadrant)
    people = [one for one in found if isinstance(one.move, Bump)]
    at_once = _at_once(places) if _is_asked_by_quarter(found) else places
    return _one_of("", [*at_once, *people], answers)


@lru_cache(maxsize=256)
def _first(walk: Walk, found: tuple[Destination, ...]) -> Question:
    """People and places, the walker's own quarter first, then the choices that lead to more questions.

    With many places, their quarters are in two rows as on the map, followed by the places in AT_ONCE.
    """
    rolled = f"{counted(walk.left, 'move')} left" if walk.crossed else f"Rolled {walk.left}"
    people = [_choice(one, None) for one in found if isinstance(one.move, Bump)]
    more = [Choice(SQUARE, "Stop on a square"), *([Choice(PAD, "Step by step")] if walk.left else [])]
    home, places = SQUARES[walk.start].quadrant, _places(found)
    if not _is_asked_by_quarter(found):
        own_first = sorted(places, key=lambda one: _quadrant(one) != home)
        rows = [list(side) for _, side in groupby(own_first, key=_side)]
        here = [_choice(one, home) for one in own_first]
        choices = (*people, *here, *more)
        lengths = (len(people), *map(len, rows), len(more)) if len(choices) > FEW else ()
        return Question(f"{rolled}. Where to?", choices, rows=tuple(filter(None, lengths)))
    counts = Counter(map(_quadrant, places))
    quarters = [[_folded(one, counts[one]) for one in row if counts[one]] for row in _ROWS]
    at_once = sorted(_at_once(places), key=lambda one: _quadrant(one) != home)
    phones = [_choice(one, home) for one in at_once if _kind(one) == "phone"]
    bags = [_choice(one, home) for one in at_once if _kind(one) != "phone"]
    together = [row for row in (people, *quarters, phones, bags, more) if row]
    return Question(f"{rolled}. Where to?", tuple(chain(*together)), rows=tuple(map(len, together)))


def _places(found: Iterable[Destination]) -> list[Destination]:
    return [one for one in found if isinstance(one.move, Enter)]


def _kind(destination: Destination) -> Kind:
    assert isinstance(destination.move, Enter)
    return destination.move.site.kind


def _at_once(places: Iterable[Destination]) -> list[Destination]:
    return [one for one in places if _kind(one) in AT_ONCE]


def _is_asked_by_quarter(found: Sequence[Destination]) -> bool:
    """Whether there are too many places for buttons, in more than one quarter."""
    places = _places(found)
    people = sum(isinstance(one.move, Bump) for one in found)
    return len({_quadrant(one) for one in places}) > 1 and people + len(places) + 2 > FEW


def _side(destination: Destination) -> tuple[str, bool]:
    """The upper or the lower side of a block, with at most three doors."""
    assert isinstance(destination.move, Enter)
    site = destination.move.site
    door = SQUARES[site.door]
    return door.block, site.cell[1] > door.cell[1]


def _quadrant(destination: Destination) -> Quadrant:
    assert isinstance(destination.move, Enter)
    return destination.move.site.quadrant


def _folded(quadrant: Quadrant, count: int) -> Choice:
    return Choice(quadrant, f"{QUADRANT_NAMES[quadrant]}: {counted(count, 'place')}")


def _one_of(
    text: str,
    found: Iterable[Destination],
    answers: tuple[str, ...],
    home: Quadrant | None = None,
    first: Ask[Move] | None = None,
) -> Question | Ready[Move]:
    by_move: dict[Move, Destination] = {one.move: one for one in found}
    rows = {_key(move): _row(one) for move, one in by_move.items()}
    ask: Ask[Move] = Ask(
        text=lambda _: text,
        key=_key,
        choice=lambda _, left: _choice(by_move[left[0]], home),
        first=first,
        row=rows.__getitem__,
    )
    return walk(by_move, (ask,), answers, _OUT_OF_REACH)


def _row(destination: Destination) -> Hashable:
    """What shares a row of buttons: the doors on one side of a block, or the squares of a block."""
    match destination.move:
        case Enter():
            return _side(destination)
        case WalkTo(square):
            return SQUARES[square].block
    return ""


_BLOCK: Ask[Move] = Ask(
    text=lambda _: "Which block do you stop in?",
    key=lambda move: _key(move)[0],
    choice=lambda block, left: Choice(block, f"Block {block}", counted(len(left), "square")),
)


def _key(move: Move) -> str:
    match move:
        case Enter(site):
            return f"{site.quadrant}-{site.kind}"[:12]
        case Bump(seat):
            return f"bump-{seat}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is not a destination.")


def _choice(destination: Destination, home: Quadrant | None) -> Choice:
    """Buttons don't show notes, so the label names the X's on the way."""
    dangers = destination.dangers
    over = "" if not dangers else pad.OVER_AN_X if dangers == 1 else f", over {dangers} X's"
    icon = destination.move.site.kind if isinstance(destination.move, Enter) else ""
    return Choice(_key(destination.move), f"{_label(destination.move, home)}{over}", icon=icon)


def _label(move: Move, home: Quadrant | None) -> str:
    """The label; places in the quarter `home` don't name it."""
    match move:
        case Enter(site):
            name = SHORT_NAMES[site.kind]
            return name if site.quadrant == home else f"{QUADRANT_NAMES[site.quadrant]} {name}"
        case Bump(seat):
            return f"Bump {mark(seat)}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is not a destination.")
