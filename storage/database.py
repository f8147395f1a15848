"""What the archive asks of a database: to run a piece of work on a connection, whole and in one trip.

A piece of work is an ordinary function that executes statements of SQLAlchemy Core, so it reads the same for
every database. Where it runs, and what is special to SQLite or PostgreSQL, is in a module of each.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection

from storage.errors import StorageFailed

T = TypeVar("T")

Work: TypeAlias = Callable[[Connection], T]


class Database(Protocol):
    """An open database with the newest schema."""

    async def read(self, work: Work[T]) -> T:
        """What `work` reads. Waits for no writer. Raises the driver's errors as they are."""

    async def change(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own; returns once that is on the disk.

        What it raises undoes all of it. Only one change may run at a time: see `storage.writer`. Raises the
        driver's errors as they are.
        """

    def tell(self, connection: Connection, word: str) -> None:
        """Inside a change: tell all processes that share the database, this one too, once it is committed."""

    def is_request_at_fault(self, error: Exception) -> bool:
        """Whether the request is to blame rather than the disk, so others can still be served."""

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """The driver's error as a sentence, or in its own words if there is no sentence for it."""

    async def close(self) -> None:
        """Release all connections once what runs on them is done."""
