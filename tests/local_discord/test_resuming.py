"""The gateway: either side drops the connection, and the bot resumes where it was."""

import asyncio

import pytest

from local_discord.gateway import RESUMABLE_SECONDS
from local_discord.interactions import Deadlines
from local_discord.person import Person
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.clients import Client, logged_in
from tests.local_discord.raw_bot import RawBot


async def test_a_bot_that_has_logged_in_cannot_resume_another_session(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        session = discord.gateway.open(bot.application, 0)
        await bot.resume(session.id, 0)
        assert await bot.closed() == 4005


async def test_a_bot_whose_heart_stops_is_let_go_and_has_to_begin_again() -> None:
    async with (
        LocalDiscord(deadlines=Deadlines(heartbeat=0.5), sharding=NO_WAITING) as discord,
        RawBot.connect(discord) as bot,
    ):
        session = next(iter(discord.gateway.sessions))
        assert await bot.closed() == 4009
        await bot.open()
        assert (await bot.opcode(10))["d"]["heartbeat_interval"] == 500
        await bot.resume(session, bot.sequence)
        assert (await bot.opcode(9))["d"] is False
        await bot.identify()
        await bot.event("GUILD_CREATE")


@pytest.mark.usefixtures("quiet")
async def test_discord_py_begins_again_after_a_session_that_timed_out(
    ada: Person, discord: LocalDiscord
) -> None:
    async with logged_in(Client(), discord) as client, asyncio.timeout(20):
        (timed_out,) = discord.gateway.sessions
        begun = asyncio.create_task(client.wait_for("ready"))
        resumed = asyncio.create_task(client.wait_for("resumed"))
        await asyncio.sleep(0)
        discord.faults.drop_gateway(4009)
        await asyncio.wait({begun, resumed}, return_when=asyncio.FIRST_COMPLETED)
        assert begun.done()
        assert resumed.cancel(), "it resumed a session that timed out"
        assert timed_out not in discord.gateway.sessions
        await ada.say("games", "Welcome back")
        assert (await client.told.get()).content == "Welcome back"


async def test_a_bot_that_is_asked_to_reconnect_resumes(ada: Person, discord: LocalDiscord) -> None:
    async with logged_in(Client(), discord) as client, asyncio.timeout(20):
        resumed = asyncio.create_task(client.wait_for("resumed"))
        await asyncio.sleep(0)
        await ada.do("faults", reconnect={})
        await resumed
        await ada.say("games", "Welcome back")
        assert (await client.told.get()).content == "Welcome back"


async def test_only_the_shard_that_is_named_is_asked_to_reconnect(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        discord.gateway.ask_to_reconnect(shard=1)
        assert await bot.heard() == bot.names()
        assert not any(frame["op"] == 7 for frame in bot.frames)
        discord.gateway.ask_to_reconnect(shard=0)
        assert await bot.opcode(7) == {"t": None, "s": None, "op": 7, "d": None}


async def test_a_resumed_session_is_told_what_it_missed(ada: Person, discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        session = next(iter(discord.gateway.sessions))
        await ada.say("general", "one")
        await bot.event("MESSAGE_CREATE")
        seen = bot.sequence
        await bot.abort()
        await ada.say("general", "two")
        await ada.say("general", "three")
        await bot.open()
        await bot.resume(session, seen)
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "two"
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "three"
        assert (await bot.event("RESUMED")) == {"_trace": ["loopback"]}
        await ada.say("general", "four")
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "four"


async def test_a_command_used_while_the_bot_was_away_reaches_it_on_resuming(ada: Person, bot: RawBot) -> None:
    session = next(iter(bot.discord.gateway.sessions))
    seen = bot.sequence
    await bot.abort()
    interaction_id = await ada.command("greet", channel="games")
    await bot.open()
    await bot.resume(session, seen)
    told = await bot.event("INTERACTION_CREATE")
    await bot.answer(told, {"type": 4, "data": {"content": "back again"}})
    assert (await ada.reply_to(interaction_id))["content"] == "back again"


async def test_a_session_that_was_ended_or_never_was_cannot_be_resumed(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        session = next(iter(discord.gateway.sessions))
        await bot.close(1000)
        for wanted in (session, "unknown"):
            await bot.open()
            await bot.resume(wanted, 1)
            assert (await bot.opcode(9))["d"] is False
            await bot.close()


async def test_a_session_of_another_bot_or_of_long_ago_cannot_be_resumed(discord: LocalDiscord) -> None:
    async with (
        RawBot.connect(discord) as bot,
        RawBot.connect(discord, identify=False, application=1) as other,
    ):
        session = next(iter(discord.gateway.sessions.values()))
        await bot.abort()
        await other.resume(session.id, 1)
        assert (await other.opcode(9))["d"] is False
        session.left_at -= RESUMABLE_SECONDS + 1
        await bot.open()
        await bot.resume(session.id, 1)
        assert (await bot.opcode(9))["d"] is False
        await bot.identify()
        await bot.event("GUILD_CREATE")
        assert session.id not in discord.gateway.sessions


async def test_a_sequence_of_the_future_is_refused_and_ends_the_session(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord) as bot:
        session = next(iter(discord.gateway.sessions))
        await bot.abort()
        await bot.open()
        await bot.resume(session, 10_000)
        assert await bot.closed() == 4007
        await bot.open()
        await bot.resume(session, 10_000)
        assert (await bot.opcode(9))["d"] is False


async def test_a_reader_too_far_behind_is_cut_off(
    ada: Person, bot: RawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local_discord.send_queue.FRAMES_MOST", 3)
    (session,) = bot.discord.gateway.sessions.values()
    for number in range(5):
        session.tell("TYPING_START", {"number": number})
    await bot.closed()
    await ada.wait_until(lambda: not ada.sees.applications[bot.application.id]["online"])
    await bot.open()
    await bot.resume(session.id, bot.sequence)
    monkeypatch.undo()
    await bot.event("RESUMED")
