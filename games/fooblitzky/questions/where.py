"""The questions on the way to a destination: a place, a person, a square, or step by step."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from games.core import Choice, Question, Ready, mark
from games.fooblitzky.city.destinations import Destination
from games.fooblitzky.city.map import QUADRANT_NAMES, QUADRANTS, SHORT_NAMES, SQUARES, Quadrant
from games.fooblitzky.city.walking import Walk
from games.fooblitzky.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.questions import pad
from games.fooblitzky.questions.ways import within_reach
from games.fooblitzky.view import View
from games.kit.prose import counted
from games.kit.questions import MENU, Ask, walk

SQUARE, PAD = "squares", "pad"

_OUT_OF_REACH = "You can’t get there with this roll. Pick one of the choices shown (rule 8)."


def prompt(view: View, walking: Walk, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """Ask where to go. Raises IllegalMove for answers that lead nowhere."""
    found = within_reach(view)
    if not answers:
        return _first(walking, found)
    first, rest = answers[0], answers[1:]
    if first == PAD and walking.left:
        return pad.prompt(view, walking, rest)
    if first == SQUARE:
        squares = [one for one in found if isinstance(one.move, WalkTo)]
        return _one_of("Which square do you stop on?", squares, rest, first=_BLOCK)
    here, folded = _by_quadrant(walking, found)
    if first in folded:
        quadrant = next(one for one in QUADRANTS if one == first)
        return _one_of(f"Which {QUADRANT_NAMES[quadrant]} place?", folded[quadrant], rest, quadrant)
    people = [one for one in found if isinstance(one.move, Bump)]
    return _one_of("", [*here, *people], answers)


@lru_cache(maxsize=256)
def _first(walk: Walk, found: tuple[Destination, ...]) -> Question:
    """People and places, the walker's own quadrant first, then the choices that lead to more questions."""
    here, folded = _by_quadrant(walk, found)
    home = SQUARES[walk.start].quadrant
    choices = [_choice(one, None) for one in found if isinstance(one.move, Bump)]
    choices += [_choice(one, home) for one in here]
    choices += [_folded(quadrant, len(places)) for quadrant, places in folded.items()]
    choices.append(Choice(SQUARE, "Stop on a square"))
    if walk.left:
        choices.append(Choice(PAD, "Step by step"))
    rolled = f"{counted(walk.left, 'move')} left" if walk.crossed else f"Rolled {walk.left}"
    return Question(f"{rolled}. Where to?", tuple(choices))


@lru_cache(maxsize=256)
def _by_quadrant(
    walk: Walk, found: tuple[Destination, ...]
) -> tuple[Sequence[Destination], Mapping[Quadrant, Sequence[Destination]]]:
    """The places that are offered at once, as many as the menu holds, and the others by their quadrant."""
    people = sum(isinstance(one.move, Bump) for one in found)
    places = [one for one in found if isinstance(one.move, Enter)]
    counts = Counter(map(_quadrant, places))
    home = SQUARES[walk.start].quadrant
    nearest = sorted(counts, key=lambda quadrant: (quadrant != home, counts[quadrant]))
    room = MENU - people - 2
    fit = [
        quadrant
        for number, quadrant in enumerate(nearest)
        if sum(counts[one] for one in nearest[: number + 1]) + len(nearest) - number - 1 <= room
    ]
    here = sorted((one for one in places if _quadrant(one) in fit), key=lambda one: _quadrant(one) != home)
    folded = [quadrant for quadrant in QUADRANTS if counts[quadrant] and quadrant not in fit]
    return here, {quadrant: [one for one in places if _quadrant(one) == quadrant] for quadrant in folded}


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
    ask: Ask[Move] = Ask(
        text=lambda _: text,
        key=_key,
        choice=lambda _, left: _choice(by_move[left[0]], home),
        first=first,
    )
    return walk(by_move, (ask,), answers, _OUT_OF_REACH)


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
    """A button has no room for a note, so the label names the X's on the way."""
    dangers = destination.dangers
    over = "" if not dangers else pad.OVER_AN_X if dangers == 1 else f", over {dangers} X’s"
    icon = destination.move.site.kind if isinstance(destination.move, Enter) else ""
    return Choice(_key(destination.move), f"{_label(destination.move, home)}{over}", icon=icon)


def _label(move: Move, home: Quadrant | None) -> str:
    """Places of the quarter `home` go without its name."""
    match move:
        case Enter(site):
            name = SHORT_NAMES[site.kind]
            return name if site.quadrant == home else f"{QUADRANT_NAMES[site.quadrant]} {name}"
        case Bump(seat):
            return f"Bump {mark(seat)}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is not a destination.")
