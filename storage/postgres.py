"""A PostgreSQL database: opening it, and its errors as sentences.

asyncpg answers in the event loop, so what is asked of it runs there: SQLAlchemy lets an ordinary function
wait.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import asyncpg
from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.database import Work
from storage.errors import FOREIGN, StorageFailed
from storage.migrating import NEWEST, is_ours, upgrade

T = TypeVar("T")

CONNECTIONS = 6
"""How many a process opens at most: one writes, and the others read."""

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the driver raises where SQLAlchemy doesn't stand in between."""

_MIGRATING = 0x7061726C6F7572
"""The advisory lock of those who update the schema."""
_PLAYING = _MIGRATING + 1
"""The advisory lock of the only bot that plays with a database, or shared of several that know each other."""


class Postgres:
    """A PostgreSQL database of the newest schema. A commit is on the server's disk when a change returns."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(
        cls, address: URL, busy_timeout: float, revision: str = NEWEST, **settings: str
    ) -> "Postgres":
        """Connect, and bring the schema up to date, completely or not at all.

        Every statement waits `busy_timeout` seconds at most for rows that another process has locked.
        `settings` are the server's, for these connections. Raises StorageFailed if the server can't be
        reached, or the database is another program's or of a newer one.
        """
        opened = cls(_engine(address, busy_timeout, **settings))
        try:
            async with opened.connected() as connection, connection.begin():
                await connection.run_sync(_migrate, revision)
        except DBAPIError as error:
            await opened.close()
            raise opened.failed(error) from error
        except BaseException:
            await opened.close()
            raise
        return opened

    @classmethod
    def of(cls, address: URL, busy_timeout: float, **settings: str) -> "Postgres":
        """The same without connecting at once, for a database that has the newest schema."""
        return cls(_engine(address, busy_timeout, **settings))

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        try:
            return await self._read(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The server went away and may be back: all connections that were open are void.
        return await self._read(work)

    async def change(self, work: Work[T]) -> T:
        """See `Database`."""
        try:
            return await self._change(work)
        except _BeforeCommit:
            # The server went away before anything was settled, and may be back.
            return await self._change(work)

    def tell(self, connection: Connection, word: str) -> None:
        """See `Database`. Nobody shares it."""

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return False
        return not isinstance(error, DBAPIError) or _state(error)[:2] in _ASKER

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return error
        state = _state(error)
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return StorageFailed(_GONE, was_read=was_read)
        sentence = _SENTENCES.get(state) or _CLASSES.get(state[:2])
        if sentence is None:
            sentence = f"The database refused the request: {_words(error)}."
        is_lasting = state in _LASTING
        return StorageFailed(sentence.format(cause=_words(error)), is_lasting=is_lasting, was_read=was_read)

    async def close(self) -> None:
        """See `Database`."""
        await self._engine.dispose()

    async def _read(self, work: Work[T]) -> T:
        async with self.connected() as connection:
            return await connection.run_sync(work)

    async def _change(self, work: Work[T]) -> T:
        async with self.connected() as connection:
            transaction = await connection.begin()
            try:
                value = await connection.run_sync(work)
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise _BeforeCommit from error
                await transaction.rollback()
                raise
            except BaseException:
                await transaction.rollback()
                raise
            await transaction.commit()
            return value

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[AsyncConnection]:
        """A connection until the end of the block. Raises StorageFailed if the server can't be reached."""
        connection = self._engine.connect()
        try:
            await connection.start()
        except (OSError, *DRIVER_ERRORS) as error:
            raise self.failed(error) from error
        try:
            yield connection
        finally:
            await connection.close()


@asynccontextmanager
async def is_locked_by_us(address: URL, patience: float, *, shares: bool = False) -> AsyncIterator[bool]:
    """Whether this process got the database for itself within so many seconds; until the end of the block.

    If it `shares`, others that share have it too. The server frees it when the connection ends. Raises
    StorageFailed.
    """
    database = Postgres.of(address, patience)
    try:
        async with database.connected() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            until = asyncio.get_running_loop().time() + patience
            while not (is_ours := await _try_lock(connection, "_shared" if shares else "")):
                if asyncio.get_running_loop().time() > until:
                    break
                await asyncio.sleep(0.05)
            yield is_ours
    finally:
        await database.close()


async def _try_lock(connection: AsyncConnection, kind: str) -> bool:
    return bool(await connection.scalar(text(f"SELECT pg_try_advisory_lock{kind}({_PLAYING})")))


class _BeforeCommit(Exception):
    """The connection was lost while nothing had been committed."""


def _engine(address: URL, busy_timeout: float, **more: str) -> AsyncEngine:
    settings = {"application_name": "parlour", "lock_timeout": str(round(1000 * busy_timeout)), "jit": "off"}
    return create_async_engine(
        address.set(drivername="postgresql+asyncpg"),
        # An error's parameters are seeds and hands, which must not end up in a log.
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args={"timeout": max(busy_timeout, 1), "server_settings": settings | more},
    )


def _migrate(connection: Connection, revision: str) -> None:
    # Bots that start at once take turns.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    if not is_ours(inspect(connection).get_table_names()):
        raise StorageFailed(FOREIGN)
    upgrade(connection, revision)


_GONE = "Can't reach the database server. Check that it runs and that storage.url names it."
_HELD = "Another program has locked the database for too long. Close it, or try again later."
_DAMAGED = "The database is damaged. Restore it from a copy."
_LACKING = "The database is missing something Parlour needs ({cause}). Restore it from a copy."
_REFUSED = "The database server doesn't accept the user or the password in storage.url."

_SENTENCES = {
    "": _GONE,
    "25006": "The database is read-only. Let the bot's user write to it.",
    "3D000": "There's no database of that name on the server. Create it first.",
    "42501": "The bot's user isn't allowed to do that in the database. Make it the database's owner.",
    "42P01": _LACKING,
    "42703": _LACKING,
    "53100": "The disk with the database is full. Free up some space.",
    "53300": "The database server has too many connections. Allow more, or run fewer bots.",
    "55P03": _HELD,
    "58030": "The disk with the database failed. Check its health, quota and free space.",
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""By SQLSTATE. An error without one comes from the network."""

_CLASSES = {"08": _GONE, "28": _REFUSED, "57": _GONE}
"""By the first two characters of SQLSTATE."""

_LASTING = ("42P01", "42703", "XX001", "XX002")

_ASKER = ("22", "23")
"""Data that doesn't fit, and rows that may not be."""


def _driver_error(error: Exception) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _state(error: Exception) -> str:
    """The SQLSTATE, or nothing."""
    return str(getattr(_driver_error(error), "sqlstate", None) or "")


def _words(error: Exception) -> str:
    """What the server said, without the driver's class and without parameters."""
    return str(_driver_error(error)).rpartition(": ")[2].rstrip(".")
