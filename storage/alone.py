"""One bot a database file: two would play the computers of the same tables and redraw the same boards."""

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from storage.database import address_of, make_folder
from storage.errors import StorageFailed

PATIENCE = 3.0
"""Seconds to wait for another bot that is just shutting down."""

_TAKEN = (
    "Another bot is already running with this database ({file}). Stop it first. If two bots are meant to "
    "share the file, set storage.shared = true for both."
)


@contextmanager
def alone(url: str, patience: float = PATIENCE) -> Iterator[None]:
    """Keep every other bot that asks for it off this file until the end of the block.

    The lock is a file next to the database, which stays; the system frees it when the process ends, however
    that happens. Raises StorageFailed if another process has had it for `patience` seconds, or if `url` isn't
    a file that this one can use.
    """
    address = address_of(url)
    make_folder(address)
    lock = FileLock(f"{address.database}.lock")
    try:
        lock.acquire(timeout=patience)
    except Timeout:
        raise StorageFailed(_TAKEN.format(file=address.database)) from None
    except OSError as error:
        raise StorageFailed(f"Can't lock the database file: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()
