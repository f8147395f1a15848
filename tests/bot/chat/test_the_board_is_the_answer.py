"""A press is answered by the new board itself, or acknowledged beside it if that would take too long.

These look at what the bot sent for a press, in order: `picture` if its first answer was one, `plain` for an
acknowledgement, `edit` for a change after it, and `bot` for an edit that the press's token had no part in.
"""

import asyncio
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer
from local_discord.codec import Json
from local_discord.person import Person, labels_of
from local_discord.server import LocalDiscord
from tests.bot.hands import Three, direct, session_of
from tests.bot.tables import (
    board,
    close_up,
    legal,
    lines,
    mover,
    open_lobby,
    square_button,
    start_fourside,
    toss,
    until,
)
from tests.openapi import Recording

PICTURE, PLAIN = 7, 6


@pytest.fixture(autouse=True)
def _no_answer_is_put_off() -> None:
    """Here some are, after the bot's real patience."""


def sent(recording: Recording) -> list[str]:
    """What the bot has sent since the recording was cleared, as far as messages and answers go."""
    found = []
    for one in recording.exchanges:
        if one.path.endswith("/callback"):
            assert isinstance(one.body, dict)
            found.append({PICTURE: "picture", PLAIN: "plain"}.get(one.body["type"], "message"))
        elif one.method == "PATCH":
            found.append("edit" if one.path.endswith("/messages/@original") else "bot")
    return found


async def close_up_of(bot: Parlour, shown: Json, *people: Person) -> tuple[Person, str, Json]:
    """The player to move, a square for them, and the board that asks for it."""
    player, square = mover(bot, *people), legal(bot)[0]
    shown = await board(player, shown, "to place")
    return player, square, await close_up(player, shown, square)


async def test_a_choice_and_a_move_are_each_answered_by_the_new_board(
    bot: Parlour, chiara: Person, dmitri: Person, recording: Recording
) -> None:
    shown, player, _ = await start_fourside(bot, chiara, dmitri)
    await until(lambda: not bot.answering)
    recording.exchanges.clear()
    tile = next(one for one in labels_of(shown) if one.startswith("Tile "))
    await player.press(shown, label=tile)
    shown = await board(player, shown, "Where does tile")
    await until(lambda: not bot.answering)
    assert sent(recording) == ["picture"]
    pressed = await player.press(shown, label=labels_of(shown)[0])
    await board(chiara, shown, "Which square")
    assert await player.outcome(pressed) == "answered"
    await until(lambda: not bot.answering)
    assert sent(recording) == ["picture", "picture"]


async def test_a_lobby_is_the_answer_to_a_join(
    bot: Parlour, chiara: Person, dmitri: Person, recording: Recording
) -> None:
    lobby = await open_lobby(chiara)
    await until(lambda: not bot.answering)
    recording.exchanges.clear()
    await dmitri.outcome(await dmitri.press(lobby, label="Join"))
    assert sent(recording) == ["picture"]


async def test_a_hand_in_direct_messages_is_the_answer_and_the_board_and_other_hands_are_edited(
    bidding: Parlour, seats: Three, recording: Recording
) -> None:
    hand = await direct(seats[0], "do you pass")
    await asyncio.gather(*(direct(one) for one in seats))
    await (await bidding.messages.of(session_of(bidding))).sent()
    recording.exchanges.clear()
    await seats[0].outcome(await seats[0].press(hand, label="Pass"))
    await until(lambda: len(sent(recording)) == 4)
    assert sorted(sent(recording)) == ["bot", "bot", "bot", "picture"]


async def test_a_hand_that_only_its_player_sees_is_the_answer(
    bidding: Parlour, seats: Three, recording: Recording
) -> None:
    await direct(seats[0], "do you pass")
    opened = await seats[0].reply_to(await seats[0].command("hand", channel="card-room"))
    await until(lambda: not bidding.answering)
    await (await bidding.messages.of(session_of(bidding))).sent()
    recording.exchanges.clear()
    await seats[0].press(opened, label="Pass")
    await seats[0].wait_for(lambda m: m["id"] == opened["id"] and "Pass" not in labels_of(m))
    await until(lambda: len(sent(recording)) == 2)
    assert sorted(sent(recording)) == ["bot", "picture"]


async def test_a_drawing_that_takes_long_is_acknowledged_first(
    bot: Parlour, chiara: Person, dmitri: Person, recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await toss(chiara, dmitri)
    player, square, close = await close_up_of(bot, shown, chiara, dmitri)
    draw = bot.pictures.draw

    async def slowly(*what: Any) -> Any:
        await asyncio.sleep(first_answer.PICTURE_PATIENCE + 0.5)
        return await draw(*what)

    monkeypatch.setattr(bot.pictures, "draw", slowly)
    await until(lambda: not bot.answering)
    recording.exchanges.clear()
    await player.press(close, label=square_button(close, square))
    await board(chiara, shown, f"plays {square}")
    assert sent(recording) == ["plain", "edit"]


async def test_a_press_whose_upload_hangs_is_acknowledged_beside_it_and_the_board_follows(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
) -> None:
    shown = await toss(chiara, dmitri)
    player, square, close = await close_up_of(bot, shown, chiara, dmitri)
    hung = discord.faults.hold_next("POST", "/callback")
    pressed = await player.press(close, label=square_button(close, square))
    await hung.arrived.wait()
    assert await player.outcome(pressed) == "answered"
    await board(chiara, shown, f"plays {square}")
    hung.released.set()


async def test_while_uploads_are_slow_presses_are_acknowledged_at_once_and_later_answered_by_the_board_again(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    recording: Recording,
) -> None:
    shown = await toss(chiara, dmitri)

    async def move() -> list[str]:
        player, square, close = await close_up_of(bot, shown, chiara, dmitri)
        await until(lambda: not bot.answering)
        recording.exchanges.clear()
        await player.press(close, label=square_button(close, square))
        await board(chiara, shown, f"plays {square}")
        await until(lambda: not bot.answering)
        return sent(recording)

    assert await move() == ["picture"]
    slow = discord.faults.hold_next("POST", "/callback")
    asyncio.get_running_loop().call_later(first_answer.QUICK_SECONDS + 0.2, slow.released.set)
    await move()
    assert await move() == ["plain", "edit"]
    await asyncio.sleep(first_answer._LATE_SECONDS)  # noqa: SLF001 - after which it is forgotten
    assert await move() == ["picture"]


@pytest.mark.parametrize(
    "failure",
    [
        {"status": 404},
        {"status": 404, "times": 3},
        {"status": 403},
        {"status": 500, "after": True},
        {"status": 429, "retry_after": 0.1},
    ],
    ids=["refused once", "refused always", "forbidden", "lost after its effect", "limited"],
)
async def test_an_answer_that_fails_leaves_no_stale_board_and_no_move_is_doubled(
    bot: Parlour,
    discord: LocalDiscord,
    chiara: Person,
    dmitri: Person,
    failure: dict[str, Any],
) -> None:
    shown = await toss(chiara, dmitri)
    player, square, close = await close_up_of(bot, shown, chiara, dmitri)
    before = len(lines(bot))
    discord.faults.fail_next([{"path": "/callback", "method": "POST"} | failure])
    await player.press(close, label=square_button(close, square))
    await board(chiara, shown, f"plays {square}")
    await until(lambda: not bot.answering)
    assert len(lines(bot)) == before + 1


async def test_of_two_presses_at_once_the_board_shows_what_both_led_to(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    player, square, close = await close_up_of(bot, shown, chiara, dmitri)
    slow = discord.faults.hold_next("POST", "/callback")
    first = await player.press(close, label=square_button(close, square))
    await slow.arrived.wait()
    other, next_square = mover(bot, chiara, dmitri), legal(bot)[0]
    second = await other.command("move", channel="games", move=next_square)
    await until(lambda: any(one.endswith(next_square) for one in lines(bot)[-1:]))
    slow.released.set()
    await board(chiara, shown, f"plays {next_square}")
    assert {await player.outcome(first), await other.outcome(second)} <= {"answered", "thinking"}
