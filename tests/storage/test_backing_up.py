"""A backup is one moment of all games, and nothing else."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bench.postgres import empty_database, own_server
from storage import Archive, StorageFailed, moving, open_shared
from storage.copies import back_up, restore
from storage.opening import look_at
from storage.postgres import Postgres
from tests.deep import sized
from tests.storage import backwards
from tests.storage.conftest import another
from tests.storage.contents import (
    begin,
    everything_in,
    execute,
    fill,
    looked_at,
    lose_a_line,
    rows_of,
    sorted_there,
)

OLDER = "0003"


async def test_a_backup_while_games_are_written_is_one_moment_of_all_of_them(
    url: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "ROWS_AT_ONCE", 3)
    async with Archive.open(url) as archive:
        first, second = await begin(archive, 20), await begin(archive, 21)
        written, more = 0, asyncio.Event()

        async def write() -> None:
            """A line here, then one there, and a new game with a line."""
            nonlocal written
            while not is_enough.is_set():
                new = await begin(archive, 1_000 + written)
                for session, index in ((first, written), (second, written), (new, 0)):
                    await archive.record.append(session.id, index, 0, "E12", "", None, written)
                written += 1
                more.set()

        is_enough, writing = asyncio.Event(), asyncio.create_task(write())
        try:
            for _ in range(sized(2, 5)):
                more.clear()
                await more.wait()
                before = written
                more.clear()
                await back_up(url, copy, replaces=True)
                await more.wait()  # it went on meanwhile
                is_one_moment(copy, first.id, second.id, before)
        finally:
            is_enough.set()
            await writing


def is_one_moment(copy: Path, first: int, second: int, rounds: int) -> None:
    """The backup has all that was there once, after so many rounds or a little later."""
    assert rows_of(copy, "PRAGMA foreign_key_check") == []
    games = rows_of(copy, 'SELECT session_id, count(*), max("index") + 1 FROM lines GROUP BY 1')
    assert all(count == highest for _, count, highest in games), "no line is missing"
    counts = {session_id: count for session_id, count, _ in games}
    assert rounds <= counts[second] <= counts[first] <= counts[second] + 1
    ((sessions, seats),) = rows_of(
        copy, "SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM seats)"
    )
    assert seats <= sessions <= seats + 1, "the newest game may not have begun"
    assert 2 + counts[first] <= sessions <= 3 + counts[first]


async def test_what_belongs_to_processes_is_left_out(server: str, copy: Path) -> None:
    async with open_shared(server, 2) as opened:
        await opened.shards.share()
        await begin(opened.archive, 20)
        await back_up(server, copy)
    assert rows_of(copy, "SELECT id FROM processes UNION ALL SELECT shard FROM shards") == []
    assert len(rows_of(copy, "SELECT * FROM seats")) == 1


async def test_a_backup_that_fails_leaves_nothing(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await back_up(server, copy)
    before = looked_at(copy)
    await fill(server)
    lose_a_line(monkeypatch)
    with pytest.raises(StorageFailed, match="isn't the same"):
        await back_up(server, copy, replaces=True)
    assert looked_at(copy) == before


async def test_a_server_with_an_older_schema_is_saved_as_it_is(copy: Path, tmp_path: Path) -> None:
    async with empty_database(is_laid_out=False) as old:
        await (await Postgres.open(make_url(old), 5.0, OLDER)).close()
        await execute(
            old,
            "INSERT INTO sessions (id, channel_id, game, edition, options, seed, host_id, phase, created_at) "
            "VALUES (7, 20, 'doublolo', '1', '{}', sha256('a seed'), 30, 'playing', 1000)",
            "INSERT INTO lines VALUES (7, 0, 0, 'E12', '', NULL, 1000)",
        )
        await back_up(old, copy)
        assert not (await look_at(old)).is_newest, "a bot of that version may play on"
        assert rows_of(copy, "SELECT version_num FROM alembic_version") == [(OLDER,)]
        saved = looked_at(copy)
        for kind in ("sqlite", "postgres"):
            async with another(kind, tmp_path) as target:
                await restore(copy, target)
                async with Archive.open(target) as archive:
                    assert [line.text for line in await archive.record.lines(7)] == ["E12"]
        assert looked_at(copy) == saved


@pytest.mark.skipif(backwards.COMPILER is None, reason="this machine can't compile a locale")
async def test_a_server_that_sorts_texts_in_its_own_way_is_saved_and_restored(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with backwards.folder_of_locale() as folder:
        monkeypatch.setenv("LOCPATH", str(folder))
        async with own_server() as own:
            server = await own.database()
            await execute(server, f"CREATE COLLATION own (provider = libc, locale = '{backwards.NAME}')")
            await execute(server, "ALTER TABLE messages ALTER COLUMN purpose TYPE text COLLATE own")
            await fill(server)
            before = await everything_in(server)
            assert await sorted_there(server, "a", "B", "board") == ["board", "a", "B"]
            await back_up(server, copy)
            await restore(copy, server, replaces=True)
            assert await everything_in(server) == before


async def test_a_server_without_games_or_of_another_program_is_not_saved(copy: Path) -> None:
    async with empty_database(is_laid_out=False) as url:
        with pytest.raises(StorageFailed, match="There's nothing in"):
            await back_up(url, copy)
        await execute(url, "CREATE TABLE cats (name text)")
        with pytest.raises(StorageFailed, match="isn't a Parlour database"):
            await back_up(url, copy)
    with pytest.raises(FileNotFoundError):
        looked_at(copy)


def empty(file: Path) -> None:
    file.touch(mode=0o644)


async def test_an_empty_file_is_not_replaced_by_the_backup_of_a_server(server: str, copy: Path) -> None:
    empty(copy)
    with pytest.raises(StorageFailed, match="isn't a copy of Parlour's games"):
        await back_up(server, copy, replaces=True)
    assert looked_at(copy, mode=0o644) == b""
