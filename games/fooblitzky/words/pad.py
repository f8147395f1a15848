"""Going step by step with arrows: the answers are the path, and the button *Back* takes its last step away.

So players can step back and forth as much as they want. The answers end at a destination reached without an
X, or at the kerb before the first X on the way: there the player is asked whether to cross, and goes on step
by step from the other side. The move keeps the very steps that were taken.
"""

from typing import TypeAlias

from games.core import Choice, IllegalMove, Question, Ready, mark
from games.fooblitzky.rules.city.destinations import OnFoot
from games.fooblitzky.rules.city.map import SQUARES
from games.fooblitzky.rules.city.names import STEPS
from games.fooblitzky.rules.city.walking import Path, Walk, followed, steps_from
from games.fooblitzky.rules.moves import Approach, Bump, Enter, Move, WalkTo, Way
from games.fooblitzky.words.ways import OVER_AN_X
from games.kit.prose import counted

STOP, IN, HIT = "o", "i", "x"

_ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}

Offer: TypeAlias = tuple[Choice, Move | None]
"""A choice, and the move it makes; None for one more step."""


def prompt(foot: OnFoot, answers: tuple[str, ...]) -> Question | Ready[Move]:
    """The next step, or where the steps have led. Raises IllegalMove for an impossible step."""
    way = ""
    for number, answer in enumerate(answers, 1):
        offered = _offers(foot, way).get(answer)
        if offered and offered[1] is None:
            way += answer
        elif offered and offered[1] and number == len(answers):
            return Ready(offered[1])
        else:
            raise IllegalMove("You can't step that way from here (rule 8).")
    here, left = SQUARES[_path(foot.walk, way)[-1]].name, foot.walk.left - len(way)
    choices = tuple(choice for choice, _ in _offers(foot, way).values())
    return Question(f"At {here}, {counted(left, 'move')} left.", choices)


def path_of(walk: Walk, answers: tuple[str, ...]) -> Path:
    """The squares that these answers lead over, for the picture; impossible steps are skipped."""
    way = ""
    for answer in answers:
        if answer in STEPS and len(way) < walk.left and followed(walk, way + answer):
            way += answer
    return _path(walk, way)


def _path(walk: Walk, way: Way) -> Path:
    path = followed(walk, way)
    assert path is not None
    return path


def _offers(foot: OnFoot, way: Way) -> dict[str, Offer]:
    """What the player can do after these steps, by its answer; never a step back: *Back* is for that."""
    path, found = _path(foot.walk, way), dict[str, Offer]()
    here, came = path[-1], path[-2] if way else foot.walk.came
    stops = tuple(foot.stops(here, way))
    kerb = next((stop for stop in stops if isinstance(stop, Approach)), None)
    for step, there in steps_from(here, came).items() if len(way) < foot.walk.left else ():
        label, is_over = f"{_ARROWS[step]} {STEPS[step]}", foot.over_x(here, there)
        if not is_over:
            found[step] = Choice(step, label, SQUARES[there].name), None
        elif kerb:
            found[step] = Choice(step, f"{label}{OVER_AN_X}", SQUARES[there].name), kerb
    for stop in stops:
        match stop:
            case Enter(site):
                found[IN] = Choice(IN, f"Go into {site.the}", icon=site.kind), stop
            case Bump(seat):
                found[HIT] = Choice(HIT, f"Bump {mark(seat)}"), stop
            case WalkTo():
                found[STOP] = Choice(STOP, "Stop here"), stop
    return found
