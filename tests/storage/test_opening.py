"""Where an archive can be opened, and the error if it can't."""

import asyncio
import logging
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench.postgres import connected
from storage import Archive, StorageFailed, only_bot
from storage.opening import open_database
from storage.postgres import MIGRATING
from tests.databases import laid_out, opened, pragma
from tests.storage.conftest import SEED, open_session


@pytest.fixture
def url(path: str) -> str:
    return str(laid_out(Path(path)))


async def _open(path: str) -> None:
    async with Archive.open(path) as archive:
        await open_session(archive)


@pytest.mark.parametrize("prefix", ["", "sqlite+aiosqlite:///", "sqlite:///"])
async def test_a_path_or_a_url_is_opened_and_its_folders_are_made(tmp_path: Path, prefix: str) -> None:
    file = tmp_path / "some" / "where" / "parlour.sqlite3"
    async with Archive.open(f"{prefix}{file}") as archive:
        await open_session(archive)
    assert file.exists()


async def test_only_the_owner_can_read_a_new_database_and_the_files_next_to_it(tmp_path: Path) -> None:
    file, before = tmp_path / "new" / "parlour.sqlite3", os.umask(0o022)
    try:
        async with only_bot(str(file)), Archive.open(str(file)) as archive:
            await open_session(archive)
            modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}
    finally:
        os.umask(before)
    endings = ("", "-wal", "-shm", ".lock")
    assert modes == {f"{file.name}{ending}": 0o600 for ending in endings}


def test_the_mode_that_a_host_gave_a_database_stays(url: str) -> None:
    Path(url).chmod(0o660)
    asyncio.run(_open(url))
    assert stat.S_IMODE(Path(url).stat().st_mode) == 0o660


async def test_an_archive_can_be_awaited_and_closed_by_hand(path: str) -> None:
    archive = await opened(path)
    session = await open_session(archive)
    await archive.close()
    archive = await opened(path)
    assert await archive.sessions.find(session.id) == session
    await archive.close()


async def test_a_commit_is_on_the_disk_before_it_is_told(archive: Archive, path: str) -> None:
    for setting, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        assert await pragma(archive, setting) == expected


async def test_what_was_asked_for_before_closing_is_written(path: str) -> None:
    archive = await opened(path)
    session = await open_session(archive)
    asked = [archive.record.append(session.id, index, 0, "E1", "", None, 0) for index in range(2_500)]
    waiting = [asyncio.create_task(appended) for appended in asked]
    await asyncio.sleep(0)
    await archive.close()
    await asyncio.gather(*waiting)
    async with Archive.open(path) as archive:
        assert len(await archive.record.lines(session.id)) == 2_500


async def test_a_closed_archive_says_so(path: str) -> None:
    archive = await opened(path)
    session = await open_session(archive)
    await archive.close()
    with pytest.raises(StorageFailed, match="closed"):
        await archive.record.append(session.id, 0, 0, "E1", "", None, 0)


async def test_an_archive_closed_twice_is_closed(path: str) -> None:
    async with Archive.open(path) as archive:
        await archive.close()


async def test_a_loop_that_stops_leaves_nobody_waiting(path: str) -> None:
    archive = await opened(path)
    session = await open_session(archive)
    waiting = asyncio.create_task(archive.record.append(session.id, 0, 0, "E1", "", None, 0))
    await asyncio.sleep(0)
    (writing,) = (one for one in asyncio.all_tasks() if one.get_name() == "storage writer")
    writing.cancel()
    await asyncio.wait([waiting], timeout=1)
    assert waiting.cancelled()
    with pytest.raises(StorageFailed, match="closed"):
        await archive.sessions.set_host(session.id, 31)
    await archive.close()


def test_an_archive_that_a_loop_left_in_the_middle_of_its_work_can_be_closed_by_the_next(path: str) -> None:
    async def leave() -> Archive:
        archive = await opened(path, busy_timeout=0.5)
        session = await open_session(archive)
        other.execute("BEGIN IMMEDIATE")  # so that the line waits
        asking = asyncio.create_task(archive.record.append(session.id, 0, 0, "E1", "", None, 0))
        for _ in range(3):
            await archive.sessions.find(session.id)
        assert not asking.done()
        return archive

    async def close(archive: Archive) -> None:
        async with asyncio.timeout(10):
            await archive.database.close()

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        archive = asyncio.run(leave())
        other.execute("ROLLBACK")
        asyncio.run(close(archive))
    assert [file.name for file in Path(path).parent.iterdir()] == [Path(path).name]


async def test_closing_is_finished_even_if_its_task_is_cancelled(path: str) -> None:
    archive = await opened(path)
    await open_session(archive)
    closing_it = asyncio.create_task(archive.database.close())
    await asyncio.sleep(0)
    closing_it.cancel()
    await asyncio.wait([closing_it], timeout=10)
    assert closing_it.cancelled()
    assert [file.name for file in Path(path).parent.iterdir()] == [Path(path).name]
    await archive.close()


def test_a_process_that_never_closed_its_archive_ends_anyway(path: str) -> None:
    program = (
        "import asyncio\n"
        "from storage import Archive\n"
        "from storage.opening import open_database\n"
        "async def main():\n"
        "    global kept\n"
        f"    kept = Archive(await open_database({path!r}, 5.0))\n"
        "    await kept.sessions.open_tables()\n"
        "asyncio.run(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert ended.stderr == b""


async def test_a_read_after_closing_says_so(path: str) -> None:
    archive = await opened(path)
    session = await open_session(archive)
    await archive.close()
    with pytest.raises(StorageFailed, match="closed"):
        await archive.sessions.find(session.id)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://localhost/parlour", "names mysql, but Parlour works with SQLite and PostgreSQL"),
        ("sqlite:///:memory:", "has to name a file"),
        ("sqlite://", "has to name a file"),
        ("nonsense://", "storage.url"),
    ],
)
async def test_a_url_that_is_not_served_is_told(url: str, sentence: str) -> None:
    with pytest.raises(StorageFailed, match=sentence):
        await opened(url)


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageFailed, match="folder"):
        await opened(str(tmp_path / "file" / "parlour.sqlite3"))


async def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="Can't open"):
        await opened(str(tmp_path))


async def test_a_pipe_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageFailed, match="isn't an ordinary file"):
        await opened(str(tmp_path / "pipe"))


async def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 1_000)
    with pytest.raises(StorageFailed, match="isn't a Parlour database"):
        await opened(str(tmp_path / "letter.txt"))


@pytest.mark.parametrize("table", ["recipes", "results", "alembic_version"])
def test_a_database_of_another_program_is_told_and_left_as_it_is(path: str, table: str) -> None:
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(f"CREATE TABLE {table} (version_num)")
    before = Path(path).read_bytes()
    with pytest.raises(StorageFailed, match="isn't a Parlour database"):
        asyncio.run(_open(path))
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("hold", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
async def test_a_file_that_another_program_holds_while_it_is_opened_is_told(path: str, hold: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(hold)
        with pytest.raises(StorageFailed, match="Another program has locked the database"):
            await opened(path, busy_timeout=0.05)
    async with Archive.open(path) as archive:
        assert await archive.sessions.open_tables() == ()


@pytest.mark.parametrize("damage", [slice(100, 4_096), slice(4_096, None), slice(0, 16), slice(16, 18)])
def test_a_damaged_file_is_told_and_left_as_it_is(path: str, damage: slice) -> None:
    asyncio.run(_open(path))
    content = bytearray(Path(path).read_bytes())
    content[damage] = b"\x55" * len(content[damage])
    Path(path).write_bytes(content)
    with pytest.raises(StorageFailed, match=r"damaged\. Restore it from a copy|isn't a Parlour database"):
        asyncio.run(_open(path))
    assert Path(path).read_bytes() == content


async def test_secrets_stand_in_no_log(path: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with Archive.open(path) as archive:
        session = await open_session(archive)
        await archive.record.append(session.id, 0, -1, "deal A♠", "", None, 0)
    assert repr(SEED) not in caplog.text
    assert "A♠" not in caplog.text


async def test_closing_leaves_one_sound_file(path: str) -> None:
    async with Archive.open(path) as archive:
        await open_session(archive)
    assert [file.name for file in Path(path).parent.iterdir()] == [Path(path).name]
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_process_waits_as_long_as_another_one_updates_the_schema(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with connected(server) as other, other.transaction():
        await other.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        opening = asyncio.create_task(open_database(server, 0.05))
        while "another process is updating the database" not in caplog.text:  # noqa: ASYNC110 - it only logs
            await asyncio.sleep(0.01)
        await asyncio.wait({opening}, timeout=0.3)
        assert not opening.done()
    async with await opening as database:
        await database.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
