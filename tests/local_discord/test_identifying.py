"""IDENTIFY: which shards there can be, how many servers each may have, and how fast they may start."""

import asyncio
import time

import pytest

from local_discord.person import Person
from local_discord.sample import ADA, GAMES
from local_discord.server import LocalDiscord
from local_discord.shards import Sharding
from tests.local_discord.raw_bot import INTENTS, RawBot
from tests.local_discord.six_servers import SERVERS, SHARDS, guild, room, shard, started

INVALID_SESSION = 9


@pytest.mark.parametrize("wrong", [[3, 3], [-1, 3], [0, 0], [0, -1]])
async def test_a_shard_there_cannot_be_is_closed_with_4010(discord: LocalDiscord, wrong: list[int]) -> None:
    async with RawBot.connect(discord, identify=False) as bot:
        await bot.identify(shard=wrong)
        assert await bot.closed() == 4010


async def test_a_connection_with_too_many_servers_is_closed_with_4011() -> None:
    async with started(Sharding(identify_seconds=0, guilds_most=2)) as discord:
        for given in ({}, {"shard": [0, 1]}, {"shard": [1, 2]}):
            async with RawBot.connect(discord, identify=False) as bot:
                await bot.identify(INTENTS, **given)
                assert await bot.closed() == 4011
        async with shard(discord, 2, 3) as third:
            assert (await third.call("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 999, (
                "what was closed isn't counted"
            )


async def test_the_gateway_says_how_many_shards_it_wants_and_what_may_be_started() -> None:
    async with started(Sharding(recommended=3, max_concurrency=2)) as discord, shard(discord, 0) as bot:
        status, said = await bot.call("GET", "/gateway/bot")
        limit = said["session_start_limit"]
        assert (status, said["shards"], limit["max_concurrency"]) == (200, 3, 2)
        assert (limit["total"], limit["remaining"]) == (1000, 999)
        assert 0 < limit["reset_after"] <= 86_400_000


async def test_a_second_identify_in_the_same_five_seconds_is_an_invalid_session() -> None:
    assert Sharding().identify_seconds == 5
    async with (
        started(Sharding(identify_seconds=60)) as discord,
        shard(discord, 0),
        RawBot.connect(discord, identify=False) as second,
    ):
        for _ in range(2):  # on the same connection, which stays open
            await second.identify(shard=[1, SHARDS])
            assert (await second.opcode(INVALID_SESSION))["d"] is False
        assert discord.gateway.shards_of(second.application) == [0]


async def test_an_identify_after_that_time_is_taken_though_one_before_it_was_not() -> None:
    async with (
        started(Sharding(identify_seconds=60)) as discord,
        shard(discord, 0),
        RawBot.connect(discord, identify=False) as second,
    ):
        await second.identify(shard=[1, SHARDS])
        await second.opcode(INVALID_SESSION)
        discord.session_starts.sharding = Sharding(identify_seconds=0.05)
        await asyncio.sleep(0.05)
        await second.identify(shard=[1, SHARDS])
        await second.event("READY")


async def test_shards_of_different_remainders_start_at_once_and_others_wait() -> None:
    async with (
        started(Sharding(max_concurrency=2, identify_seconds=60)) as discord,
        shard(discord, 0, 4),
        shard(discord, 1, 4),
    ):
        for number in (2, 3, 0):
            async with RawBot.connect(discord, identify=False) as late:
                await late.identify(shard=[number, 4])
                await late.opcode(INVALID_SESSION)


async def test_each_bot_waits_for_itself_alone() -> None:
    async with (
        LocalDiscord(applications=["One", "Other"], sharding=Sharding(identify_seconds=60)) as discord,
        RawBot.connect(discord) as one,
        RawBot.connect(discord, application=1),
        RawBot.connect(discord, identify=False) as again,
    ):
        await again.identify()
        await again.opcode(INVALID_SESSION)
        limit = (await one.call("GET", "/gateway/bot"))[1]["session_start_limit"]
        assert limit["remaining"] == 999


async def test_a_resume_neither_waits_nor_counts() -> None:
    async with started(Sharding(identify_seconds=60)) as discord, shard(discord, 1) as bot:
        (session,) = discord.gateway.sessions
        for _ in range(2):
            await bot.abort()
            await bot.open()
            await bot.resume(session, bot.sequence)
            await bot.event("RESUMED")
        limit = (await bot.call("GET", "/gateway/bot"))[1]["session_start_limit"]
        assert limit["remaining"] == 999


async def test_identifying_may_be_refused_for_a_while(ada: Person, discord: LocalDiscord) -> None:
    faults = (await ada.do("faults", refuse_identify={"seconds": 60, "shard": 1}))["faults"]
    assert faults["refuse_identify"]["shard"] == 1
    assert 50 < faults["refuse_identify"]["seconds"] <= 60
    async with shard(discord, 0), RawBot.connect(discord, identify=False) as refused:
        await refused.identify(shard=[1, SHARDS])
        await refused.opcode(INVALID_SESSION)
        discord.faults.refuse_identify(0)
        await refused.identify(shard=[1, SHARDS])
        await refused.event("READY")
    assert (await ada.do("faults"))["faults"]["refuse_identify"] is None


async def test_servers_come_one_by_one_some_time_after_ready() -> None:
    async with (
        started(Sharding(identify_seconds=0, guild_seconds=0.05)) as discord,
        RawBot.connect(discord, identify=False) as bot,
    ):
        began = time.monotonic()
        await bot.identify()
        assert len((await bot.event("READY"))["guilds"]) == SERVERS
        assert "GUILD_CREATE" not in bot.names(), "none comes with READY"
        for number in range(1, SERVERS + 1):
            await bot.event("GUILD_CREATE")
            assert time.monotonic() - began >= 0.05 * number


async def test_nothing_is_heard_of_a_server_that_has_not_come_yet() -> None:
    async with (
        started(Sharding(identify_seconds=0, guild_seconds=0.2)) as discord,
        Person.connect(discord.url, ADA) as ada,
        RawBot.connect(discord, identify=False) as bot,
    ):
        await bot.identify()
        await bot.event("READY")
        await ada.say(room(0), "too early")
        assert (await bot.event("GUILD_CREATE"))["id"] == guild(0)
        await ada.say(room(0), "now")
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "now"


async def test_archived_threads_do_not_come_with_their_server(discord: LocalDiscord, bot: RawBot) -> None:
    ids = []
    for name in ("awake", "asleep"):
        path, body = f"/channels/{GAMES}/threads", {"name": name, "type": 11}
        ids.append((await bot.call("POST", path, body))[1]["id"])
    await bot.call("PATCH", f"/channels/{ids[1]}", {"archived": True})
    async with RawBot.connect(discord, identify=False) as other:
        await other.identify()
        threads = (await other.event("GUILD_CREATE"))["threads"]
    assert [one["id"] for one in threads] == ids[:1]
