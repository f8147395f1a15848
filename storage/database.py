"""What the archive needs from a database: to run a piece of work on a connection, in one trip.

A piece of work is an ordinary function that executes SQLAlchemy Core statements, so it's the same for every
database. `storage.sqlite` and `storage.postgres` say where it runs, and all that is special to one of them.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from sqlalchemy import URL, Column, ColumnElement, Connection, Table, exc

from storage.errors import StorageFailed

T = TypeVar("T")

Work: TypeAlias = Callable[[Connection], T]

PATIENCE = 5.0
"""How many seconds to wait for another writer."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The state of a database. `size` is in bytes, including the companion files of a file in use."""

    name: str
    """The file, or the database and its server; never a password."""
    exists: bool = False
    size: int = 0
    is_newest: bool = True
    """Whether it has the schema of this version; if not, the next start updates it."""
    is_in_use: bool = False
    """Whether a bot that locks out others is running with it."""


class Database(Protocol):
    """An open database with the newest schema, also for `async with`. Its engines are derived from this."""

    is_on_server: bool = False
    """Whether it is on a server, which may be out of reach."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @classmethod
    async def open(cls, address: URL, busy_timeout: float) -> Self:
        """Open it, and bring its schema up to date, completely or not at all. Raises StorageFailed.

        A change waits `busy_timeout` seconds at most for another writer.
        """

    @classmethod
    async def look_at(cls, address: URL) -> Condition:
        """Its state, without changing it.

        Raises StorageFailed if it can't be read or written, or isn't Parlour's.
        """

    @classmethod
    def alone(
        cls, address: URL, patience: float
    ) -> AbstractAsyncContextManager["asyncio.Future[None] | None"]:
        """Keep other bots off it until the end of the block; None if one has it for `patience` seconds.

        The future is done if it was lost, and another bot has it now. Raises StorageFailed.
        """

    async def read(self, work: Work[T]) -> T:
        """Return what `work` reads, without waiting for writers. Raises StorageFailed."""

    async def change(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own; returns once that is on the disk.

        If it raises something, all of it is undone. Only one change may run at a time: see `storage.writer`.
        Raises the driver's errors as they are.
        """

    def tell(self, connection: Connection, word: str) -> None:
        """Inside a change: notify all processes that share the database, this one too, after the commit.

        Does nothing if nobody can share it.
        """
        return

    def take_turns(self, connection: Connection) -> None:
        """Inside a change: wait until no other process is past this point, until the end of its change.

        Does nothing if only one can change anything at a time.
        """
        return

    def insert_missing(self, connection: Connection, table: Table, row: Mapping[str, object]) -> None:
        """Inside a change: insert a row unless there is one with its key."""

    def by_bytes(self, column: Column[Any]) -> ColumnElement[Any]:
        """A column, sorted by its bytes or its number, so that the order of rows is the same everywhere."""
        return column

    def go_on_numbering(self, connection: Connection) -> None:
        """Inside a change that has copied sessions: give the next one a number after theirs.

        Does nothing if the database looks for the last one anyway.
        """
        return

    async def shrink(self) -> None:
        """Give the space of deleted rows back to the system, while nobody else uses it.

        Raises StorageFailed.
        """

    def is_request_at_fault(self, error: Exception) -> bool:
        """Whether the request is to blame, not the disk, so that others can still be served."""

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """The driver's error as a sentence, or in its own words if there is no sentence for it."""

    @contextmanager
    def in_sentences(self) -> Iterator[None]:
        """Raise StorageFailed in place of the driver's errors, until the end of the block."""
        try:
            yield
        except exc.DBAPIError as error:
            raise self.failed(error) from error

    async def close(self) -> None:
        """Release all connections once their work is done."""


def cause_of(error: Exception) -> BaseException:
    """The driver's error, if SQLAlchemy has wrapped it."""
    return error.orig if isinstance(error, exc.DBAPIError) and error.orig else error
