"""A backup is one moment of all games, and each kind of database can be restored from any backup."""

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, make_url, select, text

from bench.postgres import empty_database, end_all_connections, own_server
from storage import (
    Archive,
    StorageFailed,
    StoredLine,
    StoredSeat,
    StoredSession,
    alone,
    moving,
    schema,
    server_copies,
    together,
)
from storage.checkup import look_at
from storage.copying import back_up, restore
from storage.postgres import Postgres
from tests.storage import backwards
from tests.storage.conftest import open_session

ANNA = StoredSeat(0, 501, None, "Anna", "9001")
OLDER = "0003"
KINDS = ["sqlite", "postgres"]


@asynccontextmanager
async def another(kind: str, folder: Path) -> AsyncIterator[str]:
    """An empty database of this kind, without a schema."""
    if kind == "sqlite":
        yield str(folder / "another.sqlite3")
        return
    async with empty_database(is_laid_out=False) as url:
        yield url


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite3"


@pytest.fixture
async def server() -> AsyncIterator[str]:
    async with empty_database() as url:
        yield url


async def fill(url: str, lines: int = 3) -> None:
    async with Archive.open(url) as archive:
        session = await begin(archive, 20)
        moves = [StoredLine(index, 0, f"E{index} ♠", "", index << 40, index) for index in range(lines)]
        await archive.append_together(session.id, moves)
        for purpose in ("a", "B", "á", "board"):
            await archive.put_message(session.id, purpose, 20, 600)
        await archive.set_dms_closed(501, closed=True)


async def begin(archive: Archive, channel_id: int) -> StoredSession:
    session = await open_session(archive, channel_id)
    await archive.start(session.id, 2_000, [ANNA])
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

    database = Postgres.of(make_url(url), 5.0)
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


def rows_of(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(query).fetchall()


def looked_at(copy: Path, mode: int = 0o600) -> bytes:
    """What is in a copy, which is one file."""
    content = copy.read_bytes()
    assert stat.S_IMODE(copy.stat().st_mode) == mode
    assert [one.name for one in copy.parent.glob("copy*")] == [copy.name]
    return content


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
                    await archive.append(session.id, index, 0, "E12", "", None, written)
                written += 1
                more.set()

        is_enough, writing = asyncio.Event(), asyncio.create_task(write())
        try:
            for _ in range(3):
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


@pytest.mark.parametrize("kind", KINDS)
async def test_every_backup_can_be_restored_to_each_kind_and_games_go_on(
    url: str, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(moving, "ROWS_AT_ONCE", 2)
    await fill(url)
    await back_up(url, copy)
    saved = looked_at(copy)
    async with another(kind, tmp_path) as target:
        assert (await restore(copy, target))[1] is None
        assert await everything_in(target) == await everything_in(url)
        async with Archive.open(target) as archive:
            [old] = await archive.open_sessions()
            await archive.append(old.id, 3, 0, "E12", "", None, 3)
            assert (await open_session(archive, channel_id=21)).id > old.id
    assert looked_at(copy) == saved


async def test_what_belongs_to_processes_is_left_out(server: str, copy: Path) -> None:
    async with together(server, 2) as opened:
        await opened.shards.share()
        await begin(opened.archive, 20)
        await back_up(server, copy)
    assert rows_of(copy, "SELECT id FROM processes UNION ALL SELECT shard FROM shards") == []
    assert len(rows_of(copy, "SELECT * FROM seats")) == 1


async def test_what_is_replaced_on_a_server_is_kept_in_a_file(server: str, copy: Path) -> None:
    await fill(server)
    await back_up(server, copy)
    async with Archive.open(server) as archive:
        later = await begin(archive, 30)
    before = await everything_in(server)
    with pytest.raises(StorageFailed, match="already"):
        await restore(copy, server)
    assert await everything_in(server) == before
    _, kept = await restore(copy, server, replaces=True)
    assert await everything_in(server) != before
    async with Archive.open(server) as archive:
        new = await open_session(archive, channel_id=40)
    assert new.id > later.id, "buttons of the lost game mean no other one"
    assert kept is not None
    assert kept.parent == copy.parent
    await restore(kept, server, replaces=True)
    assert await everything_in(server) == before


@pytest.mark.parametrize("how", ["alone", "together", "shared"])
async def test_nothing_is_restored_while_a_bot_uses_the_server(server: str, copy: Path, how: str) -> None:
    await fill(server)
    await back_up(server, copy)
    async with AsyncExitStack() as stack:
        if how == "alone":
            await stack.enter_async_context(alone(server))
        elif how == "together":
            await stack.enter_async_context(together(server, 1))
        else:
            await (await stack.enter_async_context(Archive.open(server))).session(1)
        who = "A program is using" if how == "shared" else "A bot is running with"
        with pytest.raises(StorageFailed, match=f"{who} .* on this machine. Stop it first."):
            await restore(copy, server, replaces=True)
    assert await restore(copy, server, replaces=True)


async def test_a_restore_waits_a_moment_for_connections_that_are_just_ending(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_looked = asyncio.Event()

    def is_unused(connection: Connection) -> bool:
        found = look(connection)
        has_looked.set()
        return found

    look = server_copies._is_unused  # noqa: SLF001 - to know when it has found somebody
    monkeypatch.setattr(server_copies, "_is_unused", is_unused)
    monkeypatch.setattr(server_copies, "CLOSING_SECONDS", 30.0)
    await fill(server)
    await back_up(server, copy)
    async with Archive.open(server):
        restoring = asyncio.create_task(restore(copy, server, replaces=True))
        await has_looked.wait()
        assert not restoring.done()
    assert await restoring


async def test_bots_stay_away_while_a_copy_is_restored(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(server)
    await back_up(server, copy)
    refused = []

    async def meanwhile(*sides: moving.Side) -> None:
        for opening in (alone(server, 0), together(server, 1, 0)):
            with pytest.raises(StorageFailed, match="already running"):
                await opening.__aenter__()
            refused.append(opening)
        await copy_rows(*sides)

    copy_rows = moving.copy_rows
    monkeypatch.setattr(server_copies, "copy_rows", meanwhile)
    await restore(copy, server, replaces=True)
    assert len(refused) == 4, "while the old games are kept, and while the others come"


async def test_a_restore_that_fails_half_way_changes_nothing(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with empty_database(is_laid_out=False) as other:
        await fill(other)
        await back_up(other, copy)
    await fill(server, lines=5)
    before = await everything_in(server)
    monkeypatch.setattr(moving, "_insert", _forget_the_last_line)
    with pytest.raises(StorageFailed, match="isn't the same"):
        await restore(copy, server, replaces=True)
    assert await everything_in(server) == before


async def test_a_server_that_goes_away_half_way_is_told_and_nothing_has_changed(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(*sides: moving.Side) -> None:
        await end_all_connections(server)
        await moving.copy_rows(*sides)

    await fill(server)
    await back_up(server, copy)
    saved, before = looked_at(copy), await everything_in(server)
    monkeypatch.setattr(server_copies, "copy_rows", cut_off)
    for work in (back_up(server, copy, replaces=True), restore(copy, server, replaces=True)):
        with pytest.raises(StorageFailed, match="Can't reach the database server"):
            await work
    assert looked_at(copy) == saved
    assert await everything_in(server) == before


@pytest.mark.parametrize("how", ["UPDATE alembic_version SET version_num = '9999'", "DROP TABLE stays"])
async def test_games_that_cannot_be_kept_are_left_where_they_are(server: str, copy: Path, how: str) -> None:
    await fill(server)
    await back_up(server, copy)
    await execute(server, how)
    with pytest.raises(StorageFailed, match="Create an empty database"):
        await restore(copy, server, replaces=True)
    assert looked_at(copy)


async def test_a_backup_that_fails_leaves_nothing(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(server)
    with closing(sqlite3.connect(copy)) as letter:
        letter.execute("CREATE TABLE letters (words)")
    before = looked_at(copy, mode=0o644)
    monkeypatch.setattr(moving, "_insert", _forget_the_last_line)
    with pytest.raises(StorageFailed, match="isn't the same"):
        await back_up(server, copy, replaces=True)
    assert looked_at(copy, mode=0o644) == before


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
        for kind in KINDS:
            async with another(kind, tmp_path) as target:
                await restore(copy, target)
                async with Archive.open(target) as archive:
                    assert [line.text for line in await archive.lines(7)] == ["E12"]
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


_insert = moving._insert  # noqa: SLF001 - to break it


def _forget_the_last_line(connection: object, table: object, rows: list[object]) -> None:
    if str(table) == "lines":
        rows = rows[:-1]
    _insert(connection, table, rows)  # type: ignore[arg-type]  # as it was called
