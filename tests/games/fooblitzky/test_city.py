"""The laws of the map, M1 to M7, checked on the city we draw."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from games.fooblitzky.rules.city import map as city
from games.fooblitzky.rules.city.map import AT_DOOR, CROSSWALKS, QUADRANTS, SITES, SQUARES, STARTS, Quadrant
from games.fooblitzky.rules.city.walking import Walk, reach
from tests.deep import sized
from tests.games.fooblitzky.reference_city import steps

EVERYWHERE = {
    "drug", "grocery", "hardware", "pets", "sports", "toys", "restaurant", "phone", "clockwise", "counter",
}  # fmt: skip
BESIDES: dict[Quadrant, set[str]] = {
    "UL": {"locker", "check"},
    "LR": {"locker", "check"},
    "UR": {"pawn", "charity"},
    "LL": {"pawn", "hospital"},
}
NEIGHBOURS: list[tuple[Quadrant, Quadrant]] = [("UL", "UR"), ("LL", "LR"), ("UL", "LL"), ("UR", "LR")]


def quadrants_of(kerbs: tuple[int, int]) -> set[str]:
    return {SQUARES[kerb].quadrant for kerb in kerbs}


@pytest.mark.parametrize("quadrant", QUADRANTS)
def test_m1_every_quadrant_has_its_twelve_sites(quadrant: Quadrant) -> None:
    kinds = [site.kind for site in SITES if site.quadrant == quadrant]
    assert Counter(kinds) == Counter(EVERYWHERE | BESIDES[quadrant])
    assert len(kinds) == 12


def test_m1_a_site_is_in_the_quadrant_of_its_door() -> None:
    assert all(SQUARES[site.door].quadrant == site.quadrant for site in SITES)
    for site in SITES:
        column, row = site.cell
        left, top = column < city.WIDTH / 2, row < city.HEIGHT / 2
        assert site.quadrant == ("U" if top else "L") + ("L" if left else "R")


def test_m2_each_door_is_a_separate_square_next_to_its_site() -> None:
    assert len(AT_DOOR) == len(SITES) == 48
    cells = {square.cell for square in SQUARES}
    for site in SITES:
        (column, row), (right, down) = SQUARES[site.door].cell, site.cell
        assert abs(column - right) + abs(row - down) == 1
        assert site.cell not in cells


def test_m3_sidewalks_of_different_blocks_touch_nowhere() -> None:
    for one, other in combinations(SQUARES, 2):
        (left, top), (right, bottom) = one.cell, other.cell
        if one.block != other.block:
            assert max(abs(left - right), abs(top - bottom)) > 1, f"{one.name} touches {other.name}"


def test_m3_a_crosswalk_leads_straight_over_one_street() -> None:
    for crosswalk in CROSSWALKS:
        one, other = (SQUARES[kerb] for kerb in crosswalk.kerbs)
        (left, top), (right, bottom) = one.cell, other.cell
        assert sorted((right - left, bottom - top)) == [0, 2]
        assert crosswalk.cell == ((left + right) // 2, (top + bottom) // 2)
        assert one.block != other.block


def test_m4_every_square_has_two_neighbours_in_its_own_block() -> None:
    for square in SQUARES:
        own = [there for there, crosswalk in steps(square.number) if crosswalk is None]
        assert len(own) == 2
        assert sorted(city.neighbours(square.number)) == sorted(there for there, _ in steps(square.number))


def test_m4_any_roll_can_be_walked_without_crossing_a_street() -> None:
    for square in SQUARES[:: sized(4, 1)]:
        for roll in range(1, 25):
            ends = reach(Walk(square.number, roll), city.EVERY_CROSSWALK).ends()
            assert any(dangers == 0 for dangers, _ in ends)


def test_m5_every_square_can_be_reached() -> None:
    assert all(len(city.distances(square.number)) == len(SQUARES) for square in SQUARES)


@pytest.mark.parametrize("pair", NEIGHBOURS)
def test_m5_neighbouring_quadrants_have_crosswalks_of_different_periods(
    pair: tuple[Quadrant, Quadrant],
) -> None:
    between = [one for one in CROSSWALKS if quadrants_of(one.kerbs) == set(pair)]
    assert len(between) >= 2
    assert len({one.period for one in between}) >= 2


def test_m5_all_periods_occur() -> None:
    assert {one.period for one in CROSSWALKS} == {1, 2, 3}
    assert [one.number for one in CROSSWALKS] == list(range(1, 21))


def test_m6_another_quadrant_costs_a_crosswalk() -> None:
    for square in SQUARES:
        for there, crosswalk in steps(square.number):
            if SQUARES[there].quadrant != square.quadrant:
                assert crosswalk is not None


def test_m6_from_end_to_end_is_well_over_a_mean_roll() -> None:
    longest = max(max(city.distances(square.number)) for square in SQUARES)
    assert longest > 2 * 12.5


def test_m7_the_start_squares_are_distinct_and_equally_far_from_the_centre() -> None:
    across, down = (city.WIDTH - 1) / 2, (city.HEIGHT - 1) / 2
    far = {(abs(SQUARES[one].cell[0] - across), abs(SQUARES[one].cell[1] - down)) for one in STARTS}
    assert len(far) == 1
    assert [SQUARES[one].quadrant for one in STARTS] == ["UL", "LR", "UR", "LL"]
    middle = [
        min(city.distances(start)[kerb] for kerb in inner)
        for start, inner in zip(STARTS, _inner_corners(), strict=True)
    ]
    assert len(set(middle)) == 1, "It is also equally far on foot."


def _inner_corners() -> list[list[int]]:
    """For each start's quadrant, the square nearest to the city's centre."""
    return [[city.square_number(name)] for name in ("B11", "G1", "C17", "F7")]


def test_names_lead_to_squares_and_back() -> None:
    assert all(city.square_number(square.name) == square.number for square in SQUARES)
    assert len({square.name for square in SQUARES}) == len({square.cell for square in SQUARES}) == 160


def test_a_ring_is_numbered_clockwise() -> None:
    for block in city.BLOCKS:
        ring = [SQUARES[city.square_number(f"{block}{step}")].cell for step in (*range(1, 21), 1)]
        for (left, top), (right, bottom) in pairwise(ring):
            assert abs(left - right) + abs(top - bottom) == 1
        assert ring[0][0] < ring[6][0]
        assert ring[6][1] < ring[10][1]
