"""What an open table costs, from ten tables to ten thousand: on the disk, and in a process's memory.

    python -m bench.sizes

Each table has forty lines and two people. Bytes are those of the whole database, less those of an empty one.
Memory is what a process has more for each position, with its record, of a thousand that are loaded; a table
at rest takes none.
"""

import asyncio
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
from bot.tables.player import from_stored
from bot.tables.restore import fold
from games.table import AnyTable
from storage import Archive, StoredSession

TABLES = (10, 100, 1_000, 10_000)
FILE, SERVER, MEMORY = "bytes a table, SQLite", "bytes a table, PostgreSQL", "kB a table in memory"
_LOADED = 1_000
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


async def _memory() -> float:
    """How many kB more this process takes for each table that it loads."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "parlour.sqlite3"
        await fill(file, [], _LOADED)
        async with Archive.open(str(file)) as archive:
            loaded = await archive.open_sessions()
            await _load(archive, loaded[0])  # what all tables share
            before = resident()
            kept = [await _load(archive, stored) for stored in loaded]
            return (resident() - before) / len(kept) / 1_000


async def _load(archive: Archive, stored: StoredSession) -> AnyTable:
    return fold(stored, from_stored(await archive.seats(stored.id)), await archive.lines(stored.id))


def _packed(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


async def _on_server(file: Path) -> int:
    """How many bytes more a PostgreSQL database has with these rows."""
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
    """Measure, print a table, and return what one of ten thousand tables costs."""
    memory = asyncio.run(_memory())  # first, while no memory is free
    figures: dict[str, float] = {}
    sys.stdout.write(f"{'tables':>8}{FILE:>26}{SERVER:>28}\n")
    for tables in TABLES:
        figures = asyncio.run(_measure(tables))
        sys.stdout.write(f"{tables:8,}{figures[FILE]:26,.0f}{figures[SERVER]:28,.0f}\n")
    sys.stdout.write(f"{MEMORY}: {memory:.1f} ({_LOADED:,} loaded)\n")
    return figures | {MEMORY: memory}


if __name__ == "__main__":
    main()
