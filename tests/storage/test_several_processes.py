"""Several processes on one PostgreSQL database: who has which shard, and what the dead can't do any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import chain

import pytest
from sqlalchemy import Connection, text

from bench.postgres import empty_database
from storage import Shared, StorageFailed, TakenOver, Together, alone, together
from tests.storage.conftest import open_session


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with empty_database() as url:
        yield url


async def _has_expired(one: Together) -> None:
    """As if this process hadn't renewed its row for too long."""

    def change(connection: Connection) -> None:
        own = text("UPDATE processes SET until = 0 WHERE id = :id")
        connection.execute(own, {"id": one.shards.process_id})

    await one.archive.writer.run(change)


def _has(shared: Shared, one: Together) -> list[int]:
    return [shard.shard for shard in shared.shards if shard.process_id == one.shards.process_id]


async def _hand_over_all(*processes: Together) -> list[list[int]]:
    """Let them share until nothing changes; what each has then."""
    for _ in range(20):
        for one in processes:
            for shard in (await one.shards.share()).shards:
                if shard.next_id == one.shards.process_id:
                    await one.shards.ready(shard.shard)
            for shard in (await one.shards.share()).shards:
                if shard.process_id == one.shards.process_id and shard.is_next_ready:
                    await one.shards.give(shard.shard, [77])
    shared = await processes[0].shards.share()
    return [_has(shared, one) for one in processes]


async def test_processes_that_come_share_and_those_that_leave_give_back(url: str) -> None:
    async with together(url, 4) as one:
        assert _has(await one.shards.share(), one) == [0, 1, 2, 3]
        async with AsyncExitStack() as later:
            two, three = [await later.enter_async_context(together(url, 4)) for _ in range(2)]
            had = await _hand_over_all(one, two, three)
            assert sorted(map(len, had)) == [1, 1, 2]
            assert sorted(chain(*had)) == [0, 1, 2, 3]
            await one.shards.leave()
            had = await _hand_over_all(two, one, three)
            assert sorted(map(len, had)) == [0, 2, 2]
        assert _has(await one.shards.share(), one) == []  # it leaves, and takes none


async def test_processes_that_start_at_once_never_have_a_shard_twice(url: str) -> None:
    async with AsyncExitStack() as stack:
        entering = (stack.enter_async_context(together(url, 8)) for _ in range(4))
        processes = await asyncio.gather(*entering)
        await asyncio.gather(*(one.shards.share() for one in processes for _ in range(3)))
        shared = await processes[0].shards.share()
        assert sorted(len(_has(shared, one)) for one in processes) == [2, 2, 2, 2]


async def test_what_the_last_process_answered_goes_with_the_shard(url: str) -> None:
    async with together(url, 2) as one:
        await one.shards.share()
        async with together(url, 2) as two:
            had = await _hand_over_all(one, two)
            assert sorted(map(len, had)) == [1, 1]
            shared, theirs = await one.shards.share(), two.shards.process_id
            (shard,) = (it for it in shared.shards if it.process_id == theirs)
            assert shard.seen == "77"


async def test_a_dead_process_loses_its_shards_and_writes_nothing_more(url: str) -> None:
    async with together(url, 3) as dead, together(url, 3) as other:
        await dead.shards.share()
        session = await open_session(dead.archive)
        await _has_expired(dead)
        assert _has(await other.shards.share(), other) == [0, 1, 2]
        with pytest.raises(StorageFailed, match="has taken over"):
            await dead.archive.append(session.id, 0, 0, "E12", "", 77, 1)
        with pytest.raises(StorageFailed, match="has taken over"):
            await asyncio.gather(*(dead.archive.wake(session.id) for _ in range(3)))
        for refused in (dead.shards.renew, dead.shards.share, dead.shards.leave):
            with pytest.raises(TakenOver):
                await refused()
        assert dead.shards.taken_over.done()
        assert await other.archive.lines(session.id) == ()


async def test_a_process_is_not_taken_over_in_the_middle_of_a_change(url: str) -> None:
    async with together(url, 1) as one, together(url, 1) as other:
        await one.shards.share()
        session = await open_session(one.archive)
        begun = asyncio.Event()

        async def takes_over() -> int | None:
            await begun.wait()
            assert _has(await other.shards.share(), other) == [0]
            found = await other.archive.session(session.id)
            return None if found is None else found.rests_at

        def change(connection: Connection) -> None:
            begun.set()
            connection.execute(text("SELECT pg_sleep(0.3)"))
            connection.execute(text("UPDATE sessions SET rests_at = 5"))

        await _has_expired(one)
        _, found = await asyncio.gather(one.archive.writer.run(change), takes_over())
        assert found == 5


async def test_a_process_that_renews_in_time_lives(url: str) -> None:
    async with together(url, 1) as one, together(url, 1) as other:
        await one.shards.share()
        await _has_expired(one)
        await one.shards.renew()
        assert _has(await other.shards.share(), one) == [0]


async def test_an_interaction_is_taken_by_one_or_taken_back(url: str) -> None:
    async with together(url, 2) as one, together(url, 2) as two:
        await one.shards.forward(77, 1, '{"id": "77"}')
        taken = await asyncio.gather(*(it.shards.take([0, 1]) for it in (one, two, one, two)))
        (forwarded,) = chain(*taken)
        assert (forwarded.id, forwarded.shard, forwarded.payload) == (77, 1, '{"id": "77"}')
        assert 0 <= forwarded.seconds < 2
        assert not await one.shards.take_back(77)
        await one.shards.forward(78, 1, "{}")
        assert await two.shards.take([0]) == []
        assert await one.shards.take_back(78)
        assert await two.shards.take([1]) == []


async def test_processes_hear_what_the_others_tell(url: str) -> None:
    async with together(url, 2) as one, together(url, 2) as two:
        assert await asyncio.wait_for(two.heard.get(), 5) == ""  # it listens from here on
        await one.shards.tell("person 5")
        await one.shards.forward(77, 1, "{}")
        assert [await asyncio.wait_for(two.heard.get(), 5) for _ in range(2)] == ["person 5", "forwarded 1"]


async def test_shards_connect_one_after_the_other_in_any_process(url: str) -> None:
    async with together(url, 2) as one, together(url, 2) as two:
        waits = await asyncio.gather(*(it.shards.wait_to_identify(0, 5.0) for it in (one, two, one)))
        assert [round(wait / 5) for wait in sorted(waits)] == [0, 1, 2]
        assert await two.shards.wait_to_identify(1, 5.0) < 1


async def test_a_file_another_number_and_a_bot_alone_are_refused(url: str) -> None:
    with pytest.raises(StorageFailed, match="need PostgreSQL"):
        async with together("parlour.sqlite3", 2):
            pass
    async with together(url, 2):
        with pytest.raises(StorageFailed, match="share 2 shards"):
            async with together(url, 3):
                pass
        with pytest.raises(StorageFailed, match="already running"):
            async with alone(url, 0.1):
                pass
    async with together(url, 3) as one:
        assert len((await one.shards.share()).shards) == 3
    async with alone(url, 0.1):
        with pytest.raises(StorageFailed, match="runs as one process"):
            async with together(url, 2, 0.1):
                pass


async def test_a_shard_given_to_a_process_that_has_just_gone_is_free(url: str) -> None:
    async with together(url, 1) as one, together(url, 1) as three:
        await one.shards.share()
        async with together(url, 1) as two:
            await one.shards.leave()
            await two.shards.share()
            await two.shards.ready(0)
            await asyncio.gather(_has_expired(two), one.shards.share())
            await asyncio.gather(three.shards.share(), one.shards.give(0, []), three.shards.share())
            assert _has(await three.shards.share(), three) == [0]
