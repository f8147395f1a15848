"""What a press changes is its answer: one request a press, unless the picture keeps the person waiting."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.app import Parlour
from bot.screens import answer
from bot.screens.pictures import Pictures
from local_discord.codec import Json
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.tables import (
    board,
    choose,
    close_up,
    legal,
    lines,
    mover,
    part_button,
    session_in,
    toss,
    type_moves,
    until,
    words_of,
)
from tests.openapi import Exchange, Recording

ACKNOWLEDGED, EDITED = 6, 7


@pytest.fixture
async def shown(bot: Parlour, chiara: Person, dmitri: Person) -> Json:
    """A board on which the tips are over and a square is to be picked."""
    lobby = await toss(chiara, dmitri)
    square = await type_moves(bot, chiara, dmitri, count=12)
    player = mover(bot, chiara, dmitri)
    await settled(bot)
    found = await board(player, lobby, f"plays {square}")
    return await board(player, found, "Which part")


async def settled(bot: Parlour) -> None:
    """Wait until every press has its answer and everything is shown."""
    await until(lambda: not bot.answering and bot.displays.is_current(session_in(bot)))


def kinds(exchanges: Sequence[Exchange]) -> list[str]:
    """The requests with the kinds of the answers among them, except for the tip that goes with the first."""
    return [
        f"{one.path.rpartition('/')[2]} {one.body['type']}"
        if one.path.endswith("/callback") and isinstance(one.body, dict)
        else f"{one.method} {one.path.removeprefix('/api/v10')}"
        for one in exchanges
        if not (one.method == "DELETE" and "/webhooks/" in one.path)
    ]


async def test_an_answer_and_a_move_are_each_one_request_and_nothing_else(
    bot: Parlour, recording: Recording, chiara: Person, dmitri: Person, shown: Json
) -> None:
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    before = len(recording.exchanges)
    asked = await close_up(player, shown, square)
    await settled(bot)
    assert kinds(recording.exchanges[before:]) == [f"callback {EDITED}"]
    await player.press(asked, label=square)
    await board(player, shown, f"plays {square}")
    await settled(bot)
    assert kinds(recording.exchanges[before:]) == [f"callback {EDITED}"] * 2


async def test_a_picture_that_takes_long_comes_after_the_acknowledgement(
    bot: Parlour,
    recording: Recording,
    monkeypatch: pytest.MonkeyPatch,
    chiara: Person,
    dmitri: Person,
    shown: Json,
) -> None:
    is_acknowledged, draw = asyncio.Event(), Pictures.draw

    async def draw_late(*args: object) -> object:
        await is_acknowledged.wait()
        return await draw(*args)  # type: ignore[arg-type]  # what the real one is given

    monkeypatch.setattr(Pictures, "draw", draw_late)
    monkeypatch.setattr(answer, "SHOWN_SECONDS", 0.01)
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    before = len(recording.exchanges)
    for label, saying in ((part_button(square), "Which square"), (square, f"plays {square}")):
        is_acknowledged.clear()
        pressed = await player.press(player.current(shown), label=label)
        assert await player.outcome(pressed) == "answered"
        is_acknowledged.set()
        await board(player, shown, saying)
    await settled(bot)
    edit = "PATCH /webhooks/"
    found = [kind[: len(edit)] for kind in kinds(recording.exchanges[before:])]
    assert found == [f"callback {ACKNOWLEDGED}", edit] * 2


async def test_when_discord_refuses_the_board_as_an_answer_the_board_is_edited_all_the_same(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, shown: Json
) -> None:
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    asked = await close_up(player, shown, square)
    count = len(lines(bot))
    discord.faults.fail_next([{"status": 404, "method": "POST", "path": "/callback$", "times": 1}])
    await player.press(asked, label=square)
    assert f"plays {square}" in words_of(await board(player, shown, "Which part"))
    assert len(lines(bot)) == count + 1


async def test_a_move_on_a_buried_board_is_acknowledged_at_once_and_the_board_posted_again(
    bot: Parlour, recording: Recording, chiara: Person, dmitri: Person, shown: Json
) -> None:
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    for number in range(12):
        await chiara.say("games", f"hello {number}")
    before = len(recording.exchanges)
    await choose(player, shown, square)
    await player.wait_for(lambda m: f"plays {square}" in words_of(m) and m["id"] != shown["id"])
    await settled(bot)
    found = [kind[:10] for kind in kinds(recording.exchanges[before:])]
    assert sorted(found) == sorted(
        [f"callback {EDITED}", "POST /chan", f"callback {ACKNOWLEDGED}", "DELETE /ch"]
    )
    assert found.index(f"callback {ACKNOWLEDGED}") < found.index("DELETE /ch")
