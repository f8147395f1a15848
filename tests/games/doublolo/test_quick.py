"""A quick game: the same rules on a board of 12 by 8 squares (rule 17)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import CHANCE, Question
from games.doublolo import GAME, Options
from games.doublolo.pictures.draw import draw
from games.doublolo.pictures.tiles import Tile, paint
from games.doublolo.pictures.whole import cell_of, corner
from games.doublolo.rules.notation import Lay
from games.doublolo.rules.position import GRID, QUICK, RED, Finished, Position
from games.engine.lessons import find
from games.engine.record import Header
from games.engine.table import AnyTable, Table
from games.kit.brush.marks import WIDTH
from tests.games.doublolo.looking import board_of
from tests.games.doublolo.played import played
from tests.games.pictures import PHONE, furthest

LONGEST = 40
"""The most presses that a quick game takes one player."""


def begun(seed: int, blocked: str = "random") -> Position:
    """A quick game once the board is set up and Red is to place."""
    position: Position = GAME.new(2, GAME.options(length="quick", first="red", blocked=blocked))
    return GAME.apply(position, CHANCE, GAME.chance(position, Random(seed))).state


@given(st.integers())
def test_two_groups_and_six_to_ten_blocked_squares_are_on_a_board_of_12_by_8(seed: int) -> None:
    board = begun(seed).board
    assert (board.grid.width, board.grid.height) == (12, 8)
    assert 6 <= board.blocked.bit_count() <= 10
    assert board.scores == (16, 16)
    stones = board.stones[0] | board.stones[1]
    assert not board.grid.around(stones) & board.blocked


@pytest.mark.parametrize(("blocked", "found"), [("24", 6), ("31", 7), ("40", 10)])
def test_a_quarter_of_the_chosen_number_is_blocked(blocked: str, found: int) -> None:
    assert begun(1, blocked).board.blocked.bit_count() == found


def test_the_boards_differ() -> None:
    boards = [begun(seed).board for seed in range(60)]
    assert len({board.stones for board in boards}) > 20
    assert {board.blocked.bit_count() for board in boards} == set(range(6, 11))


@pytest.mark.parametrize("seed", range(4))
def test_it_is_over_within_forty_presses_and_not_before_half_of_the_squares_are_filled(seed: int) -> None:
    position, presses, rng = begun(seed), 0, Random(seed)
    while not isinstance(position, Finished):
        (mover,) = GAME.turn(position).owes
        view = GAME.view(position, mover)
        move = GAME.choose(view, "easy", rng)
        question = GAME.prompt(view, ())
        assert isinstance(question, Question)
        is_at_once = GAME.write(move) in [choice.key for choice in question.choices]
        presses += (1 if is_at_once else 2) if mover == RED else 0
        position = GAME.apply(position, mover, move).state
    assert 20 < presses <= LONGEST
    assert position.board.empty.bit_count() < sum(position.board.scores)


def test_every_square_that_can_be_chosen_shows_its_name_and_what_it_flips() -> None:
    view = GAME.view(played(3, 20, "quick"), None)
    cell = cell_of(QUICK)
    assert view.choices
    for square, flips in view.choices.items():
        left, top = corner(square, cell)
        shown = board_of(view).crop((left, top, left + cell, top + cell))
        assert furthest(shown, paint(Tile(open=view.mover, name=str(square), flips=flips), cell)) <= 40


def test_its_squares_are_twice_as_large_and_the_board_is_as_wide_as_the_picture() -> None:
    assert cell_of(QUICK) * PHONE / WIDTH > 30
    for grid in (GRID, QUICK):
        right, _ = corner(type(grid.square(1))(grid.width, 0), cell_of(grid))
        assert WIDTH - right < cell_of(grid) / 2


def test_equal_positions_look_equal_and_every_phase_can_be_drawn() -> None:
    drawn = [draw(GAME.view(played(3, moves, "quick"), None)).png() for moves in (0, 1, 2, 3, 20, 200)]
    assert len(set(drawn)) == len(drawn)


def test_a_board_of_a_full_game_is_refused() -> None:
    full: Position = GAME.new(2, GAME.options(first="red"))
    lay = GAME.chance(full, Random(1))
    assert isinstance(lay, Lay)
    quick: Position = GAME.new(2, GAME.options(length="quick"))
    with pytest.raises(Exception, match="rule"):
        GAME.apply(quick, CHANCE, lay)


def test_quick_takes_about_ten_minutes_and_the_full_game_is_the_default() -> None:
    assert GAME.lasts is not None
    assert Options().length == "full"
    assert 8 <= GAME.lasts(2, Options(**GAME.quick)) <= 12 < GAME.lasts(2, Options())


def test_the_first_game_after_the_lesson_is_quick_and_begins_without_a_toss() -> None:
    table: AnyTable = Table.new(GAME, Header("doublolo", "1", 2, find("doublolo").options)).unasked()
    while not table.turn.owes <= {0, 1}:
        table = table.play(table.chance(b"seed"))
    assert table.turn.owes == {RED}
    assert isinstance(table.prompt(None), Question)
    assert table.view(None).board.grid == QUICK
