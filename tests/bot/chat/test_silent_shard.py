"""One of several shards falls silent: its tables get their time back, and no others do."""

import time

import pytest

from bot.config import Settings
from bot.table.session import Session
from local_discord.interactions import Deadlines
from local_discord.person import AT_MOST
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.chat.test_silent_network import HEARTBEAT, SILENT, TIMEOUT, spied
from tests.bot.cluster.test_cut_off_shards import keep_in
from tests.bot.cluster.test_cut_off_shards import settings as settings
from tests.bot.several import SHARDS, WORLD, connected
from tests.bot.tables import until

pytestmark = pytest.mark.real


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=Deadlines(answer=AT_MOST, heartbeat=HEARTBEAT))


async def test_only_the_tables_of_a_silent_shard_get_their_time_back(
    settings: Settings, discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        numbers = [await keep_in(archive, server) for server in (0, 1)]
    async with connected(settings) as bot:
        await until(lambda: all(bot.tables.in_memory.get(one) is not None for one in numbers))
        tables = [one for one in map(bot.tables.in_memory.get, numbers) if isinstance(one, Session)]
        clocks = [(one.clock, one.clock.running[0]) for one in tables]
        await until(
            lambda: (
                bot.outages.runs and discord.gateway.shards_of(discord.applications[0]) == [*range(SHARDS)]
            )
        )
        bot.client._connection.heartbeat_timeout = TIMEOUT  # noqa: SLF001 - it's 60 seconds otherwise
        lost = spied(bot, monkeypatch)
        discord.gateway.drop(4000, 1)
        await until(lambda: lost and not tables[1].clock.is_resting)
        lost.clear()
        before, began = [clock.at(seat).ends for clock, seat in clocks], time.monotonic()
        discord.faults.silence_gateway(SILENT, shard=1)
        await until(lambda: lost)
        await until(lambda: not tables[1].clock.is_resting)
        assert set(lost) == {1}
        lasted = time.monotonic() - began
        goes_on, silent = (
            clock.at(seat).ends - ended for (clock, seat), ended in zip(clocks, before, strict=True)
        )
        assert goes_on == pytest.approx(0, abs=0.1)
        assert lasted - silent < TIMEOUT
