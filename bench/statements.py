"""Counts PostgreSQL's statements from its log, so from any number of processes and over any driver."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy import make_url

from bench.postgres import durable_server

_PREFIX = re.compile(r"^parlour (\S+) (\d+) LOG:  (?:statement|execute [^:]*): (.*)$")
_SETTLED = 0.3
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
        await asyncio.sleep(_SETTLED)
    finally:
        await server.execute("ALTER SYSTEM RESET log_statement")
        await _reload()
    with server.log.open(encoding="utf-8", errors="replace") as log:
        log.seek(begins)
        for transaction in _transactions(log.read(), str(make_url(url).database)):
            _count(asked, transaction)


async def _reload() -> None:
    await durable_server().execute("SELECT pg_reload_conf()")
    await asyncio.sleep(_SETTLED)


def _transactions(log: str, database: str) -> Iterator[list[str]]:
    """The statements of each transaction with this database, with its COMMIT if it has one.

    A statement outside a transaction counts as one.
    """
    open_ones: dict[str, list[str]] = {}
    # A statement goes on in the next line, after a tab.
    for line in log.replace("\n\t", " ").splitlines():
        found = _PREFIX.match(line)
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
