"""Bots on discord.py that run in shards: in one process, in several, and with connections that break."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import discord as dpy
import pytest
from discord import ui

from local_discord.person import Person, text_of
from local_discord.sample import ADA
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING, Sharding
from tests.local_discord.clients import Client, Patient, Sharded, logged_in
from tests.local_discord.six_servers import WORLD, room, started

pytestmark = pytest.mark.usefixtures("quiet")

SHARDS = 4


class Question(ui.View):
    """One button, whose press arrives as an interaction."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Button(label="Go", custom_id="go"))


@pytest.fixture
async def discord(sharding: Sharding) -> AsyncIterator[LocalDiscord]:
    """Six servers."""
    async with started(sharding) as local:
        yield local


@pytest.fixture
def sharding() -> Sharding:
    return NO_WAITING


@pytest.fixture
async def ada(discord: LocalDiscord) -> AsyncIterator[Person]:
    """She is in all servers."""
    async with Person.connect(discord.url, ADA) as person:
        yield person


def ids(guilds: Sequence[dpy.Guild]) -> list[int]:
    return sorted(one.id for one in guilds)


def servers(*numbers: int) -> list[int]:
    return [int(WORLD.guilds[number].id) for number in numbers]


def room_id(number: int) -> int:
    return int(room(number))


async def asked_in(channel: dpy.abc.Messageable, ada: Person) -> Any:
    """A message with a button, as Ada sees it."""
    sent = await channel.send("?", view=Question())
    return await ada.wait_for(lambda one: one["id"] == str(sent.id))


class TestOneProcess:
    @pytest.fixture
    def sharding(self) -> Sharding:
        return Sharding(recommended=3, identify_seconds=0)

    async def test_it_opens_as_many_shards_as_it_is_told_and_knows_every_server(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        async with logged_in(Sharded("All"), discord) as bot:
            assert (bot.shard_count, sorted(bot.shards)) == (3, [0, 1, 2])
            assert ids(bot.guilds) == servers(*range(6))
            assert [bot.get_guild(one).shard_id for one in servers(*range(6))] == [0, 1, 2] * 2  # type: ignore[union-attr]  # just found
            assert {len(one.members) for one in bot.guilds} == {4}, "each shard was sent its members"
            limits = await bot.fetch_session_start_limits()
            assert (limits.remaining, limits.max_concurrency) == (997, 1)
            for number in range(6):
                await ada.say(f"room-{number}", f"hello {number}")
                heard = await bot.told.get()
                assert (heard.guild.id, heard.content) == (*servers(number), f"hello {number}")  # type: ignore[union-attr]  # not direct
            assert bot.events["MESSAGE_CREATE"] == 6, "each was told once"

    async def test_a_press_is_heard_once_wherever_it_is(self, discord: LocalDiscord, ada: Person) -> None:
        async with logged_in(Sharded("All"), discord) as bot:
            person = await bot.fetch_user(int(ADA))
            channels = [bot.get_partial_messageable(room_id(5)), person]
            for channel in channels:
                question = await asked_in(channel, ada)
                assert "All heard you" in text_of(await ada.reply_to(await ada.press(question, "go")))
            assert [one.guild_id for one in bot.answered] == [*servers(5), None]
            assert bot.events["INTERACTION_CREATE"] == 2


class TestSeveralProcesses:
    async def test_two_with_some_of_the_shards_each_are_told_of_their_servers_alone(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        even = Sharded("Even", shard_ids=[0, 2], shard_count=SHARDS)
        odd = Sharded("Odd", shard_ids=[1, 3], shard_count=SHARDS)
        async with logged_in(even, discord), logged_in(odd, discord):
            assert ids(even.guilds) == servers(0, 2, 4)
            assert ids(odd.guilds) == servers(1, 3, 5)
            for number in range(6):
                await ada.say(f"room-{number}", "hello")
            for bot, numbers in ((even, (0, 2, 4)), (odd, (1, 3, 5))):
                heard = sorted([(await bot.told.get()).channel.id for _ in numbers])
                assert heard == [room_id(one) for one in numbers]
                assert bot.events["MESSAGE_CREATE"] == 3

    async def test_a_press_reaches_the_process_of_its_server_and_not_the_one_that_asked(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        async with AsyncExitStack() as stack:
            bots = [
                await stack.enter_async_context(
                    logged_in(Client(f"Shard {number}", shard_id=number, shard_count=SHARDS), discord)
                )
                for number in range(SHARDS)
            ]
            assert [ids(one.guilds) for one in bots] == [servers(0, 4), servers(1, 5), servers(2), servers(3)]
            for number in (1, 4, 3):
                question = await asked_in(bots[2].get_partial_messageable(room_id(number)), ada)
                reply = await ada.reply_to(await ada.press(question, "go"))
                assert text_of(reply) == f"Shard {number % SHARDS} heard you"
            question = await asked_in(await bots[3].fetch_user(int(ADA)), ada)
            reply = await ada.reply_to(await ada.press(question, "go"))
            assert text_of(reply) == "Shard 0 heard you", "direct messages belong to shard 0"
            assert [len(one.answered) for one in bots] == [2, 1, 0, 1]

    async def test_commands_and_emojis_are_those_of_the_application(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        async with (
            logged_in(Client("First", shard_id=0, shard_count=2), discord) as first,
            logged_in(Client("Second", shard_id=1, shard_count=2), discord) as second,
        ):
            await first.tree.sync()
            for number, name in ((0, "First"), (1, "Second")):
                reply = await ada.reply_to(await ada.command("greet", channel=f"room-{number}"))
                assert text_of(reply) == f"{name} heard you"
            made = await first.create_application_emoji(name="spade", image=b"\x89PNG\r\n\x1a\n")
            assert [one.id for one in await second.fetch_application_emojis()] == [made.id]

    async def test_a_bot_that_has_to_divide_its_servers_is_told_so(self) -> None:
        async with LocalDiscord(WORLD, sharding=Sharding(guilds_most=3)) as local:
            with pytest.raises(dpy.ConnectionClosed) as closed:
                async with logged_in(Client(), local):
                    pass
            assert closed.value.code == 4011


async def let_in(client: Client, discord: LocalDiscord, times: int) -> None:
    """Lets every client identify once this one was refused this many times."""
    for _ in range(times):
        await client.refused.get()
    discord.session_starts.sharding = NO_WAITING


class TestStarting:
    @pytest.fixture
    def sharding(self) -> Sharding:
        return Sharding(recommended=3, identify_seconds=60)

    async def test_discord_py_starts_its_shards_one_after_another(
        self, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sleep = asyncio.sleep

        async def hurried(seconds: float, result: Any = None) -> Any:
            """discord.py waits five seconds; here it waits half a second."""
            return await sleep(0.5 if seconds == 5.0 else seconds, result)

        monkeypatch.setattr(asyncio, "sleep", hurried)
        discord.session_starts.sharding = Sharding(recommended=3, identify_seconds=0.49)
        async with logged_in(Patient(), discord) as bot:
            assert ids(bot.guilds) == servers(*range(6))
            assert bot.refused.empty()

    async def test_one_that_does_not_wait_is_refused_and_gets_there_in_the_end(
        self, discord: LocalDiscord
    ) -> None:
        hasty = Sharded()
        waiting = asyncio.create_task(let_in(hasty, discord, times=4))
        async with logged_in(hasty, discord):
            await waiting
            assert ids(hasty.guilds) == servers(*range(6))
            assert hasty.events["READY"] == 3

    async def test_a_second_process_that_starts_too_soon_tries_again(self, discord: LocalDiscord) -> None:
        first, second = (Client(shard_id=number, shard_count=2) for number in range(2))
        waiting = asyncio.create_task(let_in(second, discord, times=2))
        async with logged_in(first, discord), logged_in(second, discord):
            await waiting
            assert first.refused.empty()
            assert ids(second.guilds) == servers(1, 3, 5)


class TestBrokenConnections:
    async def test_a_dropped_shard_resumes_and_misses_nothing(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        async with logged_in(Sharded("All", shard_count=2), discord) as bot:
            question = await asked_in(bot.get_partial_messageable(room_id(3)), ada)
            assert discord.faults.drop_gateway(4000, shard=1) == 1
            await ada.say("room-1", "while you were away")
            interaction_id = await ada.press(question, "go")
            assert (await bot.told.get()).content == "while you were away"
            assert "All heard you" in text_of(await ada.reply_to(interaction_id))
            assert await bot.resumed.get() == 1
            assert bot.lost == [1]
            assert bot.events["READY"] == 2, "no shard began again"

    async def test_a_shard_whose_session_is_gone_begins_again_and_the_others_stay(
        self, discord: LocalDiscord, ada: Person
    ) -> None:
        async with logged_in(Sharded("All", shard_count=2), discord) as bot:
            ready = asyncio.create_task(bot.wait_for("shard_ready", check=lambda shard_id: shard_id == 1))
            discord.faults.drop_gateway(4000, shard=1)
            (gone,) = (one for one in discord.gateway.sessions.values() if one.shard.id == 1)
            del discord.gateway.sessions[gone.id]
            assert sorted([await bot.begun.get() for _ in range(3)]) == [0, 1, 1]
            assert bot.resumed.empty()
            await ready
            await ada.say("room-5", "hello")
            assert (await bot.told.get()).channel.id == room_id(5)
