"""A disk that is full, read-only, locked or missing: the error is a sentence, and the writer goes on."""

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import Archive, StorageFailed, StoredLine, StoredSession
from storage.sqlite import LARGEST_LOG
from tests.databases import laid_out, opened, pragma
from tests.storage.conftest import open_session

LONG = "E12 " * 20_000


@contextmanager
def _no_file_over(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def url(path: str) -> str:
    return str(laid_out(Path(path)))


async def _refused_with(archive: Archive, session: StoredSession, sentence: str) -> None:
    """Both ways of writing fail, reading doesn't, and nothing was written."""
    moves = (archive.record.append(session.id, index, 0, LONG, "", index, 0) for index in (1, 2, 3))
    outcomes = await asyncio.gather(
        *moves, archive.sessions.set_options(session.id, LONG), return_exceptions=True
    )
    for outcome in outcomes:
        assert isinstance(outcome, StorageFailed), outcome
        assert sentence in str(outcome)
        assert LONG not in str(outcome)
    assert len(await archive.record.lines(session.id)) == 1


async def _goes_on(archive: Archive, session: StoredSession) -> None:
    await archive.record.append(session.id, 1, 0, "E13", "", 1, 0)
    await archive.sessions.set_options(session.id, '{"blocked": 20}')
    assert [line.text for line in await archive.record.lines(session.id)] == ["E12", "E13"]


@pytest.fixture
async def session(archive: Archive) -> StoredSession:
    session = await open_session(archive)
    await archive.record.append(session.id, 0, 0, "E12", "", None, 0)
    return session


async def test_a_full_disk_is_told_and_outlived(archive: Archive, session: StoredSession) -> None:
    await pragma(archive, "max_page_count=1")
    await _refused_with(archive, session, "The disk with the database is full. Free up some space.")
    await pragma(archive, "max_page_count=1000000")
    await _goes_on(archive, session)


async def test_a_file_that_may_not_grow_is_told_and_outlived(
    archive: Archive, session: StoredSession, tmp_path: Path
) -> None:
    with _no_file_over((tmp_path / "archive.sqlite3-wal").stat().st_size):
        await _refused_with(archive, session, "quota")
    await _goes_on(archive, session)


@pytest.mark.parametrize("size", [0, 4_096, 20_000])
async def test_a_disk_that_fills_up_while_the_schema_is_made_leaves_nothing_half_made(
    path: str, size: int
) -> None:
    with _no_file_over(size), pytest.raises(StorageFailed, match="The disk with the database"):
        await opened(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == []
    async with Archive.open(path) as archive:
        await open_session(archive)


async def test_a_database_that_turns_read_only_is_told_and_outlived(
    archive: Archive, session: StoredSession
) -> None:
    await pragma(archive, "query_only=ON")
    await _refused_with(archive, session, "read-only")
    await pragma(archive, "query_only=OFF")
    await _goes_on(archive, session)


async def test_a_database_that_another_program_holds_is_told_and_outlived(path: str) -> None:
    async with Archive.open(path, busy_timeout=0.05) as archive:
        session = await open_session(archive)
        await archive.record.append(session.id, 0, 0, "E12", "", None, 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await _refused_with(archive, session, "Another program")
        await _goes_on(archive, session)


async def test_a_database_held_for_a_moment_is_waited_for(path: str) -> None:
    async with Archive.open(path, busy_timeout=5) as archive:
        session = await open_session(archive)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(archive.record.append(session.id, 0, 0, "E12", "", None, 0))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            other.execute("COMMIT")
            await waiting


async def test_the_write_ahead_log_shrinks_once_a_long_read_is_over(
    archive: Archive, session: StoredSession, path: str, tmp_path: Path
) -> None:
    log = tmp_path / "archive.sqlite3-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM lines").fetchone() == (1,)
        for index in range(1, 401, 100):
            more = [StoredLine(index + one, 0, LONG, "", None, 0) for one in range(100)]
            await archive.record.append_together(session.id, more)
        assert reader.execute("SELECT count(*) FROM lines").fetchone() == (1,)
    assert log.stat().st_size > 1.5 * LARGEST_LOG
    for index in (401, 402):
        await archive.record.append(session.id, index, 0, "E13", "", None, 0)
    assert log.stat().st_size <= LARGEST_LOG


async def test_a_damaged_table_is_told(archive: Archive, session: StoredSession, path: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE lines RENAME TO gone")
    with pytest.raises(StorageFailed, match="no such table"):
        await archive.record.append(session.id, 1, 0, "E13", "", None, 0)
    with pytest.raises(StorageFailed, match="no such table"):
        await archive.record.lines(session.id)
    assert await archive.sessions.find(session.id) == session


async def test_a_file_that_is_read_only_from_the_start_can_be_read(path: str) -> None:
    async with Archive.open(path) as archive:
        session = await open_session(archive)
    with pytest.raises(StorageFailed, match="read-only"):
        await opened(f"sqlite:///file:{path}?mode=ro&uri=true")
    async with Archive.open(path) as archive:
        assert await archive.sessions.find(session.id) == session
