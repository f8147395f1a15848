"""A short game: chance plays the first stones, and 40 squares are left (rule 16)."""

from random import Random

import pytest

from games.core import BadNotation
from games.doublolo import GAME
from games.doublolo.rules.notation import Stones, read, write
from games.doublolo.rules.options import LATE
from games.doublolo.rules.position import RED, WHITE, CallOwed, Playing, Position, StonesOwed
from tests.deep import sized

SEEDS = range(sized(4, 200))


def begun(seed: int, first: str = "red") -> Position:
    """The position of a short game when the first player is asked."""
    rng = Random(seed)
    position: Position = GAME.new(2, GAME.options(length="short", first=first))
    while not GAME.turn(position).owes <= {RED, WHITE}:
        (chance,) = GAME.turn(position).owes
        position = GAME.apply(position, chance, GAME.chance(position, rng)).state
    return position


@pytest.mark.parametrize("seed", SEEDS)
def test_a_short_game_begins_with_forty_squares_left_and_somebody_to_move(seed: int) -> None:
    position = begun(seed)
    assert isinstance(position, Playing)
    assert position.board.empty.bit_count() == LATE
    assert min(position.board.scores) > LATE


def test_the_toss_comes_after_the_stones() -> None:
    assert isinstance(begun(1, "toss"), CallOwed)


def test_the_colours_are_about_even() -> None:
    leads = [abs(red - white) for red, white in (begun(seed).board.scores for seed in SEEDS)]
    assert max(leads) <= LATE


def test_stones_are_written_row_by_row() -> None:
    position: Position = GAME.new(2, GAME.options(length="short"))
    (chance,) = GAME.turn(position).owes
    rng = Random(3)
    owed = GAME.apply(position, chance, GAME.chance(position, rng)).state
    assert isinstance(owed, StonesOwed)
    drawn = GAME.chance(owed, rng)
    assert isinstance(drawn, Stones)
    rows = write(drawn).split()[1:]
    assert [len(row) for row in rows] == [23] * 14
    assert ("".join(rows).count("r"), "".join(rows).count("w")) == (
        drawn.red.bit_count(),
        drawn.white.bit_count(),
    )


@pytest.mark.parametrize("text", ["stones", "stones rw. ...", "stones " + " ".join(["x" * 23] * 14)])
def test_rows_of_another_kind_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="14 rows of 23 signs"):
        read(text)
