"""Moving everything from one database to another, of the same kind or not, and comparing both."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, Row, Select, Table, delete, insert, inspect, select, tuple_

from storage.database import PATIENCE, Database
from storage.errors import StorageFailed
from storage.opening import SHUTDOWN_SECONDS, must_be_there, only_bot, open_database
from storage.schema import metadata

Columns: TypeAlias = list[Column[Any]]
"""The columns that a database has of a table."""

ROWS_AT_ONCE = 1_000

TABLES = tuple(table for table in metadata.sorted_tables if not table.info.get("of_processes"))
"""The tables to copy: those by which processes share their work only matter while they run."""

_NOT_EMPTY = (
    "The database to move to isn't empty; perhaps an earlier move was interrupted. Choose an empty one."
)
_DIFFERENT = "The copy of {table} isn't the same as the original, so it was removed. Try again."


async def move_storage(
    source: str, target: str, busy_timeout: float = PATIENCE, patience: float = SHUTDOWN_SECONDS
) -> dict[str, int]:
    """Copy all rows from one database to an empty one, and read both again to compare them.

    Returns how many rows each table has. The source stays as it is, except that its schema is brought up to
    date. If anything fails, the copied rows are removed again. Raises StorageFailed if a bot uses either, the
    source is a file that isn't there, the target isn't empty, or one of them can't be used.
    """
    must_be_there(source, "move")
    async with (
        only_bot(source, patience),
        only_bot(target, patience),
        await open_database(source, busy_timeout) as origin,
        await open_database(target, busy_timeout) as copy,
    ):
        if not await copy.read(is_empty):
            raise StorageFailed(_NOT_EMPTY)
        try:
            return await copy_rows(origin, copy)
        except BaseException:
            with suppress(Exception):
                await copy.change(clear)
            raise


async def copy_rows(origin: Database, copy: Database) -> dict[str, int]:
    """Copy all rows to a database of the same schema that has none, and read both again to compare them.

    Returns how many rows each table has. If it raises StorageFailed, some rows may be there already.
    """
    there = await origin.read(_there)
    with copy.in_sentences():
        for table, columns in there.items():
            async for rows in _pages(origin, table, columns):
                await copy.change(partial(_insert, table=table, rows=rows))
        await copy.change(copy.go_on_numbering)
    return {one.name: await _equal_rows(origin, copy, one, columns) for one, columns in there.items()}


def is_empty(connection: Connection) -> bool:
    """Whether there's nothing to copy. The database must have the newest schema."""
    return not any(connection.execute(select(table).limit(1)).all() for table in TABLES)


def clear(connection: Connection) -> None:
    """Delete everything that would be copied."""
    for table in reversed(TABLES):
        connection.execute(delete(table))


def _there(connection: Connection) -> dict[Table, Columns]:
    """The tables and columns that the database has: an older version's lacks some."""
    look, found = inspect(connection), {}
    for table in TABLES:
        if look.has_table(table.name):
            names = {column["name"] for column in look.get_columns(table.name)}
            found[table] = [one for one in table.columns if one.name in names]
    return found


async def _pages(database: Database, table: Table, columns: Columns) -> AsyncIterator[Sequence[Row[Any]]]:
    """All rows in the order of their key, ROWS_AT_ONCE at a time."""
    key = [database.by_bytes(column) for column in table.primary_key]
    places = [columns.index(column) for column in table.primary_key]
    query = select(*columns).order_by(*key).limit(ROWS_AT_ONCE)
    page = await database.read(partial(_rows, query=query))
    while page:
        yield page
        after = tuple(page[-1][place] for place in places)
        page = await database.read(partial(_rows, query=query.where(tuple_(*key) > after)))


def _rows(connection: Connection, query: Select[Any]) -> Sequence[Row[Any]]:
    return connection.execute(query).all()


async def _equal_rows(origin: Database, copy: Database, table: Table, columns: Columns) -> int:
    """How many rows both have. Raises StorageFailed if they differ."""
    original, copied = [await _digest(database, table, columns) for database in (origin, copy)]
    if original != copied:
        raise StorageFailed(_DIFFERENT.format(table=table.name))
    return original[0]


async def _digest(database: Database, table: Table, columns: Columns) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    async for rows in _pages(database, table, columns):
        count += len(rows)
        digest.update(repr([tuple(row) for row in rows]).encode())
    return count, digest.hexdigest()


def _insert(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    connection.execute(insert(table), [dict(row._mapping) for row in rows])  # noqa: SLF001 - public, its docs say
