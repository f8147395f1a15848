"""SIGTERM: a container is killed after ten seconds, so the bot ends before that, and loses nothing."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket

from bot.app import parlour as app
from bot.chat.tasks import CANCELLING_SECONDS, PROCESS_SECONDS
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from games.engine.fold import play_on
from games.engine.record import Line
from games.engine.table import AnyTable
from local_discord.codec import Json
from local_discord.person import text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.process import Process, running_process
from tests.bot.tables import computers, people, to_move, until
from tests.deep import sized

pytestmark = pytest.mark.real

TABLES = 20


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "parlour.sqlite3"


async def keep_computers(discord: LocalDiscord, database: Path) -> list[AnyTable]:
    """Many tables with only computers."""
    async with Archive.open(str(database)) as archive:
        return [
            await tables.keep(
                archive,
                computers("greedy", "greedy"),
                lambda table: len(table.plies) > 1,
                discord.channels.create(discord.world.guilds[cast.GUILD_ID], f"room-{number}").id,
            )
            for number in range(TABLES)
        ]


async def count_lines(database: Path) -> int:
    with closing(sqlite3.connect(database)) as file:
        return int(file.execute("SELECT count(*) FROM lines").fetchone()[0])


@asynccontextmanager
async def playing_flat_out(
    discord: LocalDiscord, database: Path, kept: list[AnyTable]
) -> AsyncIterator[Process]:
    """The bot, while computers play at all tables as fast as they can."""
    before = sum(len(table.lines) for table in kept)
    async with running_process(discord, database, PARLOUR_PLAY__COMPUTERS="2") as process:
        async with asyncio.timeout(150):
            while await count_lines(database) < before + 2 * TABLES:  # noqa: ASYNC110 - another process writes
                await asyncio.sleep(0.1)
        yield process


async def end_in_time(process: Process) -> None:
    """Send SIGTERM, and check that nothing is left of the bot.

    On a quiet machine that takes less than ten seconds; only a deep run insists on it, since other tests may
    keep this machine busy.
    """
    async with asyncio.timeout(sized(60, 9.5)):
        status = await process.end(signal.SIGTERM)
    assert status == 0, process.said[-2000:]
    for word in ("Traceback", "Task was destroyed", "never retrieved", "Unclosed"):
        assert word not in process.said, process.said[-4000:]
    await until(lambda: not process.others())


async def must_be_compatible(database: Path, kept: list[AnyTable]) -> None:
    """Every table's lines are legal."""
    async with Archive.open(str(database)) as archive:
        for number, start in enumerate(kept, 1):
            lines = [Line(Seat(one.who), one.text, one.note) for one in await archive.record.lines(number)]
            assert play_on(start, lines[len(start.lines) :]).fault is None


SLOW: dict[str, Json] = {
    "every call takes seconds": {"delay": 3.0},
    "no call is answered": {"delay": 60.0},
    "edits are rate-limited": {
        "fail_next": [{"status": 429, "method": "PATCH", "times": 9999, "retry_after": 20}]
    },
    "everything is rate-limited": {"fail_next": [{"status": 429, "times": 9999, "retry_after": 20}]},
    "nothing is slow": {},
}


def test_the_process_ends_itself_before_a_container_would_be_killed() -> None:
    assert PROCESS_SECONDS + CANCELLING_SECONDS < 9


@pytest.mark.parametrize("fault", sized(["no call is answered"], [*SLOW]))
async def test_twenty_tables_of_computers_end_in_time_however_slow_discord_is(
    discord: LocalDiscord, database: Path, fault: str
) -> None:
    kept = await keep_computers(discord, database)
    async with playing_flat_out(discord, database, kept) as process:
        discord.faults.set(SLOW[fault])
        await asyncio.sleep(1)
        await end_in_time(process)
        discord.faults.set({"delay": 0.0, "fail_next": []})
    await must_be_compatible(database, kept)


@pytest.mark.thorough
@pytest.mark.parametrize("hold", sized(["BEGIN IMMEDIATE"], ["BEGIN IMMEDIATE", ""]))
async def test_a_move_that_was_acknowledged_is_there_after_an_end_in_a_hurry(
    discord: LocalDiscord, database: Path, meet: Meet, hold: str
) -> None:
    """Even if another program has locked the database."""
    kept = await keep_computers(discord, database)
    async with Archive.open(str(database)) as archive:
        table = await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    chiara = await meet(cast.CHIARA)
    move = tables.legal_at(table)[0]
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        async with playing_flat_out(discord, database, kept) as process:
            await chiara.wait_for(lambda m: f"<@{chiara.id}>" in text_of(m) and "to place" in text_of(m))
            sent = await chiara.command("move", channel="games", move=move)
            assert await chiara.outcome(sent) == "answered"
            if hold:
                other.execute(hold)
            await asyncio.sleep(0.3)
            await end_in_time(process)
    async with Archive.open(str(database)) as archive:
        assert [one.text for one in await archive.record.lines(TABLES + 1)][len(table.lines)] == move
    await must_be_compatible(database, kept)


async def test_a_logout_that_takes_too_long_is_cut_short_and_is_no_error(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(app, "CLOSING_SECONDS", 0.2)
    async with running(settings):
        monkeypatch.setattr(DiscordWebSocket, "close", never)
