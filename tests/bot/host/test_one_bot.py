"""A second bot on the same database says so and stops, unless both were told to share it."""

import signal
from pathlib import Path

import pytest

from local_discord.server import LocalDiscord
from tests.bot.process import START_SECONDS, environment, running_process, start
from tests.bot.tables import until

pytestmark = pytest.mark.real


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.sqlite3"


async def test_a_second_bot_on_the_same_file_says_so_and_stops(discord: LocalDiscord, database: Path) -> None:
    async with running_process(discord, database):
        second = await start(environment(discord, database), folder=database.parent)
        assert await second.ended() == 1
        assert "Another bot is already running with this database" in second.said
        assert "storage.shared" in second.said


async def test_bots_that_were_told_to_share_a_file_both_run(discord: LocalDiscord, database: Path) -> None:
    async with running_process(discord, database, PARLOUR_STORAGE__SHARED="true"):
        both = environment(discord, database, PARLOUR_STORAGE__SHARED="true")
        second = await start(both, folder=database.parent)
        await until(lambda: len(discord.gateway.sessions_of(discord.applications[0])) == 2, START_SECONDS)
        assert await second.end(signal.SIGTERM) == 0


async def test_a_bot_that_was_killed_leaves_the_file_to_the_next(
    discord: LocalDiscord, database: Path
) -> None:
    async with running_process(discord, database) as process:
        assert await process.end(signal.SIGKILL) == -signal.SIGKILL
    async with running_process(discord, database) as process:
        assert await process.end(signal.SIGTERM) == 0
