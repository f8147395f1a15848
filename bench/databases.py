"""What a line and a press wait for the disk, with SQLite and with PostgreSQL in turns.

    python -m bench storage databases

`storage`: lines of one table and of hundreds. All ways are measured in turns on the same disk, so that a busy
moment affects all of them equally. Times are milliseconds from the request to COMMIT; `lines` is how many
become durable per second.

`databases`: two bots, each in its own process and on its own local Discord; two people play Doublolo at each,
taking turns between the bots after every move. Both databases wait for the same disk. A press is acknowledged
once it is durable.
"""

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.dialects import sqlite

from bench.loopback import PARLOUR, loopback
from bench.people import Couple
from bench.postgres import empty_database
from bot.play import ADA, BRUNO
from local_discord.person import Person
from storage import Archive
from storage.schema import lines

# Lines

LINE_ROUNDS = 5
SECONDS = 0.4
SESSIONS = (1, 50, 500)

SERVER = "PostgreSQL, of SQLite, 1 session"
"""How many times as long a line of a single table waits for the server as for the file."""

Write = Callable[[int, int], Awaitable[None]]
# The milliseconds of every line, and the seconds in total.
Round = tuple[list[float], float]


async def _sessions(archive: Archive) -> list[int]:
    opened = [
        archive.sessions.create(1, n, "doublolo", "1", "{}", bytes(32), 1, 0) for n in range(max(SESSIONS))
    ]
    return [session.id for session in await asyncio.gather(*opened)]


def _bare(connection: sqlite3.Connection) -> Write:
    columns = [column.name for column in lines.columns]
    statement = str(insert(lines).compile(dialect=sqlite.dialect(), column_keys=columns))

    async def write(session_id: int, index: int) -> None:
        connection.execute(statement, (session_id, index, 0, "E12", "", session_id << 32 | index, 0))

    return write


def _archive(archive: Archive) -> Write:
    async def write(session_id: int, index: int) -> None:
        await archive.record.append(session_id, index, 0, "E12", "", session_id << 32 | index, 0)

    return write


async def _lines(write: Write, session_ids: list[int], indexes: dict[int, int]) -> tuple[list[float], float]:
    """The milliseconds of each line, and the seconds in total, as these sessions write for SECONDS."""
    waits: list[float] = []
    began = time.perf_counter()

    async def play(session_id: int) -> None:
        while time.perf_counter() - began < SECONDS:
            asked = time.perf_counter()
            await write(session_id, indexes[session_id])
            waits.append((time.perf_counter() - asked) * 1_000)
            indexes[session_id] += 1

    await asyncio.gather(*map(play, session_ids))
    return waits, time.perf_counter() - began


async def _lines_in_turns(path: str) -> dict[str, list[Round]]:
    async with (
        empty_database(is_durable=True) as url,
        Archive.open(path) as file,
        Archive.open(url) as server,
    ):
        with closing(sqlite3.connect(path, isolation_level=None)) as bare:
            bare.execute("PRAGMA synchronous=FULL")
            ids = await _sessions(file)
            ways = {"bare sqlite3, 1 session": (_bare(bare), ids[:1])}
            for name, archive, opened in (
                ("SQLite", file, ids),
                ("PostgreSQL", server, await _sessions(server)),
            ):
                for n in SESSIONS:
                    ways[f"{name}, {n} session{'s' * (n > 1)}"] = _archive(archive), opened[:n]
            rounds: dict[str, list[Round]] = {name: [] for name in ways}
            indexes = {name: defaultdict[int, int](int) for name in ("SQLite", "PostgreSQL")}
            for _ in range(LINE_ROUNDS):
                for name, (write, session_ids) in ways.items():
                    counted = indexes["PostgreSQL" if name.startswith("PostgreSQL") else "SQLite"]
                    rounds[name].append(await _lines(write, session_ids, counted))
    return rounds


def _figures(rounds: list[Round]) -> dict[str, float]:
    waits = sorted(wait for waits, _ in rounds for wait in waits)
    return {
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
        "lines_per_second": len(waits) / sum(seconds for _, seconds in rounds),
    }


def measure_storage() -> dict[str, float]:
    """Measure, print a table, and return how much more the server costs than the file."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = asyncio.run(_lines_in_turns(str(Path(folder) / "bench.sqlite3")))
    figures = {name: _figures(measured) for name, measured in rounds.items()}
    sys.stdout.write(f"{'append':30}{'p50 ms':>9}{'p99 ms':>9}{'lines/s':>10}\n")
    for name, row in figures.items():
        sys.stdout.write(
            f"{name:30}{row['p50_ms']:9.3f}{row['p99_ms']:9.3f}{row['lines_per_second']:10,.0f}\n"
        )
    ratio = figures["PostgreSQL, 1 session"]["p50_ms"] / figures["SQLite, 1 session"]["p50_ms"]
    sys.stdout.write(f"{SERVER}: {ratio:.2f}x\n")
    return {SERVER: ratio}


# Presses

PRESSES, WARM_UP = 200, 20
DURABLE = "PostgreSQL, of SQLite: press to durable"
BOARD = "PostgreSQL, of SQLite: press to board"


async def _presses(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds until each move was durable and until its board was there, by database."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(empty_database(is_durable=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        couples = {}
        for name, settings in (("SQLite", {}), ("PostgreSQL", {"storage__url": url})):
            (own := folder / name).mkdir()
            local = await stack.enter_async_context(loopback(own, "Parlour"))
            bot = local.bot("Parlour", *PARLOUR, play__remind_after=0, play__bury_after=100, **settings)
            await stack.enter_async_context(bot)
            ada, bruno = [
                await stack.enter_async_context(Person.connect(local.url, one)) for one in (ADA, BRUNO)
            ]
            await local.is_online(ada, "Parlour", "play")
            couples[name] = Couple(ada, bruno)
            await couples[name].sit_down()
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in couples}
        for number in range(-WARM_UP, rounds):
            for name, couple in couples.items():
                moved, _ = await couple.move()
                if number >= 0:
                    times[name].append((moved.acknowledged, moved.seen[0]))
        return times


def measure_databases(rounds: int = PRESSES) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians."""
    times = asyncio.run(_presses(rounds))
    middle: dict[str, tuple[float, float]] = {}
    sys.stdout.write(
        f"{f'{rounds} moves each, ms':24}{'durable p50':>12}{'p99':>9}{'board p50':>12}{'p99':>9}\n"
    )
    for name, waits in times.items():
        durable, board = ([wait[at] for wait in waits] for at in (0, 1))
        middle[name] = statistics.median(durable), statistics.median(board)
        p99 = [statistics.quantiles(one, n=100)[-1] for one in (durable, board)]
        sys.stdout.write(
            f"{name:24}{middle[name][0]:12.2f}{p99[0]:9.2f}{middle[name][1]:12.2f}{p99[1]:9.2f}\n"
        )
    return {
        DURABLE: middle["PostgreSQL"][0] / middle["SQLite"][0],
        BOARD: middle["PostgreSQL"][1] / middle["SQLite"][1],
    }
