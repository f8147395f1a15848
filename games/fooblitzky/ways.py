"""The questions on the way to a destination: a place, a person, a square, or step by step."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from games.core import Choice, IllegalMove, Pick, Ready, mark
from games.fooblitzky import pad
from games.fooblitzky.city import QUADRANT_NAMES, QUADRANTS, SITE_NAMES, SQUARES
from games.fooblitzky.destinations import UGH_FARE, Destination, bumpable, destinations
from games.fooblitzky.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.phases import Walking
from games.fooblitzky.view import View
from games.fooblitzky.walking import Walk

MENU = 25
DIRECT = 18
"""Up to so many places are offered at once; more of them by quadrants."""

SQUARE, PAD = "squares", "pad"


def legal(view: View) -> tuple[Move, ...]:
    """Everything in reach: sites, people, squares."""
    return tuple(one.move for one in within_reach(view))


def within_reach(view: View) -> tuple[Destination, ...]:
    """Where whoever walks can go, with the number of X's on the way; nothing while nobody walks."""
    mover = view.mover
    if mover is None or not isinstance(view.phase, Walking):
        return ()
    can_ride = view.people[mover].foobles >= UGH_FARE
    return destinations(view.phase.walk, view.xs, bumpable(view.people, mover), can_ride)


def open_after(view: View, answers: tuple[str, ...]) -> tuple[Destination, ...]:
    """Where the next answer or the one after it can still lead, for labels on a picture."""
    found = within_reach(view)
    match answers:
        case (first,) if first == SQUARE:
            return tuple(one for one in found if isinstance(one.move, WalkTo))
        case (first, block) if first == SQUARE:
            return tuple(one for one in found if isinstance(one.move, WalkTo) and _key(one).startswith(block))
        case (first,) if first in QUADRANTS:
            return tuple(one for one in found if isinstance(one.move, Enter) and _key(one).startswith(first))
    return () if answers else tuple(one for one in found if not isinstance(one.move, WalkTo))


def prompt(view: View, walk: Walk, answers: tuple[str, ...]) -> Pick | Ready[Move]:
    """Where to? Raises IllegalMove for answers that lead nowhere."""
    found = within_reach(view)
    if not answers:
        return _first(walk, found)
    places = [one for one in found if isinstance(one.move, Enter)]
    squares = [one for one in found if isinstance(one.move, WalkTo)]
    people = [one for one in found if isinstance(one.move, Bump)]
    first, rest = answers[0], answers[1:]
    if first == PAD and walk.left:
        return pad.prompt(view, walk, rest)
    if first == SQUARE:
        return _square(squares, rest)
    if first in QUADRANTS and len(places) > DIRECT:
        here = [one for one in places if _key(one).startswith(first)]
        return _one_of("Which place?", here, rest)
    return _one_of("", [*places, *people] if len(places) <= DIRECT else people, answers)


@lru_cache(maxsize=256)
def _first(walk: Walk, found: tuple[Destination, ...]) -> Pick:
    places = [one for one in found if isinstance(one.move, Enter)]
    squares = sum(isinstance(one.move, WalkTo) for one in found)
    choices = [_choice(one) for one in found if isinstance(one.move, Bump)]
    choices += map(_choice, places) if len(places) <= DIRECT else _by_quadrant(places)
    choices.append(Choice(SQUARE, "Stop on a square", f"{squares} in reach"))
    if walk.left:
        choices.append(Choice(PAD, "Step by step", "with arrows"))
    rolled = f"{walk.left} moves left" if walk.crossed else f"Rolled {walk.left}"
    return Pick(f"{rolled}: where to?", tuple(choices))


def _by_quadrant(places: list[Destination]) -> Iterator[Choice]:
    for quadrant in QUADRANTS:
        here = sum(_key(one).startswith(quadrant) for one in places)
        if here:
            name = QUADRANT_NAMES[quadrant].capitalize()
            yield Choice(quadrant, f"{name}: {here} {'place' if here == 1 else 'places'}")


def _square(squares: list[Destination], answers: tuple[str, ...]) -> Pick | Ready[Move]:
    """By name; of many squares the block first."""
    if len(squares) <= MENU:
        return _one_of("Stop on which square?", squares, answers)
    if not answers:
        blocks = groupby(squares, key=lambda one: _key(one)[0])
        choices = [Choice(block, f"Block {block}", f"{len(list(here))} squares") for block, here in blocks]
        return Pick("Stop in which block?", tuple(choices))
    here = [one for one in squares if _key(one)[0] == answers[0]]
    if not here:
        raise IllegalMove(f"“{answers[0][:60]}” is no block in which this roll can end.")
    return _one_of("Stop on which square?", here, answers[1:])


def _one_of(text: str, found: Iterable[Destination], answers: tuple[str, ...]) -> Pick | Ready[Move]:
    found = tuple(found)
    if not answers:
        return Pick(text, tuple(map(_choice, found)))
    for one in found:
        if answers == (_key(one),):
            return Ready(one.move)
    raise IllegalMove(f"“{' '.join(answers)[:60]}” is nothing you can reach with this roll (rule 8).")


def _key(destination: Destination) -> str:
    match destination.move:
        case Enter(site):
            return f"{site.quadrant}-{site.kind}"[:12]
        case Bump(seat):
            return f"bump-{seat}"
        case WalkTo(square):
            return SQUARES[square].name


def _choice(destination: Destination) -> Choice:
    return Choice(_key(destination), _label(destination.move), _note(destination.dangers))


def _label(move: Move) -> str:
    match move:
        case Enter(site):
            return f"{site.quadrant} {SITE_NAMES[site.kind]}"
        case Bump(seat):
            return f"Bump {mark(seat)}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is no destination.")


def _note(dangers: int) -> str:
    return "" if not dangers else "needs an X" if dangers == 1 else f"needs {dangers} X’s"
