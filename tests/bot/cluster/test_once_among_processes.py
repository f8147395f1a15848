"""What happens once happens once, however many processes there are, and although one of them is killed."""

import asyncio
import signal
from pathlib import Path

import pytest

from bench import loopback
from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.table.clock.used_time import OVER
from bot.table.options import TableOptions
from bot.table.reminders.reminders import AllReminders
from local_discord.fixtures import GuildFixture
from local_discord.person import text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.clocks import position
from tests.bot.conftest import PATIENT
from tests.bot.several import DIES_SOON, QUICK, SHARDS, WORLD, Several, connected, shards_held
from tests.bot.tables import GAME, keep_lines, people, until
from tests.bot.waiting import LIST, direct

pytestmark = pytest.mark.real

MOVE_SECONDS = 4.0
"""How long an hour takes in the test of a deadline."""

SEATS = people(cast.ADA, cast.BRUNO)


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
def settings(discord: LocalDiscord, url: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name, seconds in QUICK.items():
        monkeypatch.setattr(name, seconds)
    settings = loopback.settings_for(discord, url)
    settings.discord.shards = SHARDS
    return settings


async def keep_in(url: str, *servers: GuildFixture, **options: str) -> None:
    """A game of Ada and Bruno in each of these servers, in which Ada is to move."""
    async with Archive.open(url) as archive:
        for server in servers:
            lines, channel = position(SEATS).lines, server.channels[0].id
            number = await keep_lines(archive, GAME, SEATS, lines, guild=server.id, channel=channel)
            await archive.sessions.set_table_options(number, TableOptions.model_validate(options).write())


def reminders(bot: Parlour) -> AllReminders:
    """As if a list were due in this moment."""
    return bot.messages.reminders


def shows_all(bot: Parlour) -> bool:
    return bool(bot.tables.in_memory.sessions()) and all(
        map(bot.messages.is_current, bot.tables.in_memory.sessions())
    )


async def test_a_daily_list_that_two_processes_send_at_once_comes_once_with_the_tables_of_both(
    settings: Settings, url: str, discord: LocalDiscord, meet: Meet
) -> None:
    servers = WORLD.guilds[0], WORLD.guilds[2]
    await keep_in(url, *servers)
    ada = await meet(cast.ADA)
    async with connected(settings) as first, connected(settings) as second:
        await until(lambda: shards_held(second) == 1 and shows_all(first) and shows_all(second))
        held, since = discord.faults.hold_next("POST", r"/channels/\d+/messages$"), DISCORD_TIME.now()
        sending = asyncio.create_task(reminders(first).tell_list(int(ada.id), since, since))
        await held.arrived.wait()
        assert await reminders(second).tell_list(int(ada.id), since, since)
        held.released.set()
        assert await sending
        (said,) = map(text_of, direct(ada, LIST))
        assert all(f"<#{server.channels[0].id}>" in said for server in servers)


@pytest.mark.thorough
async def test_a_deadline_passes_once_although_the_process_that_watched_it_is_killed(
    url: str, discord: LocalDiscord, tmp_path: Path, meet: Meet
) -> None:
    server = WORLD.guilds[1]
    await keep_in(url, server, move_time="1 hour")
    ada = await meet(cast.ADA)
    late = "SELECT index, who, note, at FROM lines WHERE note LIKE 'time over: %' ORDER BY index"
    async with Several.on(discord, url, tmp_path, QUICK | DIES_SOON) as several:
        for shares in ((3,), (2, 1)):  # the second one takes shard 2
            await several.start(PARLOUR_PLAY__MINUTE=str(MOVE_SECONDS / 60))
            await several.share_as(*shares)
        await ada.wait_for(lambda m: "to place" in text_of(m))
        await several.end(several.running[0], signal.SIGKILL)
        async with asyncio.timeout(30):
            while len(found := await several.query(late)) < 2:  # noqa: ASYNC110 - the database has no event
                await asyncio.sleep(0.1)
        first, second = found[:2]
        assert (first["index"], first["who"]) == (len(position(SEATS).lines), 0)
        assert first["note"].startswith(OVER)
        assert second["at"] - first["at"] > 0.9 * 1000 * MOVE_SECONDS, "the next player had all their time"
