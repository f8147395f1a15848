"""Sessions: one open game per channel, its seats, its way from the lobby to the end."""

import asyncio
from dataclasses import asdict, replace
from functools import partial

import pytest
from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import IntegrityError

from bench.tables import in_lobby
from storage import (
    Archive,
    ChannelTaken,
    NoSuchSession,
    Phase,
    PhasePassed,
    Result,
    StoredSeat,
    StoredSession,
    schema,
)
from tests.databases import open_sessions
from tests.storage.conftest import SEED, TOO_LARGE, open_session

ANNA = StoredSeat(0, 501, None, "Anna", "9001")
GREEDY = StoredSeat(1, None, "greedy", "Computer", "9002")


def _result(session: StoredSession, seat: int, place: int = 1) -> Result:
    return Result(session.id, seat, "doublolo", 10, 501, None, place, 40, True, 9_000)


async def test_a_new_session_waits_in_its_lobby(archive: Archive) -> None:
    session = await archive.sessions.open(
        in_lobby(None, 20, "doublolo", "1", '{"blocked": 30}', SEED, 30, 1_000)
    )
    assert session == StoredSession(
        session.id, None, 20, "doublolo", "1", '{"blocked": 30}', SEED, 30, "lobby", 1_000
    )
    assert await archive.sessions.find(session.id) == session


async def test_a_session_that_never_was_is_none(archive: Archive) -> None:
    assert await archive.sessions.find(1) is None
    assert await archive.sessions.find(10**18 - 1) is None


async def test_a_channel_holds_one_open_session(archive: Archive, session: StoredSession) -> None:
    with pytest.raises(ChannelTaken) as refused:
        await open_session(archive)
    assert refused.value.session_id == session.id
    await archive.sessions.start(session.id, 2_000)
    with pytest.raises(ChannelTaken):
        await open_session(archive)


@pytest.mark.parametrize("phase", ["finished", "stopped"])
async def test_a_channel_is_free_when_its_session_has_ended(
    archive: Archive, session: StoredSession, phase: Phase
) -> None:
    await archive.sessions.end(session.id, phase, [], 3_000)
    assert await archive.sessions.open_tables() == ()
    again = await open_session(archive)
    assert again.id != session.id
    assert await open_sessions(archive) == [again]


async def test_of_two_archives_that_race_for_a_channel_one_wins(url: str) -> None:
    async with Archive.open(url) as one, Archive.open(url) as two:
        for channel_id in range(20):
            outcomes = await asyncio.gather(
                open_session(one, channel_id), open_session(two, channel_id), return_exceptions=True
            )
            [opened] = [outcome for outcome in outcomes if isinstance(outcome, StoredSession)]
            [refused] = [outcome for outcome in outcomes if isinstance(outcome, ChannelTaken)]
            assert refused.session_id == opened.id
        assert len(await one.sessions.open_tables()) == 20


async def test_the_seed_is_32_bytes_and_stays_out_of_the_repr(
    archive: Archive, session: StoredSession
) -> None:
    assert repr(SEED) not in repr(session)
    with pytest.raises(ValueError, match="32 bytes"):
        await archive.sessions.open(in_lobby(10, 21, "doublolo", "1", "{}", b"short", 30, 1_000))


async def test_open_sessions_are_those_in_the_lobby_or_playing(archive: Archive) -> None:
    lobby, playing, finished = [await open_session(archive, channel_id) for channel_id in range(3)]
    await archive.sessions.start(playing.id, 2_000)
    await archive.sessions.start(finished.id, 2_000)
    await archive.sessions.end(finished.id, "finished", [], 3_000)
    assert [session.id for session in await archive.sessions.open_tables()] == [lobby.id, playing.id]


async def test_host_and_options_can_be_changed(archive: Archive, session: StoredSession) -> None:
    await archive.sessions.set_host(session.id, 31)
    await archive.sessions.set_options(session.id, '{"blocked": 20}')
    changed = await archive.sessions.find(session.id)
    assert changed is not None
    assert (changed.host_id, changed.options) == (31, '{"blocked": 20}')


async def test_the_tables_own_options_can_be_changed(archive: Archive, session: StoredSession) -> None:
    assert session.table_options == "{}"
    await archive.sessions.set_table_options(session.id, '{"hints": "off"}')
    changed = await archive.sessions.find(session.id)
    assert changed is not None
    assert (changed.options, changed.table_options) == ("{}", '{"hints": "off"}')


async def test_seats_are_replaced_all_at_once(archive: Archive, session: StoredSession) -> None:
    await archive.sessions.set_seats(session.id, [GREEDY, ANNA])
    assert await archive.sessions.seats(session.id) == (ANNA, GREEDY)
    await archive.sessions.set_seats(session.id, [ANNA])
    assert await archive.sessions.seats(session.id) == (ANNA,)
    await archive.sessions.set_seats(session.id, [])
    assert await archive.sessions.seats(session.id) == ()


@pytest.mark.parametrize(
    "seats",
    [
        [ANNA, StoredSeat(0, 502, None, "Ben", "9003")],
        [StoredSeat(0, None, None, "Nobody", "9003")],
        [StoredSeat(0, 502, "greedy", "Both", "9003")],
    ],
)
async def test_seats_that_cannot_be_leave_the_old_ones(
    archive: Archive, session: StoredSession, seats: list[StoredSeat]
) -> None:
    await archive.sessions.set_seats(session.id, [ANNA])
    with pytest.raises(ValueError, match="seat"):
        await archive.sessions.set_seats(session.id, seats)
    assert await archive.sessions.seats(session.id) == (ANNA,)


async def test_a_session_starts_once(archive: Archive, session: StoredSession) -> None:
    await archive.sessions.start(session.id, 2_000)
    started = await archive.sessions.find(session.id)
    assert started is not None
    assert (started.phase, started.started_at) == ("playing", 2_000)
    with pytest.raises(PhasePassed) as refused:
        await archive.sessions.start(session.id, 2_001)
    assert refused.value.phase == "playing"


async def test_a_session_starts_with_other_seats_than_its_lobby_had(
    archive: Archive, session: StoredSession
) -> None:
    await archive.sessions.set_seats(session.id, [ANNA])
    both = (ANNA, replace(ANNA, seat=1))
    await archive.sessions.start(session.id, 2_000, both)
    assert await archive.sessions.seats(session.id) == both
    with pytest.raises(PhasePassed):
        await archive.sessions.start(session.id, 2_001, [ANNA])
    assert await archive.sessions.seats(session.id) == both


async def test_a_session_does_not_start_with_seats_that_cannot_be(
    archive: Archive, session: StoredSession
) -> None:
    with pytest.raises(ValueError, match="stands once"):
        await archive.sessions.start(session.id, 2_000, [ANNA, ANNA])
    unchanged = await archive.sessions.find(session.id)
    assert unchanged is not None
    assert unchanged.phase == "lobby"


async def test_a_session_ends_once_and_with_its_results(archive: Archive, session: StoredSession) -> None:
    await archive.sessions.start(session.id, 2_000)
    results = (_result(session, 0), _result(session, 1, place=2))
    await archive.sessions.end(session.id, "finished", results, 9_000)
    ended = await archive.sessions.find(session.id)
    assert ended is not None
    assert (ended.phase, ended.ended_at) == ("finished", 9_000)
    assert await archive.record.results() == results
    with pytest.raises(PhasePassed):
        await archive.sessions.end(session.id, "stopped", [], 9_001)
    assert await archive.record.results() == results


async def test_a_session_does_not_end_in_an_open_phase(archive: Archive, session: StoredSession) -> None:
    with pytest.raises(ValueError, match="finished or stopped"):
        await archive.sessions.end(session.id, "lobby", [], 9_000)


async def test_what_is_done_to_no_session_is_refused(archive: Archive) -> None:
    for attempt in (
        archive.sessions.set_host(9, 1),
        archive.sessions.set_options(9, "{}"),
        archive.sessions.set_seats(9, [ANNA]),
        archive.sessions.start(9, 0),
        archive.sessions.end(9, "stopped", [], 0),
        archive.messages.put(9, "panel", 1, 2),
        archive.record.replace_results(9, []),
    ):
        with pytest.raises(NoSuchSession):
            await attempt


async def test_a_refused_change_leaves_its_neighbours_in_the_group_alone(archive: Archive) -> None:
    outcomes = await asyncio.gather(
        open_session(archive, 1),
        open_session(archive, 1),
        open_session(archive, 2),
        archive.sessions.start(99, 0),
        archive.people.set_dms_closed(7, True),
        archive.sessions.set_host(1, 1 << 80),
        return_exceptions=True,
    )
    *kinds, too_large = [type(outcome) for outcome in outcomes]
    assert kinds == [StoredSession, ChannelTaken, StoredSession, NoSuchSession, type(None)]
    assert issubclass(too_large, TOO_LARGE)
    assert len(await archive.sessions.open_tables()) == 2
    assert (await archive.people.person(7)).dms_closed


async def test_a_change_that_fails_half_way_is_undone_and_its_neighbours_are_not(
    archive: Archive, session: StoredSession
) -> None:
    unwritable = replace(_result(session, 0), score=1 << 80)
    outcomes = await asyncio.gather(
        archive.sessions.end(session.id, "finished", [unwritable], 9_000),
        archive.sessions.set_host(session.id, 31),
        return_exceptions=True,
    )
    refused, done = outcomes
    assert isinstance(refused, TOO_LARGE)
    assert done is None
    [still_open] = await open_sessions(archive)
    assert (still_open.phase, still_open.host_id) == ("lobby", 31)


async def test_after_a_restart_everything_is_found(url: str) -> None:
    async with Archive.open(url) as archive:
        session = await open_session(archive)
        await archive.sessions.set_seats(session.id, [ANNA, GREEDY])
        await archive.sessions.start(session.id, 2_000)
        await archive.record.append(session.id, 0, 0, "E12", "", 77, 2_001)
        await archive.messages.put(session.id, "panel", 20, 600)
        await archive.people.change_settings(501, lambda _: '{"locale": "de"}')
    async with Archive.open(url) as archive:
        [found] = await open_sessions(archive)
        assert (found.id, found.phase, found.seed) == (session.id, "playing", SEED)
        assert await archive.sessions.seats(session.id) == (ANNA, GREEDY)
        assert [line.text for line in await archive.record.lines(session.id)] == ["E12"]
        assert [message.message_id for message in await archive.messages.of(session.id)] == [600]
        assert (await archive.people.person(501)).settings == '{"locale": "de"}'


async def test_the_database_itself_refuses_what_the_archive_would_not_ask(
    archive: Archive, session: StoredSession
) -> None:
    """Another program that uses the database has to keep the same rules."""
    line = {"index": 0, "who": 0, "text": "E1", "note": "", "interaction_id": None, "at": 0}
    again = {**asdict(session), "id": session.id + 1}
    seat = {"seat": 0, "user_id": None, "level": None, "name": "nobody", "click_id": "1"}
    for statement in (
        update(schema.sessions).values(phase="paused"),
        update(schema.sessions).values(seed=b"short"),
        insert(schema.seats).values(session_id=session.id, **seat),
        insert(schema.lines).values(session_id=99, **line),
        insert(schema.sessions).values(again),
    ):
        with pytest.raises(IntegrityError):
            await archive.writer.run(partial(Connection.execute, statement=statement))
