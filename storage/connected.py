"""What every part of the archive needs: reading, and the writer."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Executable, RowMapping, Select, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.errors import NoSuchSession, storage_failed
from storage.schema import sessions
from storage.writer import Change, Writer

T = TypeVar("T")


class Connected:
    """An open database. Reading never waits for the writer, nor the writer for readers."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self.writer = writer
        """Every change of the database goes through it."""

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        try:
            async with self._engine.connect() as connection:
                return await _read(connection, query)
        except DBAPIError as error:
            raise storage_failed(error, was_read=True) from error

    async def _write(self, change: Change[T]) -> T:
        return await self.writer.run(change)

    async def _write_of(self, session_id: int, *statements: Executable) -> None:
        """Run statements about one session, together. Raises NoSuchSession."""

        async def change(connection: AsyncConnection) -> None:
            await phase_of(connection, session_id)
            for statement in statements:
                await connection.execute(statement)

        await self._write(change)


async def _read(connection: AsyncConnection, query: Select[Any]) -> Sequence[RowMapping]:
    try:
        rows: Sequence[RowMapping] = (await connection.execute(query)).mappings().all()
    except DBAPIError:
        # It may keep using the pages it has read, even when the file is sound again.
        await connection.invalidate()
        raise
    return rows


async def phase_of(connection: AsyncConnection, session_id: int) -> str:
    """The session's phase, inside a change. Raises NoSuchSession."""
    phase: str | None = await connection.scalar(select(sessions.c.phase).where(sessions.c.id == session_id))
    if phase is None:
        raise NoSuchSession(session_id)
    return phase
