"""Three processes, one bot: whoever plays notices none of it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import world as cast
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.process import environment, start
from tests.bot.several import DIES_SOON, QUICK, WORLD, Player, Several, answer, ids_of, sit_down
from tests.bot.tables import told, until
from tests.deep import DEEP
from tests.postgres import empty_database, without_connections


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | DIES_SOON) as several:
        yield several


async def test_one_of_three_processes_is_killed_and_the_others_go_on_with_its_tables(
    several: Several, meet: Meet
) -> None:
    for shares in ((3,), (2, 1), (1, 1, 1)):  # the third one takes shard 1
        await several.start()
        await several.share_as(*shares)
    ada = await meet(cast.ADA)
    hands = await sit_down(ada, "room-1", "calabresella")
    boards = await asyncio.gather(*(sit_down(ada, f"room-{n}") for n in (0, 2)))
    dm = (await ada.open_dm())["id"]
    hand = await answer(ada, await ada.reply_to(await ada.command("hand", channel=dm)))
    for place in (dm, "room-2"):
        assert "Calabresella" in await told(ada, await ada.command("tables", channel=place))
    await several.end(several.running[2], signal.SIGKILL)
    again = await ada.press(hand, custom_id=ids_of(hand)[0])
    assert "Press again in a few seconds" in await told(ada, again)
    await asyncio.gather(*(answer(ada, board) for board in boards))
    await several.share_as(2, 1)
    await answer(ada, hand)
    assert hands["id"] in ada.messages[hands["channel_id"]]
    assert await several.query("SELECT * FROM forwarded") == []


@pytest.mark.skipif(not DEEP, reason="takes a while")
async def test_a_hand_is_played_from_servers_of_other_processes(several: Several, meet: Meet) -> None:
    await several.start(3)
    await several.share_as(1, 1, 1)
    ada = await meet(cast.ADA)
    await sit_down(ada, "room-1", "calabresella")
    for place in ("room-2", "room-0", "room-1"):
        await answer(ada, await ada.reply_to(await ada.command("hand", channel=place)))


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
            assert await several.end(old) == 0
            await several.start()
            await several.share_as(1, 1, 1)
        done.set()
    for player in players:
        assert player.presses > 10
        assert player.longest < 5
    twice = "SELECT interaction_id FROM lines GROUP BY 1 HAVING count(*) > 1 AND interaction_id IS NOT NULL"
    assert await several.query(twice) == []


@pytest.mark.skipif(not DEEP, reason="takes a while")
async def test_a_process_that_stood_still_for_too_long_ends_and_writes_nothing(
    several: Several, meet: Meet
) -> None:
    (still,) = await several.start()
    await several.share_as(3)
    ada = await meet(cast.ADA)
    boards = [await sit_down(ada, f"room-{n}") for n in range(3)]
    os.kill(still.pid, signal.SIGSTOP)
    await several.start()
    await until(lambda: several.connections == 6)  # the old ones look alive to Discord
    boards = await asyncio.gather(*(answer(ada, board) for board in boards))
    before = await several.query("SELECT * FROM lines ORDER BY session_id, index")
    os.kill(still.pid, signal.SIGCONT)
    assert await still.ended() == 1
    assert "another process goes on" in still.said or "has taken over" in still.said
    assert await several.query("SELECT * FROM lines ORDER BY session_id, index") == before
    await asyncio.gather(*(answer(ada, board) for board in boards))


@pytest.mark.skipif(not DEEP, reason="takes a while")
async def test_a_process_that_cannot_renew_its_lease_ends_by_itself(several: Several) -> None:
    (cut_off,) = await several.start()
    await several.share_as(3)
    async with without_connections(several.url):
        assert await cut_off.ended() == 1
    assert "another process goes on with these tables" in cut_off.said


async def test_several_processes_need_a_server(discord: LocalDiscord, tmp_path: Path) -> None:
    settings = environment(discord, tmp_path / "parlour.sqlite3", PARLOUR_DISCORD__SHARDS="2")
    refused = await start(settings, folder=tmp_path)
    assert await refused.ended() == 1
    assert "Several processes need PostgreSQL: discord.shards is 2" in refused.said
