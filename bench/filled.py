"""A database with many open tables, and the servers where some of them are played."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from random import Random

from bot.tables.seats import Player, computer, person, to_stored
from games import registry
from games.core import CHANCE, Seat
from games.record import Header, Line
from games.table import AnyTable, Table
from local_discord.fixtures import (
    ApplicationFixture,
    ChannelFixture,
    GuildFixture,
    PersonFixture,
    WorldFixture,
)
from storage import Archive

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
