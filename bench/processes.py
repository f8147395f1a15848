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
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import make_url

from bench.loopback import PARLOUR, Loopback, loopback
from bench.people import Couple, Trio, rematch, seat_computers
from bench.postgres import connected, durable_server, empty_database
from bot.play import ADA, BRUNO, CHIARA, DMITRI, EMI, WORLD
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

    `moves` are transactions with lines. `kinds` counts the games' statements by kind. A read has no COMMIT,
    and BEGIN isn't counted.
    """

    games: int = 0
    moves: int = 0
    leases: int = 0
    commits: int = 0
    notifications: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


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
    asked.kinds.update(map(_kind, said))


def _kind(statement: str) -> str:
    """The statement's kind: what it does, and to which table."""
    found = re.search(r"^(\w+).*?(?:FROM|INTO|UPDATE|pg_notify)\s*\(?\"?(\w+)", statement)
    short = f"{found[1]} {found[2]}" if found else statement[:40]
    return short + (" FOR KEY SHARE" if "FOR KEY SHARE" in statement else "")


# What is counted

MOVES, WARM_UP = 25, 14
SECONDS, SERVERS, SHARDS = 6.0, 18, 3
_WITH_PEOPLE = 6
"""In the first servers people play, in the rest computers."""
STATEMENTS = "statements a press, most"
FORWARDED = "statements a forwarded press"
_FORWARDED = "Calabresella, 3, forwarded"
_SHARE_SECONDS = 90.0
_CONNECTED = 2.0
"""Seconds in which those who gave a shard stop listening."""
_WORLD = many_servers(SERVERS).model_copy(update={"applications": WORLD.applications})
_SETTINGS: dict[str, Any] = {
    "play__bury_after": 100,
    "play__remind_after": 0,
    "play__pace": 0,
    "play__computers": 1,
}


async def _moves(url: str, move: Callable[[], Awaitable[object]]) -> tuple[Asked, int, int]:
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


async def _couple(url: str, room: str, people: list[Person]) -> tuple[Asked, int, int]:
    couple = Couple(people[0], people[1], channel=room)
    await couple.sit_down()
    return await _moves(url, couple.move)


async def _trio(url: str, room: str, people: list[Person]) -> tuple[Asked, int, int]:
    trio = Trio(*people, channel=room)
    await trio.sit_down()
    return await _moves(url, trio.play_card)


async def _alone(folder: Path) -> dict[str, tuple[Asked, int, int]]:
    async with AsyncExitStack() as stack:
        url, local = await _begin(stack, folder)
        await stack.enter_async_context(local.bot("Parlour", *PARLOUR, storage__url=url, **_SETTINGS))
        people = await _meet(stack, local, ADA, BRUNO, CHIARA)
        await local.is_online(people[0], "Parlour", "play")
        return {
            "Doublolo, 1 process": await _couple(url, "room-0", people),
            "Calabresella, 1 process": await _trio(url, "room-3", people),
        }


async def _begin(stack: AsyncExitStack, folder: Path) -> tuple[str, Loopback]:
    url = await stack.enter_async_context(empty_database(is_durable=True))
    return url, await stack.enter_async_context(loopback(folder, "Parlour", world=_WORLD))


async def _meet(stack: AsyncExitStack, local: Loopback, *ids: str) -> list[Person]:
    return [await stack.enter_async_context(Person.connect(local.url, one)) for one in ids]


async def _together(folder: Path) -> tuple[dict[str, tuple[Asked, int, int]], list[dict[str, float]]]:
    """The counts with three processes, and what was played with each number of them."""
    async with AsyncExitStack() as stack:
        url, local = await _begin(stack, folder)
        here = await _meet(stack, local, ADA, BRUNO, CHIARA, DMITRI, EMI)
        bots: list[Process] = []
        played: list[dict[str, float]] = []
        playing: list[asyncio.Task[None]] = []
        for number in range(1, SHARDS + 1):
            settings: dict[str, Any] = {"storage__url": url, "discord__shards": SHARDS, **_SETTINGS}
            bots.append(await stack.enter_async_context(local.bot("Parlour", *PARLOUR, **settings)))
            await _shared(url, number)
            if number == 1:
                await local.is_online(here[0], "Parlour", "play")
                playing = await _computers(here[0])
            played.append(await _played(url, bots, local))
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        await _are_over(url)
        ada, bruno, chiara, dmitri, emi = here
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
        lobby = await seat_computers(person, f"room-{number}", "doublolo")
        await person.outcome(await person.press(person.sees.current(lobby), label="Start"))
        playing.append(asyncio.create_task(rematch(person, lobby["channel_id"], ended)))
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
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as three:
        counts = asyncio.run(_alone(Path(one)))
        more, played = asyncio.run(_together(Path(three)))
    counts |= more
    sys.stdout.write(
        f"{'a move, in steady play':30}{'statements':>11}{'COMMITs':>9}{'NOTIFYs':>9}{'bytes of rows':>14}\n"
    )
    for name, (asked, lines, size) in counts.items():
        a_move = [one / asked.moves for one in (asked.games, asked.commits, asked.notifications)]
        sys.stdout.write(f"{name:30}{a_move[0]:11.2f}{a_move[1]:9.2f}{a_move[2]:9.2f}{size / lines:14.0f}\n")
        sys.stdout.write(f"    {', '.join(f'{kind} {n}' for kind, n in asked.kinds.most_common())}\n")
    sys.stdout.write(f"{'processes':12}" + "".join(f"{name:>12}" for name in played[0]) + "  (cores)\n")
    for number, row in enumerate(played, 1):
        sys.stdout.write(f"{number:<12}" + "".join(f"{figure:12.2f}" for figure in row.values()) + "\n")
    each = {name: asked.games / asked.moves for name, (asked, _, _) in counts.items()}
    forwarded = each.pop(_FORWARDED)
    return {STATEMENTS: max(each.values()), FORWARDED: forwarded}


if __name__ == "__main__":
    main()
