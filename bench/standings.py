"""How long leaderboards, profiles and lists of past games take with 100,000 finished games.

    python -m bench standings

The games are played by 20,000 people in 40 servers over three years; the largest server has a third of
them, and the busiest person has played thousands. Everything is asked for as a screen needs it, about the
busiest people and places too and on any page, with SQLite and with PostgreSQL. `end a game` is what it takes
to open a game of six and end it, durably; it has no target.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, insert

from bench import spread, table, told
from bench.postgres import connected, empty_database
from bench.tables import in_lobby
from bot.table.ratings import levels
from bot.table.standings import COUNT
from games.engine import registry
from storage import Archive, Result, schema
from storage.stored import row_of

GAMES, PEOPLE, SERVERS = 100_000, 20_000, 40
YEAR = 365 * 24 * 60 * 60 * 1000
NOW = 1_794_000_000_000
FIRST_ID = 700_000_000_000_000_000
END = "end a game"
TIMES = 100
"""How often each is asked for."""

Asks: TypeAlias = Mapping[str, Callable[[Random], Awaitable[object]]]


def _skewed(rng: Random, most: int) -> int:
    """A number below this; a few are frequent and most are rare."""
    return int(most * rng.random() ** 4)


def person(rng: Random) -> int:
    """A person's id, more often that of one who plays a lot."""
    return FIRST_ID + _skewed(rng, PEOPLE)


def server(rng: Random) -> int:
    """A server's id, more often that of a large one."""
    return FIRST_ID + _skewed(rng, SERVERS)


def games() -> Iterator[tuple[dict[str, Any], list[Result]]]:
    """Rows of sessions, each with its results."""
    rng, known = Random(0), list(registry.all_games().values())
    for number in range(1, GAMES + 1):
        game, guild_id = rng.choice(known).about, server(rng)
        at = NOW - 3 * YEAR + 3 * YEAR * number // GAMES
        seats = rng.choice(game.seats)
        crowd = {person(rng): None for _ in range(3 * seats)}
        people = 1 if rng.random() < 0.3 else seats
        users = [*islice(crowd, people), *[None] * (seats - people)][:seats]
        places = rng.sample(range(1, seats + 1), seats)
        level = rng.choice(sorted(levels()[game.name]))
        row = {
            "id": number,
            "guild_id": guild_id,
            "channel_id": guild_id + number % 5,
            "game": game.name,
            "edition": game.edition,
            "options": "{}",
            "seed": bytes(32),
            "host_id": users[0],
            "phase": "finished",
            "created_at": at - 60_000,
            "started_at": at - 50_000,
            "ended_at": at,
        }
        yield (
            row,
            [
                Result(
                    number,
                    seat,
                    game.name,
                    guild_id,
                    user,
                    None if user else level,
                    places[seat],
                    0,
                    True,
                    at,
                )
                for seat, user in enumerate(users)
            ],
        )


async def fill(archive: Archive) -> None:
    """Put all games into an empty database, and a tenth of the people on the leaderboards of all servers."""
    left = games()
    while some := list(islice(left, 2_000)):
        results = [row_of(one) for _, its in some for one in its]
        seats = [
            {"session_id": one["session_id"], "seat": one["seat"], "user_id": one["user_id"]}
            | {"level": one["level"], "name": "A", "click_id": ""}
            for one in results
        ]
        rows = {schema.sessions: [row for row, _ in some], schema.seats: seats, schema.results: results}
        await archive.database.change(partial(insert_all, rows=rows))
    people = [
        {"user_id": FIRST_ID + number, "dms_closed": False, "settings": "{}", "shown_everywhere": True}
        for number in range(0, PEOPLE, 10)
    ]
    await archive.database.change(partial(insert_all, rows={schema.people: people}))
    await archive.database.change(archive.database.go_on_numbering)


def insert_all(connection: Connection, rows: Mapping[Table, list[dict[str, Any]]]) -> None:
    """Inside a change: put these rows into their tables."""
    for into, its in rows.items():
        connection.execute(insert(into), its)


def asks(archive: Archive) -> Asks:
    """What each screen asks for."""
    standings, names, past = archive.standings, [*registry.all_games(), None], archive.standings.games_of

    async def leaderboard(rng: Random, guild_id: int | None, period: str = "") -> None:
        game = rng.choice(names)
        people = await standings.count(game, guild_id, period=period)
        offset = 10 * _skewed(rng, people // 10 + 1)
        await standings.top(game, guild_id, period=period, offset=offset)
        await standings.of(person(rng), game, guild_id, period=period)
        await standings.changed_at()

    async def profile(rng: Random) -> None:
        guild_id, whose = server(rng), person(rng)
        await standings.all_of(whose, guild_id)
        await standings.course(whose, rng.choice(names[:-1]) or "", guild_id)
        await standings.against(whose, person(rng), guild_id)
        await standings.firsts_of(whose, guild_id, period="2026-Q3")
        await standings.beaten(whose, guild_id)

    async def own_profile(rng: Random) -> None:
        guild_id, whose = server(rng), person(rng)
        await profile(rng)
        await standings.most_met(whose, guild_id)

    return {
        "leaderboard of a server": lambda rng: leaderboard(rng, server(rng)),
        "leaderboard of a server, this season": lambda rng: leaderboard(rng, server(rng), "2026-Q4"),
        "leaderboard of all servers": lambda rng: leaderboard(rng, None),
        "profile": profile,
        "own profile": own_profile,
        "history of a person": lambda rng: past(user_id=person(rng), offset=10 * rng.randrange(3)),
        "history of the busiest person": lambda rng: past(user_id=FIRST_ID),
        "history of a person in a server": lambda rng: past(user_id=person(rng), guild_id=server(rng)),
        "history of a channel": lambda rng: past(channel_id=server(rng) + rng.randrange(5)),
        "history of a server": lambda rng: past(guild_id=server(rng), offset=10 * rng.randrange(3)),
        END: lambda rng: _end(archive, rng),
    }


async def _end(archive: Archive, rng: Random) -> None:
    """Open a game, and end it."""
    stored = await archive.sessions.open(
        in_lobby(server(rng), rng.randrange(10**12), "foozle", "1", "{}", bytes(32), 1, NOW)
    )
    people = list({person(rng): None for _ in range(20)})[:6]
    results = [
        Result(stored.id, seat, "foozle", stored.guild_id, user, None, seat + 1, 0, True, NOW)
        for seat, user in enumerate(people)
    ]
    await archive.sessions.end(stored.id, "finished", results, NOW, COUNT)


async def _measured(url: str, tidy: Callable[[], Awaitable[object]] | None = None) -> dict[str, list[float]]:
    """The milliseconds of everything, and of counting all games. `tidy` does what a server does at times."""
    async with Archive.open(url) as archive:
        await fill(archive)
        began = time.perf_counter()
        await archive.standings.count_again(COUNT, NOW)
        times = {"count all": [1_000 * (time.perf_counter() - began)]}
        if tidy is not None:
            await tidy()
        for name, ask in asks(archive).items():
            rng, times[name] = Random(name), []
            for _ in range(TIMES):
                began = time.perf_counter()
                await ask(rng)
                times[name].append(1_000 * (time.perf_counter() - began))
    return times


async def _on_sqlite() -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        return await _measured(str(Path(folder) / "bench.sqlite3"))


async def _on_postgres() -> dict[str, list[float]]:
    async with empty_database(is_durable=True) as url, connected(url) as server:
        return await _measured(url, lambda: server.execute("VACUUM ANALYZE"))


def measure_standings() -> dict[str, float]:
    """Measure, print tables, and return the slowest p95 of each database in milliseconds."""
    slowest = {}
    for database, measured in (("SQLite", _on_sqlite), ("PostgreSQL", _on_postgres)):
        times = asyncio.run(measured())
        (milliseconds,) = times.pop("count all")
        figures = {name: spread(each, "ms", 0.5, 0.95, 1) for name, each in times.items()}
        table(f"{database}, {GAMES:,} games", figures)
        told({f"{database}: count all games again, s": milliseconds / 1_000})
        lists = [one["p95 ms"] for name, one in figures.items() if name != END]
        slowest[f"slowest list, {database}: p95 ms"] = max(lists)
    return slowest
