"""Three processes, one bot: whoever plays notices none of it."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import world as cast
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.several import DIES_SOON, QUICK, WORLD, Several, answer, sit_down
from tests.postgres import empty_database


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | DIES_SOON) as several:
        yield several


async def test_three_processes_play_and_one_that_is_killed_is_replaced(several: Several, meet: Meet) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    boards = [await sit_down(ada, f"room-{n}") for n in range(3)]
    boards = await asyncio.gather(*(answer(ada, board) for board in boards))
    await several.end(several.running[0], signal.SIGKILL)
    await several.share_as(2, 1)
    await asyncio.gather(*(answer(ada, board) for board in boards))
