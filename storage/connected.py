"""What every part of the archive needs: reading, and the writer."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, RowMapping, Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from storage.database import Database, Work
from storage.errors import NoSuchSession
from storage.schema import sessions
from storage.writer import Writer

T = TypeVar("T")


class Connected:
    """An open database. Reading never waits for the writer, nor the writer for readers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writer = Writer(database)
        """Every change to the database goes through it."""

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        try:
            return await self.database.read(lambda connection: connection.execute(query).mappings().all())
        except DBAPIError as error:
            raise self.database.failed(error, was_read=True) from error

    async def _write(self, change: Work[T]) -> T:
        return await self.writer.run(change)

    async def _write_of(self, session_id: int, *statements: Executable) -> None:
        """Run statements about one session, together. Raises NoSuchSession."""

        def change(connection: Connection) -> None:
            phase_of(connection, session_id)
            for statement in statements:
                connection.execute(statement)

        await self._write(change)


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


def insert_missing(connection: Connection, table: Table, row: Mapping[str, object]) -> None:
    """Insert a row unless there is one with its key, inside a change."""
    # The SQL is the same in both dialects, but SQLAlchemy has a construct for each.
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(table).values(row).on_conflict_do_nothing())
