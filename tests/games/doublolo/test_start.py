"""How boards begin: following the rules, as chance picked them, and with enough moves to play."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import IllegalMove
from games.doublolo.rules import start
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.notation import Group, Lay
from games.doublolo.rules.options import Blocked
from games.doublolo.rules.position import GRID, Board
from games.kit.grid import Square
from games.kit.lots import below
from tests.deep import sized

STARTS = sized(300, 1_000)


@given(st.integers(), st.none() | st.integers(24, 40))
def test_every_board_that_chance_sets_up_is_legal(seed: int, count: int | None) -> None:
    lay = start.draw(Random(seed), count)
    board = start.laid(lay, count)
    assert board.blocked.bit_count() in ([count] if count else range(24, 41))
    assert board.scores == (16, 16)
    stones = board.stones[0] | board.stones[1]
    assert not GRID.around(stones) & board.blocked
    edge = GRID.full & ~GRID.rectangle(Square(1, 1), GRID.width - 2, GRID.height - 2)
    assert not stones & edge


@given(st.integers())
def test_each_group_is_a_checkerboard(seed: int) -> None:
    lay = start.draw(Random(seed), None)
    board = start.laid(lay, None)
    for group in lay.groups:
        for across in range(4):
            for down in range(4):
                bit = GRID.bit(Square(group.corner.column + across, group.corner.row + down))
                red = ((across + down) % 2 == 0) == (group.colour == "red")
                assert bool(board.stones[0] & bit) == red
                assert bool(board.stones[1] & bit) != red


def test_numbers_of_blocked_squares_colours_and_corners_all_vary() -> None:
    lays = [start.draw(Random(seed), None) for seed in range(600)]
    assert {len(lay.blocked) for lay in lays} == set(range(24, 41))
    assert {group.colour for lay in lays for group in lay.groups} == {"red", "white"}
    assert {group.corner.column for lay in lays for group in lay.groups} == set(range(1, 19))
    assert {group.corner.row for lay in lays for group in lay.groups} == set(range(1, 10))


def test_the_host_can_choose_24_to_40_blocked_squares_or_leave_it_to_chance() -> None:
    assert get_args(Blocked) == ("random", *map(str, range(24, 41)))


BLOCKED = (*(Square(column, 13) for column in range(23)), Square(0, 0))
GROUPS = Group(Square(4, 4), "red"), Group(Square(9, 4), "white")


@pytest.mark.parametrize(
    ("lay", "count", "why"),
    [
        (Lay(BLOCKED[1:], GROUPS), None, "24 to 40 blocked squares, each of them once"),
        (Lay((*BLOCKED, Square(0, 0)), GROUPS), None, "each of them once"),
        (Lay(BLOCKED, GROUPS), 25, "Name 25 blocked squares"),
        (Lay((*BLOCKED[:-1], Square(8, 8)), GROUPS), None, "can't be in a group or next"),
        (Lay((*BLOCKED[:-1], Square(5, 5)), GROUPS), None, "can't be in a group or next"),
        (Lay(BLOCKED, (GROUPS[0], Group(Square(8, 4), "red"))), None, "from each other"),
        (Lay(BLOCKED, (GROUPS[0], Group(Square(8, 8), "red"))), None, "from each other"),
        (Lay(BLOCKED, (GROUPS[0], GROUPS[0])), None, "from each other"),
        (Lay(BLOCKED, (GROUPS[0], Group(Square(19, 4), "red"))), None, "from the edge"),
        (Lay(BLOCKED, (Group(Square(0, 4), "red"), GROUPS[1])), None, "from the edge"),
        (Lay(BLOCKED, (Group(Square(4, 0), "red"), GROUPS[1])), None, "from the edge"),
        (Lay(BLOCKED, (Group(Square(4, 10), "red"), GROUPS[1])), None, "from the edge"),
    ],
)
def test_an_illegal_board_is_refused_with_the_reason(lay: Lay, count: int | None, why: str) -> None:
    start.laid(Lay(BLOCKED, GROUPS), None)
    with pytest.raises(IllegalMove, match=why):
        start.laid(lay, count)


def test_no_game_ends_before_half_of_the_squares_are_filled() -> None:
    """Random play on hundreds of boards, a thousand in a deep run.

    A group has 16 stones because of this: smaller ones fail.
    """
    early = [seed for seed in range(STARTS) if ends_early(Random(seed))]
    assert not early


def ends_early(rng: Random) -> bool:
    board = start.laid(start.draw(rng, None), None)
    own, other = board.stones
    half = (GRID.full & ~board.blocked).bit_count() // 2
    while (own | other).bit_count() < half:
        empty = Board(board.blocked, (own, other)).empty
        bit = any_of(moves(GRID, own, other, empty), rng)
        if bit:
            turned = flips(GRID, own, other, bit)
            own, other = own | turned | bit, other ^ turned
        elif not moves(GRID, other, own, empty):
            return True
        own, other = other, own
    return False


def any_of(mask: int, rng: Random) -> int:
    """A random bit of a mask; 0 if it is empty."""
    if not mask:
        return 0
    for _ in range(below(rng, mask.bit_count())):
        mask &= mask - 1
    return mask & -mask
