"""Where a player can walk with the moves that are left: squares, sites, other players (rules 8 to 12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Protocol, TypeAlias

from games.core import Seat
from games.fooblitzky.rules.city.map import AT_DOOR, CROSSWALK_BETWEEN, SITES, SQUARES, Site
from games.fooblitzky.rules.city.walking import (
    CROSSWALK_AT,
    Reach,
    Route,
    Walk,
    followed,
    reach,
    squares_of,
    steps_from,
)
from games.fooblitzky.rules.moves import Approach, Bump, Enter, Going, WalkTo, Way

UGH_FARE = 6

Others: TypeAlias = tuple[tuple[int, Seat], ...]
"""Who can be bumped, each with their square."""


class Token(Protocol):
    """Anything with a place on the map."""

    @property
    def square(self) -> int:
        """Where they stand, or the door of the place they are in."""
        ...

    @property
    def inside(self) -> Site | None:
        """The place they are in, if any."""
        ...


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the mover can go, and the fewest X's on the way."""

    move: Going
    dangers: int


def bumpable(tokens: Sequence[Token], mover: Seat) -> Others:
    """Everyone except the mover who stands alone on a square of the sidewalk (rule 12)."""
    outside = [
        (token.square, Seat(seat))
        for seat, token in enumerate(tokens)
        if seat != mover and token.inside is None
    ]
    squares = [square for square, _ in outside]
    return tuple((square, seat) for square, seat in outside if squares.count(square) == 1)


def may_enter(site: Site, can_ride: bool) -> bool:
    """Whether a player can walk in: never into the hospital, the UGH only with the fare (rules 22, 29)."""
    return site.kind != "hospital" and (can_ride or site.kind not in ("clockwise", "counter"))


@lru_cache(maxsize=512)
def destinations(
    walk: Walk, xs: int, others: Others, can_ride: bool, declined: int = 0
) -> tuple[Destination, ...]:
    """All destinations: sites, then people, then squares; `can_ride`: the mover has the fare for the UGH.

    Routes avoid every X that was `declined` this turn (rule 16).
    """
    found = reach(walk, xs, declined)
    return (*_sites(found, can_ride), *_people(found, others), *_squares(found))


@dataclass(frozen=True, slots=True)
class OnFoot:
    """What decides where a player who goes step by step can stop: their walk, the X's, and the others."""

    walk: Walk
    xs: int
    others: Others
    can_ride: bool
    declined: int = 0

    def stops(self, here: int, way: Way) -> Iterator[Going | Approach]:
        """What they can do on the square where their steps have led: go in, bump, stop, or come to the X."""
        left = self.walk.left - len(way)
        site = AT_DOOR.get(here)
        if site and left and may_enter(site, self.can_ride):
            yield Enter(site, way)
        if way or self.walk.crossed:
            yield from (Bump(seat, way) for square, seat in self.others if square == here)
        if not left:
            yield WalkTo(here, way)
        elif (way or not self.walk.crossed) and self._has_open_x(here):
            yield Approach(here, way)

    def _has_open_x(self, kerb: int) -> bool:
        crosswalk = CROSSWALK_AT.get(kerb)
        return crosswalk is not None and bool(crosswalk.bit & self.xs & ~self.declined)

    def over_x(self, here: int, there: int) -> bool:
        """Whether this step is over an X: that's a question of its own, at the kerb."""
        crosswalk = CROSSWALK_BETWEEN.get((here, there))
        return crosswalk is not None and bool(crosswalk.bit & self.xs)

    def ends(self, way: Way) -> tuple[Going | Approach, ...]:
        """What they can do after these steps; nothing if nobody can take them."""
        path = followed(self.walk, way)
        if path is None or len(way) > self.walk.left or any(self.over_x(*step) for step in pairwise(path)):
            return ()
        return tuple(self.stops(path[-1], way))

    def all(self) -> Iterator[Going | Approach]:
        """Everything they can do, by every way. A roll of 24 has thousands of ways."""
        waiting: list[tuple[int, int | None, Way]] = [(self.walk.start, self.walk.came, "")]
        while waiting:
            here, came, way = waiting.pop()
            yield from self.stops(here, way)
            if len(way) < self.walk.left:
                for step, there in steps_from(here, came).items():
                    if not self.over_x(here, there):
                        waiting.append((there, here, way + step))


def route(walk: Walk, xs: int, others: Others, move: Going, declined: int = 0) -> Route | None:
    """The shortest of the paths with the fewest X's; None if the destination is out of reach."""
    found = reach(walk, xs, declined)
    match move:
        case WalkTo(square):
            return found.end(square)
        case Enter(site):
            return None if site.kind == "hospital" else found.door(site.door)
        case Bump(seat):
            return next((found.meeting(square) for square, other in others if other == seat), None)


def _sites(found: Reach, can_ride: bool) -> Iterator[Destination]:
    dangers = _by_square(found.doors())
    for number, site in enumerate(SITES):
        if site.door in dangers and may_enter(site, can_ride):
            yield Destination(_ENTER[number], dangers[site.door])


def _people(found: Reach, others: Others) -> Iterator[Destination]:
    dangers = _by_square(found.met()) if others else {}
    for square, seat in others:
        if square in dangers:
            yield Destination(Bump(seat), dangers[square])


def _squares(found: Reach) -> Iterator[Destination]:
    dangers = _by_square(found.ends())
    for square in sorted(dangers):
        yield Destination(_WALK[square], dangers[square])


def _by_square(masks: Iterator[tuple[int, int]]) -> dict[int, int]:
    return {square: dangers for dangers, mask in masks for square in squares_of(mask)}


_ENTER = tuple(map(Enter, SITES))
_WALK = tuple(WalkTo(square.number) for square in SQUARES)
