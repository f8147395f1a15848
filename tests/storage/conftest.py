"""A file, an archive on it, and a session to write to."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Archive, StoredSession
from tests.databases import laid_out

SEED = bytes(range(32))


async def open_session(archive: Archive, channel_id: int = 20, at: int = 1_000) -> StoredSession:
    """A session in the lobby of a channel."""
    return await archive.create_session(10, channel_id, "doublolo", "1", "{}", SEED, 30, at)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "archive.sqlite3")


@pytest.fixture
async def archive(path: str) -> AsyncIterator[Archive]:
    async with Archive.open(str(laid_out(Path(path)))) as archive:
        yield archive


@pytest.fixture
async def session(archive: Archive) -> StoredSession:
    return await open_session(archive)
