"""PostgreSQL only: its schema, the errors if it can't be used, and a server that comes back."""

import asyncio
import logging

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, make_url

from bench.postgres import empty_database, end_all_connections
from storage import Archive, StorageFailed, only_bot
from storage.database import Work
from storage.postgres import Postgres
from storage.schema import metadata
from tests.storage.conftest import SEED, open_session
from tests.storage.test_migrations import REVISIONS


def _difference(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


@pytest.mark.parametrize("revision", [None, *REVISIONS])
async def test_a_migrated_database_has_the_programs_schema(revision: str | None) -> None:
    async with empty_database(is_laid_out=False) as url:
        if revision is not None:
            await (await Postgres.open(make_url(url), 5, revision)).close()
        async with Archive.open(url) as archive:
            assert await archive.database.read(_difference) == []


async def test_bots_that_start_at_once_migrate_once() -> None:
    async with empty_database(is_laid_out=False) as url:
        archives = await asyncio.gather(*(Archive.open(url) for _ in range(4)))
        await open_session(archives[0])
        assert len(await archives[3].open_sessions()) == 1
        await asyncio.gather(*(archive.close() for archive in archives))


async def test_a_database_of_another_program_or_a_newer_one_is_told_and_left_as_it_is() -> None:
    async with empty_database(is_laid_out=False) as url:
        async with Archive.open(url) as archive:
            await archive.writer.run(_execute("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StorageFailed, match="newer version"):
            await Archive.open(url)
    async with empty_database(is_laid_out=False) as url:
        async with Archive.open(url) as archive:
            await archive.writer.run(_execute("DROP TABLE alembic_version"))
        with pytest.raises(StorageFailed, match="isn't a Parlour database"):
            await Archive.open(url)


async def test_a_server_that_cannot_be_reached_is_told() -> None:
    async with empty_database() as url:
        nowhere = make_url(url).update_query_dict({"host": "/nowhere"})
        with pytest.raises(StorageFailed, match="Can't reach the database server"):
            await Archive.open(nowhere.render_as_string())
        with pytest.raises(StorageFailed, match="no database of that name"):
            await Archive.open(make_url(url).set(database="missing").render_as_string())
        with pytest.raises(StorageFailed, match="user or the password"):
            await Archive.open(make_url(url).set(username="nobody").render_as_string())


async def test_a_server_that_comes_back_is_used_again_without_a_word() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await end_all_connections(url)
        await archive.append(session.id, 0, 0, "E12", "", 77, 1)
        await end_all_connections(url)
        assert [line.text for line in await archive.lines(session.id)] == ["E12"]


async def test_a_row_that_another_program_holds_is_told_and_outlived() -> None:
    async with empty_database() as url, Archive.open(url, busy_timeout=0.05) as archive:
        session = await open_session(archive)
        async with Archive.open(url) as other:
            held, free = asyncio.Event(), asyncio.Event()
            holding = asyncio.create_task(_hold(other, held, free))
            await held.wait()
            with pytest.raises(StorageFailed, match="Another program"):
                await archive.set_host(session.id, 31)
            free.set()
            await holding
        await archive.set_host(session.id, 32)


async def test_a_read_only_server_is_told_and_outlived() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.writer.run(_execute(f"ALTER DATABASE {make_url(url).database} SET {_READ_ONLY} = on"))
        await end_all_connections(url)
        with pytest.raises(StorageFailed, match="read-only"):
            await archive.append(session.id, 0, 0, "E12", "", None, 0)
        assert await archive.lines(session.id) == ()


async def test_a_table_that_is_missing_is_told() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.writer.run(_execute("ALTER TABLE lines RENAME TO gone"))
        with pytest.raises(StorageFailed, match="is missing something") as refused:
            await archive.lines(session.id)
        assert refused.value.is_lasting
        with pytest.raises(StorageFailed, match="is missing something"):
            await archive.append(session.id, 0, 0, "E12", "", None, 0)


async def test_a_second_bot_is_kept_away_until_the_first_has_gone() -> None:
    async with empty_database() as url:
        async with only_bot(url):
            with pytest.raises(StorageFailed, match="Another bot is already running"):
                async with only_bot(url, patience=0.1):
                    pass
        async with only_bot(url, patience=0.1):
            pass


async def test_secrets_stand_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.append(session.id, 0, -1, "deal A♠", "", None, 0)
    assert repr(SEED) not in caplog.text
    assert "A♠" not in caplog.text


_READ_ONLY = "default_transaction_read_only"


def _execute(statement: str) -> Work[object]:
    return lambda connection: connection.exec_driver_sql(statement)


async def _hold(archive: Archive, held: asyncio.Event, free: asyncio.Event) -> None:
    """Lock all sessions until told to release them."""
    postgres = archive.database
    assert isinstance(postgres, Postgres)
    async with postgres.connected() as connection, connection.begin():
        await connection.exec_driver_sql("SELECT id FROM sessions FOR UPDATE")
        held.set()
        await free.wait()
