"""Inserting lines: all waiting lines in one statement, or one after another with their refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aiosqlite import Connection
from sqlalchemy import insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import AlreadyWritten, IndexTaken, NoSuchSession
from storage.schema import lines
from storage.stored import StoredLine

COLUMNS = tuple(column.name for column in lines.columns)

# SQLite takes 32,766 parameters in a statement.
MOST_LINES = 32_766 // len(COLUMNS)


@dataclass(frozen=True, slots=True)
class Appended:
    """Lines of one session that are written together or not at all."""

    session_id: int
    lines: tuple[StoredLine, ...]


def _row(session_id: int, line: StoredLine) -> tuple[object, ...]:
    """The values of COLUMNS."""
    return (session_id, line.index, line.who, line.text, line.note, line.interaction_id, line.at)


@lru_cache(maxsize=256)
def statement(count: int) -> str:
    """The Core insert of one line, its VALUES repeated `count` times.

    Compiled once, because SQLAlchemy takes longer to build the text than the disk takes to write the rows.
    """
    compiled = insert(lines).compile(dialect=sqlite.dialect(), column_keys=COLUMNS)
    head, _, row = compiled.string.partition(" VALUES ")
    return f"{head} VALUES {', '.join([row] * count)}"


async def insert_at_once(driver: Connection, group: Sequence[Appended]) -> None:
    """Write all the lines or none, durably and in a single trip to the driver's thread.

    A single statement is its own transaction; it can hold MOST_LINES. Raises the
    driver's errors as they are.
    """
    rows = [_row(appended.session_id, line) for appended in group for line in appended.lines]
    # This call neither opens a cursor nor needs a commit after it: each would be another trip.
    parameters = [value for row in rows for value in row]
    await driver.execute_fetchall(statement(len(rows)), parameters)


async def insert_checked(connection: AsyncConnection, appended: Appended) -> None:
    """Write the lines of one, or raise why not: AlreadyWritten, IndexTaken or NoSuchSession."""
    rows = [dict(zip(COLUMNS, _row(appended.session_id, line), strict=True)) for line in appended.lines]
    try:
        async with connection.begin_nested():
            await connection.execute(insert(lines), rows)
    except IntegrityError as error:
        raise await _refusal(connection, appended) from error


async def _refusal(connection: AsyncConnection, appended: Appended) -> Exception:
    """A repeated click finds its own line at its own index, so check the click first."""
    presses = [line.interaction_id for line in appended.lines if line.interaction_id is not None]
    where = select(lines.c.session_id, lines.c.index)
    pressed = where.where(lines.c.interaction_id.in_(presses))
    if found := (await connection.execute(pressed)).first():
        return AlreadyWritten(*found)
    indexes = [line.index for line in appended.lines]
    here = where.where(lines.c.session_id == appended.session_id, lines.c.index.in_(indexes))
    if found := (await connection.execute(here.order_by(lines.c.index))).first():
        return IndexTaken(*found)
    return NoSuchSession(appended.session_id)
