"""A file, an archive in it, and a session to write to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from bench.postgres import empty_database
from bench.tables import in_lobby
from storage import Archive, StoredSession
from tests.databases import laid_out

SEED = bytes(range(32))
TOO_LARGE = (OverflowError, DBAPIError)
"""How SQLite's driver and PostgreSQL's refuse a number that doesn't fit its column."""

KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.thorough)]
"""Tests that are about a server's database alone always run."""


async def open_session(archive: Archive, channel_id: int = 20, at: int = 1_000) -> StoredSession:
    """A session in the lobby of a channel."""
    return await archive.sessions.open(in_lobby(10, channel_id, "doublolo", "1", "{}", SEED, 30, at))


@asynccontextmanager
async def another(kind: str, folder: Path) -> AsyncIterator[str]:
    """One more database of this kind, without a schema."""
    if kind == "sqlite":
        yield str(folder / "another.sqlite3")
        return
    async with empty_database(is_laid_out=False) as url:
        yield url


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "archive.sqlite3")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where a backup is to be."""
    return tmp_path / "copy.sqlite3"


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """An empty database on a server."""
    async with empty_database() as url:
        yield url


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, path: str) -> AsyncIterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(laid_out(Path(path)))
        return
    async with empty_database() as postgres:
        yield postgres


@pytest.fixture
async def archive(url: str) -> AsyncIterator[Archive]:
    async with Archive.open(url) as archive:
        yield archive


@pytest.fixture
async def session(archive: Archive) -> StoredSession:
    return await open_session(archive)
