"""A process can't do anything any more at the tables of a shard that it has handed over."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack

import pytest

from bench import loopback
from bench.postgres import empty_database
from bench.tables import in_lobby
from bot.app.parlour import Parlour
from bot.chat.players import person
from bot.config import Settings
from bot.host import play as cast
from bot.refusal import Elsewhere
from bot.table import hosting
from bot.table.hosting import Place
from bot.table.lobby import seat_computers, sit_down, stand_up
from bot.table.options import TableOptions
from games.engine import registry
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Shards, StorageFailed
from tests.bot.conftest import PATIENT
from tests.bot.several import DIES_SOON, QUICK, WORLD, connected, locked, on
from tests.bot.tables import until

pytestmark = pytest.mark.real

LAST = WORLD.guilds[2]
"""A server in the last shard, which is the first to be given."""

HOST, SERVER, CHANNEL = int(cast.ADA), int(LAST.id), int(LAST.channels[0].id)


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def settings(discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Settings]:
    for name, seconds in QUICK.items():
        monkeypatch.setattr(name, seconds)
    async with empty_database() as url:
        settings = loopback.settings_for(discord, url)
        settings.discord.shards = 3
        yield settings


def has_last(bot: Parlour) -> bool:
    return bot.share.has(SERVER)


async def test_a_lobby_that_was_given_away_is_changed_no_more(settings: Settings) -> None:
    players, game = (person(HOST, "Ada", "1"),), registry.find("doublolo")
    here, beside = (
        hosting.new_lobby(Place(SERVER, channel), game, HOST, {}, TableOptions())
        for channel in (CHANNEL, CHANNEL + 1)
    )
    async with connected(settings) as first:
        await until(lambda: has_last(first))
        lobby = await hosting.open_lobby(first.tables, here, players)
        async with connected(settings) as second:
            await until(lambda: has_last(second))
            seats = await second.archive.sessions.seats(lobby.id)
            for change in (
                sit_down(lobby, 5, "Bruno", "2"),
                stand_up(lobby, HOST),
                seat_computers(lobby, HOST, 2),
            ):
                with pytest.raises(Elsewhere):
                    await change
            with pytest.raises(Elsewhere):
                await hosting.begin(first.tables, lobby, HOST)
            with pytest.raises(Elsewhere):
                await hosting.open_lobby(first.tables, beside, players)
            with pytest.raises(Elsewhere):
                first.tables.keep(lobby)
            assert await second.archive.sessions.seats(lobby.id) == seats
            assert len(await second.archive.sessions.open_tables()) == 1


async def test_what_was_asked_before_is_written_before_a_shard_is_given(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_written: list[bool] = []
    async with connected(settings) as first, AsyncExitStack() as stack:
        await until(lambda: has_last(first))
        archive = first.archive
        stored = await archive.sessions.open(
            in_lobby(SERVER, CHANNEL, "doublolo", "1", "{}", bytes(32), HOST, 5)
        )
        async with locked(settings.storage.url, "sessions"):
            writing = asyncio.create_task(archive.sessions.set_host(stored.id, 7))
            give = Shards.give

            async def spied(shards: Shards, shard: int, seen: Iterable[int]) -> None:
                was_written.append(writing.done())
                await give(shards, shard, seen)

            monkeypatch.setattr(Shards, "give", spied)
            second = await stack.enter_async_context(connected(settings))
            await until(lambda: not has_last(first))
        await until(lambda: has_last(second))
        assert was_written == [True]


async def test_a_shard_is_given_although_the_database_failed_when_it_was_ready(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, faults_logged: set[str]
) -> None:
    faults_logged.add("bot.cluster.sharing")
    ready, failed = Shards.ready, list[int]()

    async def fails_at_first(shards: Shards, shard: int) -> None:
        if shard not in failed:
            failed.append(shard)
            raise StorageFailed("The database is away for a moment.")
        await ready(shards, shard)

    async with connected(settings) as first:
        await until(lambda: has_last(first))
        monkeypatch.setattr(Shards, "ready", fails_at_first)
        async with connected(settings) as second:
            await until(lambda: has_last(second))
    assert failed


@pytest.mark.thorough
async def test_a_process_that_took_longer_than_a_lease_to_log_in_takes_part(
    settings: Settings, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (DIES_SOON | {"bot.app.client.COMMANDS_SECONDS": 60.0}).items():
        monkeypatch.setattr(name, seconds)
    async with connected(settings) as first:
        await until(lambda: has_last(first))
        slow = discord.faults.hold_next("PUT", "/commands$")
        async with connected(settings) as second, on(settings.storage.url) as database:
            await slow.arrived.wait()
            async with asyncio.timeout(30):
                while await database.fetchval("SELECT count(*) FROM processes") > 1:  # noqa: ASYNC110 - no event
                    await asyncio.sleep(0.05)
            slow.released.set()
            await until(lambda: has_last(second) or second.lost.done())
            assert has_last(second)
