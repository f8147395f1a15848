"""The questions on the way to a destination: a place, a person, a square, or step by step."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from games.core import Choice, IllegalMove, Question, Ready, mark
from games.fooblitzky import pad
from games.fooblitzky.city import QUADRANT_NAMES, QUADRANTS, SITE_NAMES, SQUARES, Quadrant
from games.fooblitzky.destinations import Destination
from games.fooblitzky.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.view import View
from games.fooblitzky.walking import Walk
from games.fooblitzky.ways import within_reach
from games.kit.prose import quoted

MENU = 25
"""The most choices of a question."""

SQUARE, PAD = "squares", "pad"


def prompt(view: View, walk: Walk, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """Where to? Raises IllegalMove for answers that lead nowhere."""
    found = within_reach(view)
    if not answers:
        return _first(walk, found)
    first, rest = answers[0], answers[1:]
    if first == PAD and walk.left:
        return pad.prompt(view, walk, rest)
    if first == SQUARE:
        return _square([one for one in found if isinstance(one.move, WalkTo)], rest)
    here, folded = _by_quadrant(walk, found)
    if first in folded:
        quadrant = next(one for one in QUADRANTS if one == first)
        return _one_of(f"Which place, {QUADRANT_NAMES[quadrant]}?", folded[quadrant], rest, quadrant)
    people = [one for one in found if isinstance(one.move, Bump)]
    return _one_of("", [*here, *people], answers, None)


@lru_cache(maxsize=256)
def _first(walk: Walk, found: tuple[Destination, ...]) -> Question:
    """People and places, those of the walker's own quadrant first, then what leads to other questions."""
    here, folded = _by_quadrant(walk, found)
    home = SQUARES[walk.start].quadrant
    choices = [_choice(one, None) for one in found if isinstance(one.move, Bump)]
    choices += [_choice(one, home) for one in here]
    choices += [_folded(quadrant, len(places)) for quadrant, places in folded.items()]
    choices.append(Choice(SQUARE, "Stop on a square"))
    if walk.left:
        choices.append(Choice(PAD, "Step by step"))
    rolled = f"{walk.left} moves left" if walk.crossed else f"Rolled {walk.left}"
    return Question(f"{rolled}: where to?", tuple(choices))


def _by_quadrant(
    walk: Walk, found: Iterable[Destination]
) -> tuple[list[Destination], dict[Quadrant, list[Destination]]]:
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
    name = QUADRANT_NAMES[quadrant].capitalize()
    return Choice(quadrant, f"{name}: {count} {'place' if count == 1 else 'places'}")


def _square(squares: list[Destination], answers: tuple[str, ...]) -> Question | Ready[Move]:
    """By name; of many squares the block first."""
    if len(squares) <= MENU:
        return _one_of("Stop on which square?", squares, answers)
    if not answers:
        blocks = groupby(squares, key=lambda one: _key(one)[0])
        choices = [Choice(block, f"Block {block}", f"{len(list(here))} squares") for block, here in blocks]
        return Question("Stop in which block?", tuple(choices))
    here = [one for one in squares if _key(one)[0] == answers[0]]
    if not here:
        raise IllegalMove(f"{quoted(answers[0])} is no block in which this roll can end.")
    return _one_of("Stop on which square?", here, answers[1:])


def _one_of(
    text: str, found: Iterable[Destination], answers: tuple[str, ...], home: Quadrant | None = None
) -> Question | Ready[Move]:
    found = tuple(found)
    if not answers:
        return Question(text, tuple(_choice(one, home) for one in found))
    for one in found:
        if answers == (_key(one),):
            return Ready(one.move)
    raise IllegalMove(f"{quoted(' '.join(answers))} is nothing you can reach with this roll (rule 8).")


def _key(destination: Destination) -> str:
    match destination.move:
        case Enter(site):
            return f"{site.quadrant}-{site.kind}"[:12]
        case Bump(seat):
            return f"bump-{seat}"
        case WalkTo(square):
            return SQUARES[square].name


def _choice(destination: Destination, home: Quadrant | None) -> Choice:
    """A button has no room for a note, so that the X's on the way stand in the label."""
    dangers = destination.dangers
    over = "" if not dangers else pad.OVER_AN_X if dangers == 1 else f", over {dangers} X’s"
    icon = destination.move.site.kind if isinstance(destination.move, Enter) else ""
    return Choice(_key(destination), f"{_label(destination.move, home)}{over}", icon=icon)


def _label(move: Move, home: Quadrant | None) -> str:
    """Places of the quadrant `home` go without its name."""
    match move:
        case Enter(site):
            return (
                f"{site.quadrant} {SITE_NAMES[site.kind]}" if site.quadrant != home else SITE_NAMES[site.kind]
            )
        case Bump(seat):
            return f"Bump {mark(seat)}"
        case WalkTo(square):
            return SQUARES[square].name
    raise AssertionError(f"{move} is no destination.")
