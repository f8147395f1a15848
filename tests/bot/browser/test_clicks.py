"""`make clicks` counts what a person actually presses, and the messages they get."""

import pytest

from bench import verdicts
from bench.clicks import SECONDS, Beginning, Tally, count, targets
from bot.config import PlaySettings


async def test_presses_are_counted_up_to_the_first_move_and_then_turn_by_turn() -> None:
    tally = await count("doublolo", 3)
    assert tally.first == len(["Full game", "Heads"])
    assert len(tally.turns) == 2, "two stones, with the computer's between them"
    assert set(tally.turns) <= {1, 2}, "a part of the board, if there are several, and a square"
    assert len(tally.in_channel) == 1
    assert len(tally.to_person) <= 3, "a tip for each of a newcomer's questions"


async def test_a_hand_is_a_message_to_the_person() -> None:
    tally = await count("calabresella", 1)
    assert (len(tally.in_channel), len(tally.to_person)) == (1, 1)


@pytest.mark.parametrize(
    ("beginning", "before", "move"),
    [("/play", 2, {1}), ("after the lesson", 1, {1, 2})],  # a game after the lesson begins without a toss
)
async def test_the_first_move_is_counted_from_play_on_and_after_a_lesson(
    beginning: Beginning, before: int, move: set[int]
) -> None:
    tally = await count("doublolo", 1, beginning)
    assert tally.first - before in move, "a side of the coin; or a part of the board, and a square"
    assert not tally.turns


def test_minutes_are_those_of_the_presses_and_of_the_computers_moves() -> None:
    tally = Tally(first=3, turns=[2, 1], waits=10)
    assert tally.presses == 6
    assert tally.minutes * 60 == pytest.approx(6 * SECONDS + 10 * PlaySettings().pace)


def test_figures_are_judged_by_the_targets_of_their_game_and_form() -> None:
    found = dict.fromkeys(targets("fooblitzky"), 2.4)
    assert all(row.endswith("met") for row in verdicts(found, targets("fooblitzky")))
    *_, a_turn, _ = verdicts(found, targets("doublolo"))
    assert a_turn.endswith("missed by 20%")
    assert targets("doublolo", is_quick=True)["minutes a game"].bound == 10
