"""What is in a database or in a backup: games put there, and all that can be read of them."""

import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, Table, make_url, select, text

from storage import Archive, StoredLine, StoredSeat, StoredSession, moving, schema
from storage.postgres import Postgres
from tests.storage.conftest import open_session

ANNA = StoredSeat(0, 501, None, "Anna", "9001")


async def fill(url: str, lines: int = 3) -> None:
    """A game with so many lines, and something of everything else."""
    async with Archive.open(url) as archive:
        session = await begin(archive, 20)
        moves = [StoredLine(index, 0, f"E{index} ♠", "", index << 40, index) for index in range(lines)]
        await archive.record.append_together(session.id, moves)
        for purpose in ("a", "B", "á", "board"):
            await archive.messages.put(session.id, purpose, 20, 600)
        await archive.people.set_dms_closed(501, closed=True)
        await archive.people.change_marks(session.id, 0, lambda _: '{"A": 1}')


async def begin(archive: Archive, channel_id: int) -> StoredSession:
    """A game that has started in this channel."""
    session = await open_session(archive, channel_id)
    await archive.sessions.start(session.id, 2_000, [ANNA])
    return session


async def everything_in(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of what says something about games, by table."""

    def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
            for table in moving.TABLES
        }

    async with Archive.open(url) as archive:
        return await archive.database.read(rows)


async def execute(url: str, *statements: str) -> None:
    """Execute statements behind Parlour's back."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    database = Postgres(make_url(url), 5.0)
    await database.change(work)
    await database.close()


async def sorted_there(url: str, *texts: str) -> list[str]:
    """These purposes of messages in the order in which the server has them."""

    def rows(connection: Connection) -> list[str]:
        messages = schema.messages.c.purpose
        query = select(messages).where(messages.in_(texts)).order_by(messages)
        return list(connection.scalars(query))

    async with Archive.open(url) as archive:
        return await archive.database.read(rows)


def lose_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of the lines never arrives in another database."""

    def lose(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
        insert(connection, table, rows[:-1] if table is schema.lines else rows)

    insert = moving._insert  # noqa: SLF001 - to break it
    monkeypatch.setattr(moving, "_insert", lose)


def rows_of(file: Path, query: str) -> list[tuple[Any, ...]]:
    """What an SQLite file answers."""
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(query).fetchall()


def looked_at(copy: Path, mode: int = 0o600) -> bytes:
    """What is in a copy, which is one file."""
    content = copy.read_bytes()
    assert stat.S_IMODE(copy.stat().st_mode) == mode
    assert [one.name for one in copy.parent.glob("copy*")] == [copy.name]
    return content
