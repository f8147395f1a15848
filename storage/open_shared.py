"""Opening a database for one of several processes that share the work of one bot."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from storage.archive import Archive
from storage.errors import StorageFailed
from storage.fence import Fenced
from storage.forwarding import Forwarding
from storage.listening import BUSY_SECONDS, SharedArchive, listen
from storage.locking import locked_by_us
from storage.only_bot import PATIENCE
from storage.opening import address_of, is_file
from storage.postgres import Postgres
from storage.shards import Shards, TakenOver, one_at_a_time

log = logging.getLogger(__name__)

IDLE_MILLISECONDS = "4000"
"""How long a transaction may be idle: a process that hangs in the middle of one must not hold its row.

It's shorter than others wait for that row.
"""

_NEEDS_SERVER = "Several processes need PostgreSQL: discord.shards is {count}, but storage.url names a file."
_TAKEN = (
    "A bot that runs as one process is already running with this database ({name}). Stop it first. For "
    "several processes, set discord.shards to the same number for all."
)


@asynccontextmanager
async def open_shared(
    url: str, count: int, patience: float = PATIENCE, *, secret: str = ""
) -> AsyncIterator[SharedArchive]:
    """Open the database as one of several processes with `count` shards, until the end of the block.

    They have the same `secret`, which nobody else knows. Raises StorageFailed if `url` is a file, a bot uses
    it alone, or others share another number of shards.
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
        turns = partial(one_at_a_time, own)
        opened = SharedArchive(Archive(Fenced(database, shards)), shards, Forwarding(own, secret), turns)
        lost.add_done_callback(lambda _: shards.give_up())
        shards.taken_over.add_done_callback(lambda over: _give_up(over, database, own))
        listening = asyncio.create_task(listen(address, opened))
        listening.add_done_callback(partial(_end_if_deaf, shards))
        try:
            yield opened
        finally:
            listening.cancel()
            await asyncio.wait({listening})
            await opened.archive.writer.close()
            with suppress(StorageFailed):
                await shards.remove()  # does nothing if another process removed it
            await own.close()
            await database.close()


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
