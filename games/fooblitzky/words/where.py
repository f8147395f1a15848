"""The questions that lead to a destination: a place, a person, a square, or step by step."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from games.core import Choice, IllegalMove, Question, Ready, mark
from games.fooblitzky.rules.city.destinations import Destination
from games.fooblitzky.rules.city.map import (
    QUADRANT_NAMES,
    QUADRANTS,
    SHORT_NAMES,
    SQUARES,
    WARES,
    Quadrant,
)
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.rules.view import View
from games.fooblitzky.words import goals, pad
from games.fooblitzky.words.goals import Goal
from games.fooblitzky.words.ways import on_foot, over, within_reach
from games.kit.prose import counted
from games.kit.questions import ROW, Ask, walk

SQUARE, PAD, ON_FOOT = "squares", "pad", "on"

LISTED = 18
"""The most other places in the menu, with goals and the two ways on foot; with more, only those nearby."""

_OUT_OF_REACH = "You can't get there with this roll. Pick one of the choices shown (rule 8)."

_STORES = "Go to a store: it tells you the most. An X on the way is a risk, a clear crosswalk is safe."


def prompt(view: View, walking: Walk, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """Ask where to go. Raises IllegalMove for answers that lead nowhere."""
    found = within_reach(view)
    if not answers:
        return _first(view, walking, found)
    if answers == (ON_FOOT,):
        return Question("How do you walk?", _on_foot(walking))
    answers = without_on_foot(answers)
    first, rest = answers[0], answers[1:]
    if first == PAD and walking.left:
        return pad.prompt(on_foot(view), rest)
    squares = [one for one in found if isinstance(one.move, WalkTo)]
    if first == SQUARE:
        return _one_of("Which square do you stop on?", squares, rest, first=_BLOCK)
    there = [one for one in _places(found) if _quadrant(one) == first]
    if there:
        return _one_of(f"Which place in {QUADRANT_NAMES[_quadrant(there[0])]}?", there, rest, first)
    chosen = next((one.move for one in found if _key(one.move) == first), None)
    if chosen is None or rest:
        raise IllegalMove(_OUT_OF_REACH)
    return Ready(chosen)


def without_on_foot(answers: tuple[str, ...]) -> tuple[str, ...]:
    """The answers without the one that only leads to the two ways of going on foot."""
    return answers[1:] if answers[:1] == (ON_FOOT,) else answers


def _first(view: View, walk: Walk, found: tuple[Destination, ...]) -> Question:
    """A button for each goal, and a menu of all other places and ways; buttons too if they fit in a row."""
    rolled = f"{counted(walk.left, 'move')} left" if walk.crossed else f"Rolled {walk.left}"
    shown = goals.offered(view)
    aims = {goal.destination for goal in shown}
    others = [one for one in found if not isinstance(one.move, WalkTo) and one not in aims]
    buttons = [_numbered(number, goal) for number, goal in enumerate(shown, 1)]
    has_squares = any(isinstance(one.move, WalkTo) and one not in aims for one in found)
    ways = _on_foot(walk) if has_squares else _on_foot(walk)[1:]
    rest = (*ways, *_others(others, SQUARES[walk.start].quadrant))
    return Question(
        f"{rolled}. Where to?",
        (*buttons, *rest),
        likely=len(buttons) if len(rest) > 1 and len(buttons) + len(rest) > ROW else 0,
        rest="Elsewhere",
        tip=_STORES if any(isinstance(one.move, Enter) and one.move.site in WARES for one in found) else "",
    )


def _on_foot(walk: Walk) -> tuple[Choice, ...]:
    return Choice(SQUARE, "Stop on a square"), *([Choice(PAD, "Step by step")] if walk.left else [])


def _numbered(number: int, goal: Goal) -> Choice:
    """A button with the number that the map shows there."""
    icon = goal.destination.move.site.kind if isinstance(goal.destination.move, Enter) else ""
    words = f"{number}. {goal.words}{over(goal.destination.dangers)}"
    return Choice(_key(goal.destination.move), words, icon=icon)


def _others(others: Sequence[Destination], home: Quadrant) -> Iterator[Choice]:
    """The other places and people, the walker's own quarter first; if there are many, the rest by quarter."""
    yield from (_choice(one, "") for one in others if isinstance(one.move, Bump))
    places = sorted(
        _places(others), key=lambda one: (_quadrant(one) != home, QUADRANTS.index(_quadrant(one)))
    )
    listed = [one for one in places if len(others) <= LISTED or _quadrant(one) == home]
    yield from (_choice(one, "") for one in listed)
    for quadrant, count in Counter(map(_quadrant, places[len(listed) :])).items():
        yield Choice(quadrant, f"{QUADRANT_NAMES[quadrant]}: {counted(count, 'more place')}")


def _places(found: Iterable[Destination]) -> list[Destination]:
    return [one for one in found if isinstance(one.move, Enter)]


def _side(destination: Destination) -> tuple[str, bool]:
    """The upper or the lower side of a block, with at most three doors."""
    assert isinstance(destination.move, Enter)
    site = destination.move.site
    door = SQUARES[site.door]
    return door.block, site.cell[1] > door.cell[1]


def _quadrant(destination: Destination) -> Quadrant:
    assert isinstance(destination.move, Enter)
    return destination.move.site.quadrant


def _one_of(
    text: str,
    found: Iterable[Destination],
    answers: tuple[str, ...],
    home: str = "",
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


def _choice(destination: Destination, home: str) -> Choice:
    """Buttons don't show notes, so the label names the X's on the way."""
    icon = destination.move.site.kind if isinstance(destination.move, Enter) else ""
    label = f"{_label(destination.move, home)}{over(destination.dangers)}"
    return Choice(_key(destination.move), label, icon=icon)


def _label(move: Move, home: str) -> str:
    """The label; places in the quarter `home` don't name it."""
    match move:
        case Enter(site):
            name = goals.train(site) if site.kind in ("clockwise", "counter") else SHORT_NAMES[site.kind]
            return name if site.quadrant == home else f"{QUADRANT_NAMES[site.quadrant]} {name}"
        case Bump(seat):
            return f"Bump {mark(seat)}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is not a destination.")
