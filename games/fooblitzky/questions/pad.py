"""Going step by step with arrows: the answers hold the path, and a step back undoes the last step.

A step back costs an answer too, and a button's id only has room for so many; a player who has used them up
can start again. The answers end at a destination reached without an X, or at the kerb before the first X on
the way: there the player is asked whether to cross, and goes on step by step from the other side.
"""

from collections.abc import Iterator

from games.core import Choice, IllegalMove, Question, Ready, Seat, mark
from games.fooblitzky.city.destinations import UGH_FARE, bumpable, may_enter
from games.fooblitzky.city.map import AT_DOOR, CROSSWALK_BETWEEN, SQUARES, Crosswalk, neighbours
from games.fooblitzky.city.walking import Path, Walk
from games.fooblitzky.moves import Approach, Bump, Enter, Move, WalkTo
from games.fooblitzky.phases import Walking
from games.fooblitzky.view import View
from games.kit.prose import counted

ANSWERS = 32
"""The most answers after the first one: with commas they have 64 characters."""

BACK, STOP, IN, HIT = "b", "o", "i", "x"
OVER_AN_X = ", over an X"

_ARROWS = {
    (0, -1): ("n", "↑ up"),
    (1, 0): ("e", "→ right"),
    (0, 1): ("s", "↓ down"),
    (-1, 0): ("w", "← left"),
}


def prompt(view: View, walk: Walk, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """The next step, or where the steps have led. Raises IllegalMove for an impossible step."""
    path: Path = (walk.start,)
    for number, answer in enumerate(answers):
        last = number == len(answers) - 1
        if answer == BACK and len(path) > 1:
            path = path[:-1]
        elif last and (kerb := _kerb(view, walk, path, answer)):
            return Ready(kerb)
        elif (there := _arrows(walk, path).get(answer)) and not _x_between(view, path[-1], there[0]):
            path = (*path, there[0])
        elif last and (move := _ends(view, walk, path).get(answer)):
            return Ready(move[0])
        else:
            raise IllegalMove("You can't step that way from here (rule 8).")
    if len(answers) + 1 + walk.left - (len(path) - 1) > ANSWERS:
        raise IllegalMove("You've stepped back too many times. Start again from “Where to?”.")
    return Question(_question(walk, path), tuple(_choices(view, walk, path, len(answers))))


def path_of(walk: Walk, answers: tuple[str, ...]) -> Path:
    """The squares that these answers lead over, for the picture; impossible steps are skipped."""
    path: Path = (walk.start,)
    for answer in answers:
        if answer == BACK and len(path) > 1:
            path = path[:-1]
        elif there := _arrows(walk, path).get(answer):
            path = (*path, there[0])
    return path


def _kerb(view: View, walk: Walk, path: Path, answer: str) -> Approach | None:
    """The move of an arrow over an X, to the kerb before it; None if the player declined that X."""
    there = _arrows(walk, path).get(answer)
    crosswalk = _x_between(view, path[-1], there[0]) if there else None
    assert isinstance(view.phase, Walking)
    if crosswalk is None or crosswalk.bit & view.phase.declined:
        return None
    return Approach(path[-1], len(path) - 1)


def _x_between(view: View, here: int, there: int) -> Crosswalk | None:
    crosswalk = CROSSWALK_BETWEEN.get((here, there))
    return crosswalk if crosswalk and crosswalk.bit & view.xs else None


def _question(walk: Walk, path: Path) -> str:
    left = walk.left - (len(path) - 1)
    return f"At {SQUARES[path[-1]].name}, {counted(left, 'move')} left."


def _choices(view: View, walk: Walk, path: Path, used: int) -> Iterator[Choice]:
    for key, (there, label) in _arrows(walk, path).items():
        if not _x_between(view, path[-1], there):
            yield Choice(key, label, SQUARES[there].name)
        elif _kerb(view, walk, path, key):
            yield Choice(key, f"{label}{OVER_AN_X}", SQUARES[there].name)
    for key, (move, label) in _ends(view, walk, path).items():
        yield Choice(key, label, icon=move.site.kind if isinstance(move, Enter) else "")
    left = walk.left - (len(path) - 1)
    if len(path) > 1 and used + 1 + left + 1 + 1 <= ANSWERS:
        yield Choice(BACK, "Back")


def _arrows(walk: Walk, path: Path) -> dict[str, tuple[int, str]]:
    """Where each step leads, by its key; never back, because that undoes the last step."""
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
    """What the player can do on the square where the path ends."""
    here, steps = path[-1], len(path) - 1
    found: dict[str, tuple[Move, str]] = {}
    mover = view.mover
    assert mover is not None
    site = AT_DOOR.get(here)
    if site and steps < walk.left and may_enter(site, view.people[mover].foobles >= UGH_FARE):
        found[IN] = (Enter(site), f"Go into {site.the}")
    if steps or walk.crossed:
        other = dict(bumpable(view.people, mover)).get(here)
        if other is not None:
            found[HIT] = (Bump(Seat(other)), f"Bump {mark(Seat(other))}")
    if steps == walk.left:
        found[STOP] = (WalkTo(here), "Stop here")
    return found
