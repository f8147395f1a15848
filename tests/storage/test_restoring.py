"""Each kind of database can be restored from any backup, and nothing is lost if that fails."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bench.postgres import empty_database, end_all_connections
from storage import Archive, StorageFailed, copies, moving, only_bot, open_shared, postgres
from storage.copies import back_up, restore
from storage.database import Database
from tests.deep import families
from tests.storage.conftest import KINDS, another, open_session
from tests.storage.contents import begin, everything_in, execute, fill, looked_at, lose_a_line


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
            [old] = await archive.sessions.open_tables()
            await archive.record.append(old.id, 3, 0, "E12", "", None, 3)
            assert (await open_session(archive, channel_id=21)).id > old.id
    assert looked_at(copy) == saved


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


@pytest.mark.parametrize("how", families(["alone", "together", "shared"], ["alone"]))
async def test_nothing_is_restored_while_a_bot_uses_the_server(server: str, copy: Path, how: str) -> None:
    await fill(server)
    await back_up(server, copy)
    async with AsyncExitStack() as stack:
        if how == "alone":
            await stack.enter_async_context(only_bot(server))
        elif how == "together":
            await stack.enter_async_context(open_shared(server, 1))
        else:
            await (await stack.enter_async_context(Archive.open(server))).sessions.find(1)
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

    look = postgres._is_unused  # noqa: SLF001 - to know when it has found somebody
    monkeypatch.setattr(postgres, "_is_unused", is_unused)
    monkeypatch.setattr(postgres, "CLOSING_SECONDS", 30.0)
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

    async def meanwhile(*sides: Database) -> None:
        for opening in (only_bot(server, 0), open_shared(server, 1, 0)):
            with pytest.raises(StorageFailed, match="already running"):
                await opening.__aenter__()
            refused.append(opening)
        await copy_rows(*sides)

    copy_rows = moving.copy_rows
    monkeypatch.setattr(copies, "copy_rows", meanwhile)
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
    lose_a_line(monkeypatch)
    with pytest.raises(StorageFailed, match="isn't the same"):
        await restore(copy, server, replaces=True)
    assert await everything_in(server) == before


async def test_a_server_that_goes_away_half_way_is_told_and_nothing_has_changed(
    server: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(*sides: Database) -> None:
        await end_all_connections(server)
        await moving.copy_rows(*sides)

    await fill(server)
    await back_up(server, copy)
    saved, before = looked_at(copy), await everything_in(server)
    monkeypatch.setattr(copies, "copy_rows", cut_off)
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
