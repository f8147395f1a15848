"""Moving everything from one database to another, of the same kind or not, and comparing both."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, delete, func, insert, select, tuple_

from storage.alone import PATIENCE, alone
from storage.database import Database
from storage.errors import StorageFailed
from storage.opening import open_database
from storage.schema import metadata, sessions

ROWS_AT_ONCE = 1_000

_TABLES = [table for table in metadata.sorted_tables if not table.info.get("of_processes")]

_NOT_EMPTY = (
    "The database to move to isn't empty; perhaps an earlier move was interrupted. Choose an empty one."
)
_DIFFERENT = "The copy of {table} isn't the same as the original, so it was removed again."


async def move_storage(
    source: str, target: str, busy_timeout: float = 5.0, patience: float = PATIENCE
) -> dict[str, int]:
    """Copy all rows from one database to an empty one, and read both again to compare them.

    Returns how many rows each table has. The source stays as it is, except that its schema is brought up to
    date. If anything fails, what was copied is removed again. Raises StorageFailed if a bot uses either, the
    target isn't empty, or one of them can't be used.
    """
    async with alone(source, patience), alone(target, patience):
        origin = await open_database(source, busy_timeout)
        try:
            copy = await open_database(target, busy_timeout)
            try:
                return await _move(origin, copy)
            finally:
                await copy.close()
        finally:
            await origin.close()


async def _move(origin: Database, copy: Database) -> dict[str, int]:
    for table in _TABLES:
        if await copy.read(partial(_rows, query=select(table).limit(1))):
            raise StorageFailed(_NOT_EMPTY)
    try:
        for table in _TABLES:
            async for rows in _pages(origin, table):
                await copy.change(partial(_insert, table=table, rows=rows))
        await copy.change(_go_on_numbering)
        return {table.name: await _equal_rows(origin, copy, table) for table in _TABLES}
    except BaseException as error:
        with suppress(Exception):
            await copy.change(_clear)
        if isinstance(error, Exception) and not isinstance(error, StorageFailed):
            raise copy.failed(error) from error
        raise


async def _pages(database: Database, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """All rows in the order of their key, ROWS_AT_ONCE at a time."""
    key = tuple_(*table.primary_key.columns)
    places = [list(table.columns).index(column) for column in table.primary_key.columns]
    query = select(table).order_by(*table.primary_key.columns).limit(ROWS_AT_ONCE)
    page = await database.read(partial(_rows, query=query))
    while page:
        yield page
        after = query.where(key > tuple(page[-1][place] for place in places))
        page = await database.read(partial(_rows, query=after))


async def _equal_rows(origin: Database, copy: Database, table: Table) -> int:
    """How many rows both have. Raises StorageFailed if they differ."""
    original, copied = [await _digest(database, table) for database in (origin, copy)]
    if original != copied:
        raise StorageFailed(_DIFFERENT.format(table=table.name))
    return original[0]


async def _digest(database: Database, table: Table) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    async for rows in _pages(database, table):
        count += len(rows)
        digest.update(repr([tuple(row) for row in rows]).encode())
    return count, digest.hexdigest()


def _rows(connection: Connection, query: Select[Any]) -> Sequence[Row[Any]]:
    return connection.execute(query).all()


def _insert(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    connection.execute(insert(table), [dict(row._mapping) for row in rows])  # noqa: SLF001 - public, its docs say


def _go_on_numbering(connection: Connection) -> None:
    """PostgreSQL counts sessions apart from their rows; SQLite goes on after the last one."""
    last = connection.scalar(select(func.max(sessions.c.id)))
    if connection.dialect.name == "postgresql" and last is not None:
        connection.execute(select(func.setval(func.pg_get_serial_sequence("sessions", "id"), last)))


def _clear(connection: Connection) -> None:
    for table in reversed(_TABLES):
        connection.execute(delete(table))
