"""Where a walk of an exact length can end, and which path crosses the fewest X's (rules 8 to 10).

A set of squares is a mask with a bit for each. A walker can't turn straight back, so what matters, besides
their square, is how they got there: clockwise around the block, counter-clockwise, or over a crosswalk. Three
masks follow all walks at once, step by step.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from games.fooblitzky.rules.city.map import (
    BLOCKS,
    CROSSWALK_BETWEEN,
    CROSSWALKS,
    EVERY_CROSSWALK,
    SIDE,
    SQUARES,
    Crosswalk,
    crosswalks_in,
    neighbours,
)

Path: TypeAlias = tuple[int, ...]
"""The squares of a walk, including the one where it began."""

_FIRST = sum(1 << SIDE * block for block in range(len(BLOCKS)))
_LAST = _FIRST << SIDE - 1
_WHOLE_RING = SIDE - 1


class Front(NamedTuple):
    """The squares reached after some number of steps, by how the last step was made."""

    clockwise: int = 0
    counter: int = 0
    crossed: int = 0

    @property
    def squares(self) -> int:
        """All squares reached."""
        return self.clockwise | self.counter | self.crossed

    def with_all(self, other: "Front") -> "Front":
        """The union of both."""
        return Front(
            self.clockwise | other.clockwise, self.counter | other.counter, self.crossed | other.crossed
        )


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk under way: where it is, how many moves are left, and what came before.

    `crossed`: the last step was over a crosswalk, which can't be undone; otherwise the turn begins here.
    """

    start: int
    left: int
    crossed: bool = False

    @property
    def came(self) -> int | None:
        """The other side of the crosswalk that was just crossed; None at the beginning of a turn."""
        if not self.crossed:
            return None
        one, other = CROSSWALK_AT[self.start].kerbs
        return other if one == self.start else one


@dataclass(frozen=True, slots=True)
class Route:
    """The way to a destination: its squares, and how many X's it crosses."""

    path: Path
    dangers: int

    @property
    def steps(self) -> int:
        """Its length in moves."""
        return len(self.path) - 1

    def first_danger(self, xs: int) -> tuple[int, Crosswalk] | None:
        """The number of steps to the first X, and its crosswalk."""
        for steps, pair in enumerate(pairwise(self.path)):
            crosswalk = CROSSWALK_BETWEEN.get(pair)
            if crosswalk and crosswalk.bit & xs:
                return steps, crosswalk
        return None


@dataclass(frozen=True, slots=True)
class Reach:
    """All walks from one square: `levels[x][k]` is what k steps reach over x X's, but not over fewer.

    The way to the first X depends only on its kerb and the number of steps, so it doesn't give away where the
    walk is going.
    """

    walk: Walk
    xs: int
    declined: int
    levels: tuple[tuple[Front, ...], ...]

    def ends(self) -> Iterator[tuple[int, int]]:
        """Squares at the end of a walk of exactly this length, as masks by the number of X's."""
        return self._within(self.walk.left, self.walk.left)

    def doors(self) -> Iterator[tuple[int, int]]:
        """Squares reached with at least one move left, as masks by the number of X's."""
        return self._within(0, self.walk.left - 1)

    def met(self) -> Iterator[tuple[int, int]]:
        """Squares reached after at least one step of the turn, as masks by the number of X's."""
        return self._within(0 if self.walk.crossed else 1, self.walk.left)

    def end(self, square: int) -> Route | None:
        """The way to a square that uses up the roll."""
        return self._route(square, self.walk.left, self.walk.left)

    def door(self, square: int) -> Route | None:
        """The way to a square with at least one move left."""
        return self._route(square, 0, self.walk.left - 1)

    def meeting(self, square: int) -> Route | None:
        """The way to a square, at least one step long."""
        return self._route(square, 0 if self.walk.crossed else 1, self.walk.left)

    def kerbs(self) -> Iterator[tuple[int, int]]:
        """The kerbs before an X that can be crossed, each with a number of steps that leads there."""
        for steps, front in enumerate(self.levels[0][: self.walk.left]):
            yield from ((kerb, steps) for kerb in squares_of(_before_crossing(front) & self._dangers))

    def kerb(self, square: int, steps: int) -> Path | None:
        """A way to such a kerb in exactly this many steps, without an X; None if there is none."""
        if (square, steps) not in set(self.kerbs()):
            return None
        front = self.levels[0][steps]
        return self._path(0, steps, square, 0 if front.clockwise >> square & 1 else 1)

    @property
    def _dangers(self) -> int:
        return _kerbs(self.xs & ~self.declined)

    def _within(self, least: int, most: int) -> Iterator[tuple[int, int]]:
        seen = 0
        for dangers, fronts in enumerate(self.levels):
            found = 0
            for front in fronts[least : most + 1]:
                found |= front.squares
            if new := found & ~seen:
                yield dangers, new
            seen |= found

    def _route(self, square: int, least: int, most: int) -> Route | None:
        bit = 1 << square
        for dangers, fronts in enumerate(self.levels):
            for steps in range(least, most + 1):
                for way, mask in enumerate(fronts[steps]):
                    if mask & bit:
                        return Route(self._path(dangers, steps, square, way), dangers)
        return None

    def _path(self, dangers: int, steps: int, square: int, way: int) -> Path:
        path = [square]
        while steps:
            dangers, square, way = self._before(dangers, steps, square, way)
            steps -= 1
            path.append(square)
        return tuple(reversed(path))

    def _before(self, dangers: int, steps: int, square: int, way: int) -> tuple[int, int, int]:
        """Where the walker was a step earlier, and how they got there."""
        if way == 2:
            crosswalk = CROSSWALK_AT[square]
            one, other = crosswalk.kerbs
            square, ways = (other if square == one else one), (0, 1)
            dangers -= bool(crosswalk.bit & self.xs)
        else:
            first = square - square % SIDE
            square, ways = first + (square % SIDE + (-1 if way == 0 else 1)) % SIDE, (way, 2)
        front = self.levels[dangers][steps - 1]
        return dangers, square, next(way for way in ways if front[way] >> square & 1)


@lru_cache(maxsize=256)
def reach(walk: Walk, xs: int, declined: int = 0) -> Reach:
    """Every walk; `xs` are the crosswalks with an X, and `declined` those not to cross."""
    here = 1 << walk.start
    first = Front(crossed=here) if walk.crossed else Front(here, here, here)
    clear, danger = _kerbs(EVERY_CROSSWALK & ~xs), _kerbs(xs & ~declined)
    levels: list[tuple[Front, ...]] = []
    seen = [Front()] * (walk.left + 1)
    below: tuple[Front, ...] = (Front(),) * (walk.left + 1)
    while not levels or any(front.squares for front in levels[-1]):
        front = Front() if levels else first
        fronts = [front]
        for step in range(walk.left):
            front = _stepped(front, clear, below[step], danger, seen[step + 1])
            fronts.append(front)
        seen = [known.with_all(new) for known, new in zip(seen, fronts, strict=True)]
        below = tuple(fronts)
        levels.append(below)
    return Reach(walk, xs, declined, tuple(levels[:-1]))


def _stepped(front: Front, clear: int, below: Front, danger: int, seen: Front) -> Front:
    """One step further, without what was `seen`; from `below`, walkers come over one more X."""
    clockwise, counter, crossed = front
    crossing = (clockwise | counter) & clear | (below[0] | below[1]) & danger
    there, back = clockwise | crossed, counter | crossed
    return Front(
        ((there & ~_LAST) << 1 | (there & _LAST) >> _WHOLE_RING) & ~seen[0],
        ((back & ~_FIRST) >> 1 | (back & _FIRST) << _WHOLE_RING) & ~seen[1],
        _across(crossing) & ~seen[2] if crossing else 0,
    )


def steps_from(here: int, came: int | None) -> dict[str, int]:
    """Where one step leads, by its letter in a way; not back to where the walker `came` from."""
    return {step: there for step, there in _STEPS[here].items() if there != came}


def followed(walk: Walk, way: str) -> Path | None:
    """The squares of a walk with these steps; None if one of them leads nowhere or straight back."""
    path, came = [walk.start], walk.came
    for step in way:
        there = steps_from(path[-1], came).get(step)
        if there is None:
            return None
        came = path[-1]
        path.append(there)
    return tuple(path)


def _before_crossing(front: Front) -> int:
    """Where a walker can cross from: not where they have just crossed."""
    return front.clockwise | front.counter


def _across(kerbs: int) -> int:
    """The kerbs on the other side, found for all crosswalks of the same length at once."""
    far = 0
    for distance, near, beyond in _STREETS:
        far |= (kerbs & near) << distance | (kerbs & beyond) >> distance
    return far


@lru_cache(maxsize=256)
def _kerbs(crosswalks: int) -> int:
    return sum(1 << kerb for one in crosswalks_in(crosswalks) for kerb in one.kerbs)


def _streets() -> Iterator[tuple[int, int, int]]:
    for distance in sorted({one.kerbs[1] - one.kerbs[0] for one in CROSSWALKS}):
        kerbs = [one.kerbs for one in CROSSWALKS if one.kerbs[1] - one.kerbs[0] == distance]
        yield distance, sum(1 << near for near, _ in kerbs), sum(1 << beyond for _, beyond in kerbs)


def _step(here: int, there: int) -> str:
    (left, top), (right, bottom) = SQUARES[here].cell, SQUARES[there].cell
    if left == right:
        return "n" if bottom < top else "s"
    return "e" if right > left else "w"


_STEPS = tuple(
    dict(sorted((_step(here, there), there) for there in neighbours(here))) for here in range(len(SQUARES))
)
_STREETS = tuple(_streets())
CROSSWALK_AT = {kerb: one for one in CROSSWALKS for kerb in one.kerbs}
"""The one crosswalk of each kerb."""


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a mask in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
