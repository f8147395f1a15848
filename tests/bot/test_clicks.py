"""`make clicks` counts what a person actually presses, and the messages they get."""

from bench.clicks import count


async def test_presses_are_counted_up_to_the_first_move_and_then_turn_by_turn() -> None:
    tally = await count("doublolo", 3)
    assert tally.first == len(["Play the computer", "Heads"])
    assert len(tally.turns) == 2, "two stones, with the computer's between them"
    assert set(tally.turns) <= {1, 2}, "a part of the board, if there are several, and a square"
    assert len(tally.in_channel) == 1
    assert len(tally.to_person) <= 3, "a tip for each of a newcomer's questions"


async def test_a_hand_is_a_message_to_the_person() -> None:
    tally = await count("calabresella", 1)
    assert (len(tally.in_channel), len(tally.to_person)) == (1, 1)
