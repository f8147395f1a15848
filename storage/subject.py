"""What the subjects of the archive share: each reads at once, and its changes go through the writer."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    and_,
    delete,
    insert,
    select,
    update,
)

from storage.database import Database
from storage.errors import NoSuchSession, PhasePassed
from storage.schema import sessions
from storage.stored import row_of
from storage.writer import Writer

T = TypeVar("T")


class Subject:
    """A part of the archive. Reading never waits for the writer, nor the writer for readers."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def _all(self, kind: Callable[..., T], query: Select[Any]) -> tuple[T, ...]:
        """A value of this kind for each row."""
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return tuple(kind(**row) for row in rows)

    async def _one(self, kind: Callable[..., T], query: Select[Any]) -> T | None:
        """A value of this kind for the first row, or None."""
        return next(iter(await self._all(kind, query)), None)

    async def _of(
        self, session_id: int, kind: type[T], table: Table, *where: ColumnElement[bool]
    ) -> tuple[T, ...]:
        """A value of this kind for each of the session's rows in a table, in the order of their key."""
        query = select(*columns_of(kind, table)).where(table.c.session_id == session_id, *where)
        return await self._all(kind, query.order_by(*table.primary_key))

    async def _column(self, query: Select[tuple[T]]) -> tuple[T, ...]:
        """The only column of each row."""
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def _write_of(self, session_id: int, *statements: Executable, phases: Collection[str] = ()) -> None:
        """Run statements about one session, together.

        Raises NoSuchSession, and PhasePassed unless it's in one of the `phases`, if there are any.
        """

        def change(connection: Connection) -> None:
            phase = phase_of(connection, session_id)
            if phases and phase not in phases:
                raise PhasePassed(session_id, phase)
            for statement in statements:
                connection.execute(statement)

        await self._writer.run(change)

    async def _set(self, session_id: int, **values: object) -> None:
        """Change columns of the session itself. Raises NoSuchSession."""
        await self._write_of(session_id, session_changed(session_id, **values))

    async def _drop(self, table: Table, **key: object) -> None:
        """Delete the row with this key; nothing happens if there is none."""
        await self._writer.run(lambda connection: connection.execute(delete(table).where(_keyed(table, key))))

    async def _change_one(
        self, column: Column[T], row: Mapping[str, Any], change: Callable[[T], T], word: str = ""
    ) -> T:
        """Pass a column of the row with this key through `change`; returns its new value.

        No concurrent change is lost. If there's no such row, `row` is inserted before. All processes that
        share the database are told the `word`, if there is one. Raises NoSuchSession for a session's row.
        """
        table, its = column.table, _keyed(column.table, row)
        query = select(column).where(its).with_for_update()

        def changed(connection: Connection) -> T:
            if "session_id" in row:
                phase_of(connection, row["session_id"])
            self._database.insert_missing(connection, table, row)
            after = change(connection.execute(query).scalar_one())
            connection.execute(update(table).where(its).values({column: after}))
            if word:
                self._database.tell(connection, word)
            return after

        return await self._writer.run(changed)


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


def columns_of(kind: type[Any], table: Table) -> list[Column[Any]]:
    """The columns with the names of this kind's fields."""
    return [table.c[one.name] for one in fields(kind)]


def session_changed(session_id: int, **values: object) -> Executable:
    """The statement that changes columns of the session itself."""
    return update(sessions).where(sessions.c.id == session_id).values(values)


def put(table: Table, row: Mapping[str, Any]) -> tuple[Executable, Executable]:
    """The statements that put this row in place of the one with its key."""
    return delete(table).where(_keyed(table, row)), insert(table).values(row)


def replaced(session_id: int, table: Table, values: Sequence[object]) -> tuple[Executable, ...]:
    """The statements that put these values in place of all the session's rows in a table."""
    clear = delete(table).where(table.c.session_id == session_id)
    rows = [row_of(one, session_id=session_id) for one in values]
    return (clear, insert(table).values(rows)) if rows else (clear,)


def _keyed(table: Table, row: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(column == row[column.name] for column in table.primary_key))
