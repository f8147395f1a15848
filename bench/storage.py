"""How long a line waits for the disk, at one table and at hundreds, compared with bare SQLite.

    python -m bench.storage

All ways are measured in turns on the same disk, so that a busy moment affects all of them. Times are
milliseconds from asking to COMMIT; `lines` is how many become durable per second.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.dialects import sqlite

from storage import Archive
from storage.schema import lines

ROUNDS = 5
SECONDS = 0.4
SESSIONS = (1, 50, 500)

Write = Callable[[int, int], Awaitable[None]]
# Milliseconds of every line, and seconds of all.
Round = tuple[list[float], float]


async def _sessions(archive: Archive) -> list[int]:
    opened = [
        archive.create_session(1, n, "doublolo", "1", "{}", bytes(32), 1, 0) for n in range(max(SESSIONS))
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
        await archive.append(session_id, index, 0, "E12", "", session_id << 32 | index, 0)

    return write


async def _measure(
    write: Write, session_ids: list[int], indexes: dict[int, int]
) -> tuple[list[float], float]:
    """Milliseconds per line, and seconds in all, of these sessions writing for SECONDS."""
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
    async with Archive.open(path) as archive:
        with closing(sqlite3.connect(path, isolation_level=None)) as bare:
            bare.execute("PRAGMA synchronous=FULL")
            ids = await _sessions(archive)
            ways = {
                "bare sqlite3, 1 session": (_bare(bare), ids[:1]),
                **{f"archive, {n} session{'s' * (n > 1)}": (_archive(archive), ids[:n]) for n in SESSIONS},
            }
            rounds: dict[str, list[Round]] = {name: [] for name in ways}
            indexes = dict.fromkeys(ids, 0)
            for _ in range(ROUNDS):
                for name, (write, session_ids) in ways.items():
                    rounds[name].append(await _measure(write, session_ids, indexes))
    return rounds


def _figures(rounds: list[Round]) -> dict[str, float]:
    waits = sorted(wait for waits, _ in rounds for wait in waits)
    return {
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
        "lines_per_second": len(waits) / sum(seconds for _, seconds in rounds),
    }


def main() -> dict[str, dict[str, float]]:
    """Measure, print a table, and return its figures by way."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = asyncio.run(_in_turns(str(Path(folder) / "bench.sqlite3")))
    figures = {name: _figures(measured) for name, measured in rounds.items()}
    sys.stdout.write(f"{'append':30}{'p50 ms':>9}{'p99 ms':>9}{'lines/s':>10}\n")
    for name, row in figures.items():
        sys.stdout.write(
            f"{name:30}{row['p50_ms']:9.3f}{row['p99_ms']:9.3f}{row['lines_per_second']:10,.0f}\n"
        )
    return figures


if __name__ == "__main__":
    main()
