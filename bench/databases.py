"""What a line and a press wait for the disk, with SQLite and with PostgreSQL in turns; and what tables take.

    python -m bench storage databases sizes

`storage`: lines of one table and of hundreds. All ways are measured in turns on the same disk, so that a busy
moment affects all of them equally. Times are milliseconds from the request to COMMIT; `lines` is how many
become durable per second.

`databases`: two bots, each in its own process and on its own local Discord; two people play Doublolo at each,
taking turns between the bots after every move. Both databases wait for the same disk. A press is acknowledged
once it is durable.

`sizes`: each table has forty lines and two people. Bytes are those of the whole database, less those of an
empty one. Memory is that of a process with the whole bot, on a local Discord in the same process: first with
all tables at rest, then with all of them loaded. It doesn't draw boards. A table's cost is how much more the
process uses than one without tables.
"""

import asyncio
import gc
import json
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

from bench import resident, spread, table, told
from bench.load import fill
from bench.loopback import loopback, running, settings_for
from bench.people import Couple
from bench.postgres import connected, empty_database
from bench.tables import in_lobby
from bench.trace import Trace
from bot.app.parlour import Parlour
from bot.host.play import ADA, BRUNO, WORLD
from local_discord.server import LocalDiscord
from storage import Archive
from storage.schema import lines

# Lines

LINE_ROUNDS = 5
SECONDS = 0.4
SESSIONS = (1, 50, 500)

Write = Callable[[int, int], Awaitable[None]]
Round = tuple[list[float], float]
"""The milliseconds of every line, and the seconds in total."""


async def _sessions(archive: Archive) -> list[int]:
    opened = [
        archive.sessions.open(in_lobby(1, n, "doublolo", "1", "{}", bytes(32), 1, 0))
        for n in range(max(SESSIONS))
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


async def _lines(write: Write, session_ids: list[int], indexes: dict[int, int]) -> Round:
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
    waits = [wait for waits, _ in rounds for wait in waits]
    return spread(waits, "ms", 0.5, 0.99) | {"lines/s": len(waits) / sum(seconds for _, seconds in rounds)}


def measure_storage() -> dict[str, float]:
    """Measure, print a table, and return how much longer a line waits for the server than for the file."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = asyncio.run(_lines_in_turns(str(Path(folder) / "bench.sqlite3")))
    found = table("append", {name: _figures(measured) for name, measured in rounds.items()})
    ratio = found["PostgreSQL, 1 session: p50 ms"] / found["SQLite, 1 session: p50 ms"]
    return told({"a line to its COMMIT: PostgreSQL, of SQLite": ratio})


# Presses

PRESSES, WARM_UP = 200, 20


async def _presses(rounds: int) -> dict[str, dict[str, list[float]]]:
    """How many milliseconds each move took to be durable and to be on the board, by database."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(empty_database(is_durable=True))
        couples, traces = {}, {}
        for name, settings in (("SQLite", {}), ("PostgreSQL", {"storage__url": url})):
            local = await stack.enter_async_context(loopback())
            trace = traces[name] = Trace.at_free_port()
            bot = local.parlour(play__bury_after=100, serve__port=trace.port, **settings)
            await stack.enter_async_context(bot)
            ada, bruno = await stack.enter_async_context(local.people(ADA, BRUNO))
            await local.is_online(ada)
            couples[name] = Couple(ada, bruno)
            await couples[name].sit_down()
        times = {what: {name: list[float]() for name in couples} for what in ("durable", "new board")}
        for number in range(-WARM_UP, rounds):
            for name, couple in couples.items():
                moved, _ = await couple.move()
                traced = await traces[name].read()
                if number >= 0:
                    times["durable"][name].append(traced.durable)
                    times["new board"][name].append(moved.seen[0])
        return times


def measure_databases(rounds: int = PRESSES) -> dict[str, float]:
    """Measure, print tables, and return the ratios of the medians."""
    times, ratios = asyncio.run(_presses(rounds)), {}
    for what, waits in times.items():
        table(f"press to {what}", {name: spread(each, "ms", 0.5, 0.99) for name, each in waits.items()})
        middle = {name: statistics.median(each) for name, each in waits.items()}
        ratios[f"press to {what}: PostgreSQL, of SQLite"] = middle["PostgreSQL"] / middle["SQLite"]
    return told(ratios)


# What a table takes

SIZES = (10, 100, 1_000, 10_000)
_RESTING, _LOADED = "MB, all at rest", "MB, all loaded"
_AT_ONCE = 50


async def _size(tables: int) -> dict[str, float]:
    """Bytes a table, and the memory that a new process takes with this many."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "parlour.sqlite3")
        sizes = []
        for filled in (0, tables):
            await fill(file, filled)
            sizes.append(_packed(file))
        order = sys.executable, "-m", "bench.databases", file, str(tables)
        process = await asyncio.create_subprocess_exec(*order, stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
    each = max(tables, 1)
    return {
        "bytes a table, SQLite": (sizes[1] - sizes[0]) / each,
        "bytes a table, PostgreSQL": await _on_server(tables) / each,
        **json.loads(said),
    }


def _packed(file: str) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(file).stat().st_size


async def _on_server(tables: int) -> int:
    """How many bytes a PostgreSQL database grows by with these tables."""
    size = "SELECT pg_database_size(current_database())"
    async with empty_database() as url, connected(url) as to:
        before: int = await to.fetchval(size)
        await fill(url, tables)
        after: int = await to.fetchval(size)
        return after - before


async def _memory(file: str, tables: int) -> dict[str, float]:
    """How many MB this process takes with the bot on this database."""
    async with LocalDiscord(WORLD) as local, running(settings_for(local, file)) as bot:
        resting = _mb()
        for first in range(1, tables + 1, _AT_ONCE):
            numbers = range(first, min(first + _AT_ONCE, tables + 1))
            await asyncio.gather(*(_load(bot, number) for number in numbers))
        return {_RESTING: resting, _LOADED: _mb()}


async def _load(bot: Parlour, number: int) -> None:
    await bot.messages.of(await bot.tables.lobby_or_session(number))


def _mb() -> float:
    gc.collect()
    return resident() / 1_000_000


def measure_sizes() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    rows = {f"{tables:,} tables": asyncio.run(_size(tables)) for tables in (0, *SIZES)}
    none = rows["0 tables"][_LOADED]
    for tables, row in zip((1, *SIZES), rows.values(), strict=True):
        row["kB a loaded table"] = 1_000 * (row[_LOADED] - none) / tables
    return table("", rows, digits=0)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_memory(sys.argv[1], int(sys.argv[2])))))
