"""What 100,000 finished games take: the database before and after packing, copies, and counting them again.

    python -m bench.growth [--games 100000] [--folder FOLDER] [--postgres]

The games are those of `bench.standings`, whose records computers have played: `PLAYED` of each game for each
number of seats. `--folder` keeps the database. Everything is done in a process of its own, whose processor
time and largest memory are shown. `count` is all of the work after an update that counts all games again; the
bot pauses for as long after each page, so there it takes twice the seconds. With `--postgres` no copies are
saved, and the server's own processor time isn't in it.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from sqlalchemy import Table

from bench import standings, table
from bench.postgres import connected, empty_database
from bench.tables import in_lobby
from bot.config import Settings
from bot.table.packing import pack_all
from bot.table.standings import COUNT
from games.core import Seat
from games.engine import registry
from games.engine.selfplay import selfplay
from storage import Archive, schema
from storage.copies import back_up
from storage.opening import look_at
from storage.sqlite import size_of
from storage.stored import row_of

PLAYED = 12
GAMES_AT_ONCE = 50
MOVE_SECONDS = 20
"""How long a move takes, at most."""

_DISCORD = 1_420_070_400_000
"""The milliseconds since 1970 at which Discord's ids begin."""

Rows: TypeAlias = list[dict[str, Any]]


def _played(name: str, seats: int, number: int) -> tuple[str, int, list[tuple[int, str, str]]]:
    """The lines of a game between computers of any levels."""
    game, rng = registry.find(name), Random(f"{name} {seats} {number}")
    quick = [level for level in game.about.levels if level not in game.about.levels[-2:]] or game.about.levels
    levels = [rng.choice(quick) for _ in range(seats)]
    record = selfplay(game, seats, {}, rng.randbytes(32), levels)
    return name, seats, [(one.who, one.text, one.note) for one in record.lines]


def _records() -> dict[tuple[str, int], list[list[tuple[int, str, str]]]]:
    found: dict[tuple[str, int], list[list[tuple[int, str, str]]]] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        wanted = [
            (name, seats, number)
            for name, game in registry.all_games().items()
            for seats, number in product(game.about.seats, range(PLAYED))
        ]
        for name, seats, lines in pool.map(_played, *zip(*wanted, strict=True)):
            found.setdefault((name, seats), []).append(lines)
    return found


def _snowflake(at: int, rng: Random) -> int:
    return (at - _DISCORD << 22) | rng.getrandbits(22)


def _rows(games: int) -> Iterator[dict[Table, Rows]]:
    """The rows of each game, by table."""
    rng, records = Random(0), _records()
    for row, results in islice(standings.games(), games):
        name, at = row["game"], row["ended_at"]
        lines = rng.choice(records[name, len(results)])
        options = registry.find(name).options().model_dump_json()
        row |= {"options": options, "seed": rng.randbytes(32)}
        seats = [
            {"session_id": row["id"], "seat": one.seat, "user_id": one.user_id, "level": one.level}
            | {"name": f"Player {one.user_id or one.level}"}
            | {"click_id": str(_snowflake(row["created_at"], rng)) if one.user_id and one.seat else ""}
            for one in results
        ]
        written: Rows = []
        moment = at - len(lines) * MOVE_SECONDS * 500
        for index, (who, text, note) in enumerate(lines):
            is_person = who >= 0 and results[Seat(who)].user_id is not None
            moment += rng.randrange(MOVE_SECONDS * 1_000) if is_person else 0
            written.append(
                {"session_id": row["id"], "index": index, "who": who, "text": text, "note": note}
                | {"interaction_id": _snowflake(moment, rng) if is_person else None, "at": moment}
            )
        found = [row_of(one) for one in results]
        yield {schema.sessions: [row], schema.seats: seats, schema.lines: written, schema.results: found}


async def fill(url: str, games: int) -> dict[str, float]:
    """Put the games into an empty database; how many lines they have."""
    left, lines = _rows(games), 0
    async with Archive.open(url) as archive:
        while some := list(islice(left, GAMES_AT_ONCE)):
            rows = {into: [one for its in some for one in its[into]] for into in some[0]}
            lines += len(rows[schema.lines])
            await archive.database.change(partial(standings.insert_all, rows=rows))
    return {"lines": lines}


async def count_all(url: str) -> dict[str, float]:
    """Count all games, as the bot does after an update, but without its pauses."""
    async with Archive.open(url) as archive:
        await archive.standings.begin_count(COUNT, standings.NOW, again=True)
        while await archive.standings.count_on(COUNT):
            pass
        return {"games": (await archive.standings.progress())[0]}


async def pack(url: str) -> dict[str, float]:
    """As the command does."""
    done = await pack_all(Settings(storage={"url": url}), lambda _: None)
    return {"games": done.games}


def _mb(file: Path) -> float:
    return file.stat().st_size / 1e6


async def copy(url: str, name: str) -> dict[str, float]:
    """Save a copy of this name next to the database."""
    place = Path(url).with_name(name)
    saved = await back_up(url, place, replaces=True)
    return {"games": saved.games, "MB": _mb(place)}


async def copy_in_play(url: str, name: str) -> dict[str, float]:
    """The same while 50 lines a second are written: how large the write-ahead log gets, in MB."""
    log, rng, most, waits = Path(f"{url}-wal"), Random(), 0.0, [0.0]
    async with Archive.open(url) as archive:
        game = await archive.sessions.open(
            in_lobby(1, rng.getrandbits(40), "doublolo", "1", "{}", bytes(32), 1, 0)
        )
        copying = asyncio.create_task(copy(url, name))
        for index in count():
            began = time.perf_counter()
            await archive.record.append(game.id, index, 0, "E12", "", rng.getrandbits(62), 0)
            waits.append(time.perf_counter() - began)
            most = max(most, _mb(log))
            if copying.done():
                break
            await asyncio.sleep(max(1 / 50 - waits[-1], 0))
        return await copying | {"log MB": most, "a line's longest ms": 1_000 * max(waits)}


STEPS: dict[str, Callable[..., Coroutine[None, None, dict[str, float]]]] = {
    one.__name__: one for one in (fill, count_all, pack, copy, copy_in_play)
}


async def _done(step: str, *given: str) -> dict[str, float]:
    """Do this in a process of its own, and measure it."""
    began = time.perf_counter()
    order = sys.executable, "-m", "bench.growth", "--step", step, *given
    process = await asyncio.create_subprocess_exec(*order, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    return {"seconds": time.perf_counter() - began, **json.loads(said)}


def _step(step: str, *given: str) -> None:
    """Print what this step found, the processor seconds and the largest memory of this process in MB."""
    found = asyncio.run(STEPS[step](*(int(one) if one.isdecimal() else one for one in given)))
    used = resource.getrusage(resource.RUSAGE_SELF)
    found |= {"CPU s": used.ru_utime + used.ru_stime, "peak MB": used.ru_maxrss / 1_000}
    sys.stdout.write(json.dumps(found))


async def _in_a_file(file: Path, games: int) -> dict[str, dict[str, float]]:
    url, rows, copies = str(file), {}, count()

    async def step(title: str, name: str, *given: str) -> None:
        rows[title] = {"games": 0, "MB": 0} | await _done(name, url, *given)
        rows[title]["MB"] = rows[title]["MB"] or size_of(file) / 1e6
        sys.stderr.write(f"{title}: {rows[title]}\n")

    await step("filled", "fill", str(games))
    await step("counted", "count_all")
    await step("copy while people play", "copy_in_play", "in_play.sqlite3")
    for when in ("before", "after"):
        for ending in ("sqlite3", "gz"):
            await step(f"copy {when} packing, .{ending}", "copy", f"copy{next(copies)}.{ending}")
        if when == "before":
            await step("packed", "pack")
    return rows


async def _on_a_server(games: int) -> dict[str, dict[str, float]]:
    rows: dict[str, dict[str, float]] = {}
    async with empty_database(is_durable=True) as url, connected(url) as server:
        for title, step in {"filled": "fill", "counted": "count_all", "packed": "pack"}.items():
            done = await _done(step, url, *[str(games)] * (step == "fill"))
            rows[title] = {"games": 0} | done | {"MB": (await look_at(url)).size / 1e6}
            await server.execute("VACUUM ANALYZE")
    return rows


async def measure(games: int, folder: Path | None, *, on_postgres: bool) -> None:
    """Measure, and print a table."""
    async with AsyncExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        made = _on_a_server(games) if on_postgres else _in_a_file(folder / "parlour.sqlite3", games)
        rows = await made
    columns = dict.fromkeys(name for row in rows.values() for name in row)
    table(f"{games:,} games", {title: dict.fromkeys(columns, 0.0) | row for title, row in rows.items()}, 1)


def main() -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description="What many games take.")
    parser.add_argument("--games", type=int, default=standings.GAMES)
    parser.add_argument("--folder", type=Path, help="keep the database here")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server, without copies")
    parser.add_argument("--step", nargs="+", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.step:
        _step(*chosen.step)
    else:
        asyncio.run(measure(chosen.games, chosen.folder, on_postgres=chosen.postgres))


if __name__ == "__main__":
    main()
