"""Opening a database for one of several processes that share the work of one bot."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from storage.alone import PATIENCE
from storage.archive import Archive
from storage.errors import StorageFailed
from storage.fence import Fenced
from storage.locking import AGAIN_SECONDS, locked_by_us
from storage.opening import address_of, is_file
from storage.postgres import DRIVER_ERRORS, Postgres
from storage.shards import CHANNEL, Shards, TakenOver

log = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
IDLE_MILLISECONDS = "4000"
"""How long a transaction may stand still: a process that hangs in the middle of one must not hold its row.

Shorter than others wait for it.
"""

_NEEDS_SERVER = "Several processes need PostgreSQL: discord.shards is {count}, but storage.url names a file."
_TAKEN = (
    "A bot that runs as one process is already running with this database ({name}). Stop it first. For "
    "several processes, set discord.shards to the same number for all."
)


@dataclass(frozen=True, slots=True)
class Together:
    """What one of several processes has open."""

    archive: Archive
    shards: Shards
    heard: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    """What processes tell each other, in order. An empty string: something may have been missed."""


@asynccontextmanager
async def together(url: str, count: int, patience: float = PATIENCE) -> AsyncIterator[Together]:
    """Open the database as one of several processes that share so many shards, until the end of the block.

    Raises StorageFailed if it is a file, a bot uses it alone, or others share another number of shards.
    """
    address = address_of(url)
    if is_file(address):
        raise StorageFailed(_NEEDS_SERVER.format(count=count))
    async with locked_by_us(address, patience, shares=True) as lost:
        if lost is None:
            raise StorageFailed(_TAKEN.format(name=address.database))
        idle = {"idle_in_transaction_session_timeout": IDLE_MILLISECONDS}
        database = await Postgres.open(address, BUSY_SECONDS, **idle)
        # Its own connections: a process that reads a lot must still renew its row in time.
        own = Postgres.of(address, BUSY_SECONDS, **idle)
        try:
            shards = Shards(own, secrets.randbits(62), count)
            await shards.join()
        except BaseException:
            await own.close()
            await database.close()
            raise
        opened = Together(Archive(Fenced(database, shards)), shards)
        lost.add_done_callback(lambda _: shards.is_taken_over())
        shards.taken_over.add_done_callback(lambda over: _give_up(over, database, own))
        listening = asyncio.create_task(_listen(address, opened.heard.put_nowait))
        try:
            yield opened
        finally:
            listening.cancel()
            await asyncio.wait({listening})
            await opened.archive.writer.close()
            with suppress(StorageFailed):
                await shards.remove()  # nothing, if another process has done so
            await own.close()
            await database.close()


def _give_up(over: "asyncio.Future[TakenOver]", *databases: Postgres) -> None:
    """Whatever still waits for the server fails now: it may not answer any more."""
    if not over.cancelled():
        for one in databases:
            one.give_up(over.result())


async def _listen(address: URL, heard: Callable[[str], None]) -> None:
    """Hear what processes tell each other, on a connection of its own that is made again when it is lost."""
    database = Postgres.of(address, BUSY_SECONDS)
    try:
        while True:
            try:
                await _listen_once(database, heard)
            except (StorageFailed, DBAPIError, OSError, *DRIVER_ERRORS) as failed:
                log.warning("other processes can't be heard: %s", failed)
            heard("")
            await asyncio.sleep(AGAIN_SECONDS)
    finally:
        await database.close()


async def _listen_once(database: Postgres, heard: Callable[[str], None]) -> None:
    """Returns when the connection is lost."""
    async with database.connected() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        is_lost = asyncio.Event()
        driver.add_termination_listener(lambda _: is_lost.set())
        try:
            await driver.add_listener(CHANNEL, lambda *told: heard(told[-1]))
            heard("")
            await is_lost.wait()
        finally:
            await connection.invalidate()  # nobody else gets a connection that listens
