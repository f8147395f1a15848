"""Very many open tables, many of them played at once; and computers who think without a pause.

    python -m bench load loop_lag
    python -m bench.load [--tables 2000] [--seconds 60] [--pause 4] [--open 10000]

`load` first takes `--open` tables, 200 of which weren't at rest: the seconds from starting the bot to an
answer to `/board`, and to the last of those 200 boards. Then, with `--tables`, people play at 200 of them at
once for `--seconds`, half of them against each other and half against computers. They think `--pause` seconds
on average before each press, and wait at their own sockets for the acknowledgement and the board. With the
default that's about half of what one core carries.

`loop_lag` has two tables, two computers of the strongest level at each, two workers in which they think, and
no pace: a computer starts thinking as soon as the last move is saved. An idle loop in its own process shows
how much of the lag is due to the machine. Times are in milliseconds.
"""

import argparse
import asyncio
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from random import Random

from sqlalchemy import Connection, insert

from bench import at, resident, spread, table, told
from bench.long_games import SEED, long_game
from bench.loopback import Loopback, loopback, module_running
from bench.people import PATIENCE, Couple, Unanswered, Waited, choices, let_computers_play
from bot.chat.players import computer, person
from bot.host.play import ADA, BRUNO
from bot.table.seats import to_stored
from games.engine import registry
from local_discord.codec import Json
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    WorldFixture,
)
from local_discord.person import Person, labels_of
from storage import Archive, schema

# A database with many open tables, and the servers where some of them are played

SERVERS, CHANNELS = 10, 20
"""Servers with two people each, and channels with a table in each server."""

PLAYED = SERVERS * CHANNELS
GAMES = ("doublolo", "fourside")
"""Played from the board alone."""

_LINES = 40
_SERVER, CHANNEL, _PERSON = 10**16, 10**17, 10**18
"""The ids of the first server, channel and person."""

_ELSEWHERE = 10**15
"""Channels and people that this Discord doesn't know: the other tables wait there."""

PEOPLE = tuple(str(_PERSON + one) for one in range(2 * SERVERS))
WORLD = WorldFixture(
    guilds=tuple(
        GuildFixture(
            id=str(_SERVER + server),
            name=f"Server {server}",
            owner=PEOPLE[2 * server],
            members=PEOPLE[2 * server : 2 * server + 2],
            channels=tuple(
                ChannelFixture(id=str(CHANNEL + one), name=f"c{one}")
                for one in range(server * CHANNELS, (server + 1) * CHANNELS)
            ),
        )
        for server in range(SERVERS)
    ),
    people=tuple(PersonFixture(id=one, username=f"p{one}") for one in PEOPLE),
    applications=(ApplicationFixture(name="Parlour"),),
)


async def fill(database: str, tables: int, played: int = 0) -> None:
    """Write this many open tables: some that are played, and others at rest, whose boards are current.

    At every other pair of those there are two people, at the rest a person and a computer.
    """
    records = {game: long_game(game, _LINES, Random(3)) for game in GAMES}
    sessions, seats, lines = [], [], []
    for number in range(tables):
        about, is_played = registry.find(GAMES[number % len(GAMES)]).about, number < played
        first = (number // CHANNELS if is_played else number) * 2 + (_PERSON if is_played else _ELSEWHERE)
        is_against_computer = is_played and number // 2 % 2 == 0
        second = computer(about.levels[0]) if is_against_computer else person(first + 1, "Bruno", "102")
        session = {
            "id": number + 1,
            "guild_id": number // CHANNELS + _SERVER if is_played else 1,
            "channel_id": number + (CHANNEL if is_played else _ELSEWHERE),
            "game": about.name,
            "edition": about.edition,
            "options": "{}",
            "seed": SEED,
            "host_id": first,
            "phase": "playing",
            "created_at": 1,
            "started_at": 1,
            "rests_at": None if is_played else _LINES,
        }
        its = {"session_id": number + 1}
        sessions.append(session)
        seats += [its | asdict(one) for one in to_stored((person(first, "Ada", "101"), second))]
        lines += [
            its | {"index": index, "who": one.who, "text": one.text, "note": one.note, "at": 1}
            for index, one in enumerate(records[about.name])
        ]

    def write(connection: Connection) -> None:
        for into, rows in ((schema.sessions, sessions), (schema.seats, seats), (schema.lines, lines)):
            if rows:
                connection.execute(insert(into), rows)

    async with Archive.open(database) as archive:
        await archive.writer.run(write)


# How soon the bot starts, and how it answers

TABLES, SECONDS, PAUSE, OPEN = 2_000, 60.0, 4.0, 10_000


@dataclass
class Seen:
    """How long people waited for each press, whether it made a move, and how many had no effect."""

    presses: list[tuple[Waited, bool]] = field(default_factory=list)
    failed: int = 0


@asynccontextmanager
async def _opened(tables: int) -> AsyncIterator[tuple[Loopback, list[Couple]]]:
    """A local Discord, and the people at each table that is played there; the bot isn't started."""
    async with loopback(world=WORLD) as local, local.people(*PEOPLE) as people:
        await fill(str(local.folder / "Parlour.sqlite3"), tables, PLAYED)
        pairs = [people[2 * (one // CHANNELS) :][:2] for one in range(PLAYED)]
        yield local, [Couple(host, guest, seed=number) for number, (host, guest) in enumerate(pairs)]


async def _start(tables: int) -> dict[str, float]:
    """How long a start takes if all tables in these servers need their boards shown, and the others rest."""
    async with _opened(tables) as (local, couples):
        first, last = couples[0].host, couples[-1].host
        began = time.monotonic()
        async with local.parlour(log_level="ERROR"):
            await local.is_online(first)
            while await first.outcome(await first.command("board", channel=str(CHANNEL))) != "answered":
                pass  # it has just started
            answered = time.monotonic() - began
            await last.wait_until(lambda: last.sees.messages.get(str(CHANNEL + PLAYED - 1)), PATIENCE)
            return {
                f"{tables:,} tables: start to an answer, s": answered,
                "start to the last board, s": time.monotonic() - began,
            }


async def _load(tables: int, seconds: float, pause: float) -> dict[str, float]:
    async with _opened(tables) as (local, couples):
        settings = {"play__bury_after": 100, "log_level": "ERROR"}
        async with local.bot("Parlour", "bench.watched", "lag", **settings) as bot:
            for number, one in enumerate(couples):
                one.board = await _shown(one.host, str(CHANNEL + number))
            seen, began = Seen(), time.monotonic()
            playing = [
                asyncio.create_task(_play(one, seen, pause, Random(number)))
                for number, one in enumerate(couples)
            ]
            await asyncio.sleep(seconds)
            held, ended = resident(bot.pid), time.monotonic()
            for task in playing:
                task.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
            lags = await _lags(bot, began, ended)
        waits = [waited for waited, _ in seen.presses]
        return {
            "played at once: answered, p99 s": at([one.acknowledged for one in waits], 0.99) / 1000,
            "played at once: new board, p99 s": at([one.seen[0] for one in waits], 0.99) / 1000,
            "played at once: presses failed": seen.failed + sum(isinstance(one, Exception) for one in ends),
            "presses a second": len(waits) / (ended - began),
            "moves a second": sum(has_moved for _, has_moved in seen.presses) / (ended - began),
            "loop lag p99, ms": at(lags, 0.99),
            "memory, MB": held / 1e6,
            "memory a table, kB": held / tables / 1e3,
        }


async def _shown(viewer: Person, channel_id: str) -> Json:
    """The board in this channel, once it asks somebody."""
    return await viewer.wait_for(lambda m: m["channel_id"] == channel_id and bool(choices(m)), PATIENCE)


async def _play(couple: Couple, seen: Seen, pause: float, rng: Random) -> None:
    """Play at one table until its game is over."""
    while await couple.is_asked():
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        try:
            seen.presses.append(await couple.press())
        except Unanswered:
            seen.failed += 1


def measure_load(
    tables: int = TABLES, seconds: float = SECONDS, pause: float = PAUSE, opened: int = OPEN
) -> dict[str, float]:
    """Measure, print the figures, and return them by name."""
    return told(asyncio.run(_start(opened)) | asyncio.run(_load(tables, seconds, pause)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Very many open tables.")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"open tables ({TABLES})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"how long people play ({SECONDS:.0f})"
    )
    parser.add_argument("--pause", type=float, default=PAUSE, help=f"seconds before a press ({PAUSE:.0f})")
    parser.add_argument("--open", type=int, default=OPEN, dest="opened", help=f"tables at the start ({OPEN})")
    return parser.parse_args()


# How late its event loop is

LAG_SECONDS = 20.0
_LAG_GAME = "doublolo"


async def _two_tables(local: Loopback, seconds: float) -> tuple[float, float]:
    """Two people watch a table of computers each; returns when they began and stopped playing.

    Raises RuntimeError if they saw less than a board per second: a bot with nothing to do is never late.
    """
    pictures: set[str] = set()
    async with local.people(ADA, BRUNO) as people:
        await local.is_online(people[0])
        boards = [
            await let_computers_play(one, channel, _LAG_GAME, strongest=True)
            for one, channel in zip(people, ("games", "general"), strict=True)
        ]
        for one, board in zip(people, boards, strict=True):
            await one.wait_until(lambda: "Stop" in labels_of(one.sees.current(board)))  # noqa: B023 - called now
        began = time.monotonic()
        watching = zip(people, boards, strict=True)
        looking = [asyncio.create_task(_look(*both, pictures, seconds)) for both in watching]
        await asyncio.wait(looking, return_when=asyncio.FIRST_COMPLETED)
        ended = time.monotonic()
        for task in looking:
            task.cancel()
    sys.stdout.write(f"{len(pictures)} boards seen at two tables in {ended - began:.1f} s\n")
    if len(pictures) < ended - began:
        raise RuntimeError("The computers hardly played, so the lag means nothing.")
    return began, ended


async def _look(person: Person, board: Json, pictures: set[str], seconds: float) -> None:
    """Add the URL of every board this person sees, until the game or the time is over."""

    def is_over() -> bool:
        shown = person.sees.current(board)
        pictures.update(str(one["url"]) for one in shown["attachments"])
        return "Rematch" in labels_of(shown)

    with suppress(TimeoutError):
        await person.wait_until(is_over, seconds)


async def _lag(seconds: float) -> dict[str, list[float]]:
    async with (
        loopback() as local,
        module_running("bench.watched", "idle") as idle,
        local.bot("Parlour", "bench.watched", "lag", play__pace=0, play__computers=2) as bot,
    ):
        since, until = await _two_tables(local, seconds)
        return {
            "the bot's loop": await _lags(bot, since, until),
            "an idle loop": await _lags(idle, since, until),
        }


async def _lags(process: Process, since: float, until: float) -> list[float]:
    process.terminate()
    printed, _ = await process.communicate()
    rows = [row.split() for row in printed.decode().splitlines()]
    return [float(late) for woke, late in rows if since <= float(woke) <= until]


def measure_loop_lag(seconds: float = LAG_SECONDS) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    return table(
        "lag of an event loop",
        {name: spread(lags, "ms", 0.5, 0.99, 1) for name, lags in asyncio.run(_lag(seconds)).items()},
    )


if __name__ == "__main__":
    measure_load(**vars(_arguments()))
