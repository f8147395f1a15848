"""A press that reaches one process for a table of another, whatever happens to either of them meanwhile."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.postgres import empty_database
from bot.host import play as cast
from local_discord.person import Person, text_of
from local_discord.pytest_plugin import LocalDiscordOptions, Meet
from local_discord.server import LocalDiscord
from storage.shared import private_channel
from tests.bot.conftest import PATIENT
from tests.bot.process import Process
from tests.bot.several import (
    DIES_SOON,
    QUICK,
    WORLD,
    Several,
    answer,
    asked,
    asked_next,
    hand_in_dm,
    locked,
    on,
    press,
)
from tests.bot.tables import told

pytestmark = pytest.mark.real

UNHURRIED = QUICK | {"bot.cluster.arrivals.CLAIM_SECONDS": 3.0}
"""A busy machine may need as long to answer, and a stopped process doesn't."""

TRY_AGAIN = "Try again in a few seconds"


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(WORLD, deadlines=PATIENT)


@pytest.fixture
def constants() -> dict[str, float]:
    return UNHURRIED


@pytest.fixture
async def several(
    discord: LocalDiscord, tmp_path: Path, constants: dict[str, float]
) -> AsyncIterator[Several]:
    """Two processes: direct messages arrive at the first, and the second has the tables of room-2."""
    async with empty_database() as url, Several.on(discord, url, tmp_path, constants) as several:
        await several.start()
        await several.share_as(3)
        await several.start()
        await several.share_as(2, 1)
        yield several


@pytest.fixture
async def ada(meet: Meet) -> Person:
    return await meet(cast.ADA)


async def lines_of(several: Several, pressed: str) -> int:
    """How many lines this press has made."""
    rows = await several.query("SELECT interaction_id FROM lines")
    return [row["interaction_id"] for row in rows].count(int(pressed))


@asynccontextmanager
async def overhearing(several: Several, token: str) -> AsyncIterator["asyncio.Queue[str]"]:
    """What processes hand on."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with on(several.url) as connection:
        await connection.add_listener(private_channel(token), lambda *said: heard.put_nowait(said[-1]))
        yield heard


def stop(process: Process) -> None:
    os.kill(process.pid, signal.SIGSTOP)


def go_on(process: Process) -> None:
    os.kill(process.pid, signal.SIGCONT)


async def test_a_press_that_its_process_is_too_slow_for_is_told_so_and_does_nothing_later(
    several: Several, ada: Person, discord: LocalDiscord
) -> None:
    hand = await hand_in_dm(ada)
    slow = several.running[1]
    async with overhearing(several, discord.applications[0].token) as heard:
        stop(slow)
        pressed = await press(ada, hand)
        assert TRY_AGAIN in await told(ada, pressed)
        go_on(slow)
        hand = await asked(ada, hand)
        again = await press(ada, hand)
        assert await ada.outcome(again) == "answered"
        await answer(ada, await asked_next(ada, hand))
        said = [heard.get_nowait() for _ in range(heard.qsize())]
        assert [one.split(" ")[0] for one in said][:2] == [pressed, again]
        # The same again is nothing new.
        async with on(several.url) as connection:
            for one in said:
                channel = private_channel(discord.applications[0].token)
                await connection.execute("SELECT pg_notify($1, $2)", channel, one)
        await answer(ada, hand)
    assert await lines_of(several, pressed) == 0
    assert await lines_of(several, again) == 1


@pytest.mark.deep
async def test_a_press_is_answered_although_the_process_that_handed_it_on_is_killed(
    several: Several, ada: Person, discord: LocalDiscord
) -> None:
    hand = await hand_in_dm(ada)
    first, second = several.running
    async with overhearing(several, discord.applications[0].token) as heard:
        stop(second)
        pressed = await press(ada, hand)
        assert (await heard.get()).startswith(pressed)
        await several.end(first, signal.SIGKILL)
        go_on(second)
        assert await ada.outcome(pressed) == "answered"


@pytest.mark.deep
@pytest.mark.parametrize("constants", [UNHURRIED | DIES_SOON])
async def test_a_process_killed_before_it_has_written_a_press_leaves_the_table_as_it_was(
    several: Several, ada: Person
) -> None:
    hand = await hand_in_dm(ada)
    async with locked(several.url, "lines"):
        pressed = await press(ada, hand)
        assert await ada.outcome(pressed) == "answered"  # acknowledged, and nothing more
        assert not [m for m in ada.sees.in_channel(hand["channel_id"]) if TRY_AGAIN in text_of(m)]
        await several.end(several.running[1], signal.SIGKILL)
    assert await lines_of(several, pressed) == 0
    await several.share_as(3)
    await answer(ada, hand)


@pytest.mark.deep
@pytest.mark.parametrize("constants", [UNHURRIED | {"storage.shared.AGAIN_SECONDS": 4.0}])
async def test_while_a_process_cannot_be_told_people_are_asked_to_press_again(
    several: Several, ada: Person
) -> None:
    hand = await hand_in_dm(ada)
    listening = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    await several.query("SELECT pg_terminate_backend(pid) " + listening)
    pressed = await press(ada, hand)
    assert TRY_AGAIN in await told(ada, pressed)
    async with asyncio.timeout(30):
        while len(await several.query("SELECT 1 " + listening)) < 2:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.05)
    await answer(ada, hand)
    assert await lines_of(several, pressed) == 0
