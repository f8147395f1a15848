"""Several processes on one PostgreSQL database: who has which shard, and what the dead can't do any more."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import chain

import pytest
from sqlalchemy import Connection, text

from bench.postgres import empty_database, without_connections
from storage import Forwarded, Shared, SharedArchive, StorageFailed, TakenOver, only_bot, open_shared, shards
from storage.postgres import ProbedConnection
from storage.shared import Pieces
from tests.storage.conftest import open_session


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with empty_database() as url:
        yield url


@pytest.fixture(autouse=True)
def _only_who_has_expired_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody renews here unless a test does it, and a busy machine may take longer than a lease."""
    monkeypatch.setattr(shards, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(shards, "PARDON_SECONDS", 0.0)


async def _has_expired(one: SharedArchive) -> None:
    """As if this process hadn't renewed its row for too long."""

    def change(connection: Connection) -> None:
        own = text("UPDATE processes SET until = 0 WHERE id = :id")
        connection.execute(own, {"id": one.shards.process_id})

    await one.archive.writer.run(change)


def _has(shared: Shared, one: SharedArchive) -> list[int]:
    return [shard.shard for shard in shared.shards if shard.process_id == one.shards.process_id]


async def _hand_over_all(*processes: SharedArchive) -> list[list[int]]:
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
    async with open_shared(url, 4) as one:
        assert _has(await one.shards.share(), one) == [0, 1, 2, 3]
        async with AsyncExitStack() as later:
            two, three = [await later.enter_async_context(open_shared(url, 4)) for _ in range(2)]
            had = await _hand_over_all(one, two, three)
            assert sorted(map(len, had)) == [1, 1, 2]
            assert sorted(chain(*had)) == [0, 1, 2, 3]
            await one.shards.leave()
            had = await _hand_over_all(two, one, three)
            assert sorted(map(len, had)) == [0, 2, 2]
        assert _has(await one.shards.share(), one) == []  # it leaves, and takes none


async def test_processes_that_start_at_once_never_have_a_shard_twice(url: str) -> None:
    async with AsyncExitStack() as stack:
        entering = (stack.enter_async_context(open_shared(url, 8)) for _ in range(4))
        processes = await asyncio.gather(*entering)
        await asyncio.gather(*(one.shards.share() for one in processes for _ in range(3)))
        shared = await processes[0].shards.share()
        assert sorted(len(_has(shared, one)) for one in processes) == [2, 2, 2, 2]


async def test_what_the_last_process_answered_goes_with_the_shard(url: str) -> None:
    async with open_shared(url, 2) as one:
        await one.shards.share()
        async with open_shared(url, 2) as two:
            had = await _hand_over_all(one, two)
            assert sorted(map(len, had)) == [1, 1]
            shared, theirs = await one.shards.share(), two.shards.process_id
            (shard,) = (it for it in shared.shards if it.process_id == theirs)
            assert shard.seen == "77"


async def test_a_dead_process_loses_its_shards_and_writes_nothing_more(url: str) -> None:
    async with open_shared(url, 3) as dead, open_shared(url, 3) as other:
        await dead.shards.share()
        session = await open_session(dead.archive)
        await _has_expired(dead)
        assert _has(await other.shards.share(), other) == [0, 1, 2]
        with pytest.raises(StorageFailed, match="has taken over"):
            await dead.archive.record.append(session.id, 0, 0, "E12", "", 77, 1)
        with pytest.raises(StorageFailed, match="has taken over"):
            await asyncio.gather(*(dead.archive.clocks.wake(session.id) for _ in range(3)))
        for refused in (dead.shards.renew, dead.shards.share, dead.shards.leave):
            with pytest.raises(TakenOver):
                await refused()
        assert dead.shards.taken_over.done()
        assert await other.archive.record.lines(session.id) == ()


async def test_a_process_is_not_taken_over_in_the_middle_of_a_change(url: str) -> None:
    async with open_shared(url, 1) as one, open_shared(url, 1) as other:
        await one.shards.share()
        session = await open_session(one.archive)
        begun = asyncio.Event()

        async def takes_over() -> int | None:
            await begun.wait()
            assert _has(await other.shards.share(), other) == [0]
            found = await other.archive.sessions.find(session.id)
            return None if found is None else found.rests_at

        def change(connection: Connection) -> None:
            begun.set()
            connection.execute(text("SELECT pg_sleep(0.3)"))
            connection.execute(text("UPDATE sessions SET rests_at = 5"))

        await _has_expired(one)
        _, found = await asyncio.gather(one.archive.writer.run(change), takes_over())
        assert found == 5


async def test_whoever_reaches_the_database_again_lets_the_others_renew_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "PARDON_SECONDS", 60.0)
    async with open_shared(url, 1) as one, open_shared(url, 1) as other:
        await one.shards.share()
        await _has_expired(one)
        assert _has(await other.shards.share(), one) == [0]
        await one.shards.renew()
        monkeypatch.setattr(shards, "PARDON_SECONDS", 0.0)
        assert _has(await other.shards.share(), one) == [0]


async def test_a_process_that_renews_in_time_lives(url: str) -> None:
    async with open_shared(url, 1) as one, open_shared(url, 1) as other:
        await one.shards.share()
        await _has_expired(one)
        await one.shards.renew()
        assert _has(await other.shards.share(), one) == [0]


@pytest.mark.parametrize("size", [10, 100_000], ids=["small", "in many pieces"])
async def test_an_interaction_reaches_all_processes_whole(url: str, size: int) -> None:
    payload = json.dumps({"id": "77", "token": random.Random(1).randbytes(size).hex()})
    async with open_shared(url, 2, secret="s") as one, open_shared(url, 2, secret="s") as two:
        for it in (one, two):
            assert await asyncio.wait_for(it.heard.get(), 5) == ""  # it listens from here on
        await asyncio.gather(*(one.forwarding.send(Forwarded.of(n, 1, payload)) for n in (77, 78)))
        for it in (one, two):
            heard = [await asyncio.wait_for(it.heard.get(), 5) for _ in range(2)]
            assert {one.id: (one.shard, one.payload) for one in heard if isinstance(one, Forwarded)} == {
                77: (1, payload),
                78: (1, payload),
            }


def test_an_interaction_of_which_a_piece_is_missing_is_forgotten() -> None:
    payload = json.dumps({"token": random.Random(1).randbytes(20_000).hex()})
    torn, whole = (Forwarded.of(number, 1, payload) for number in (77, 78))
    assert len(torn.pieces()) > 2
    assert all(len(piece) < 8_000 for piece in torn.pieces())  # what PostgreSQL takes
    said = [*torn.pieces()[:1], *torn.pieces()[2:], *torn.pieces()[1:], *whole.pieces()]
    pieces = Pieces()
    assert [found for one in said if (found := pieces.add(one))] == [whole]


async def test_nobody_hears_an_interaction_without_the_secret(url: str) -> None:
    async with open_shared(url, 2, secret="s") as one, open_shared(url, 2, secret="t") as stranger:
        assert await asyncio.wait_for(stranger.heard.get(), 5) == ""
        await one.forwarding.send(Forwarded.of(77, 1, "{}"))
        await one.shards.leave()
        assert await asyncio.wait_for(stranger.heard.get(), 5) == "shards"


async def test_processes_hear_what_the_others_tell(url: str) -> None:
    async with open_shared(url, 2) as one, open_shared(url, 2) as two:
        assert await asyncio.wait_for(two.heard.get(), 5) == ""  # it listens from here on
        await one.shards.renew()  # nobody needs to know
        await one.archive.people.set_dms_closed(5, True)
        await one.shards.leave()
        assert [await asyncio.wait_for(two.heard.get(), 5) for _ in range(2)] == ["person 5", "shards"]


async def test_people_are_read_each_time_while_others_cannot_be_heard(url: str) -> None:
    async with open_shared(url, 2) as one, open_shared(url, 2) as two:
        for it in (one, two):
            assert await asyncio.wait_for(it.heard.get(), 5) == ""
        assert not (await two.archive.people.person(5)).dms_closed  # kept from here on
        async with without_connections(url):
            async with asyncio.timeout(5):
                while two.archive.people.remembers:  # noqa: ASYNC110 - it has no event
                    await asyncio.sleep(0.01)
        async with asyncio.timeout(10):
            await one.archive.people.set_dms_closed(5, True)
        assert (await two.archive.people.person(5)).dms_closed
        assert await asyncio.wait_for(two.heard.get(), 5) == ""
        assert two.archive.people.remembers


async def test_a_process_that_does_not_hear_itself_listens_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.shared.DEAF_SECONDS", 0.2)
    monkeypatch.setattr("storage.shared.AGAIN_SECONDS", 0.0)
    async with open_shared(url, 2) as one:  # its lease isn't renewed, so it tells nothing
        for _ in range(3):
            assert await asyncio.wait_for(one.heard.get(), 5) == ""


async def test_listening_begins_again_if_that_gets_no_answer(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.shared.DEAF_SECONDS", 0.2)
    listen, asked = ProbedConnection.add_listener, list[str]()

    async def unanswered_at_first(connection: ProbedConnection, channel: str, hear: object) -> None:
        asked.append(channel)
        if len(asked) == 1:
            await asyncio.Event().wait()
        await listen(connection, channel, hear)

    monkeypatch.setattr(ProbedConnection, "add_listener", unanswered_at_first)
    async with open_shared(url, 2) as one:
        assert await asyncio.wait_for(one.heard.get(), 5) == ""


async def test_shards_connect_one_after_the_other_in_any_process(url: str) -> None:
    async with open_shared(url, 2) as one, open_shared(url, 2) as two:
        waits = await asyncio.gather(*(it.shards.wait_to_identify(0, 5.0) for it in (one, two, one)))
        assert [round(wait / 5) for wait in sorted(waits)] == [0, 1, 2]
        assert await two.shards.wait_to_identify(1, 5.0) < 1


async def test_a_file_another_number_and_a_bot_alone_are_refused(url: str) -> None:
    with pytest.raises(StorageFailed, match="need PostgreSQL"):
        async with open_shared("parlour.sqlite3", 2):
            pass
    async with open_shared(url, 2):
        with pytest.raises(StorageFailed, match="share 2 shards"):
            async with open_shared(url, 3):
                pass
        with pytest.raises(StorageFailed, match="already running"):
            async with only_bot(url, 0.1):
                pass
    async with open_shared(url, 3) as one:
        assert len((await one.shards.share()).shards) == 3
    async with only_bot(url, 0.1):
        with pytest.raises(StorageFailed, match="runs as one process"):
            async with open_shared(url, 2, 0.1):
                pass


async def test_a_shard_given_to_a_process_that_has_just_gone_is_free(url: str) -> None:
    async with open_shared(url, 1) as one, open_shared(url, 1) as three:
        await one.shards.share()
        async with open_shared(url, 1) as two:
            await one.shards.leave()
            await two.shards.share()
            await two.shards.ready(0)
            await asyncio.gather(_has_expired(two), one.shards.share())
            await asyncio.gather(three.shards.share(), one.shards.give(0, []), three.shards.share())
            assert _has(await three.shards.share(), three) == [0]
