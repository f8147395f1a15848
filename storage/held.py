"""A PostgreSQL database held in one transaction, for copying all of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Work
from storage.errors import StorageFailed
from storage.postgres import DRIVER_ERRORS, Postgres

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds to wait for a locked table."""


class Held:
    """Everything that runs here is in the same transaction. Raises StorageFailed."""

    def __init__(self, database: Postgres, connection: AsyncConnection) -> None:
        self._database = database
        self._connection = connection

    async def read(self, work: Work[T]) -> T:
        """Return what `work` reads or changes."""
        try:
            return await self._connection.run_sync(work)
        except DBAPIError as error:
            raise self.failed(error) from error

    change = read

    def failed(self, error: Exception) -> StorageFailed:
        """See `Database`."""
        return self._database.failed(error)


@asynccontextmanager
async def one_transaction(address: URL, *, is_snapshot: bool = False) -> AsyncIterator[Held]:
    """A transaction that is committed at the end of the block, unless that raises.

    A snapshot only reads, and sees everything as it was at its first query. Raises StorageFailed. Statements
    have no time limit, since one may concern every game.
    """
    database = Postgres.of(address, PATIENCE)
    try:
        async with database.connected() as connection:
            if is_snapshot:
                await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            async with connection.begin():
                yield Held(database, connection)
    except (DBAPIError, *DRIVER_ERRORS) as error:
        raise database.failed(error) from error
    finally:
        await database.close()
