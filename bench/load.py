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
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random

from bench import told
from bench.loopback import Loopback, loopback, module_running
from bench.people import HINT, TO_MOVE, Choice, choices, seat_computers
from bench.watched import resident
from bot.play import ADA, BRUNO
from bot.tables.seats import Player, computer, person, to_stored
from games import registry
from games.core import CHANCE, Seat
from games.record import Header, Line
from games.table import AnyTable, Table
from local_discord.codec import Json
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    WorldFixture,
)
from local_discord.person import Person, every_component, labels_of, text_of
from storage import Archive

# A database with many open tables, and the servers where some of them are played

SERVERS, CHANNELS = 10, 20
"""Servers with two people each, and channels with a table in each server."""

GAMES = ("doublolo", "fourside")
"""Played from the board alone."""

_LINES = 40
_SEED = bytes(range(32))
_ELSEWHERE = 10**15
"""Channels that this Discord doesn't know: their tables wait there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel with a table, the people who see it, the game, and its players, computers included."""

    channel_id: str
    guild_id: str
    people: tuple[str, str]
    game: str
    players: tuple[Player, ...]


def places() -> list[Place]:
    """The tables that are played: two people at every other one, one against a computer at the rest."""
    numbers = count()
    return [
        _place(server, next(numbers), game)
        for server in range(SERVERS)
        for _, game in zip(range(CHANNELS), cycle(GAMES), strict=False)
    ]


def _place(server: int, number: int, game: str) -> Place:
    people = _person_id(server, 0), _person_id(server, 1)
    first = person(int(people[0]), "Ada", "101")
    about = registry.find(game).about
    second = person(int(people[1]), "Bruno", "102") if number // 2 % 2 else computer(about.levels[0])
    return Place(str(10**17 + number), str(10**16 + server), people, game, (first, second))


def _person_id(server: int, number: int) -> str:
    return str(10**18 + 2 * server + number)


def world(played: Iterable[Place]) -> WorldFixture:
    """The servers of these tables; each has its own two people."""
    servers: dict[str, list[Place]] = {}
    for one in played:
        servers.setdefault(one.guild_id, []).append(one)
    guilds = tuple(
        GuildFixture(
            id=guild_id,
            name=f"Server {number}",
            owner=there[0].people[0],
            members=there[0].people,
            channels=tuple(ChannelFixture(id=one.channel_id, name=f"c{one.channel_id}") for one in there),
        )
        for number, (guild_id, there) in enumerate(servers.items())
    )
    people = tuple(
        PersonFixture(id=user_id, username=f"p{user_id}") for one in guilds for user_id in one.members or ()
    )
    return WorldFixture(guilds=guilds, people=people, applications=(ApplicationFixture(name="Parlour"),))


async def fill(database: Path, played: list[Place], tables: int) -> None:
    """Write this many open tables: those that are played, and others at rest, whose boards are current."""
    async with Archive.open(str(database)):
        pass  # this makes the schema
    records = {game: _moves(game) for game in GAMES}
    waiting = [
        Place(str(_ELSEWHERE + number), "1", ("1", "2"), game, _strangers(number))
        for number, game in zip(range(tables - len(played)), cycle(GAMES), strict=False)
    ]
    with closing(sqlite3.connect(database)) as file, file:
        for number, one in enumerate([*played, *waiting], 1):
            _write(file, number, one, records[one.game], rests=number > len(played))


def _strangers(number: int) -> tuple[Player, ...]:
    return tuple(person(2 * _ELSEWHERE + 2 * number + seat, "Somebody", str(seat)) for seat in range(2))


def _write(
    file: sqlite3.Connection, number: int, place: Place, lines: tuple[Line, ...], *, rests: bool
) -> None:
    edition = registry.find(place.game).about.edition
    file.execute(
        """INSERT INTO sessions (id, guild_id, channel_id, game, edition, options, seed, host_id, phase,
        created_at, started_at, rests_at) VALUES (?, ?, ?, ?, ?, '{}', ?, ?, 'playing', 1, 1, ?)""",
        (
            *(number, int(place.guild_id), int(place.channel_id), place.game, edition, _SEED),
            *(place.players[0].user_id, len(lines) if rests else None),
        ),
    )
    file.executemany(
        "INSERT INTO seats (session_id, seat, user_id, level, name, click_id) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (number, one.seat, one.user_id, one.level, one.name, one.click_id)
            for one in to_stored(place.players)
        ],
    )
    file.executemany(
        'INSERT INTO lines (session_id, "index", who, text, note, at) VALUES (?, ?, ?, ?, ?, 1)',
        [(number, index, line.who, line.text, line.note) for index, line in enumerate(lines)],
    )


def _moves(name: str) -> tuple[Line, ...]:
    """The beginning of a random game."""
    game, rng = registry.find(name), Random(3)
    table: AnyTable = Table.new(game, Header(name, game.about.edition, 2))
    table = table.unasked()
    while len(table.lines) < _LINES:
        seat = min(table.turn.owes)
        if seat == CHANCE:
            table = table.play(table.chance(_SEED))
        else:
            moves = [move for move in map(game.write, game.legal(table.view(seat))) if move != "hint"]
            table = table.play(Line(Seat(seat), rng.choice(moves)))
    return tuple(table.lines)


# How soon the bot starts, and how it answers

TABLES, SECONDS, PAUSE, OPEN = 2_000, 60.0, 4.0, 10_000
STARTED, SHOWN = "start to an answer, s", "start to the last board, s"
ACKNOWLEDGED, BOARD = "press to acknowledged, p99 s", "press to new board, p99 s"
FAILED, MOVES, LAG, MEMORY = "presses failed", "moves a second", "loop lag p99, ms", "memory a table, kB"
_PATIENCE = 60.0


@dataclass
class Seen:
    """How long people waited, in seconds, and how many presses had no effect."""

    acknowledged: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    moves: int = 0
    failed: int = 0


@asynccontextmanager
async def _opened(tables: int) -> AsyncIterator[tuple[Loopback, list[Place], dict[str, Person]]]:
    """A local Discord, the tables that are played there, and their people by id; the bot isn't started."""
    played = places()
    with tempfile.TemporaryDirectory() as folder:
        await fill(Path(folder) / "Parlour.sqlite3", played, tables)
        async with loopback(Path(folder), "Parlour", world=world(played)) as local, AsyncExitStack() as stack:
            ids = dict.fromkeys(user_id for one in played for user_id in one.people)
            yield (
                local,
                played,
                {one: await stack.enter_async_context(Person.connect(local.url, one)) for one in ids},
            )


async def _start(tables: int) -> dict[str, float]:
    """How long a start takes if all tables in these servers need their boards shown, and the others rest."""
    async with _opened(tables) as (local, played, people):
        first, last = people[played[0].people[0]], played[-1]
        began = time.monotonic()
        async with local.bot("Parlour", "bench.watched", "lag", play__remind_after=0, log_level="ERROR"):
            await local.is_online(first, "Parlour", "play")
            while await _outcome(first, played[0].channel_id) != "answered":
                pass  # it has just started
            answered = time.monotonic() - began
            viewer = people[last.people[0]]
            await viewer.wait_until(lambda: viewer.sees.messages.get(last.channel_id), _PATIENCE)
            return {STARTED: answered, SHOWN: time.monotonic() - began}


async def _outcome(person: Person, channel_id: str) -> str:
    return await person.outcome(await person.command("board", channel=channel_id))


async def _load(tables: int, seconds: float, pause: float) -> dict[str, float]:
    async with _opened(tables) as (local, played, people):
        settings = {"play__remind_after": 0, "play__bury_after": 100, "log_level": "ERROR"}
        async with local.bot("Parlour", "bench.watched", "lag", **settings) as bot:
            await asyncio.gather(*(_shown(people, one) for one in played))
            seen, began = Seen(), time.monotonic()
            playing = [
                asyncio.create_task(_play(people, one, seen, pause, Random(number)))
                for number, one in enumerate(played)
            ]
            await asyncio.sleep(seconds)
            held, ended = resident(bot.pid), time.monotonic()
            for task in playing:
                task.cancel()
            faults = [one for one in await asyncio.gather(*playing, return_exceptions=True) if _is_fault(one)]
            lags = await _lags(bot, began, ended)
        return {
            ACKNOWLEDGED: _p99(seen.acknowledged),
            BOARD: _p99(seen.boards),
            FAILED: seen.failed + len(faults),
            "presses a second": len(seen.acknowledged) / (ended - began),
            MOVES: seen.moves / (ended - began),
            LAG: _p99(lags),
            "memory, MB": held / 1e6,
            MEMORY: held / tables / 1e3,
        }


def _is_fault(result: object) -> bool:
    return isinstance(result, Exception)


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[-1]


async def _shown(people: dict[str, Person], place: Place) -> Json:
    """The board of a table, once it asks a person."""
    person = people[place.people[0]]

    def is_asked(message: Json) -> bool:
        return message["channel_id"] == place.channel_id and bool(choices(message))

    return await person.wait_for(is_asked, _PATIENCE)


async def _play(people: dict[str, Person], place: Place, seen: Seen, pause: float, rng: Random) -> None:
    """Play at one table until its game is over."""
    board, viewer = await _shown(people, place), people[place.people[0]]
    while True:
        await viewer.wait_until(
            lambda: choices(viewer.sees.current(board)) or _is_over(viewer, board), _PATIENCE
        )
        if _is_over(viewer, board):
            return
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        found = TO_MOVE.search(text_of(viewer.sees.current(board)))
        if found is not None:
            asked = [one for one in choices(viewer.sees.current(board)) if one.answer != HINT]
            await _press(people[found[1]], board, rng.choice(asked), seen)


def _is_over(viewer: Person, board: Json) -> bool:
    return "Rematch" in labels_of(viewer.sees.current(board))


async def _press(person: Person, board: Json, choice: Choice, seen: Seen) -> None:
    before, began = _asked(person, board), time.monotonic()
    if await person.outcome(await choice.chosen(person, board)) != "answered":
        seen.failed += 1
        return
    seen.acknowledged.append(time.monotonic() - began)
    await person.wait_until(lambda: _asked(person, board) != before)
    seen.boards.append(time.monotonic() - began)
    # Only a move changes the number of the question, which comes before the answers.
    seen.moves += _asked(person, board)[:1] != before[:1]


def _asked(person: Person, board: Json) -> list[str]:
    """Which question it is, and the ids of what can be chosen."""
    ids = [
        str(one["custom_id"])
        for one in every_component(person.sees.current(board)["components"])
        if "custom_id" in one
    ]
    picks = [one for one in ids if one.startswith("pick:")]
    return [":".join(picks[0].split(":")[:4]) if picks else "", *ids]


def measure_load(
    tables: int = TABLES, seconds: float = SECONDS, pause: float = PAUSE, opened: int = OPEN
) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = asyncio.run(_start(opened)) | asyncio.run(_load(tables, seconds, pause))
    return told(figures)


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
BOT, IDLE = "the bot's loop", "an idle loop"
LOOP_LAG, IDLE_LAG = "loop lag p99", "lag p99 of an idle loop"
_LAG_GAME = "doublolo"


async def _two_tables(local: Loopback, seconds: float) -> tuple[float, float]:
    """Two people watch a table of computers each; returns when they began and stopped playing.

    Raises RuntimeError if they saw less than a board per second: a bot with nothing to do is never late.
    """
    pictures: set[str] = set()
    async with Person.connect(local.url, ADA) as ada, Person.connect(local.url, BRUNO) as bruno:
        await local.is_online(ada, "Parlour", "play")
        boards = {one: await _let_play(one, channel) for one, channel in ((ada, "games"), (bruno, "general"))}
        began = time.monotonic()
        looking = [asyncio.create_task(_look(*both, pictures, seconds)) for both in boards.items()]
        await asyncio.wait(looking, return_when=asyncio.FIRST_COMPLETED)
        ended = time.monotonic()
        for one in looking:
            one.cancel()
    sys.stdout.write(f"{len(pictures)} boards seen at two tables in {ended - began:.1f} s\n")
    if len(pictures) < ended - began:
        raise RuntimeError("The computers hardly played, so the lag means nothing.")
    return began, ended


async def _let_play(person: Person, channel: str) -> Json:
    board = await seat_computers(person, channel, _LAG_GAME, strongest=True)
    await person.outcome(await person.press(board, label="Start"))
    await person.wait_until(lambda: "Stop" in labels_of(person.sees.current(board)))
    return board


async def _look(person: Person, board: Json, pictures: set[str], seconds: float) -> None:
    """Add the URL of every board this person sees, until the game or the time is over."""

    def is_over() -> bool:
        shown = person.sees.current(board)
        pictures.update(str(one["url"]) for one in shown["attachments"])
        return "Rematch" in labels_of(shown)

    with suppress(TimeoutError):
        await person.wait_until(is_over, seconds)


async def _lag(seconds: float) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour") as local,
            module_running("bench.watched", "idle") as idle,
            local.bot("Parlour", "bench.watched", "lag", play__pace=0, play__computers=2) as bot,
        ):
            since, until = await _two_tables(local, seconds)
            watched = {BOT: bot, IDLE: idle}
            return {name: await _lags(one, since, until) for name, one in watched.items()}


async def _lags(process: asyncio.subprocess.Process, since: float, until: float) -> list[float]:
    process.terminate()
    printed, _ = await process.communicate()
    rows = [row.split() for row in printed.decode().splitlines()]
    return [float(late) for woke, late in rows if since <= float(woke) <= until]


def measure_loop_lag(seconds: float = LAG_SECONDS) -> dict[str, float]:
    """Measure, print a table, and return both loops' lag at the 99th percentile in milliseconds."""
    watched = asyncio.run(_lag(seconds))
    sys.stdout.write(f"{'':28}{'p50 ms':>9}{'p99 ms':>9}{'longest':>9}{'samples':>9}\n")
    for name, lags in watched.items():
        middle, p99 = statistics.median(lags), _p99(lags)
        sys.stdout.write(f"{name:28}{middle:9.2f}{p99:9.2f}{max(lags):9.2f}{len(lags):9}\n")
    return {LOOP_LAG: _p99(watched[BOT]), IDLE_LAG: _p99(watched[IDLE])}


if __name__ == "__main__":
    measure_load(**vars(_arguments()))
