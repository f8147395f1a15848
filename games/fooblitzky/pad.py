"""Going step by step with arrows: the path is kept in the answers, and a step back takes one away.

A step back costs nothing but an answer, and what fits in a button's id bounds their number; whoever has used
them up can still begin anew. What is spelt in the end is a destination like any other.
"""

from collections.abc import Iterator

from games.core import Choice, IllegalMove, Pick, Ready, Seat, mark
from games.fooblitzky.city import AT_DOOR, CROSSWALK_BETWEEN, SQUARES, neighbours
from games.fooblitzky.destinations import UGH_FARE, bumpable, may_enter
from games.fooblitzky.moves import Bump, Enter, Move, WalkTo
from games.fooblitzky.view import View
from games.fooblitzky.walking import Path, Walk

ANSWERS = 32
"""The most answers behind the first one: with commas they have 64 characters."""

BACK, STOP, IN, HIT = "b", "o", "i", "x"
OVER_AN_X = ", over an X"

_ARROWS = {
    (0, -1): ("n", "↑ up"),
    (1, 0): ("e", "→ right"),
    (0, 1): ("s", "↓ down"),
    (-1, 0): ("w", "← left"),
}


def prompt(view: View, walk: Walk, answers: tuple[str, ...]) -> Pick | Ready[Move]:
    """The next step, or where the steps have led. Raises IllegalMove for a step that cannot be taken."""
    path: Path = (walk.start,)
    for number, answer in enumerate(answers):
        last = number == len(answers) - 1
        if answer == BACK and len(path) > 1:
            path = path[:-1]
        elif there := _arrows(walk, path).get(answer):
            path = (*path, there[0])
        elif last and (move := _ends(view, walk, path).get(answer)):
            return Ready(move[0])
        else:
            raise IllegalMove("That step cannot be taken from here (rule 8).")
    if len(answers) + 1 + walk.left - (len(path) - 1) > ANSWERS:
        raise IllegalMove("You have stepped back too often: choose again from the start.")
    return Pick(_question(walk, path), tuple(_choices(view, walk, path, len(answers))))


def path_of(walk: Walk, answers: tuple[str, ...]) -> Path:
    """The squares that these answers lead over, for a picture of the way; without what cannot be taken."""
    path: Path = (walk.start,)
    for answer in answers:
        if answer == BACK and len(path) > 1:
            path = path[:-1]
        elif there := _arrows(walk, path).get(answer):
            path = (*path, there[0])
    return path


def _question(walk: Walk, path: Path) -> str:
    left = walk.left - (len(path) - 1)
    return f"At {SQUARES[path[-1]].name}, {left} {'move' if left == 1 else 'moves'} left."


def _choices(view: View, walk: Walk, path: Path, used: int) -> Iterator[Choice]:
    for key, (there, label) in _arrows(walk, path).items():
        crosswalk = CROSSWALK_BETWEEN.get((path[-1], there))
        danger = crosswalk is not None and crosswalk.bit & view.xs
        yield Choice(key, f"{label}{OVER_AN_X * bool(danger)}", SQUARES[there].name)
    for key, (move, label) in _ends(view, walk, path).items():
        yield Choice(key, label, emblem=move.site.kind if isinstance(move, Enter) else "")
    left = walk.left - (len(path) - 1)
    if len(path) > 1 and used + 1 + left + 1 + 1 <= ANSWERS:
        yield Choice(BACK, "Back")


def _arrows(walk: Walk, path: Path) -> dict[str, tuple[int, str]]:
    """Where a step leads by its key; not back, for that undoes the last step."""
    if len(path) > walk.left:
        return {}
    here, came = path[-1], path[-2] if len(path) > 1 else None
    found = {}
    for there in neighbours(here):
        taken_back = there == came or (walk.crossed and came is None and (here, there) in CROSSWALK_BETWEEN)
        if not taken_back:
            key, label = _ARROWS[_direction(here, there)]
            found[key] = (there, label)
    return dict(sorted(found.items()))


def _direction(here: int, there: int) -> tuple[int, int]:
    (left, top), (right, bottom) = SQUARES[here].cell, SQUARES[there].cell
    return (right > left) - (right < left), (bottom > top) - (bottom < top)


def _ends(view: View, walk: Walk, path: Path) -> dict[str, tuple[Move, str]]:
    """What can be done on the square where the path ends."""
    here, steps = path[-1], len(path) - 1
    found: dict[str, tuple[Move, str]] = {}
    mover = view.mover
    assert mover is not None
    site = AT_DOOR.get(here)
    if site and steps < walk.left and may_enter(site, view.people[mover].foobles >= UGH_FARE):
        found[IN] = (Enter(site), f"Into {site.the}")
    if steps or walk.crossed:
        other = dict(bumpable(view.people, mover)).get(here)
        if other is not None:
            found[HIT] = (Bump(Seat(other)), f"Bump {mark(Seat(other))}")
    if steps == walk.left:
        found[STOP] = (WalkTo(here), "Stop here")
    return found
