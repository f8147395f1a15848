"""A PostgreSQL server that can't be reached, and one that has stopped answering."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, text

from storage import (
    Archive,
    Forwarded,
    StorageFailed,
    TakenOver,
    only_bot,
    open_shared,
    postgres,
)
from storage.postgres import Postgres
from storage.shards import one_at_a_time
from tests.network import Network, Proxy
from tests.network import proxy as proxy
from tests.network import url as url
from tests.storage.conftest import open_session

BUSY_SECONDS = 0.2
AT_MOST = 20.0
"""Long enough for a busy machine, and shorter than anything here would hang."""


@pytest.fixture(autouse=True)
def _tries_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "AGAIN_SECONDS", 0.05)


@contextmanager
def impatient() -> Iterator[None]:
    """While the server is silent. One that answers gets the usual time: the machine may be busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "SPARE_SECONDS", 0.2)
        patch.setattr(postgres, "CONNECTING_SECONDS", 0.4)
        yield


async def test_a_turn_that_loses_the_server_fails_in_a_sentence(proxy: Proxy) -> None:
    async with Archive.open(proxy.url), Postgres(make_url(proxy.url), BUSY_SECONDS) as database:
        with pytest.raises(StorageFailed, match="Can't reach"):
            async with one_at_a_time(database):
                proxy.becomes(Network.CUT)


async def test_a_server_that_falls_silent_is_told_and_outlived(proxy: Proxy) -> None:
    async with Archive.open(proxy.url, BUSY_SECONDS) as archive:
        session = await open_session(archive)
        works: list[Callable[[], Awaitable[object]]] = [
            lambda: archive.record.append(session.id, 0, 0, "E12", "", 77, 1),
            lambda: archive.sessions.find(session.id),
        ]
        for work in works:
            proxy.becomes(Network.SILENT)
            began = time.monotonic()
            with impatient(), pytest.raises(StorageFailed, match="doesn't answer"):
                await work()
            assert time.monotonic() - began < AT_MOST
            with impatient(), pytest.raises(StorageFailed, match="Can't reach"):
                await work()
            proxy.becomes(Network.PASSES)
            assert await archive.record.lines(session.id) == ()
        proxy.becomes(Network.SILENT)
        began = time.monotonic()
    assert time.monotonic() - began < AT_MOST, "an archive that is closed waits for nobody"


async def test_more_readers_than_connections_are_all_told_of_a_silent_server(proxy: Proxy) -> None:
    async with Archive.open(proxy.url, BUSY_SECONDS) as archive:
        session = await open_session(archive)
        proxy.becomes(Network.SILENT)
        reading = [archive.sessions.find(session.id) for _ in range(3 * postgres.CONNECTIONS)]
        with impatient():
            async with asyncio.timeout(AT_MOST):
                found = await asyncio.gather(*reading, return_exceptions=True)
        assert {type(one) for one in found} == {StorageFailed}


async def test_a_server_that_falls_silent_right_after_its_answer_holds_no_reader_up(proxy: Proxy) -> None:
    async with Archive.open(proxy.url, BUSY_SECONDS) as archive:

        def read(connection: Connection) -> int | None:
            found: int | None = connection.scalar(text("SELECT 1"))
            proxy.becomes(Network.SILENT)
            return found

        async with asyncio.timeout(AT_MOST):
            with impatient(), pytest.raises(StorageFailed, match="doesn't answer"):
                await archive.database.read(read)
        proxy.becomes(Network.PASSES)
        async with asyncio.timeout(AT_MOST):
            assert await archive.sessions.open_tables() == ()


async def test_what_is_forwarded_over_a_silent_network_fails_in_time_to_tell_the_person(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.shared.SENDING_SECONDS", 0.2)
    async with open_shared(proxy.url, 2) as opened:
        await opened.shards.share()
        proxy.becomes(Network.SILENT)
        async with asyncio.timeout(AT_MOST):
            with impatient(), pytest.raises(StorageFailed, match="doesn't answer"):
                await opened.forwarding.send(Forwarded.of(77, 1, "{}"))
        opened.shards.give_up()  # so that closing it waits for nobody


async def test_long_work_is_not_taken_for_silence_while_the_server_answers(proxy: Proxy) -> None:
    async with Archive.open(proxy.url, BUSY_SECONDS) as archive:

        def slow(connection: Connection) -> int:
            return sum(connection.scalar(text("SELECT 1 FROM pg_sleep(0.15)")) or 0 for _ in range(6))

        assert await archive.database.read(slow) == 6


async def test_a_lock_is_taken_again_after_its_connection_was_lost(url: str, proxy: Proxy) -> None:
    async with only_bot(proxy.url) as gone:
        first = await _backends(url)
        proxy.becomes(Network.CUT)
        proxy.becomes(Network.PASSES)
        second = await _taken_again(url, first)
        proxy.closes_here()  # the server still holds the lock for a connection that is gone
        await _taken_again(url, second)
        assert not gone.done()


async def test_a_lock_is_kept_whose_connection_is_lost_as_soon_as_it_is_taken(url: str, proxy: Proxy) -> None:
    async with only_bot(proxy.url) as gone:
        first = await _backends(url)
        proxy.closes_instead_of_answering(b"pg_try_advisory_lock")
        proxy.becomes(Network.CUT)
        proxy.becomes(Network.PASSES)
        async with asyncio.timeout(AT_MOST):
            while not proxy.has_closed:  # noqa: ASYNC110 - the proxy has no event for it
                await asyncio.sleep(0)
        # The lost connection has the lock, or the next one: in between another bot could take it
        second = await _next_holder(url, first)
        proxy.becomes(Network.CUT)
        proxy.becomes(Network.PASSES)
        await _next_holder(url, second)
        assert not gone.done()


async def test_a_bot_that_lost_its_lock_to_another_one_is_told(url: str, proxy: Proxy) -> None:
    async with only_bot(proxy.url, patience=0.1) as gone:
        proxy.becomes(Network.CUT)
        async with only_bot(url):
            proxy.becomes(Network.PASSES)
            async with asyncio.timeout(AT_MOST):
                assert "another bot has it now" in str(await gone)


async def test_whatever_waits_fails_at_once_when_a_process_gives_up(proxy: Proxy) -> None:
    async with open_shared(proxy.url, 2) as opened:
        session = await open_session(opened.archive)
        proxy.becomes(Network.SILENT)
        waiting = [
            asyncio.create_task(one)
            for one in (
                opened.archive.sessions.set_host(session.id, 31),
                opened.archive.sessions.find(session.id),
            )
        ]
        await asyncio.sleep(0)
        opened.shards.give_up()
        async with asyncio.timeout(AT_MOST):
            found = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(one) for one in found} == {TakenOver}


async def _backends(url: str) -> list[int]:
    """The server's connections that have an advisory lock in this database."""
    address = make_url(url)
    connection = await asyncpg.connect(
        host=address.query["host"], user=address.username, database=address.database
    )
    try:
        rows = await connection.fetch(
            "SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database "
            "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
        )
        return [row["pid"] for row in rows]
    finally:
        await connection.close()


async def _next_holder(url: str, before: list[int]) -> list[int]:
    """The holder of this database's lock, once it's another one than before."""
    async with asyncio.timeout(AT_MOST):
        while not (now := await _backends(url)) or now == before:  # noqa: ASYNC110 - the server has no event
            await asyncio.sleep(0)
    return now


async def _taken_again(url: str, before: list[int]) -> list[int]:
    """The same for a connection that lasts: a second bot is refused."""
    now = await _next_holder(url, before)
    with pytest.raises(StorageFailed, match="Another bot"):
        async with only_bot(url, patience=0):
            pass
    return now
