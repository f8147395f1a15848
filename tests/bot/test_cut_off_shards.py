"""A process with several shards, one of which loses its connection to Discord: the others go on."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bench import together
from bench.postgres import empty_database
from bot.config import Settings
from bot.play import world as cast
from bot.tables.session import Session
from bot.tables.table_options import TableOptions
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import position
from tests.bot.conftest import PATIENT
from tests.bot.several import QUICK, WORLD, connected, cut_off, let_back
from tests.bot.tables import keep_lines, people, until

MINUTE = 0.5
LIMIT = 2 * MINUTE


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def settings(discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Settings]:
    """Those of a bot with three shards, at whose tables two minutes pass quickly."""
    for name, seconds in (QUICK | {"bot.shards.client.IDENTIFY_SECONDS": 0.05}).items():
        monkeypatch.setattr(name, seconds)
    async with empty_database() as url:
        settings = together.settings_for(discord, url)
        settings.discord.shards = 3
        settings.play.minute = MINUTE
        yield settings


async def keep_in(archive: Archive, server: int) -> int:
    """A table in this server, at which Chiara has two minutes to move; its number."""
    guild = WORLD.guilds[server]
    seats = people(cast.CHIARA, cast.DMITRI)
    number = await keep_lines(
        archive, "doublolo", seats, position(seats).lines, guild=guild.id, channel=guild.channels[0].id
    )
    await archive.set_table_options(number, TableOptions(move_time="2 minutes").write())
    return number


async def test_clocks_rest_only_where_the_connection_is_lost(
    settings: Settings, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        numbers = [await keep_in(archive, server) for server in (0, 1)]
    async with connected(settings) as bot:
        await until(lambda: all(bot.tables.kept(one) is not None for one in numbers))
        running, cut = [bot.tables.kept(one) for one in numbers]
        assert isinstance(running, Session)
        assert isinstance(cut, Session)
        await until(lambda: bot.time.runs)
        cut_off(discord, 1)
        await until(lambda: cut.clock.is_resting)
        assert not running.clock.is_resting
        assert not bot.time.runs
        (before, made), began = (len(cut.table.lines), len(running.table.lines)), time.monotonic()
        await until(lambda: len(running.table.lines) > made)
        await asyncio.sleep(max(began + LIMIT - time.monotonic(), 0))
        assert len(cut.table.lines) == before
        let_back(discord)
        await until(lambda: not cut.clock.is_resting)
        (seat,) = cut.clock.running
        assert cut.clock.ends(seat) > time.monotonic()
        await until(lambda: len(cut.table.lines) > before)
