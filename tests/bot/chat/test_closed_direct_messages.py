"""Direct messages that Discord refuses in any of its ways: hands move into the channel, and all play on."""

import asyncio
import logging

import pytest

from bot.app.parlour import Parlour
from bot.chat import sending
from bot.config import Settings
from bot.host import play as cast
from local_discord.person import Person, is_ephemeral, text_of
from local_discord.refusals import EVERY
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import running
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import look
from tests.bot.hands import (
    EXCHANGE,
    ROOM,
    Three,
    all_direct,
    at_rest,
    direct,
    keep_deal,
    my_hand,
    say_moves,
    session_of,
)
from tests.bot.tables import legal_at, told, until
from tests.openapi import Recording

CHIARA = int(cast.CHIARA)
OF_PERSON = {"refused_dms": (50007, 50033, 50009, 10013), "refused_dm_posts": (50007, 50278)}
OF_BOT = [("refused_dms", 40003), ("refused_dms", 20026), ("refused_dm_posts", 20026)]


def tries(recording: Recording) -> int:
    """How often the bot tried to write to somebody whom it can't reach."""
    return len([one for one in recording.exchanges if one.status >= 400])


async def told_in_channel(person: Person) -> None:
    said = f"<@{person.id}>, I can't send you direct messages, so your hand is here"
    await person.wait_for(lambda m: said in text_of(m))


@pytest.mark.parametrize(
    ("fault", "code"), [(fault, code) for fault, codes in OF_PERSON.items() for code in codes]
)
async def test_whatever_code_says_that_somebody_cannot_be_written_to_is_remembered_and_logged(
    seats: Three,
    settings: Settings,
    discord: LocalDiscord,
    recording: Recording,
    caplog: pytest.LogCaptureFixture,
    fault: str,
    code: int,
) -> None:
    caplog.set_level(logging.INFO, "bot")
    discord.faults.set({fault: {cast.CHIARA: code}})
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        await at_rest(bot, session_of(bot), *seats)
        assert (await bot.archive.people.person(CHIARA)).dms_closed
        assert [one for one in caplog.messages if f"closed (code {code})" in one]
        if code not in (10013, 50278):  # else they don't read the channel either
            await told_in_channel(seats[0])
        tried = tries(recording)
        await say_moves(bot, seats, ["a K♣"])
        await at_rest(bot, session_of(bot), *seats)
        assert tries(recording) == tried == 1
        assert is_ephemeral(await my_hand(seats[0]))
        assert all_direct(seats[1])


@pytest.mark.parametrize(("fault", "code"), OF_BOT)
async def test_what_is_about_the_bot_is_not_held_against_anybody_and_pauses_all_direct_messages(
    seats: Three,
    settings: Settings,
    discord: LocalDiscord,
    recording: Recording,
    caplog: pytest.LogCaptureFixture,
    fault: str,
    code: int,
) -> None:
    discord.faults.set({fault: {EVERY: code}})
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        await at_rest(bot, session_of(bot), *seats)
        for person in seats:
            await told_in_channel(person)
            assert not (await bot.archive.people.person(int(person.id))).dms_closed
        tried = tries(recording)
        await say_moves(bot, seats, ["a K♣"])
        await seats[1].command("hand", channel=ROOM)
        await at_rest(bot, session_of(bot), *seats)
        assert tries(recording) == tried <= len(seats)
        warned = [one for one in caplog.messages if "Discord has flagged the bot" in one]
        assert len(warned) == (code == 20026)
        discord.faults.set({fault: {}})
        await asyncio.sleep(sending.DIRECT_PAUSE_SECONDS)
        await say_moves(bot, seats, ["b 7♣"])
        await until(lambda: all_direct(seats[0]) and all_direct(seats[2]))


@pytest.mark.parametrize("code", [50007, 50033, 50009, 40003, 20026])
async def test_whoever_presses_play_is_told_that_their_direct_messages_cannot_be_opened(
    bot: Parlour,
    chiara: Person,
    discord: LocalDiscord,
    clock: Clock,
    code: int,
) -> None:
    clock.turn_to("fourside")
    card = await look(chiara)
    discord.faults.set({"refused_dms": {cast.CHIARA: code}})
    said = await told(chiara, await chiara.press(card, label="Play"))
    if code in (40003, 20026):
        assert said == "Discord doesn't let me write direct messages right now. Try again in a few minutes."
    else:
        assert said.startswith(
            "I can't send you direct messages. Allow them in this server's privacy settings"
        )
        assert "press the server's name, then **Privacy Settings**" in said
    discord.faults.set({"refused_dms": {}})
    said = await told(chiara, await chiara.press(await look(chiara), label="Play"))
    assert "in our direct messages" in said


@pytest.mark.parametrize("code", [50007, 50278])
async def test_somebody_who_blocks_the_bot_during_a_game_is_told_in_the_channel_where_their_hand_is(
    leading: Parlour, seats: Three, discord: LocalDiscord, code: int
) -> None:
    chiara = seats[0]
    await direct(chiara, "You lead")
    refused = {chiara.id: code}
    discord.faults.set({"refused_dm_edits": refused, "refused_dm_posts": refused})
    session = session_of(leading)
    await say_moves(leading, seats, [f"a {legal_at(session.table)[0]}"])
    if code == 50007:
        await told_in_channel(chiara)
    await at_rest(leading, session, *seats)
    assert await my_hand(chiara)
    assert (await leading.archive.people.person(CHIARA)).dms_closed
