"""Several processes of one bot: which of them plays the tables of which shard, by PostgreSQL's clock.

A process counts as alive while it has a row, which it renews. If it's late, another process deletes the row,
and its shards are free. One that couldn't reach the database itself gives the others time to renew their rows
first: they probably couldn't either. Before a process writes anything, it checks its own row (see
`must_live`), so nothing is written by a process that has lost its shards. To take a shard from a living
process, another one asks for it, and gets it once it has connected to Discord for it. See decision 29.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, inf
from typing import TypeVar

from sqlalchemy import (
    BigInteger,
    Connection,
    Delete,
    Update,
    cast,
    delete,
    extract,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as insert_or

from storage import schema
from storage.database import Work
from storage.errors import StorageFailed
from storage.postgres import Postgres

T = TypeVar("T")

LEASE_SECONDS = 10.0
"""A process that hasn't renewed its row for this long counts as dead."""

RENEWAL_SECONDS = 2.0
"""How long the server has to confirm a renewal before we try again on another connection."""

PARDON_SECONDS = 5.0
"""How long others have to renew their rows after this process could reach the database again."""

CHANNEL = "parlour"
"""The channel on which processes notify each other."""

ALIVE = "alive"

_SHARING = 0x7061726C6F7574
"""The advisory lock for looking at and changing who has which shard."""

_ONE = literal(_SHARING + 1, BigInteger)
"""The advisory lock for work that only one process does at a time."""

_NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""Milliseconds since the epoch when the statement runs, not when its transaction began."""

_processes, _shards, _forwarded = schema.processes, schema.shards, schema.forwarded


@dataclass(frozen=True, slots=True)
class Shard:
    """Who has a shard, and who gets it next. `seen` are interactions that were answered lately."""

    shard: int
    process_id: int | None = None
    next_id: int | None = None
    is_next_ready: bool = False
    seen: str = ""

    @property
    def is_asked_for(self) -> bool:
        """Whether another process has asked for it."""
        return self.next_id is not None

    @property
    def last_id(self) -> int | None:
        """Who will have it after the planned changes."""
        return self.process_id if self.next_id is None else self.next_id


@dataclass(frozen=True, slots=True)
class Shared:
    """All shards, and the living processes that stay."""

    shards: tuple[Shard, ...]
    staying: frozenset[int]


class TakenOver(StorageFailed):
    """This process counts as dead: it can't write any more."""

    def __init__(self) -> None:
        super().__init__("Another process has taken over, because this one didn't answer for too long.")

    def copy(self) -> "TakenOver":
        """See `StorageFailed`."""
        return TakenOver()


class Shards:
    """What one process does about the shards. Raises StorageFailed, and TakenOver if it counts as dead."""

    def __init__(self, database: Postgres, process_id: int, count: int) -> None:
        """`count` is how many shards there are."""
        self.process_id = process_id
        self.count = count
        self.taken_over: asyncio.Future[TakenOver] = asyncio.get_running_loop().create_future()
        """Done once we find out that this process counts as dead."""
        self.alive = f"{ALIVE} {process_id}"
        """What it sends to all processes, itself included, whenever it renews its lease."""
        self._database = database
        self._renewed_at = -inf
        self._reaches_since = 0.0
        """Since when it has reached the database without a break, by its own monotonic clock."""

    def lived(self, seconds: float = 0.0) -> bool:
        """Whether this process was certainly alive this many seconds ago, by its own monotonic clock.

        Up to that moment nobody else can have had its shards.
        """
        return time.monotonic() - seconds < self._renewed_at + LEASE_SECONDS

    @property
    def _may_declare_dead(self) -> bool:
        """Whether others would have renewed their rows by now, as this process has."""
        now = time.monotonic()
        is_late = now - self._renewed_at > LEASE_SECONDS / 2
        return not is_late and now - self._reaches_since >= PARDON_SECONDS

    def shard_of(self, guild_id: int | None) -> int:
        """The shard of a server by Discord's formula; direct messages belong to shard 0."""
        return 0 if guild_id is None else (guild_id >> 22) % self.count

    def must_live(self, connection: Connection) -> None:
        """Inside a change: keep others from declaring this process dead until its end. Raises TakenOver."""
        own = select(_processes.c.id).where(_processes.c.id == self.process_id)
        if connection.scalar(own.with_for_update(read=True, key_share=True)) is None:
            self.give_up()
            raise TakenOver

    def give_up(self) -> None:
        """Stop reading and writing: others may have taken over everything that this process had."""
        if not self.taken_over.done():
            self.taken_over.set_result(TakenOver())

    async def join(self) -> None:
        """Add this process, without any shards yet; do it again if that was too long ago.

        Raises StorageFailed if the others have another number of shards.
        """
        at = time.monotonic()
        await self._change(self._join)
        self._is_renewed(at)

    async def renew(self) -> None:
        """Stay alive for another LEASE_SECONDS, and send `alive`."""

        def renewed(connection: Connection) -> None:
            own = update(_processes).where(_processes.c.id == self.process_id)
            longer = own.values(until=_NOW + round(1000 * LEASE_SECONDS))
            told = func.pg_notify(CHANNEL, self.alive)
            if not connection.execute(longer.returning(told)).all():
                self.must_live(connection)

        at = time.monotonic()
        await self._change(renewed, RENEWAL_SECONDS)
        self._is_renewed(at)

    def _is_renewed(self, at: float) -> None:
        if at - self._renewed_at > LEASE_SECONDS / 2:
            self._reaches_since = time.monotonic()
        self._renewed_at = at

    async def share(self) -> Shared:
        """Free the shards of dead processes, take or ask for a fair share, and return the new state."""
        return await self._fenced(self._share, in_turn=True)

    async def ready(self, shard: int) -> None:
        """Say that this process has connected to Discord for a shard it asked for, and can get it."""
        its = _shards.c.shard == shard, _shards.c.next_id == self.process_id
        await self._fenced(partial(_tell_of, change=update(_shards).where(*its).values(is_next_ready=True)))

    async def give(self, shard: int, seen: Iterable[int]) -> None:
        """Give a shard to the process that asked for it, which won't answer the interactions in `seen`."""
        its = _shards.c.shard == shard, _shards.c.process_id == self.process_id
        given = {
            "process_id": _shards.c.next_id,
            "next_id": None,
            "is_next_ready": False,
            "seen": ",".join(map(str, seen)),
        }
        told = partial(_tell_of, change=update(_shards).where(*its).values(given))
        await self._fenced(told, in_turn=True)

    async def leave(self) -> None:
        """Say that this process shuts down, so that the others ask for its shards."""
        own = _processes.c.id == self.process_id
        await self._fenced(partial(_tell_of, change=update(_processes).where(own).values(is_leaving=True)))

    async def remove(self) -> None:
        """Remove this process; any shards it still has become free."""
        own = delete(_processes).where(_processes.c.id == self.process_id)

        def removed(connection: Connection) -> None:
            _take_turns(connection)
            _tell_of(connection, change=own)

        await self._change(removed)

    async def wait_to_identify(self, bucket: int, seconds: float) -> float:
        """Book the next moment when a shard of this bucket may connect. Returns the seconds until then."""
        table = schema.identifies

        def booked(connection: Connection) -> float:
            new = insert_or(table).values(bucket=bucket, at=_NOW)
            later = func.greatest(table.c.at + round(1000 * seconds), _NOW)
            booking = new.on_conflict_do_update(index_elements=[table.c.bucket], set_={"at": later})
            at = connection.scalar(booking.returning(table.c.at - _NOW))
            assert at is not None
            return max(int(at), 0) / 1000

        return await self._fenced(booked)

    def fits(self, connection: Connection) -> bool:
        """Whether the database has this number of shards. Raises StorageFailed if processes share another."""
        there = sorted(connection.scalars(select(_shards.c.shard)))
        if there == list(range(self.count)):
            return True
        if connection.scalar(select(func.count()).select_from(_processes).where(_processes.c.until >= _NOW)):
            raise StorageFailed(
                f"Other processes with this database share {len(there)} shards, and discord.shards is "
                f"{self.count} here. Stop them first, or set it to the same number for all."
            )
        return False

    async def _fenced(self, work: Work[T], *, in_turn: bool = False) -> T:
        """Make a change if this process lives; `in_turn`, while no other changes who has which shard."""

        def fenced(connection: Connection) -> T:
            if in_turn:  # before we check our own row: another process may just be deleting it
                _take_turns(connection)
            self.must_live(connection)
            return work(connection)

        return await self._change(fenced)

    async def _change(self, work: Work[T], patience: float | None = None) -> T:
        # Not through the writer: a process that writes a lot must still renew its row in time.
        with self._database.in_sentences():
            return await self._database.change(work, patience)

    def _join(self, connection: Connection) -> None:
        _take_turns(connection)
        connection.execute(delete(_forwarded).where(_forwarded.c.at < _NOW - 60_000))  # left by version 0.7
        if not self.fits(connection):
            connection.execute(delete(_processes).where(_processes.c.until < _NOW))
            connection.execute(delete(_shards))
            rows = [{"shard": n, "is_next_ready": False, "seen": ""} for n in range(self.count)]
            connection.execute(insert(_shards), rows)
        until = _NOW + round(1000 * LEASE_SECONDS)
        joined = insert_or(_processes).values(id=self.process_id, until=until, is_leaving=False)
        connection.execute(joined.on_conflict_do_update(index_elements=["id"], set_={"until": until}))

    def _share(self, connection: Connection) -> Shared:
        me = self.process_id
        if self._may_declare_dead:
            late = _processes.c.until < _NOW, _processes.c.id != me
            connection.execute(delete(_processes).where(*late))
        heir = {"process_id": _shards.c.next_id, "next_id": None, "is_next_ready": False}
        orphaned = _shards.c.process_id.is_(None), _shards.c.next_id.is_not(None)
        connection.execute(update(_shards).where(*orphaned).values(heir))
        rows = connection.execute(select(_shards).order_by(_shards.c.shard)).mappings()
        staying = connection.scalars(select(_processes.c.id).where(~_processes.c.is_leaving))
        shared = Shared(tuple(Shard(**row) for row in rows), frozenset(staying))
        takes, asks = shard_balance(shared, me)
        if takes:
            taken = update(_shards).where(_shards.c.shard.in_(takes))
            connection.execute(taken.values(process_id=me, next_id=None, is_next_ready=False, seen=""))
        if asks:
            asked = update(_shards).where(_shards.c.shard.in_(asks))
            _tell_of(connection, change=asked.values(next_id=me, is_next_ready=False))
        return _as_balanced(shared, me, takes, asks)


class LeasedDatabase(Postgres):
    """A database whose changes are made only while this process lives; see `Shards.must_live`."""

    shards: "Shards"
    """Of this process."""

    async def change(self, work: Work[T], patience: float | None = None) -> T:
        """See `Database`. Raises TakenOver too."""

        def fenced(connection: Connection) -> T:
            self.shards.must_live(connection)
            return work(connection)

        return await super().change(fenced, patience)

    def tell(self, connection: Connection, word: str) -> None:
        """See `Database`."""
        _tell(connection, word)


@asynccontextmanager
async def one_at_a_time(database: Postgres) -> AsyncIterator[None]:
    """Keep other processes out of such a block until the end of this one. Raises StorageFailed."""
    mine, free = func.pg_try_advisory_lock(_ONE), func.pg_advisory_unlock(_ONE)
    with database.in_sentences():
        async with database.connected() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            while not await connection.scalar(select(mine)):  # noqa: ASYNC110 - another process has no event
                await asyncio.sleep(0.2)
            try:
                yield
            finally:
                await connection.execute(select(free))


def _take_turns(connection: Connection) -> None:
    connection.execute(select(func.pg_advisory_xact_lock(literal(_SHARING, BigInteger))))


def _tell(connection: Connection, word: str) -> None:
    """Inside a change: notify all processes after the commit."""
    connection.execute(select(func.pg_notify(CHANNEL, word)))


def _tell_of(connection: Connection, *, change: Update | Delete) -> None:
    """Make a change, and let the other processes look at the shards."""
    connection.execute(change)
    _tell(connection, "shards")


def shard_balance(shared: Shared, me: int) -> tuple[list[int], list[int]]:
    """The free shards that this process takes, and those it asks others for, to get its fair share."""
    if me not in shared.staying:
        return [], []
    load = Counter(one.last_id for one in shared.shards)
    room = ceil(len(shared.shards) / len(shared.staying)) - load[me]
    takes = [one.shard for one in shared.shards if one.process_id is None][: max(room, 0)]
    leaving = [
        one.shard
        for one in shared.shards
        if one.process_id is not None and one.process_id not in shared.staying and not one.is_asked_for
    ]
    asks = leaving[: max(room - len(takes), 0)]
    if takes or asks or any(one.next_id == me for one in shared.shards):
        return takes, asks
    richest = max(shared.staying, key=lambda one: (load[one], one))
    if load[richest] - load[me] >= 2:
        theirs = [one.shard for one in shared.shards if one.process_id == richest and not one.is_asked_for]
        asks = theirs[-1:]
    return takes, asks


def _as_balanced(shared: Shared, me: int, takes: Iterable[int], asks: Iterable[int]) -> Shared:
    """The state after this process has taken some shards and asked for others."""
    after = {one: Shard(one, me) for one in takes}
    for one in shared.shards:
        if one.shard in asks:
            after[one.shard] = replace(one, next_id=me, is_next_ready=False)
    return replace(shared, shards=tuple(after.get(one.shard, one) for one in shared.shards))
