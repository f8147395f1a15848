"""How long a line waits for the disk, at one table and at hundreds, with SQLite and with PostgreSQL.

    python -m bench.storage

All ways are measured in turns on the same disk, so that a busy moment affects all of them equally. Times are
milliseconds from the request to COMMIT; `lines` is how many become durable per second.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.dialects import sqlite

from bench.postgres import empty_database
from storage import Archive
from storage.schema import lines

ROUNDS = 5
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


async def _measure(
    write: Write, session_ids: list[int], indexes: dict[int, int]
) -> tuple[list[float], float]:
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


async def _in_turns(path: str) -> dict[str, list[Round]]:
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
            for _ in range(ROUNDS):
                for name, (write, session_ids) in ways.items():
                    counted = indexes["PostgreSQL" if name.startswith("PostgreSQL") else "SQLite"]
                    rounds[name].append(await _measure(write, session_ids, counted))
    return rounds


def _figures(rounds: list[Round]) -> dict[str, float]:
    waits = sorted(wait for waits, _ in rounds for wait in waits)
    return {
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
        "lines_per_second": len(waits) / sum(seconds for _, seconds in rounds),
    }


def main() -> dict[str, float]:
    """Measure, print a table, and return how much more the server costs than the file."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = asyncio.run(_in_turns(str(Path(folder) / "bench.sqlite3")))
    figures = {name: _figures(measured) for name, measured in rounds.items()}
    sys.stdout.write(f"{'append':30}{'p50 ms':>9}{'p99 ms':>9}{'lines/s':>10}\n")
    for name, row in figures.items():
        sys.stdout.write(
            f"{name:30}{row['p50_ms']:9.3f}{row['p99_ms']:9.3f}{row['lines_per_second']:10,.0f}\n"
        )
    ratio = figures["PostgreSQL, 1 session"]["p50_ms"] / figures["SQLite, 1 session"]["p50_ms"]
    sys.stdout.write(f"{SERVER}: {ratio:.2f}x\n")
    return {SERVER: ratio}


if __name__ == "__main__":
    main()
