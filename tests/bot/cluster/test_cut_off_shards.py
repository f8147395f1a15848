"""A process with several shards, one of which loses its connection to Discord: the others go on."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bench import loopback
from bench.postgres import empty_database
from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.options import TableOptions
from bot.table.session import Session
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import position
from tests.bot.conftest import PATIENT
from tests.bot.resting import unload_all
from tests.bot.several import QUICK, WORLD, connected, cut_off, let_back, shards_held
from tests.bot.tables import keep_lines, people, until

pytestmark = pytest.mark.real


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def settings(discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Settings]:
    """The settings of a bot with three shards."""
    for name, seconds in (QUICK | {"bot.cluster.client.IDENTIFY_SECONDS": 0.05}).items():
        monkeypatch.setattr(name, seconds)
    async with empty_database() as url:
        settings = loopback.settings_for(discord, url)
        settings.discord.shards = 3
        yield settings


async def keep_in(archive: Archive, server: int) -> int:
    """A table in this server, at which Chiara has a day to move; its number."""
    guild = WORLD.guilds[server]
    seats = people(cast.CHIARA, cast.DMITRI)
    number = await keep_lines(
        archive, "doublolo", seats, position(seats).lines, guild=guild.id, channel=guild.channels[0].id
    )
    await archive.sessions.set_table_options(number, TableOptions(move_time="1 day").write())
    return number


async def both(bot: Parlour, numbers: list[int]) -> tuple[Session, Session]:
    """The tables in shards 0 and 1."""
    one, other = [await bot.tables.session(number) for number in numbers]
    return one, other


def ends(session: Session) -> float:
    (seat,) = session.clock.running
    return session.clock.at(seat).ends


async def test_clocks_rest_only_where_the_connection_is_lost(
    settings: Settings, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        numbers = [await keep_in(archive, server) for server in (0, 1)]
    async with connected(settings) as bot:
        await until(lambda: shards_held(bot) == 3 and bot.outages.runs)
        running, cut = await both(bot, numbers)
        before = ends(running), ends(cut)
        cut_off(discord, 1)
        await until(lambda: cut.clock.is_resting)
        lost_at = time.monotonic()
        assert not running.clock.is_resting
        assert not bot.outages.runs  # for /healthz
        await asyncio.sleep(0.3)
        lost = time.monotonic() - lost_at
        let_back(discord)
        await until(lambda: not cut.clock.is_resting)
        assert ends(running) == pytest.approx(before[0], abs=0.1)
        assert ends(cut) >= before[1] + lost - 0.01


async def test_clocks_of_tables_at_rest_do_so_too(settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        numbers = [await keep_in(archive, server) for server in (0, 1)]
    async with connected(settings) as bot:
        await until(lambda: shards_held(bot) == 3 and bot.outages.runs)
        tables = await both(bot, numbers)
        before = [ends(one) for one in tables]
        await unload_all(bot)
        bot.outages.disconnected(1)
        await asyncio.sleep(0.3)
        bot.outages.connected(1)
        running, cut = await both(bot, numbers)
        assert ends(running) == pytest.approx(before[0], abs=0.1)
        assert ends(cut) >= before[1] + 0.29
