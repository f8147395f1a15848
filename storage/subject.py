"""What the subjects of the archive share: each reads at once, and its changes go through the writer.

It stands alone because every subject begins here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    Executable,
    RowMapping,
    Select,
    Table,
    and_,
    delete,
    insert,
    select,
    update,
)

from storage.database import Database
from storage.errors import NoSuchSession
from storage.schema import sessions
from storage.writer import Writer

T = TypeVar("T")


class Subject:
    """A part of the archive. Reading never waits for the writer, nor the writer for readers."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        return await self._database.read(lambda connection: connection.execute(query).mappings().all())

    async def _all(self, kind: Callable[..., T], query: Select[Any]) -> tuple[T, ...]:
        """A value of this kind for each row."""
        return tuple(kind(**row) for row in await self._rows(query))

    async def _one(self, kind: Callable[..., T], query: Select[Any]) -> T | None:
        """A value of this kind for the first row, or None."""
        return next(iter(await self._all(kind, query)), None)

    async def _column(self, query: Select[tuple[T]] | CompoundSelect[tuple[T]]) -> tuple[T, ...]:
        """The only column of each row."""
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def _write(self, *statements: Executable) -> None:
        await self._writer.run(lambda connection: _run(connection, statements))

    async def _write_of(self, session_id: int, *statements: Executable) -> None:
        """Run statements about one session, together. Raises NoSuchSession."""

        def change(connection: Connection) -> None:
            phase_of(connection, session_id)
            _run(connection, statements)

        await self._writer.run(change)

    def _change_one(
        self, connection: Connection, column: Column[T], row: Mapping[str, Any], change: Callable[[T], T]
    ) -> T:
        """Inside a change: pass a column of the row with this key through `change`; returns its new value.

        No concurrent change is lost. If there's no such row, `row` is inserted before.
        """
        table, its = column.table, _keyed(column.table, row)
        self._database.insert_missing(connection, table, row)
        after = change(connection.execute(select(column).where(its).with_for_update()).scalar_one())
        connection.execute(update(table).where(its).values({column: after}))
        return after


def _run(connection: Connection, statements: Sequence[Executable]) -> None:
    for statement in statements:
        connection.execute(statement)


def phase_of(connection: Connection, session_id: int) -> str:
    """The session's phase, inside a change. Raises NoSuchSession.

    Until the change ends, other processes can only add lines to this session.
    """
    # SQLite has one writer at a time, and SQLAlchemy leaves the lock out for it.
    found = select(sessions.c.phase).where(sessions.c.id == session_id).with_for_update(key_share=True)
    phase: str | None = connection.scalar(found)
    if phase is None:
        raise NoSuchSession(session_id)
    return phase


def put(table: Table, row: Mapping[str, Any]) -> tuple[Executable, Executable]:
    """The statements that put this row in place of the one with its key."""
    return delete(table).where(_keyed(table, row)), insert(table).values(row)


def _keyed(table: Table, row: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(column == row[column.name] for column in table.primary_key))
