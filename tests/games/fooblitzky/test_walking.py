"""Walks of an exact length, against a plain search that knows nothing of masks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Seat
from games.fooblitzky.rules.city.destinations import OnFoot, destinations
from games.fooblitzky.rules.city.map import (
    AT_DOOR,
    CROSSWALK_BETWEEN,
    CROSSWALKS,
    EVERY_CROSSWALK,
    square_number,
)
from games.fooblitzky.rules.city.walking import Route, Walk, followed, reach, squares_of
from games.fooblitzky.rules.moves import Approach, Bump, Enter, WalkTo
from tests.deep import examples
from tests.games.fooblitzky.reference_city import fewest, steps, walks

squares = st.integers(0, 159)
rolls = st.integers(0, 24)
crossings = st.integers(0, EVERY_CROSSWALK).map(lambda bits: bits & EVERY_CROSSWALK)


@st.composite
def under_way(draw: st.DrawFn) -> tuple[Walk, int | None]:
    """A walk, with the square it came from if that matters."""
    if draw(st.booleans()):
        return Walk(draw(squares), draw(rolls)), None
    near, far = draw(st.sampled_from(sorted(CROSSWALK_BETWEEN)))
    return Walk(far, draw(rolls), crossed=True), near


@given(under_way(), crossings)
def test_a_walk_ends_where_a_plain_search_ends(walking: tuple[Walk, int | None], xs: int) -> None:
    walk, came = walking
    found, plain = reach(walk, xs), walks(walk.start, walk.left, xs, came)
    assert _told(found.ends()) == plain[-1]
    assert _told(found.doors()) == fewest(plain[:-1])
    assert _told(found.met()) == fewest(plain if walk.crossed else plain[1:])


@given(under_way(), crossings)
def test_a_path_is_a_walk_with_the_fewest_dangers(walking: tuple[Walk, int | None], xs: int) -> None:
    walk, came = walking
    found = reach(walk, xs)
    for square, dangers in walks(walk.start, walk.left, xs, came)[-1].items():
        route = found.end(square)
        assert route is not None
        assert route.steps == walk.left
        assert route.dangers == dangers == _dangers(route, xs)
        _is_a_walk(route.path, came)


@given(under_way(), crossings)
def test_the_way_to_a_door_is_the_shortest_of_the_safest(walking: tuple[Walk, int | None], xs: int) -> None:
    walk, came = walking
    plain = walks(walk.start, walk.left, xs, came)[:-1]
    for square, dangers in fewest(plain).items():
        route = reach(walk, xs).door(square)
        assert route is not None
        assert route.dangers == dangers
        assert route.steps == next(n for n, reached in enumerate(plain) if reached.get(square) == dangers)
        _is_a_walk(route.path, came)


@given(squares, rolls, crossings)
def test_the_way_to_an_x_leads_on_to_the_destination_and_does_not_tell_it(
    start: int, roll: int, xs: int
) -> None:
    found, ways = reach(Walk(start, roll), xs), dict[tuple[int, int], tuple[int, ...]]()
    for dangers, mask in found.ends():
        for square in squares_of(mask) if dangers else ():
            route = found.end(square)
            assert route is not None
            danger = route.first_danger(xs)
            assert danger is not None
            steps_before, crosswalk = danger
            near, far = route.path[steps_before : steps_before + 2]
            assert set(crosswalk.kerbs) == {near, far}
            before = route.path[: steps_before + 1]
            assert ways.setdefault((near, steps_before), before) == before, "It tells where they are going."
            ahead = reach(Walk(far, roll - steps_before - 1, crossed=True), xs).end(square)
            assert ahead is not None
            assert ahead.dangers == dangers - 1


def test_without_an_x_no_path_is_dangerous() -> None:
    assert [dangers for dangers, _ in reach(Walk(0, 24), 0).ends()] == [0]


def test_the_pinned_counts_for_the_streets_are_those_of_a_plain_search() -> None:
    """The record perft-streets.txt: from A7 with a roll of 9 to 27 places and squares; 18 ways on foot."""
    xs = sum(1 << number for number in (1, 7, 8, 10, 12))
    start = square_number("A7")
    plain = walks(start, 9, xs)
    found = destinations(Walk(start, 9), xs, ((square_number("H17"), Seat(1)),), can_ride=True)
    ends = {one.move.square: one.dangers for one in found if isinstance(one.move, WalkTo)}
    doors = {one.move.site.door: one.dangers for one in found if isinstance(one.move, Enter)}
    assert ends == plain[-1]
    assert doors == {square: x for square, x in fewest(plain[:-1]).items() if square in doors}
    assert not any(isinstance(one.move, Bump) for one in found)
    assert len(found) == len(ends) + len(doors) == 27
    on_foot = _written(OnFoot(Walk(start, 9), xs, ((square_number("H17"), Seat(1)),), can_ride=True))
    assert sorted(on_foot) == sorted(_every_way(start, 9, xs))
    assert len(on_foot) == 18


@settings(max_examples=examples(40))
@given(under_way(), crossings, st.lists(squares, max_size=2, unique=True))
def test_every_way_leads_where_its_steps_lead(
    walking: tuple[Walk, int | None], xs: int, others: list[int]
) -> None:
    walk, came = walking
    walk = replace(walk, left=walk.left % 13)
    seats = tuple((square, Seat(at)) for at, square in enumerate(others))
    found = OnFoot(walk, xs, seats, can_ride=True)
    moves = tuple(found.all())
    assert len(set(moves)) == len(moves)
    assert all(move in found.ends(move.way) for move in moves)
    assert sorted(_written(found)) == sorted(_every_way(walk.start, walk.left, xs, came, others))


@given(under_way(), crossings, crossings)
def test_every_kerb_before_an_x_is_found_with_every_number_of_steps(
    walking: tuple[Walk, int | None], xs: int, declined: int
) -> None:
    walk, came = walking
    found = reach(walk, xs, declined & xs)
    open_kerbs = {kerb for one in CROSSWALKS if one.bit & xs & ~declined for kerb in one.kerbs}
    plain = {one for one in _kerbs_before_an_x(walk.start, walk.left, xs, came) if one[0] in open_kerbs}
    assert set(found.kerbs()) == plain
    for kerb, steps_there in plain:
        path = found.kerb(kerb, steps_there)
        assert path is not None
        assert (path[0], path[-1], len(path)) == (walk.start, kerb, steps_there + 1)
        _is_a_walk(path, came)
        assert not any(one and one.bit & xs for one in map(CROSSWALK_BETWEEN.get, pairwise(path)))


@given(under_way(), crossings, crossings)
def test_no_way_leads_over_an_x_that_was_declined(
    walking: tuple[Walk, int | None], xs: int, declined: int
) -> None:
    walk, _ = walking
    found = reach(walk, xs, declined & xs)
    for _, mask in found.ends():
        for square in squares_of(mask):
            route = found.end(square)
            assert route is not None
            assert not _dangers(route, declined & xs)


def _kerbs_before_an_x(start: int, length: int, xs: int, came: int | None = None) -> set[tuple[int, int]]:
    """Where a plain walk over no X can be with a step left to cross one, and after how many steps."""
    front: set[tuple[int, int | None]] = {(start, came)}
    found: set[tuple[int, int]] = set()
    for number in range(length):
        after: set[tuple[int, int | None]] = set()
        for here, before in front:
            for there, crosswalk in steps(here):
                if there == before:
                    continue
                if crosswalk is not None and xs >> crosswalk & 1:
                    found.add((here, number))
                else:
                    after.add((there, here))
        front = after
    return found


def _written(found: OnFoot) -> list[tuple[str, tuple[int, ...]]]:
    """Every move on foot, as what it does and the squares it leads over; stopping at once isn't one."""
    return [
        (type(move).__name__, path)
        for move in found.all()
        if (path := followed(found.walk, move.way)) and (move.way or isinstance(move, Approach))
    ]


def _every_way(
    start: int, length: int, xs: int, came: int | None = None, others: Sequence[int] = ()
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The same by a plain search, step by step from every square."""
    waiting: list[tuple[tuple[int, ...], int | None]] = [((start,), came)]
    while waiting:
        path, before = waiting.pop()
        left, door = length - len(path) + 1, AT_DOOR.get(path[-1])
        if len(path) > 1 and left and door and door.kind != "hospital":
            yield "Enter", path
        if len(path) > 1 and path[-1] in others:
            yield "Bump", path
        if len(path) > 1 and not left:
            yield "WalkTo", path
        for there, crosswalk in steps(path[-1]) if left else ():
            if there != before and crosswalk is not None and xs >> crosswalk & 1:
                yield "Approach", path
            elif there != before:
                waiting.append(((*path, there), path[-1]))


def _told(masks: Iterator[tuple[int, int]]) -> dict[int, int]:
    return {square: dangers for dangers, mask in masks for square in squares_of(mask)}


def _dangers(route: Route, xs: int) -> int:
    over = (CROSSWALK_BETWEEN.get(pair) for pair in pairwise(route.path))
    return sum(bool(one and one.bit & xs) for one in over)


def _is_a_walk(path: tuple[int, ...], came: int | None) -> None:
    for here, there in pairwise(path):
        assert there in {square for square, _ in steps(here)}
    for before, after in zip(path, path[2:], strict=False):
        assert before != after, "It goes straight back."
    if came is not None and len(path) > 1:
        assert path[1] != came, "A crossing is taken back."


def test_every_crosswalk_is_found_from_both_kerbs() -> None:
    for crosswalk in CROSSWALKS:
        near, far = crosswalk.kerbs
        assert CROSSWALK_BETWEEN[near, far] == CROSSWALK_BETWEEN[far, near] == crosswalk
