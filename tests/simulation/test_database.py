"""A real PostgreSQL server in simulated time: it tells that time, waits and notifies by it."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from sqlalchemy import make_url

from tests.simulation.database import shared_database
from tests.simulation.doors import BEGINS, simulated
from tests.simulation.loop import PROCESS
from tests.simulation.machine import PROBED_SECONDS, Machine, machine, on_machine

pytestmark = pytest.mark.real

Connect = Callable[[], Awaitable[asyncpg.Connection]]

CHANGE = "UPDATE alembic_version SET version_num = version_num"


def lived(work: Callable[[Connect], Awaitable[None]]) -> None:
    """Run this on a machine with a database."""
    host, opened = Machine(0), list[asyncpg.Connection]()
    asyncio.set_event_loop(host)
    try:
        with shared_database(host.wire) as (url, _), simulated(host, 0), on_machine(host):
            address = make_url(url)

            async def connect() -> asyncpg.Connection:
                where = {"host": address.query["host"], "database": address.database}
                opened.append(await asyncpg.connect(user=address.username, **where))
                return opened[-1]

            async def to_the_end() -> None:
                try:
                    await work(connect)
                finally:
                    host.dead.clear()
                    for one in opened:
                        one.terminate()
                    await asyncio.sleep(2 * PROBED_SECONDS)

            host.run_until_complete(to_the_end())
    finally:
        asyncio.set_event_loop(None)
        host.close()


def test_the_servers_clock_is_the_simulated_one() -> None:
    async def work(connect: Connect) -> None:
        one, ask = await connect(), "SELECT extract(epoch FROM clock_timestamp())::float8"
        assert BEGINS <= await one.fetchval(ask) < BEGINS + 1
        await asyncio.sleep(3600)
        assert await one.fetchval(ask) == pytest.approx(time.time(), abs=1)

    lived(work)


def test_a_lock_is_waited_for_until_it_is_free() -> None:
    async def work(connect: Connect) -> None:
        one, other = await connect(), await connect()
        async with one.transaction():
            await one.execute(CHANGE)
            waiting = asyncio.create_task(other.execute(CHANGE))
            await asyncio.sleep(3600)
            assert not waiting.done()
        await waiting

    lived(work)


def test_a_lock_is_waited_for_as_long_as_lock_timeout_says() -> None:
    async def work(connect: Connect) -> None:
        one, other = await connect(), await connect()
        await other.execute("SET lock_timeout = '5000'")
        async with one.transaction():
            await one.execute(CHANGE)
            began = time.monotonic()
            with pytest.raises(asyncpg.LockNotAvailableError):
                await other.execute(CHANGE)
            assert time.monotonic() - began == pytest.approx(5, abs=0.1)
        await other.execute(CHANGE)

    lived(work)


def test_an_idle_transaction_is_ended_as_its_limit_says() -> None:
    async def work(connect: Connect) -> None:
        one, other, is_ended = await connect(), await connect(), asyncio.Event()
        one.add_termination_listener(lambda _: is_ended.set())
        await one.execute("SET idle_in_transaction_session_timeout = '4000'")
        await one.execute("BEGIN")
        await one.execute(CHANGE)
        began = time.monotonic()
        await other.execute(CHANGE)
        assert time.monotonic() - began == pytest.approx(4, abs=0.1)
        await is_ended.wait()

    lived(work)


def test_two_that_wait_for_each_other_are_told() -> None:
    async def work(connect: Connect) -> None:
        one, other = await connect(), await connect()
        await one.execute("BEGIN; LOCK TABLE sessions")
        await other.execute("BEGIN; LOCK TABLE lines")
        waiting = asyncio.create_task(one.execute("LOCK TABLE lines"))
        await asyncio.sleep(1)
        with pytest.raises(asyncpg.DeadlockDetectedError):
            await other.execute("LOCK TABLE sessions")
        await waiting

    lived(work)


def test_what_is_cancelled_while_it_waits_is_broken_off() -> None:
    async def work(connect: Connect) -> None:
        one, other = await connect(), await connect()
        async with one.transaction():
            await one.execute(CHANGE)
            with pytest.raises(TimeoutError):
                await other.execute(CHANGE, timeout=2)
            assert await other.fetchval("SELECT 1") == 1

    lived(work)


def test_who_listens_is_notified_once_it_is_committed() -> None:
    async def work(connect: Connect) -> None:
        one, other, heard = await connect(), await connect(), list[str]()
        await one.add_listener("parlour", lambda *told: heard.append(told[-1]))
        async with other.transaction():
            await other.fetchval("SELECT pg_notify('parlour', $1)", "shards")
            await asyncio.sleep(60)
            assert heard == []
        await asyncio.sleep(0.01)
        assert heard == ["shards"]

    lived(work)


@pytest.mark.parametrize(("is_silent", "seconds"), [(False, 0.0), (True, PROBED_SECONDS)])
def test_the_locks_of_a_killed_process_are_free_once_the_server_knows(
    is_silent: bool, seconds: float
) -> None:
    async def work(connect: Connect) -> None:
        other, has_it = await connect(), asyncio.Event()

        async def hold() -> None:
            PROCESS.set(1)
            one = await connect()
            await one.execute("BEGIN; " + CHANGE)
            has_it.set()
            await asyncio.sleep(1e6)

        holding = asyncio.create_task(hold())
        await has_it.wait()
        (number,) = machine().network.of_process(1)
        if is_silent:
            machine().network.fall_silent(number)
        machine().kill(1)
        began = time.monotonic()
        await other.execute(CHANGE)
        assert time.monotonic() - began == pytest.approx(seconds, abs=0.1)
        machine().dead.clear()
        holding.cancel()

    lived(work)


def test_a_process_that_stands_still_does_what_it_missed_when_it_goes_on() -> None:
    async def work(connect: Connect) -> None:
        ticks = list[float]()

        async def tick() -> None:
            PROCESS.set(1)
            while True:
                await asyncio.sleep(10)
                ticks.append(time.monotonic())

        ticking = asyncio.create_task(tick())
        await asyncio.sleep(15)
        machine().freeze(1)
        await asyncio.sleep(100)
        assert len(ticks) == 1
        machine().thaw(1)
        await asyncio.sleep(5)
        assert ticks[1] == pytest.approx(115, abs=0.1)
        ticking.cancel()

    lived(work)
