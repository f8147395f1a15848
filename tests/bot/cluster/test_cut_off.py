"""The network between a bot and its database is cut in the middle of games."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench import loopback
from bench.postgres import empty_database, without_connections
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage import only_bot
from tests.bot.conftest import PATIENT
from tests.bot.process import environment, logged_in, start
from tests.bot.resting import all_current
from tests.bot.several import (
    DIES_SOON,
    QUICK,
    SHARDS,
    WORLD,
    Several,
    answer,
    asked,
    connected,
    ids_of,
    on,
    sit_down,
)
from tests.bot.tables import told
from tests.network import Network, Proxy

pytestmark = pytest.mark.real

AT_MOST = 15.0
"""Seconds until another process has taken over; leases are shorter here than they are for people."""


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
async def several(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Several]:
    async with empty_database() as url, Several.on(discord, url, tmp_path, QUICK | DIES_SOON) as several:
        yield several


LATE = "SELECT count(*) AS late FROM processes WHERE until < 1000 * extract(epoch FROM clock_timestamp())"

PAUSED = "I can't reach my saved games right now"

LINES = "SELECT session_id, index, text, interaction_id FROM lines ORDER BY session_id, index"
TWICE = "SELECT interaction_id FROM lines GROUP BY 1 HAVING count(*) > 1 AND interaction_id IS NOT NULL"


async def about_to_move(person: Person, board: Json) -> Json:
    """The board once the next press makes a move."""
    while "Which part of the board?" in text_of(board):
        board = await answer(person, board)
    return board


@pytest.mark.thorough
@pytest.mark.parametrize(
    "network", [pytest.param(Network.CUT, marks=pytest.mark.deep, id="cut"), Network.SILENT]
)
async def test_a_process_cut_off_from_the_database_tells_people_and_another_one_goes_on(
    network: Network, several: Several, meet: Meet
) -> None:
    async with Proxy.to(several.url) as proxy:
        (cut_off,) = await several.start(url=proxy.url)
        await several.share_as(SHARDS)
        (holder,) = set(await several.holders())
        await several.start()
        await several.share_as(2, 1)
        room = f"room-{(await several.holders()).index(holder)}"
        ada = await meet(cast.ADA)
        board = await about_to_move(ada, await answer(ada, await sit_down(ada, room)))
        before = await several.query(LINES)

        proxy.becomes(network)
        began = time.monotonic()
        pressed = await ada.press(board, custom_id=ids_of(board)[0])
        sentence = await told(ada, pressed)
        assert "nothing has changed" in sentence or "still getting this table ready" in sentence

        while holder in await several.holders():
            assert time.monotonic() - began < AT_MOST
            await asyncio.sleep(0.05)
        proxy.becomes(Network.PASSES)
        assert await cut_off.ended() == 1
        await several.share_as(SHARDS)
        assert "Another process has taken over" in cut_off.said
        assert await several.query(LINES) == before
        await answer(ada, await about_to_move(ada, await asked(ada, board)))
        after = await several.query(LINES)
        assert after[: len(before)] == before
        assert len(after) > len(before)
        assert int(pressed) not in [line["interaction_id"] for line in after]
        assert await several.query(TWICE) == []


async def test_all_processes_pause_while_nobody_can_reach_the_database_and_go_on_afterwards(
    several: Several, meet: Meet
) -> None:
    await several.start(2)
    await several.share_as(2, 1)
    holders, ada = await several.holders(), await meet(cast.ADA)
    boards = [await about_to_move(ada, await answer(ada, await sit_down(ada, f"room-{n}"))) for n in range(3)]
    before = await several.query(LINES)
    async with without_connections(several.url):
        for board in boards:
            async with asyncio.timeout(AT_MOST):
                while PAUSED not in await told(ada, await ada.press(board, custom_id=ids_of(board)[0])):
                    pass  # until the lease has run out, moves can't be saved
    assert await several.query(LINES) == before
    async with asyncio.timeout(AT_MOST):
        while (await several.query(LATE))[0]["late"]:  # noqa: ASYNC110 - other processes have no event
            await asyncio.sleep(0.05)
    for board in boards:
        await answer(ada, board)
    assert await several.holders() == holders
    assert await asyncio.gather(*map(several.end, several.running)) == [0, 0]
    assert all("pauses until it's back" in one.said for one in several.ended)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "network", [Network.CUT, pytest.param(Network.SILENT, marks=pytest.mark.deep, id="silent")]
)
async def test_a_process_alone_goes_on_when_its_database_is_back(
    network: Network, discord: LocalDiscord, meet: Meet, tmp_path: Path
) -> None:
    async with empty_database() as url, Proxy.to(url) as proxy:
        settings = environment(discord, tmp_path / "none.sqlite3", PARLOUR_STORAGE__URL=proxy.url)
        bot = await start(settings, folder=tmp_path)
        async with logged_in(discord, bot):
            ada = await meet(cast.ADA)
            board = await about_to_move(ada, await answer(ada, await sit_down(ada, "room-0")))
            proxy.becomes(network)
            presses = [
                await ada.press(board, custom_id=ids_of(board)[0]),
                await ada.command("play", channel="room-1", game="doublolo"),
            ]
            for pressed in presses:
                sentence = await told(ada, pressed)
                assert "I couldn't save that, so nothing has changed" in sentence
                assert "database" not in sentence, "a player can't do anything about that"
            proxy.becomes(Network.PASSES)
            await answer(ada, board)
            assert await bot.end(signal.SIGTERM) == 0
        assert "Can't reach the database server" in bot.said or "doesn't answer" in bot.said


async def test_a_bot_whose_database_another_one_has_meanwhile_writes_nothing_when_it_ends(
    discord: LocalDiscord, meet: Meet
) -> None:
    async with empty_database() as url, Proxy.to(url) as proxy:
        async with connected(loopback.settings_for(discord, proxy.url)) as bot:
            await bot.resuming.has_begun.wait()
            ada = await meet(cast.ADA)
            board = await sit_down(ada, "room-0")
            await all_current(bot)
            proxy.becomes(Network.CUT)
            async with only_bot(url):
                proxy.becomes(Network.PASSES)
                assert "another bot has it now" in str(await bot.lost)
                assert not bot.budget.goes_on.is_set(), "it shows nothing new"
                press = await ada.press(board, custom_id=ids_of(board)[0])
                assert "still getting this table ready" in await told(ada, press)
        async with on(url) as database:
            assert await database.fetchval("SELECT rests_at FROM sessions") is None
