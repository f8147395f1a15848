"""How long a computer's move waits to be chosen while very many tables play against computers.

    python -m bench crowded
    python -m bench.crowded [--tables 300] [--workers 2] [--seconds 60] [--pause 10]

The tables are of all games in turn, with computers of all levels in turn on all seats but the first, whose
person makes a random move `--pause` seconds after the last one, on average. The local Discord, the bot with
its database and boards, and its workers are processes of their own. The people's moves are made in the bot's
process, since here nobody measures how they are answered.

A wait is from when a computer is asked until it has chosen; its pause, which runs meanwhile, isn't in it.
Beside the lag of the bot's loop stands that of a process with nothing to do.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from sqlalchemy import Connection, insert

from bench import at, told
from bench.loopback import loopback, module_running, running
from bench.watched import watch
from bot import config
from bot.app.parlour import Parlour
from bot.chat.players import computer, person
from bot.refusal import Refusal
from bot.table.computers import Computers, Thought
from bot.table.seats import to_stored
from games.core import IllegalMove, Seat
from games.engine import registry
from games.engine.record import Line
from games.engine.table import AnyTable
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    WorldFixture,
)
from storage import Archive, schema

TABLES, WORKERS, SECONDS, PAUSE = 300, 2, 60.0, 10.0
WARM_UP = 20.0
"""Seconds in which the tables come up and their first boards are shown, which aren't measured."""

_A_SERVER = 30
_SERVER, _CHANNEL, _PERSON = 10**16, 10**17, 10**18


def _world(tables: int) -> WorldFixture:
    """A channel and a person for each table, some to each server."""
    servers = [range(first, min(first + _A_SERVER, tables)) for first in range(0, tables, _A_SERVER)]
    return WorldFixture(
        guilds=tuple(
            GuildFixture(
                id=str(_SERVER + number),
                name=f"Server {number}",
                owner=str(_PERSON + here[0]),
                members=tuple(str(_PERSON + one) for one in here),
                channels=tuple(ChannelFixture(id=str(_CHANNEL + one), name=f"c{one}") for one in here),
            )
            for number, here in enumerate(servers)
        ),
        people=tuple(PersonFixture(id=str(_PERSON + one), username=f"p{one}") for one in range(tables)),
        applications=(ApplicationFixture(name="Parlour"),),
    )


async def _fill(database: str, tables: int) -> None:
    """Write games that have just begun, each of one person against computers."""
    games = [game.about for game in registry.all_games().values()]
    sessions, seats = [], []
    for number in range(tables):
        about, turn = games[number % len(games)], number // len(games)
        levels, size = about.computers, about.seats[turn % len(about.seats)]
        others = [levels[(turn + seat) % len(levels)] for seat in range(1, size)]
        players = (person(_PERSON + number, "Ada", "101"), *(computer(one.name, one.title) for one in others))
        session = {
            "id": number + 1,
            "guild_id": _SERVER + number // _A_SERVER,
            "channel_id": _CHANNEL + number,
            "game": about.name,
            "edition": about.edition,
            "options": "{}",
            "seed": number.to_bytes(32, "big"),
            "host_id": _PERSON + number,
            "phase": "playing",
            "created_at": 1,
            "started_at": 1,
        }
        sessions.append(session)
        seats += [{"session_id": number + 1} | asdict(one) for one in to_stored(players)]

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.sessions), sessions)
        connection.execute(insert(schema.seats), seats)

    async with Archive.open(database) as archive:
        await archive.writer.run(write)


# In the bot's process

Choose: TypeAlias = Callable[[Computers, AnyTable, Seat, str, bytes], Coroutine[Any, Any, Thought]]


@dataclass
class _Seen:
    """When each choice was asked for and made, with its note; lags of the loop; and moves of people."""

    choices: list[tuple[float, float, str]] = field(default_factory=list)
    lags: list[tuple[float, float]] = field(default_factory=list)
    moves: int = 0


def run_bot(tables: int, seconds: float, pause: float) -> None:
    """Run the bot and its people, and print what was seen as JSON."""
    asyncio.run(_bot(tables, seconds, pause))


async def _bot(tables: int, seconds: float, pause: float) -> None:
    seen = _Seen()
    Computers.choose_soon = _timed(Computers.choose_soon, seen)  # type: ignore[method-assign, assignment]
    async with running(config.load(Path(os.devnull))) as app:
        playing = [asyncio.create_task(_person(app, number + 1, pause, seen)) for number in range(tables)]
        await asyncio.sleep(WARM_UP)
        watching, since, moved = asyncio.create_task(watch(seen.lags)), time.monotonic(), seen.moves
        await asyncio.sleep(seconds)
        watching.cancel()
        until, moved = time.monotonic(), seen.moves - moved
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        failed = [one for one in ends if isinstance(one, Exception)]
    within = [(done - asked, note) for asked, done, note in seen.choices if since <= done <= until]
    found = {
        "waits": [wait for wait, _ in within],
        "hurried": sum("in a hurry" in note for _, note in within),
        "failed": sum("without thinking" in note for _, note in within) + len(failed),
        "moves": moved,
        "lags": [late for _, late in seen.lags],
    }
    json.dump(found, sys.stdout)


def _timed(choose: Choose, seen: _Seen) -> Choose:
    async def timed(computers: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        began = time.monotonic()
        thought = await choose(computers, table, seat, level, key)
        seen.choices.append((began, time.monotonic(), thought.note))
        return thought

    return timed


async def _person(app: Parlour, number: int, pause: float, seen: _Seen) -> None:
    """Make random moves at this table until its game is over."""
    rng = Random(number)
    while True:
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        session = await app.tables.session(number)
        if session.table.over:
            return
        async with session.lock:
            table = session.table
            owing = [seat for seat in sorted(table.turn.owes) if session.is_played_by_person(seat)]
            moves = list(table.game.legal(table.view(owing[0]))) if owing else []
            if not moves:
                continue  # the computers are still at it
            with suppress(Refusal, IllegalMove):
                await session.play(Line(owing[0], table.game.write(rng.choice(moves))), None)
                seen.moves += 1
        app.messages.show(session)


# All of it


async def _measured(tables: int, workers: int, seconds: float, pause: float) -> dict[str, float]:
    async with loopback(world=_world(tables)) as local, module_running("bench.watched", "idle") as idle:
        await _fill(str(local.folder / "Parlour.sqlite3"), tables)
        asked = [str(one) for one in (tables, seconds, pause)]
        settings = {"play__computers": workers, "play__bury_after": 100, "log_level": "ERROR"}
        async with local.bot("Parlour", "bench.crowded_bot", *asked, **settings) as bot:
            printed, _ = await bot.communicate()
        until = time.monotonic()
        idle.terminate()
        rows, _ = await idle.communicate()
    found = json.loads(printed)
    late = [line.split() for line in rows.decode().splitlines()]
    idle_lags = [float(lag) for woke, lag in late if until - seconds <= float(woke)]
    return {
        "choices of computers": len(found["waits"]),
        "moves of people": found["moves"],
        "wait for a choice, p50 s": at(found["waits"], 0.5),
        "wait for a choice, p95 s": at(found["waits"], 0.95),
        "wait for a choice, longest s": max(found["waits"]),
        "in a hurry": found["hurried"],
        "failed": found["failed"],
        "loop lag p99, ms": at(found["lags"], 0.99),
        "an idle loop's lag p99, ms": at(idle_lags, 0.99),
    }


def measure_crowded(
    tables: int = TABLES, workers: int = WORKERS, seconds: float = SECONDS, pause: float = PAUSE
) -> dict[str, float]:
    """Measure, print the figures, and return them by name."""
    return told(asyncio.run(_measured(tables, workers, seconds, pause)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.crowded", description="Very many computers.")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables ({TABLES})")
    parser.add_argument("--workers", type=int, default=WORKERS, help=f"processes that think ({WORKERS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long ({SECONDS:.0f})")
    parser.add_argument("--pause", type=float, default=PAUSE, help=f"seconds before a move ({PAUSE:.0f})")
    return parser.parse_args()


if __name__ == "__main__":
    measure_crowded(**vars(_arguments()))
