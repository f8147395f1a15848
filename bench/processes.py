"""How many statements one process and several send to PostgreSQL, and how many moves they make.

    python -m bench processes

First it counts statements in steady play, so a busy machine doesn't change these figures: for two people
playing from the board, and three playing from hands in direct messages. With three processes, hands whose
table belongs to another process are counted separately, since each of their presses is forwarded. Then
computers play at tables in twelve servers, with one, two and three processes. All processes, the local
Discord and the server share this machine, so the moves per second show its limits rather than what three
machines could do.
"""

import asyncio
import os
import re
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import asyncpg
from sqlalchemy import make_url

from bench import table, told
from bench.loopback import Loopback, loopback
from bench.people import Couple, Trio, let_computers_play, rematch
from bench.postgres import connected, durable_server, empty_database
from bot.host.play import ADA, BRUNO, CHIARA, DMITRI, EMI, WORLD
from local_discord.person import Person
from local_discord.sample import many_servers

# Statements, counted from the log: from any number of processes, and over any driver

_LOGGED = re.compile(r"^parlour (\S+) (\d+) LOG:  (?:statement|execute [^:]*): (.*)$")
_LOG_SETTLED = 0.3
"""Seconds in which processes finish what comes after the last thing a person sees."""
_LEASE = re.compile(r"UPDATE processes|DELETE FROM processes|FROM shards|pg_advisory")
_ENDS = ("COMMIT", "ROLLBACK")


@dataclass
class Asked:
    """How many statements there were: those of the games, and those that coordinate the processes.

    `moves` are transactions with lines. A read has no COMMIT, and BEGIN isn't counted.
    """

    games: int = 0
    moves: int = 0
    leases: int = 0
    commits: int = 0
    notifications: int = 0


@asynccontextmanager
async def counted(url: str) -> AsyncIterator[Asked]:
    """Counts the statements to this database of the durable server in the block; filled in at its end."""
    server, asked = durable_server(), Asked()
    await server.execute("ALTER SYSTEM SET log_line_prefix = 'parlour %d %p '")
    await server.execute("ALTER SYSTEM SET log_statement = 'all'")
    await _reload()
    begins = server.log.stat().st_size
    try:
        yield asked
        await asyncio.sleep(_LOG_SETTLED)
    finally:
        await server.execute("ALTER SYSTEM RESET log_statement")
        await _reload()
    with server.log.open(encoding="utf-8", errors="replace") as log:
        log.seek(begins)
        for transaction in _transactions(log.read(), str(make_url(url).database)):
            _count(asked, transaction)


async def _reload() -> None:
    await durable_server().execute("SELECT pg_reload_conf()")
    await asyncio.sleep(_LOG_SETTLED)


def _transactions(log: str, database: str) -> Iterator[list[str]]:
    """The statements of each transaction with this database, with its COMMIT if it has one.

    A statement outside a transaction counts as one.
    """
    open_ones: dict[str, list[str]] = {}
    # A statement goes on in the next line, after a tab.
    for line in log.replace("\n\t", " ").splitlines():
        found = _LOGGED.match(line)
        if found is None or found[1] != database:
            continue
        pid, said = found[2], found[3]
        if said.startswith("BEGIN"):
            open_ones[pid] = []
            continue
        if pid not in open_ones:
            yield [said]
            continue
        open_ones[pid].append(said)
        if said.startswith(_ENDS) and not said.startswith("ROLLBACK TO"):
            yield open_ones.pop(pid)
    yield from open_ones.values()


def _count(asked: Asked, transaction: list[str]) -> None:
    said = [one for one in transaction if not one.startswith(_ENDS)]
    if any(map(_LEASE.search, said)):
        asked.leases += len(said)
        return
    asked.games += len(said)
    asked.moves += any(one.startswith("INSERT INTO lines") for one in said)
    asked.commits += transaction[-1].startswith("COMMIT")
    asked.notifications += sum("pg_notify" in one for one in said)


# What is counted

MOVES, WARM_UP = 25, 14
SECONDS, SERVERS, SHARDS = 6.0, 18, 3
_WITH_PEOPLE = 6
"""In the first servers people play, in the rest computers."""
_FORWARDED = "Calabresella, 3, forwarded"
_SHARE_SECONDS = 90.0
_CONNECTED = 2.0
"""Seconds in which those who gave a shard stop listening."""
_WORLD = many_servers(SERVERS).model_copy(update={"applications": WORLD.applications})
_SETTINGS = {"play__bury_after": 100, "play__pace": 0, "play__computers": 1}


Counted: TypeAlias = tuple[Asked, int, int]
"""What moves asked for, and how many lines and bytes of rows they added."""


async def _moves(url: str, move: Callable[[], Awaitable[object]]) -> Counted:
    """What `MOVES` moves ask for, and how many lines and bytes of rows they add."""
    for _ in range(WARM_UP):
        await move()
    rows, size = await _lines(url)
    async with counted(url) as asked:
        for _ in range(MOVES):
            await move()
    more_rows, more = await _lines(url)
    return asked, more_rows - rows, more - size


async def _query(url: str, query: str) -> list[asyncpg.Record]:
    async with connected(url) as connection:
        return list(await connection.fetch(query))


async def _lines(url: str) -> tuple[int, int]:
    """How many lines there are, and the bytes of their rows."""
    (found,) = await _query(
        url, "SELECT count(*) AS rows, coalesce(sum(pg_column_size(lines.*)), 0) AS size FROM lines"
    )
    return found["rows"], int(found["size"])


async def _couple(url: str, room: str, people: list[Person]) -> Counted:
    couple = Couple(people[0], people[1], channel=room)
    await couple.sit_down()
    return await _moves(url, couple.move)


async def _trio(url: str, room: str, people: list[Person]) -> Counted:
    trio = Trio(*people, channel=room)
    await trio.sit_down()
    return await _moves(url, trio.play_card)


async def _alone() -> dict[str, Counted]:
    async with (
        empty_database(is_durable=True) as url,
        loopback(world=_WORLD) as local,
        local.parlour(storage__url=url, **_SETTINGS),
        local.people(ADA, BRUNO, CHIARA) as people,
    ):
        await local.is_online(people[0])
        return {
            "Doublolo, 1 process": await _couple(url, "room-0", people),
            "Calabresella, 1 process": await _trio(url, "room-3", people),
        }


async def _together() -> tuple[dict[str, Counted], dict[str, dict[str, float]]]:
    """The counts with three processes, and what was played with each number of them."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(empty_database(is_durable=True))
        local = await stack.enter_async_context(loopback(world=_WORLD))
        ada, bruno, chiara, dmitri, emi = await stack.enter_async_context(
            local.people(ADA, BRUNO, CHIARA, DMITRI, EMI)
        )
        bots: list[Process] = []
        played: dict[str, dict[str, float]] = {}
        playing: list[asyncio.Task[None]] = []
        for number in range(1, SHARDS + 1):
            bot = local.parlour(storage__url=url, discord__shards=SHARDS, **_SETTINGS)
            bots.append(await stack.enter_async_context(bot))
            await _shared(url, number)
            if number == 1:
                await local.is_online(ada)
                playing = await _computers(ada)
            played[str(number)] = await _played(url, bots, local)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        await _are_over(url)
        return {
            "Doublolo, 3 processes": await _couple(url, "room-0", [ada, bruno]),
            "Calabresella, 3 processes": await _trio(url, "room-3", [ada, bruno, chiara]),
            _FORWARDED: await _trio(url, "room-1", [ada, dmitri, emi]),
        }, played


async def _shared(url: str, processes: int) -> None:
    """Wait until this many processes share the shards, and are connected to Discord."""
    async with asyncio.timeout(_SHARE_SECONDS):
        while True:
            rows = await _query(url, "SELECT process_id, next_id FROM shards")
            has = {row["process_id"] for row in rows}
            if len(has - {None}) == processes and None not in has and not any(row["next_id"] for row in rows):
                break
            await asyncio.sleep(0.2)
    await asyncio.sleep(_CONNECTED)


async def _computers(person: Person) -> list[asyncio.Task[None]]:
    """Tables with only computers in every server; each game is followed by its rematch."""
    ended: list[str] = []
    playing = []
    for number in range(_WITH_PEOPLE, SERVERS):
        board = await let_computers_play(person, f"room-{number}", "doublolo")
        playing.append(asyncio.create_task(rematch(person, board["channel_id"], ended)))
    return playing


async def _are_over(url: str) -> None:
    """Wait until the computers have finished the games they began."""
    async with asyncio.timeout(_SHARE_SECONDS):
        while await _query(url, "SELECT 1 FROM sessions WHERE phase = 'playing'"):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.2)


async def _played(url: str, bots: list[Process], local: Loopback) -> dict[str, float]:
    """Moves per second, and how many cores each kind of process used."""
    lines, before, began = (await _lines(url))[0], _cores(bots, local), time.monotonic()
    await asyncio.sleep(SECONDS)
    more, after, took = (await _lines(url))[0], _cores(bots, local), time.monotonic() - began
    cores = {name: (after[name] - before[name]) / took for name in after}
    return {"moves": (more - lines) / took, **cores}


def _cores(bots: list[Process], local: Loopback) -> dict[str, float]:
    """The seconds of processor time that each has used so far."""
    spent, parents = _processes()
    server = int((durable_server().log.parent / "postmaster.pid").read_text().split()[0])

    def below(pid: int) -> float:
        return sum(spent[one] + below(one) for one, parent in parents.items() if parent == pid)

    return {
        "bots": sum(spent[one.pid] for one in bots),
        "computers": sum(below(one.pid) for one in bots),
        "PostgreSQL": spent[server] + below(server),
        "Discord": spent[local.pid],
        "people": spent[os.getpid()],
    }


def _processes() -> tuple[dict[int, float], dict[int, int]]:
    """Every process's seconds of processor time, and its parent."""
    spent, parents = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        pid = int(file.parent.name)
        spent[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        parents[pid] = int(fields[1])
    return spent, parents


def main() -> dict[str, float]:
    """Measure, print the tables, and return the most statements per press, and per forwarded press."""
    counts = asyncio.run(_alone())
    more, played = asyncio.run(_together())
    table("a move, in steady play", {name: _a_move(*found) for name, found in (counts | more).items()})
    table("processes: moves a second, and cores", played)
    each = {name: asked.games / asked.moves for name, (asked, _, _) in (counts | more).items()}
    forwarded = each.pop(_FORWARDED)
    return told(
        {
            "PostgreSQL: statements a press, the most": max(each.values()),
            "the same, forwarded to another process": forwarded,
        }
    )


def _a_move(asked: Asked, lines: int, size: int) -> dict[str, float]:
    counts = {"statements": asked.games, "COMMITs": asked.commits, "NOTIFYs": asked.notifications}
    return {name: count / asked.moves for name, count in counts.items()} | {"bytes of a row": size / lines}


if __name__ == "__main__":
    main()
