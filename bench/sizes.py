"""What an open table costs, from ten tables to ten thousand, on the disk and in a process's memory.

    python -m bench.sizes

Each table has forty lines and two people. Bytes are those of the whole database, less those of an empty one.
Memory is that of a process with the whole bot, on a local Discord in the same process: first with all tables
at rest, then with all of them loaded. It doesn't draw boards. A table's cost is how much more the process
uses than one without tables.
"""

import asyncio
import gc
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import asyncpg
from sqlalchemy import make_url

from bench.filled import fill
from bench.held import resident
from bench.postgres import empty_database
from bench.together import running, settings_for
from bot.app import Parlour
from bot.play import WORLD
from local_discord.server import LocalDiscord
from storage import Archive

TABLES = (10, 100, 1_000, 10_000)
FILE, SERVER, MEMORY = "bytes a table, SQLite", "bytes a table, PostgreSQL", "kB a table in memory"
RESTING, LOADED = "MB, all at rest", "MB, all loaded"
_AT_ONCE = 50
_COPIED = ("sessions", "seats", "lines")


async def _measure(tables: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        file, empty = Path(folder) / "parlour.sqlite3", Path(folder) / "empty.sqlite3"
        async with Archive.open(str(empty)):
            pass
        await fill(file, [], tables)
        return {
            FILE: (_packed(file) - _packed(empty)) / tables,
            SERVER: await _on_server(file) / tables,
        }


async def _memory(tables: int) -> dict[str, float]:
    """What a process takes with this many open tables, measured in a new one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "parlour.sqlite3"
        await fill(file, [], tables)
        order = sys.executable, "-m", "bench.sizes", str(file), str(tables)
        process = await asyncio.create_subprocess_exec(*order, stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
        found: dict[str, float] = json.loads(said)
        return found


async def _take(file: str, tables: int) -> dict[str, float]:
    """How many MB this process takes with the bot on this database."""
    async with LocalDiscord(WORLD) as local, running(settings_for(local, file)) as bot:
        found = {RESTING: _mb()}
        for first in range(1, tables + 1, _AT_ONCE):
            numbers = range(first, min(first + _AT_ONCE, tables + 1))
            await asyncio.gather(*(_load(bot, number) for number in numbers))
        return found | {LOADED: _mb()}


async def _load(bot: Parlour, number: int) -> None:
    await bot.displays.of(await bot.tables.lobby_or_session(number))


def _mb() -> float:
    gc.collect()
    return resident() / 1_000_000


def _packed(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


async def _on_server(file: Path) -> int:
    """How many bytes a PostgreSQL database grows by with these rows."""
    async with empty_database() as url:
        address = make_url(url)
        to = await asyncpg.connect(
            host=address.query["host"], user=address.username, database=address.database
        )
        try:
            size = "SELECT pg_database_size(current_database())"
            before: int = await to.fetchval(size)
            with closing(sqlite3.connect(file)) as source:
                for table in _COPIED:
                    rows = source.execute(f"SELECT * FROM {table}")  # noqa: S608 - one of three names
                    names = [one[0] for one in rows.description]
                    await to.copy_records_to_table(table, records=rows.fetchall(), columns=names)
            after: int = await to.fetchval(size)
            return after - before
        finally:
            await to.close()


def main() -> dict[str, float]:
    """Measure, print two tables, and return what one of ten thousand tables costs."""
    figures: dict[str, float] = {}
    sys.stdout.write(f"{'tables':>8}{FILE:>26}{SERVER:>28}\n")
    for tables in TABLES:
        figures = asyncio.run(_measure(tables))
        sys.stdout.write(f"{tables:8,}{figures[FILE]:26,.0f}{figures[SERVER]:28,.0f}\n")
    sys.stdout.write(f"{'tables':>8}{RESTING:>20}{LOADED:>20}{MEMORY:>24}\n")
    none, memory = asyncio.run(_memory(0)), 0.0
    sys.stdout.write(f"{0:8,}{none[RESTING]:20,.0f}{none[LOADED]:20,.0f}\n")
    for tables in TABLES:
        found = asyncio.run(_memory(tables))
        memory = 1_000 * (found[LOADED] - none[LOADED]) / tables
        sys.stdout.write(f"{tables:8,}{found[RESTING]:20,.0f}{found[LOADED]:20,.0f}{memory:24,.0f}\n")
    return figures | {MEMORY: memory}


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stdout.write(json.dumps(asyncio.run(_take(sys.argv[1], int(sys.argv[2])))))
    else:
        main()
