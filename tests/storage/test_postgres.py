"""PostgreSQL only: its schema, the errors if it can't be used, and a server that comes back."""

import asyncio
import logging
import ssl
import subprocess
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import quote

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, make_url

from bench.postgres import empty_database, end_all_connections, own_server
from bench.standings import games, insert_all
from bot.table.standings import COUNT
from storage import Archive, StorageFailed, move_storage, only_bot, open_shared, schema
from storage.database import Work
from storage.opening import look_at
from storage.postgres import Postgres
from storage.schema import metadata
from storage.stored import row_of
from tests.databases import opened
from tests.deep import families
from tests.network import Proxy
from tests.storage.conftest import SEED, open_session
from tests.storage.test_migrations import REVISIONS


def _difference(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


@pytest.mark.parametrize("revision", families([None, *REVISIONS], [None, REVISIONS[0], *REVISIONS[-2:]]))
async def test_a_migrated_database_has_the_programs_schema(revision: str | None) -> None:
    async with empty_database(is_laid_out=False) as url:
        if revision is not None:
            await (await Postgres.open(make_url(url), 5, revision)).close()
        async with Archive.open(url) as archive:
            assert await archive.database.read(_difference) == []


async def test_bots_that_start_at_once_migrate_once() -> None:
    async with empty_database(is_laid_out=False) as url:
        archives = await asyncio.gather(*(opened(url) for _ in range(4)))
        await open_session(archives[0])
        assert len(await archives[3].sessions.open_tables()) == 1
        await asyncio.gather(*(archive.close() for archive in archives))


async def test_games_are_counted_on_a_server_that_takes_long_for_each_row(server: str) -> None:
    some = list(islice(games(), 90))
    rows = {
        schema.sessions: [row for row, _ in some],
        schema.results: [row_of(one) for _, its in some for one in its],
    }
    async with Archive.open(server, busy_timeout=1.0) as archive:
        await archive.database.change(partial(insert_all, rows=rows))
        rests = "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.001); RETURN NEW; END $$"
        await archive.writer.run(_execute(f"CREATE FUNCTION rests() {rests}"))
        each = "BEFORE INSERT ON standings FOR EACH ROW EXECUTE FUNCTION rests()"
        await archive.writer.run(_execute(f"CREATE TRIGGER rests {each}"))
        await archive.standings.begin_count(COUNT, 0)
        while await archive.standings.count_on(COUNT):
            pass
        counted, of = await archive.standings.progress()
        assert counted == of > 0


async def test_a_database_of_another_program_or_a_newer_one_is_told_and_left_as_it_is() -> None:
    async with empty_database(is_laid_out=False) as url:
        async with Archive.open(url) as archive:
            await archive.writer.run(_execute("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StorageFailed, match="newer version"):
            await opened(url)
    async with empty_database(is_laid_out=False) as url:
        async with Archive.open(url) as archive:
            await archive.writer.run(_execute("DROP TABLE alembic_version"))
        with pytest.raises(StorageFailed, match="isn't a Parlour database"):
            await opened(url)


async def test_a_server_that_cannot_be_reached_is_told() -> None:
    async with empty_database() as url:
        nowhere = make_url(url).update_query_dict({"host": "/nowhere"})
        with pytest.raises(StorageFailed, match="Can't reach the database server"):
            await opened(nowhere.render_as_string())
        with pytest.raises(StorageFailed, match="no database of that name"):
            await opened(make_url(url).set(database="missing").render_as_string())
        with pytest.raises(StorageFailed, match="user or the password"):
            await opened(make_url(url).set(username="nobody").render_as_string())


async def test_a_server_that_comes_back_is_used_again_without_a_word() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await end_all_connections(url)
        await archive.record.append(session.id, 0, 0, "E12", "", 77, 1)
        await end_all_connections(url)
        assert [line.text for line in await archive.record.lines(session.id)] == ["E12"]


async def test_a_row_that_another_program_holds_is_told_and_outlived() -> None:
    async with empty_database() as url, Archive.open(url, busy_timeout=0.05) as archive:
        session = await open_session(archive)
        async with Archive.open(url) as other:
            held, free = asyncio.Event(), asyncio.Event()
            holding = asyncio.create_task(_hold(other, held, free))
            await held.wait()
            with pytest.raises(StorageFailed, match="Another program"):
                await archive.sessions.set_host(session.id, 31)
            free.set()
            await holding
        await archive.sessions.set_host(session.id, 32)


async def test_a_read_only_server_is_told_and_outlived() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.writer.run(_execute(f"ALTER DATABASE {make_url(url).database} SET {_READ_ONLY} = on"))
        await end_all_connections(url)
        with pytest.raises(StorageFailed, match="read-only"):
            await archive.record.append(session.id, 0, 0, "E12", "", None, 0)
        assert await archive.record.lines(session.id) == ()


async def test_a_table_that_is_missing_is_told() -> None:
    async with empty_database() as url, Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.writer.run(_execute("ALTER TABLE lines RENAME TO gone"))
        with pytest.raises(StorageFailed, match="is missing something") as refused:
            await archive.record.lines(session.id)
        assert refused.value.is_lasting
        with pytest.raises(StorageFailed, match="is missing something"):
            await archive.record.append(session.id, 0, 0, "E12", "", None, 0)


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
        await archive.record.append(session.id, 0, -1, "deal A♠", "", None, 0)
    assert repr(SEED) not in caplog.text
    assert "A♠" not in caplog.text


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a certificate for the name localhost, signed by itself; its key is next to it."""
    file = tmp_path_factory.mktemp("tls") / "server.crt"
    order = "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=localhost"
    written = f"-addext subjectAltName=DNS:localhost -out {file} -keyout {file.with_suffix('.key')}"
    command = ["/usr/bin/env", "openssl", *order.split(), *written.split()]
    subprocess.run(command, check=True, capture_output=True)
    return file


def tls(certificate: Path) -> ssl.SSLContext:
    """What a server needs to offer TLS with this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    return context


async def test_every_connection_is_encrypted_if_the_url_says_so(certificate: Path, tmp_path: Path) -> None:
    async with empty_database() as url, Proxy.to(url, tls(certificate)) as proxy:
        here = secured = proxy.url.replace("127.0.0.1", "localhost")
        for asked in (
            "sslmode=require",
            "ssl=require",
            f"sslmode=verify-ca&sslrootcert={certificate}",
            f"sslmode=verify-full&sslrootcert={certificate}&ssl_min_protocol_version=TLSv1.3",
        ):
            secured = f"{here}?{asked}"
            async with only_bot(secured), Archive.open(secured) as archive:
                await open_session(archive, channel_id=proxy.encrypted)
            async with open_shared(secured, 2) as shared:
                await asyncio.wait_for(shared.heard.get(), 5)
            assert (await look_at(secured)).exists
        # Each time the lock, the archive, the lock, two more, the listener, the doctor and its lock.
        assert proxy.encrypted >= 4 * 8
        await move_storage(secured, str(tmp_path / "moved.sqlite3"))


async def test_a_server_that_is_not_the_one_it_should_be_or_has_no_tls_is_refused(certificate: Path) -> None:
    async with empty_database() as url:
        async with Proxy.to(url, tls(certificate)) as proxy:  # at an address that isn't in the certificate
            await (await opened(f"{proxy.url}?sslmode=verify-ca&sslrootcert={certificate}")).close()
            with pytest.raises(StorageFailed, match=r"certificate isn't trusted \(.*Check sslrootcert"):
                await opened(f"{proxy.url}?sslmode=verify-full&sslrootcert={certificate}")
        async with Proxy.to(url) as proxy:
            await (await opened(f"{proxy.url}?sslmode=prefer")).close()
            await (await opened(f"{proxy.url}?sslmode=disable")).close()
            with pytest.raises(StorageFailed, match="doesn't offer TLS, and sslmode"):
                await opened(f"{proxy.url}?sslmode=require")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("chess=1", "storage.url has a parameter that Parlour doesn't know, chess"),
        ("sslmode=yes", "sslmode in storage.url has to be one of disable, allow, prefer, require"),
        ("sslmode=verify-full&sslrootcert=/no/such/file", "Can't read /no/such/file, which sslrootcert"),
        ("sslmode=require&ssl_min_protocol_version=2", "storage.url can't be used: "),
    ],
)
async def test_a_parameter_that_makes_no_sense_is_answered_with_a_sentence(asked: str, sentence: str) -> None:
    url = f"postgresql://parlour:password@127.0.0.1:9/parlour?{asked}"
    for opening in (Archive.open(url), only_bot(url), open_shared(url, 2)):
        with pytest.raises(StorageFailed, match=sentence):
            async with asyncio.timeout(10), opening:
                pass
    with pytest.raises(StorageFailed, match=sentence):
        await look_at(url)


async def test_a_short_name_and_a_password_with_any_signs_open_a_database() -> None:
    password = "p@ss/w%rd:#?&+ ü"
    async with own_server() as server:
        url = make_url(await server.database())
        await server.execute(f"CREATE ROLE parlour LOGIN SUPERUSER PASSWORD '{password}'")
        rules = server.log.with_name("pg_hba.conf")
        rules.write_text(f"local all parlour scram-sha-256\n{rules.read_text()}")
        await server.execute("SELECT pg_reload_conf()")
        place = f"@/{url.database}?host={url.query['host']}"
        async with Archive.open(f"postgres://parlour:{quote(password, safe='')}{place}") as archive:
            await open_session(archive)
        with pytest.raises(StorageFailed, match="doesn't accept the user or the password"):
            await opened(f"postgres://parlour:another{place}")
    with pytest.raises(StorageFailed, match="such as %40 for @"):
        await opened("postgresql://parlour:pass/w@rd:x@127.0.0.1:y/parlour")


async def test_no_fault_of_the_driver_keeps_anybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of the driver")

    monkeypatch.setattr(asyncpg, "connect", fails)
    url = "postgresql://parlour@127.0.0.1:9/parlour"
    for opening in (only_bot(url), open_shared(url, 2), Archive.open(url)):
        with pytest.raises(RuntimeError, match="a fault of the driver"):
            async with asyncio.timeout(10), opening:
                pass


async def test_a_bot_whose_lock_cannot_be_taken_again_or_that_never_hears_the_others_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of the driver")

    async with empty_database() as url:
        with monkeypatch.context() as broken:
            broken.setattr(asyncpg.Connection, "add_listener", fails)
            async with open_shared(url, 2) as shared:
                await asyncio.wait_for(shared.shards.taken_over, 10)
        async with only_bot(url) as gone:
            with monkeypatch.context() as broken:
                ending = asyncio.create_task(end_all_connections(url))
                await asyncio.sleep(0)  # it connects by itself
                broken.setattr(asyncpg, "connect", fails)
                await ending
                await asyncio.wait_for(gone, 10)
    assert caplog.text.count("RuntimeError: a fault of the driver") == 2


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
