"""Moving everything from one database to another, of the same kind or not, and comparing both."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Table,
    Text,
    delete,
    func,
    insert,
    inspect,
    select,
    tuple_,
)
from sqlalchemy.exc import DBAPIError

from storage.checkup import is_there, path_of
from storage.database import Database, Work
from storage.errors import StorageFailed
from storage.only_bot import PATIENCE, only_bot
from storage.opening import address_of, is_file, open_database
from storage.schema import metadata, sessions

T = TypeVar("T")

ROWS_AT_ONCE = 1_000

TABLES = tuple(table for table in metadata.sorted_tables if not table.info.get("of_processes"))
"""The tables to copy: those by which processes share their work only matter while they run."""

_NOT_EMPTY = (
    "The database to move to isn't empty; perhaps an earlier move was interrupted. Choose an empty one."
)
_DIFFERENT = "The copy of {table} isn't the same as the original, so it was removed. Try again."


class Side(Protocol):
    """One of the two databases of a copy; see `Database`."""

    async def read(self, work: Work[T]) -> T:
        """What `work` reads."""

    async def change(self, work: Work[T]) -> T:
        """Run `work` in a transaction."""

    def failed(self, error: Exception) -> StorageFailed:
        """The driver's error as a sentence."""


async def move_storage(
    source: str, target: str, busy_timeout: float = 5.0, patience: float = PATIENCE
) -> dict[str, int]:
    """Copy all rows from one database to an empty one, and read both again to compare them.

    Returns how many rows each table has. The source stays as it is, except that its schema is brought up to
    date. If anything fails, the copied rows are removed again. Raises StorageFailed if a bot uses either, the
    source is a file that isn't there, the target isn't empty, or one of them can't be used.
    """
    if is_file(address_of(source)) and not is_there(file := path_of(source)):
        raise StorageFailed(f"There's no database at {file} to move.")
    async with only_bot(source, patience), only_bot(target, patience):
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
    if not await _read(copy, is_empty):
        raise StorageFailed(_NOT_EMPTY)
    try:
        return await copy_rows(origin, copy)
    except BaseException:
        with suppress(Exception):
            await copy.change(clear)
        raise


async def copy_rows(origin: Side, copy: Side) -> dict[str, int]:
    """Copy all rows to a database of the same schema that has none, and read both again to compare them.

    Returns how many rows each table has. If it raises StorageFailed, some rows may be there already.
    """
    copied = await _read(origin, _there)
    for one in copied:
        async for rows in _pages(origin, one):
            await _change(copy, partial(_insert, table=one.table, rows=rows))
    await _change(copy, _go_on_numbering)
    return {one.table.name: await _equal_rows(origin, copy, one) for one in copied}


def is_empty(connection: Connection) -> bool:
    """Whether there's nothing to copy. The database must have the newest schema."""
    return not any(connection.execute(select(table).limit(1)).all() for table in TABLES)


def clear(connection: Connection) -> None:
    """Delete everything that would be copied."""
    for table in reversed(TABLES):
        connection.execute(delete(table))


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns that a database has of a table."""

    table: Table
    columns: tuple[Column[Any], ...]


def _there(connection: Connection) -> tuple[_Columns, ...]:
    """The tables and columns that the database has: an older version's lacks some."""
    look, found = inspect(connection), []
    for table in TABLES:
        if look.has_table(table.name):
            names = {column["name"] for column in look.get_columns(table.name)}
            found.append(_Columns(table, tuple(one for one in table.columns if one.name in names)))
    return tuple(found)


async def _pages(database: Side, of: _Columns) -> AsyncIterator[Sequence[Row[Any]]]:
    """All rows in the order of their key, ROWS_AT_ONCE at a time."""
    places = [of.columns.index(column) for column in of.table.primary_key.columns]
    page = await _read(database, partial(_page, of=of, after=()))
    while page:
        yield page
        after = tuple(page[-1][place] for place in places)
        page = await _read(database, partial(_page, of=of, after=after))


def _page(connection: Connection, of: _Columns, after: tuple[object, ...]) -> Sequence[Row[Any]]:
    """The rows whose keys follow this one."""
    key = [_by_bytes(connection, column) for column in of.table.primary_key.columns]
    query = select(*of.columns).order_by(*key).limit(ROWS_AT_ONCE)
    return connection.execute(query.where(tuple_(*key) > after) if after else query).all()


def _by_bytes(connection: Connection, column: Column[Any]) -> ColumnElement[Any]:
    """Sort by bytes, like SQLite. A server may sort text by language, so the order of rows would differ."""
    is_sorted = isinstance(column.type, Text) and connection.dialect.name == "postgresql"
    return column.collate("C") if is_sorted else column


async def _equal_rows(origin: Side, copy: Side, of: _Columns) -> int:
    """How many rows both have. Raises StorageFailed if they differ."""
    original, copied = [await _digest(database, of) for database in (origin, copy)]
    if original != copied:
        raise StorageFailed(_DIFFERENT.format(table=of.table.name))
    return original[0]


async def _digest(database: Side, of: _Columns) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    async for rows in _pages(database, of):
        count += len(rows)
        digest.update(repr([tuple(row) for row in rows]).encode())
    return count, digest.hexdigest()


async def _read(database: Side, work: Work[T]) -> T:
    try:
        return await database.read(work)
    except DBAPIError as error:
        raise database.failed(error) from error


async def _change(database: Side, work: Work[T]) -> T:
    try:
        return await database.change(work)
    except DBAPIError as error:
        raise database.failed(error) from error


def _insert(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    connection.execute(insert(table), [dict(row._mapping) for row in rows])  # noqa: SLF001 - public, its docs say


def _go_on_numbering(connection: Connection) -> None:
    """PostgreSQL numbers sessions with a separate counter; SQLite continues after the last one.

    This never sets it back, since that would stay even if the transaction is undone.
    """
    last = connection.scalar(select(func.max(sessions.c.id)))
    if connection.dialect.name == "postgresql" and last is not None:
        numbers = func.pg_get_serial_sequence("sessions", "id")
        connection.execute(
            select(func.setval(numbers, func.greatest(last, func.pg_sequence_last_value(numbers))))
        )
