"""One bot per database: two would play the computers of the same tables and redraw the same boards."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from filelock import FileLock, Timeout
from sqlalchemy import URL

from storage.errors import StorageFailed
from storage.locking import locked_by_us
from storage.opening import address_of, is_file
from storage.sqlite import OWN_MODE, file_of, make_folder, must_be_plain, place_of

PATIENCE = 3.0
"""Seconds to wait for another bot that is just shutting down."""

_TAKEN = (
    "Another bot is already running with this database ({name}). Stop it first. If two bots are meant to "
    "share the database, set storage.shared = true for both."
)

LOST = "The database couldn't be reached for a while, and another bot has it now."


@asynccontextmanager
async def only_bot(url: str, patience: float = PATIENCE) -> AsyncIterator["asyncio.Future[StorageFailed]"]:
    """Keep every other bot that asks for it off this database until the end of the block.

    However the process ends, the system or the server then frees the database. The future is done if another
    bot took it because the server couldn't be reached for a while. Raises StorageFailed if another process
    still has it after `patience` seconds, or if `url` isn't a database that we can use.
    """
    address = address_of(url)
    gone: asyncio.Future[StorageFailed] = asyncio.get_running_loop().create_future()
    if is_file(address):
        with _alone_with_file(file_of(address), patience):
            yield gone
        return
    async with locked_by_us(address, patience) as lost:
        if lost is None:
            raise StorageFailed(_TAKEN.format(name=address.database))
        lost.add_done_callback(lambda _: gone.set_result(StorageFailed(LOST)))
        yield gone


@contextmanager
def _alone_with_file(address: URL, patience: float) -> Iterator[None]:
    """The lock is a file next to the database; it isn't deleted."""
    must_be_plain(place_of(address))
    make_folder(address)
    lock = FileLock(f"{address.database}.lock", mode=OWN_MODE)
    try:
        lock.acquire(timeout=patience)
    except Timeout:
        raise StorageFailed(_TAKEN.format(name=address.database)) from None
    except OSError as error:
        raise StorageFailed(f"Can't lock the database file: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()
