"""What the archive needs from a database: to run a piece of work on a connection, in one trip.

A piece of work is an ordinary function that executes SQLAlchemy Core statements, so it's the same for every
database. Where it runs, and what is special to SQLite or PostgreSQL, is in a module for each.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, exc

from storage.errors import StorageFailed

T = TypeVar("T")

Work: TypeAlias = Callable[[Connection], T]


class Database(Protocol):
    """An open database with the newest schema."""

    async def read(self, work: Work[T]) -> T:
        """Return what `work` reads, without waiting for writers. Raises the driver's errors as they are."""

    async def change(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own; returns once that is on the disk.

        If it raises something, all of it is undone. Only one change may run at a time: see `storage.writer`.
        Raises the driver's errors as they are.
        """

    def tell(self, connection: Connection, word: str) -> None:
        """Inside a change: notify all processes that share the database, this one too, after the commit."""

    def is_request_at_fault(self, error: Exception) -> bool:
        """Whether the request is to blame, not the disk, so that others can still be served."""

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """The driver's error as a sentence, or in its own words if there is no sentence for it."""

    async def close(self) -> None:
        """Release all connections once their work is done."""


def cause_of(error: Exception) -> BaseException:
    """The driver's error, if SQLAlchemy has wrapped it."""
    return error.orig if isinstance(error, exc.DBAPIError) and error.orig else error
