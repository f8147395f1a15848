"""Three processes, one bot: whoever plays notices none of it."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import world as cast
from local_discord.person import text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.hands import direct
from tests.bot.several import DIES_SOON, QUICK, WORLD, Player, Several, answer, sit_down
from tests.bot.tables import told
from tests.deep import DEEP
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
    boards = await asyncio.gather(*(sit_down(ada, f"room-{n}") for n in range(3)))
    boards = await asyncio.gather(*(answer(ada, board) for board in boards))
    await several.end(several.running[0], signal.SIGKILL)
    await several.share_as(2, 1)
    await asyncio.gather(*(answer(ada, board) for board in boards))


async def test_a_hand_in_direct_messages_is_played_by_the_process_that_has_its_table(
    several: Several, meet: Meet
) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    await sit_down(ada, "room-1", "calabresella")
    dm = (await ada.open_dm())["id"]
    hand = await ada.reply_to(await ada.command("hand", channel=dm))
    assert "No game" not in text_of(hand)
    hand = await direct(ada)
    await answer(ada, hand)
    listed = await told(ada, await ada.command("tables", channel=dm))
    assert "Calabresella" in listed
    assert await several.query("SELECT * FROM forwarded") == []


@pytest.mark.skipif(not DEEP, reason="takes a minute")
async def test_a_rolling_restart_of_all_processes_loses_nothing(several: Several, meet: Meet) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    boards = [await sit_down(ada, f"room-{n}") for n in range(6)]
    players, done = [Player(ada, board, n) for n, board in enumerate(boards)], asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        for player in players:
            playing.create_task(player.play(done))
        for old in tuple(several.running):
            await several.end(old)
            await several.start()
            await several.share_as(1, 1, 1)
        done.set()
    for player in players:
        print(player.presses, player.moving, player.longest)  # noqa: T201
        assert player.longest < 5
    twice = "SELECT interaction_id FROM lines GROUP BY 1 HAVING count(*) > 1 AND interaction_id IS NOT NULL"
    assert await several.query(twice) == []
