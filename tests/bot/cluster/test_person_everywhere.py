"""What one process learns about a person, the others learn too."""

import asyncio
import math
import time

import pytest

from bench.loopback import started
from bot.chat.discord_time import DISCORD_TIME
from bot.cluster.client import ShardedClient
from bot.config import Settings
from bot.host import play as cast
from bot.host.running import opened, point_at
from bot.people import quiet_hours
from bot.people.settings import change_settings
from bot.replays.replays import Replays
from bot.table.journal import milliseconds
from storage import open_shared
from tests.bot.conftest import running
from tests.bot.tables import keep, people, to_move, until
from tests.bot.waiting import CHIARA
from tests.databases import on_a_server as on_a_server

pytestmark = pytest.mark.real


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
        # Who deletes everything is a former player here, too, also in what is in memory or on its way there.
        await keep(other.archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await other.archive.sessions.end(1, "stopped", (), milliseconds())
        replays = client.app[Replays]
        stored = await replays.stored(1)
        assert "Chiara" in repr((await replays.of_table(stored)).players)
        await other.archive.privacy.forget(CHIARA, milliseconds())
        async with asyncio.timeout(10):
            while "Chiara" in repr((await replays.of_table(stored)).players):  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.02)


async def test_a_replay_that_was_read_before_somebody_deleted_everything_is_not_kept(
    settings: Settings,
) -> None:
    async with running(settings) as bot:
        await keep(bot.archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
        await bot.archive.sessions.end(1, "stopped", (), milliseconds())
        stored = await bot[Replays].stored(1)
        async with bot[Replays]._turns, bot[Replays]._turns:  # noqa: SLF001 - nothing is played again meanwhile
            under_way = asyncio.create_task(bot[Replays].of_table(stored))
            await asyncio.sleep(0.2)
            await bot.archive.privacy.forget(CHIARA, milliseconds())
            bot[Replays].forget()
        assert "Chiara" in repr((await under_way).players)
        assert "Chiara" not in repr((await bot[Replays].of_table(stored)).players)
