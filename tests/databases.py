"""A database as the first start leaves it, made once for all tests that aren't about making one."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from bench.postgres import empty_database
from storage import Archive, StoredSession
from storage.database import PATIENCE
from storage.migrations import NEWEST
from storage.opening import address_of, open_database
from storage.sqlite import SQLite


def laid_out(file: Path) -> Path:
    """The file, which is now an empty database with the newest schema unless it already existed."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_empty())
    return file


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        migrate(str(file))
        with closing(sqlite3.connect(file)) as database:
            database.execute("INSERT INTO daily_secret (id, secret) VALUES (1, ?)", (bytes(32),))
            database.commit()
        return file.read_bytes()


def migrate(path: str, revision: str = NEWEST) -> None:
    """Bring the file's schema to this revision; also where an event loop is running."""

    async def open_and_close() -> None:
        await (await SQLite.open(address_of(path), 5.0, revision)).close()

    with ThreadPoolExecutor(1) as another_thread:
        another_thread.submit(asyncio.run, open_and_close()).result()


@pytest.fixture(name="database")
def in_a_file(tmp_path: Path) -> str:
    """An SQLite file for tests that look inside it, even when the others run on PostgreSQL."""
    return f"sqlite:///{laid_out(tmp_path / 'parlour.sqlite3')}"


@pytest.fixture(name="database")
async def on_a_server() -> AsyncIterator[str]:
    """An empty PostgreSQL database, for tests that are about one."""
    async with empty_database() as url:
        yield url


async def opened(url: str, busy_timeout: float = PATIENCE) -> Archive:
    """An archive for tests that close it themselves, or never do."""
    return Archive(await open_database(url, busy_timeout))


async def open_sessions(archive: Archive) -> list[StoredSession]:
    """All sessions in their lobby or being played, oldest first."""
    found = [await archive.sessions.find(one.id) for one in await archive.sessions.open_tables()]
    return [one for one in found if one is not None]


async def pragma(archive: Archive, setting: str) -> object:
    """Set or read a setting of SQLite on the connection that writes."""
    assert isinstance(archive.database, SQLite)
    return await archive.database.pragma(setting)
