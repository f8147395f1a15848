"""The archive that several processes of one bot share: opening it, hearing the others, forwarding presses.

Processes tell each other by PostgreSQL's notifications; each listens on a connection of its own. An
interaction for a table of another process is sent in the same way. A notification has less than 8,000 bytes,
which is enough for most interactions once they are compressed. A longer one is sent in several, all in one
transaction, so that they arrive one after the other.
"""

import asyncio
import logging
import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import TypeAlias

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError

from storage.archive import Archive
from storage.database import PATIENCE
from storage.errors import StorageFailed
from storage.opening import SHUTDOWN_SECONDS, address_of, is_file
from storage.postgres import DRIVER_ERRORS, Postgres
from storage.shards import ALIVE, CHANNEL, LeasedDatabase, Shards, TakenOver, one_at_a_time

log = logging.getLogger(__name__)

AGAIN_SECONDS = 0.5
"""How long to wait after a lost connection before listening again."""

DEAF_SECONDS = 6.0
"""A process that hasn't heard its own renewals of its lease for this long doesn't hear the others either: a
connection can be gone without either end noticing."""

PIECE = 7_800
"""How many characters of an interaction go into one notification, besides the ids."""

SENDING_SECONDS = 0.75
"""How long the server has to connect, and to answer, when we send something: a person is waiting."""

IDLE_MILLISECONDS = "4000"
"""How long a transaction may be idle: a process that hangs in the middle of one must not hold its row.

It's shorter than others wait for that row.
"""

_NEEDS_SERVER = "Several processes need PostgreSQL: discord.shards is {count}, but storage.url names a file."
_TAKEN = (
    "A bot that runs as one process is already running with this database ({name}). Stop it first. For "
    "several processes, set discord.shards to the same number for all."
)

_SEND = text("SELECT pg_notify(:channel, said) FROM unnest(CAST(:said AS text[])) AS said")


@dataclass(frozen=True, slots=True)
class Forwarded:
    """An interaction for a table in this shard. `packed` is its payload, compressed."""

    id: int
    shard: int
    packed: str

    @classmethod
    def of(cls, interaction_id: int, shard: int, payload: str) -> "Forwarded":
        """Pack an interaction, whose payload is JSON text."""
        return cls(interaction_id, shard, b64encode(zlib.compress(payload.encode())).decode())

    @property
    def payload(self) -> str:
        """The payload as JSON text. Raises ValueError if it can't be read."""
        try:
            return zlib.decompress(b64decode(self.packed)).decode()
        except zlib.error as error:
            raise ValueError(str(error)) from None

    def pieces(self) -> list[str]:
        """The notifications for `Pieces` to read. No two are equal."""
        said = [self.packed[at : at + PIECE] for at in range(0, len(self.packed), PIECE)]
        return [f"{self.id} {self.shard} {n} {len(said)} {piece}" for n, piece in enumerate(said)]


class Pieces:
    """Puts interactions back together. One that lacks a piece is dropped when the next begins."""

    def __init__(self) -> None:
        self._had: list[str] = []

    def add(self, said: str) -> Forwarded | None:
        """Add a piece. Returns the interaction if this was its last one."""
        interaction_id, shard, number, count, piece = said.split(" ")
        if number == "0":
            self._had = []
        self._had.append(piece)
        if not len(self._had) == int(count) == int(number) + 1:
            return None
        return Forwarded(int(interaction_id), int(shard), "".join(self._had))


class Forwarding:
    """Sends interactions to the other processes."""

    def __init__(self, database: Postgres, secret: str) -> None:
        """Only processes with the same `secret` hear what is sent."""
        self.channel = private_channel(secret)
        self._database = database

    async def send(self, forwarded: Forwarded) -> None:
        """Let the process that has its shard answer an interaction. Raises StorageFailed.

        All processes hear it, this one too, or none. It isn't fenced: an interaction from a process that
        counts as dead does no harm.
        """
        with self._database.in_sentences():
            async with self._database.watched(SENDING_SECONDS) as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(_SEND, {"channel": self.channel, "said": forwarded.pieces()})


def private_channel(secret: str) -> str:
    """The name of the channel for interactions, which only processes that have the secret know.

    Anybody who can connect to a database can listen and send on any channel they know.
    """
    return f"{CHANNEL}_{blake2b(secret.encode(), digest_size=16).hexdigest()}"


Heard: TypeAlias = str | Forwarded
"""A word, or an interaction. An empty word means that something may have been missed."""


@dataclass(frozen=True, slots=True)
class SharedArchive:
    """The archive that several processes share, and what one of them needs for that."""

    archive: Archive
    shards: Shards
    forwarding: Forwarding
    turns: Callable[[], AbstractAsyncContextManager[None]]
    """Only one process at a time is in such a block."""
    heard: "asyncio.Queue[Heard]" = field(default_factory=asyncio.Queue)
    """What other processes sent, in order."""


def must_be_shareable(url: str, count: int) -> URL:
    """The address. Raises StorageFailed if several processes, with `count` shards, can't share it."""
    address = address_of(url)
    if is_file(address):
        raise StorageFailed(_NEEDS_SERVER.format(count=count))
    return address


async def must_be_joinable(url: str, count: int) -> None:
    """Raises StorageFailed if `open_shared` would now. The database must have the newest schema."""
    address = must_be_shareable(url, count)
    async with Postgres.alone(address, 0, shares=True) as lost:
        if lost is None:
            raise StorageFailed(_TAKEN.format(name=address.database))
        async with Postgres(address, PATIENCE) as database:
            await database.read(Shards(database, 0, count).fits)


@asynccontextmanager
async def open_shared(
    url: str, count: int, patience: float = SHUTDOWN_SECONDS, *, secret: str = ""
) -> AsyncIterator[SharedArchive]:
    """Open the database as one of several processes with `count` shards, until the end of the block.

    They have the same `secret`, which nobody else knows. Raises StorageFailed if `url` is a file, a bot uses
    it alone, or others share another number of shards.
    """
    address = must_be_shareable(url, count)
    async with Postgres.alone(address, patience, shares=True) as lost:
        if lost is None:
            raise StorageFailed(_TAKEN.format(name=address.database))
        idle = {"idle_in_transaction_session_timeout": IDLE_MILLISECONDS}
        async with (
            await LeasedDatabase.open(address, PATIENCE, **idle) as database,
            # Its own connections: a process that reads a lot must still renew its row in time.
            Postgres(address, PATIENCE, **idle) as own,
        ):
            database.shards = shards = Shards(own, secrets.randbits(62), count)
            await shards.join()
            turns = partial(one_at_a_time, own)
            opened = SharedArchive(Archive(database), shards, Forwarding(own, secret), turns)
            lost.add_done_callback(lambda _: shards.give_up())
            shards.taken_over.add_done_callback(lambda over: _give_up(over, database, own))
            listening = asyncio.create_task(_listen(address, opened))
            listening.add_done_callback(partial(_end_if_deaf, shards))
            try:
                yield opened
            finally:
                listening.cancel()
                await asyncio.wait({listening})
                await opened.archive.writer.close()
                with suppress(StorageFailed):
                    await shards.remove()  # does nothing if another process removed it


def _end_if_deaf(shards: Shards, listening: "asyncio.Task[None]") -> None:
    """A process that will never hear the others again doesn't go on."""
    if not listening.cancelled() and (failed := listening.exception()) is not None:
        log.error("this process doesn't hear the others any more", exc_info=failed)
        shards.give_up()


def _give_up(over: "asyncio.Future[TakenOver]", *databases: Postgres) -> None:
    """Let everything that still waits for the server fail now: it may never answer."""
    if not over.cancelled():
        for one in databases:
            one.give_up(over.result())


async def _listen(address: URL, opened: SharedArchive) -> None:
    """Put what processes tell each other into `opened.heard`. Reconnects whenever the connection is lost.

    Until then, nothing that others may change is cached.
    """
    opened.archive.people.hears_others(False)
    async with Postgres(address, PATIENCE) as database:
        while True:
            try:
                await _listen_once(database, opened)
            except (StorageFailed, DBAPIError, OSError, *DRIVER_ERRORS) as failed:
                log.warning("can't hear the other processes: %s", database.failed(failed))
            opened.archive.people.hears_others(False)
            await asyncio.sleep(AGAIN_SECONDS)


async def _listen_once(database: Postgres, opened: SharedArchive) -> None:
    """Returns when the connection is lost."""
    told, pieces = asyncio.Event(), Pieces()
    own_word = opened.shards.alive

    def hear(word: str) -> None:
        if word == own_word:
            told.set()
        elif not word.startswith(ALIVE):
            opened.heard.put_nowait(word)

    def hear_forwarded(said: str) -> None:
        if (forwarded := pieces.add(said)) is not None:
            opened.heard.put_nowait(forwarded)

    async with database.connected() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        driver.add_termination_listener(lambda _: told.set())
        try:
            async with asyncio.timeout(DEAF_SECONDS):
                await driver.add_listener(CHANNEL, _payload_to(hear))
                await driver.add_listener(opened.forwarding.channel, _payload_to(hear_forwarded))
            opened.archive.people.hears_others(True)
            opened.heard.put_nowait("")
            while not driver.is_closed():
                told.clear()
                async with asyncio.timeout(DEAF_SECONDS):
                    await told.wait()
        except TimeoutError:
            log.warning("can't hear the other processes: the connection is silent")
        finally:
            await connection.invalidate()  # so that the pool doesn't reuse a connection that listens


def _payload_to(hear: Callable[[str], None]) -> Callable[..., None]:
    return lambda *told: hear(told[-1])
