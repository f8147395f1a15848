"""What one process learns about a person, the others learn too."""

import asyncio
import math
import time

from bench.loopback import started
from bot.cluster.client import ShardedClient
from bot.config import Settings
from bot.discord_time import DISCORD_TIME
from bot.people import quiet_hours
from bot.people.settings import change_settings
from bot.running import opened, point_at
from storage import open_shared
from tests.bot.tables import until
from tests.bot.waiting import CHIARA
from tests.databases import on_a_server as on_a_server


async def test_quiet_hours_changed_in_another_process_hold_here(settings: Settings) -> None:
    settings.discord.shards = 2
    point_at(settings.discord)
    async with (
        opened(settings) as client,
        open_shared(settings.storage.url, 2) as other,
        started(client, settings),
    ):
        assert isinstance(client, ShardedClient)
        await until(lambda: client.sharing.has(0) or client.sharing.has(1))
        stopped = client.app.tables.stopped
        await stopped.learn([CHIARA])
        assert stopped.own_time(0, CHIARA).next_change(time.monotonic()) == math.inf
        hours, now = quiet_hours.quiet_hours("UTC", "22", "8"), DISCORD_TIME.now()
        await change_settings(other.archive, CHIARA, lambda had: had.with_quiet_hours(hours, now))
        await until(lambda: stopped.own_time(0, CHIARA).next_change(time.monotonic()) < math.inf)
        # What was read before is kept in memory.
        assert not (await client.app.archive.people.person(CHIARA)).dms_closed
        await other.archive.people.set_dms_closed(CHIARA, True)
        async with asyncio.timeout(10):
            while not (await client.app.archive.people.person(CHIARA)).dms_closed:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.02)
