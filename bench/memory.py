"""What open tables take, on the disk and in memory, and whether memory levels off while they play on.

    python -m bench sizes
    python -m bench.memory [--tables 20] [--seconds 240] [--every 15] [--game NAME]

`sizes`: each table has forty lines and two people. Bytes are those of the whole database, less those of an
empty one. Memory is that of a process with the whole bot, on a local Discord in the same process: first with
all tables at rest, then with all of them loaded. It doesn't draw boards. A table's cost is how much more the
process uses than one without tables.

With options, or none: the real bot on a local Discord, each in its own process, where computers play without
a pause. The tables take the games in turn, with the weakest level on all seats, and each game is followed by
its rematch. It prints a row every few seconds, in MB: see `bench.watched`. The exit status is 0 if memory has
levelled off, that is, if the last third of the time used hardly more than the second third.
"""

import argparse
import asyncio
import gc
import json
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path

from bench.load import fill
from bench.loopback import loopback, running, settings_for
from bench.people import PATIENCE, rematch, seat_computers
from bench.postgres import connected, empty_database
from bench.watched import resident
from bot.app import Parlour
from bot.play import ADA, WORLD
from games import registry
from local_discord.person import Person
from local_discord.server import LocalDiscord
from storage import Archive

# What a table takes

SIZES = (10, 100, 1_000, 10_000)
FILE, SERVER, MEMORY = "bytes a table, SQLite", "bytes a table, PostgreSQL", "kB a table in memory"
RESTING, LOADED = "MB, all at rest", "MB, all loaded"
_AT_ONCE = 50
_TAKE = "take"
"""The argument with which this module measures its own process."""

_COPIED = ("sessions", "seats", "lines")


async def _on_disk(tables: int) -> dict[str, float]:
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
        order = sys.executable, "-m", "bench.memory", _TAKE, str(file), str(tables)
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
    await bot.messages.of(await bot.tables.lobby_or_session(number))


def _mb() -> float:
    gc.collect()
    return resident() / 1_000_000


def _packed(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


async def _on_server(file: Path) -> int:
    """How many bytes a PostgreSQL database grows by with these rows."""
    async with empty_database() as url, connected(url) as to:
        size = "SELECT pg_database_size(current_database())"
        before: int = await to.fetchval(size)
        with closing(sqlite3.connect(file)) as source:
            for table in _COPIED:
                rows = source.execute(f"SELECT * FROM {table}")  # noqa: S608 - one of three names
                names = [one[0] for one in rows.description]
                await to.copy_records_to_table(table, records=rows.fetchall(), columns=names)
        after: int = await to.fetchval(size)
        return after - before


def measure_sizes() -> dict[str, float]:
    """Measure, print two tables, and return what one of ten thousand tables costs."""
    figures: dict[str, float] = {}
    sys.stdout.write(f"{'tables':>8}{FILE:>26}{SERVER:>28}\n")
    for tables in SIZES:
        figures = asyncio.run(_on_disk(tables))
        sys.stdout.write(f"{tables:8,}{figures[FILE]:26,.0f}{figures[SERVER]:28,.0f}\n")
    sys.stdout.write(f"{'tables':>8}{RESTING:>20}{LOADED:>20}{MEMORY:>24}\n")
    none, memory = asyncio.run(_memory(0)), 0.0
    sys.stdout.write(f"{0:8,}{none[RESTING]:20,.0f}{none[LOADED]:20,.0f}\n")
    for tables in SIZES:
        found = asyncio.run(_memory(tables))
        memory = 1_000 * (found[LOADED] - none[LOADED]) / tables
        sys.stdout.write(f"{tables:8,}{found[RESTING]:20,.0f}{found[LOADED]:20,.0f}{memory:24,.0f}\n")
    return figures | {MEMORY: memory}


# Computers that play on

LEVEL = 1.1
"""How many times as much memory the last third may take: what is kept varies with the games."""


async def _hall(person: Person, number: int) -> str:
    """A new channel; its name."""
    name = f"hall-{number}"
    await person.do("create_channel", name=name)
    await person.wait_until(lambda: any(one.get("name") == name for one in person.sees.channels.values()))
    return name


async def _live(args: argparse.Namespace) -> list[float]:
    """The memory of the bot, row by row."""
    found: list[float] = []
    games = [args.game] if args.game else list(registry.all_games())
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour") as local,
            local.bot(
                *("Parlour", "bench.watched", "held", str(args.every)),
                play__pace=0,
                play__computers=2,
                play__patience=PATIENCE,
            ) as bot,
            Person.connect(local.url, ADA) as ada,
        ):
            assert bot.stdout is not None
            await local.is_online(ada, "Parlour", "play")
            ended: list[str] = []
            tables = enumerate(islice(cycle(games), args.tables))
            boards = []
            for number, game in tables:
                boards.append(await seat_computers(ada, await _hall(ada, number), game))
                # At once: a person can have only a few lobbies at a time.
                await ada.outcome(await ada.press(ada.sees.current(boards[-1]), label="Start"), PATIENCE)
            more = [asyncio.create_task(rematch(ada, board["channel_id"], ended)) for board in boards]
            began = time.monotonic()
            while time.monotonic() - began < args.seconds and (row := await bot.stdout.readline()):
                held = json.loads(row)
                if not found:
                    print(" ".join(f"{name:>9}" for name in ("seconds", "ended", *held)))
                cells = (round(time.monotonic() - began), len(ended), *held.values())
                print(" ".join(f"{cell:>9}" for cell in cells), flush=True)
                found.append(held["resident"])
            for task in more:
                task.cancel()
    return found


def main(argv: list[str] | None = None) -> int:
    """Let them play, print the rows, and say whether memory has levelled off."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.memory", description="Many tables without a pause."
    )
    parser.add_argument("--tables", type=int, default=20, help="tables at once (20)")
    parser.add_argument("--seconds", type=float, default=240, help="how long (240)")
    parser.add_argument("--every", type=float, default=15, help="seconds between rows (15)")
    parser.add_argument("--game", choices=list(registry.all_games()), help="only this game")
    found = asyncio.run(_live(parser.parse_args(argv)))
    third = len(found) // 3
    if not third:
        return 0
    second, last = max(found[third:-third]), max(found[-third:])
    is_level = last <= LEVEL * second
    says = "level" if is_level else "rising"
    print(f"{second:.0f} MB in the second third, {last:.0f} MB in the last: {says}.")
    return 0 if is_level else 1


if __name__ == "__main__":
    if sys.argv[1:2] == [_TAKE]:
        sys.stdout.write(json.dumps(asyncio.run(_take(sys.argv[2], int(sys.argv[3])))))
    else:
        sys.exit(main())
