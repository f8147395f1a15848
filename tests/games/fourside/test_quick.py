"""A quick game: the same rules on a board of 7 by 5 squares (rule 20)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import CHANCE, Question
from games.engine.lessons import find
from games.engine.record import Header
from games.engine.table import AnyTable, Table
from games.fourside import GAME, Options
from games.fourside.pictures.draw import corner, draw, hands_top
from games.fourside.pictures.squares import PITCH
from games.fourside.rules.options import Level
from games.fourside.rules.position import GRID, QUICK, Finished, Playing, Position
from games.kit.brush.marks import WIDTH
from games.kit.grid import Square
from tests.games.fourside.looking import board
from tests.games.wandering import wandered

LONGEST = 40
"""The most presses that a quick game takes one player."""

QUICKLY = Options(length="quick")


def wandering(seed: int, moves: int) -> Position:
    position: Position = wandered(GAME, 2, QUICKLY, seed, moves)
    return position


@given(st.integers())
def test_a_board_of_7_by_5_has_three_squares_of_either_kind_and_the_primer_in_the_middle(
    seed: int,
) -> None:
    owed: Position = GAME.new(2, QUICKLY)
    made = GAME.apply(owed, CHANCE, GAME.chance(owed, Random(seed))).state.table.board
    assert (made.grid.width, made.grid.height) == (7, 5)
    for areas in (made.bonus, made.minus):
        assert areas.bit_count() == 3
        assert all(square in QUICK for square in GRID.squares(areas))
    assert made.on(Square(3, 2)) is not None
    assert sum(made.at(place) is not None for place in range(len(made.tiles))) == 1


@given(st.integers(0, 2**32), st.integers(0, 80))
def test_nothing_is_ever_placed_beside_the_board(seed: int, moves: int) -> None:
    position = wandering(seed, moves)
    if isinstance(position, Playing):
        assert all(place.square in QUICK for place in GAME.view(position, None).placements)
    assert all(placed.square in QUICK for placed in position.table.laid)


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_it_is_over_within_forty_presses_with_two_a_turn(level: Level) -> None:
    position: Position = GAME.new(2, Options(length="quick", level=level))
    presses, rng = 0, Random(5)
    while GAME.turn(position).owes:
        (who,) = GAME.turn(position).owes
        view = GAME.view(position, who)
        is_mine = who == 0
        presses += 2 if is_mine else 0
        move = GAME.chance(position, rng) if who == CHANCE else GAME.choose(view, "rising", rng)
        if is_mine:
            asked = GAME.prompt(view, ())
            assert isinstance(asked, Question)
        position = GAME.apply(position, who, move).state
    assert isinstance(position, Finished)
    assert 20 <= presses <= LONGEST


def test_a_full_quick_board_ends_the_game() -> None:
    ends = [wandering(seed, 400) for seed in range(30)]
    assert all(isinstance(end, Finished) for end in ends)
    outcomes = [GAME.outcome(end) for end in ends]
    assert all(one is not None and ("full" in one.reason or "nobody" in one.reason) for one in outcomes)


def test_the_words_count_only_the_squares_that_are_there() -> None:
    assert GAME.describe is not None
    text = GAME.describe(GAME.view(wandering(3, 2), None))
    assert "Squares taken: 1 of 35." in text
    assert "7 columns (A to G) by 5 rows" in GAME.describe(GAME.view(GAME.new(2, QUICKLY), None))


def test_the_board_is_in_the_middle_and_lower_than_a_full_one() -> None:
    left, _ = corner(Square(0, 0), QUICK)
    right, _ = corner(Square(QUICK.width, 0), QUICK)
    assert right - left == QUICK.width * PITCH
    assert abs(left - (WIDTH - right)) < PITCH
    assert hands_top(QUICK) == hands_top() - 2 * PITCH


def test_every_phase_can_be_drawn_and_looks_different() -> None:
    views = [GAME.view(wandering(3, moves), None) for moves in (0, 2, 3, 20, 400)]
    assert len({draw(view).png() for view in views}) == len(views)
    assert board(views[1]).height < board(GAME.view(wandered(GAME, 2, Options(), 3, 2), None)).height


def test_quick_takes_about_ten_minutes_and_the_full_game_is_the_default() -> None:
    assert GAME.lasts is not None
    assert Options().length == "full"
    assert 8 <= GAME.lasts(2, Options(**GAME.quick)) <= 12 < GAME.lasts(2, Options())


def test_the_first_game_after_the_lesson_is_quick() -> None:
    table: AnyTable = Table.new(GAME, Header("fourside", "1", 2, find("fourside").options)).unasked()
    while not table.turn.owes <= {0, 1}:
        table = table.play(table.chance(b"seed"))
    assert table.view(None).board.grid == QUICK
