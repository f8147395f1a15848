"""Limits that Discord doesn't announce: the bot stays below them, or doesn't retry."""

import asyncio
from collections.abc import Callable

import pytest

from bot.app.parlour import Parlour
from bot.chat.ephemerals import TOKEN_SECONDS
from bot.config import Settings
from bot.table.messages import board
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.ratelimit import Limit, Limits
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import EXCHANGE, SEATED, at_rest, board_of, keep_deal, say_moves, session_of
from tests.bot.tables import session_in, toss, type_moves, until, visible, words_of
from tests.openapi import Recording


@pytest.fixture
def an_hour_passes(discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Once called, every message counts as old, and Discord accepts only two edits of each."""

    def passes() -> None:
        monkeypatch.setattr(board, "OLD_SECONDS", -1.0)
        discord.limiter.limits = Limits(old_edits=Limit(2, 3600), old_seconds=-1)

    return passes


async def moved(bot: Parlour, chiara: Person, dmitri: Person) -> Json:
    """The board after one more move."""
    move = await type_moves(bot, chiara, dmitri)
    return await chiara.wait_for(lambda m: f"plays {move}" in words_of(m))


async def test_the_old_board_of_a_lively_game_is_posted_again_before_discord_takes_no_more_edits(
    bot: Parlour, chiara: Person, dmitri: Person, an_hour_passes: Callable[[], None]
) -> None:
    first = await toss(chiara, dmitri)
    an_hour_passes()
    shown = [await moved(bot, chiara, dmitri) for _ in range(4)]
    assert len({one["id"] for one in [first, *shown]}) > 2
    await chiara.wait_until(lambda: [one["id"] for one in visible(chiara)] == [shown[-1]["id"]])


async def test_a_board_of_which_discord_takes_no_more_edits_is_posted_again(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    first = await toss(chiara, dmitri)
    await asyncio.sleep(TOKEN_SECONDS)  # edits by a press's token aren't counted
    await until(lambda: bot.messages.is_current(session_in(bot)))
    discord.limiter.limits = Limits(old_edits=Limit(0, 0.05), old_seconds=-1)
    await type_moves(bot, chiara, dmitri)
    await chiara.wait_gone(first)
    assert len(visible(chiara)) == 1


async def test_the_old_board_of_a_slow_game_is_edited_in_place(
    bot: Parlour,
    chiara: Person,
    dmitri: Person,
    an_hour_passes: Callable[[], None],
) -> None:
    first = await toss(chiara, dmitri)
    an_hour_passes()
    await asyncio.sleep(board.LIVELY_SECONDS)
    assert (await moved(bot, chiara, dmitri))["id"] == first["id"]


async def test_a_player_who_left_the_server_gets_one_message_and_not_where_their_hand_is(
    settings: Settings, meet: Meet, recording: Recording
) -> None:
    seats = [await meet(one) for one in SEATED]
    await seats[1].do("leave")
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        await say_moves(bot, seats, ["a K♣"])
        await board_of(seats[0], "plays K♣")
        await at_rest(bot, session_of(bot), seats[0], seats[2])
        assert (await bot.archive.people.person(int(seats[1].id))).dms_closed
    refused = [one for one in recording.exchanges if one.status == 403]
    assert [one.method for one in refused] == ["POST"]
    assert not any("I can't send you" in text_of(one) for one in seats[0].sees.in_channel("card-room"))
