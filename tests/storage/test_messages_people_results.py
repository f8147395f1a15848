"""What is stored besides the record: messages to edit later, people, results."""

import asyncio
from dataclasses import replace

import pytest

from storage import (
    Archive,
    NoSuchSession,
    Person,
    Result,
    RunningTime,
    StoredCheckpoint,
    StoredHints,
    StoredMessage,
    StoredSeat,
    StoredSession,
    StoredTime,
)
from tests.storage.conftest import open_session


def _result(session: StoredSession, seat: int, game: str = "doublolo", guild_id: int = 10) -> Result:
    return Result(session.id, seat, game, guild_id, None, "greedy", seat + 1, None, False, 9_000 + session.id)


async def test_a_message_takes_the_place_of_the_one_with_its_purpose(
    archive: Archive, session: StoredSession
) -> None:
    await archive.messages.put(session.id, "panel", 20, 600)
    await archive.messages.put(session.id, "hand:0", 21, 601)
    await archive.messages.put(session.id, "panel", 20, 602)
    assert await archive.messages.of(session.id) == (
        StoredMessage(session.id, "hand:0", 21, 601),
        StoredMessage(session.id, "panel", 20, 602),
    )


async def test_a_dropped_message_is_forgotten_and_dropping_it_again_is_nothing(
    archive: Archive, session: StoredSession
) -> None:
    await archive.messages.put(session.id, "panel", 20, 600)
    await archive.messages.drop(session.id, "panel")
    await archive.messages.drop(session.id, "panel")
    assert await archive.messages.of(session.id) == ()


async def test_a_session_has_one_checkpoint_the_newest(archive: Archive, session: StoredSession) -> None:
    assert await archive.record.checkpoint(session.id) is None
    for one in (StoredCheckpoint(300, "early", "1"), StoredCheckpoint(600, "late", "2")):
        await archive.record.set_checkpoint(session.id, one)
        assert await archive.record.checkpoint(session.id) == one
    assert "late" not in repr(await archive.record.checkpoint(session.id)), "it may show a hand"
    with pytest.raises(NoSuchSession):
        await archive.record.set_checkpoint(99, StoredCheckpoint(1, "", ""))


async def test_every_seat_has_its_own_hints(archive: Archive, session: StoredSession) -> None:
    await archive.record.set_hints(session.id, 0, StoredHints(1, 4))
    await archive.record.set_hints(session.id, 1, StoredHints(3, 9))
    await archive.record.set_hints(session.id, 0, StoredHints(2, 7))
    assert await archive.record.hints(session.id, 0) == StoredHints(2, 7)
    assert await archive.record.hints(session.id, 1) == StoredHints(3, 9)
    assert await archive.record.hints(session.id, 2) == StoredHints()


async def test_the_time_of_each_seat_is_replaced_together(archive: Archive, session: StoredSession) -> None:
    first, second = StoredTime(0, 4, 1_000), StoredTime(1, 0, 0, 3_600_000, 12)
    await archive.clocks.set_times(session.id, [StoredTime(2, 9), first])
    await archive.clocks.set_times(session.id, [second, first])
    assert await archive.clocks.times(session.id) == (first, second)
    await archive.clocks.set_times(session.id, [])
    assert await archive.clocks.times(session.id) == ()
    with pytest.raises(NoSuchSession):
        await archive.clocks.set_times(99, [first])


async def test_the_times_of_many_tables_are_replaced_together(
    archive: Archive, session: StoredSession
) -> None:
    await archive.clocks.set_times(session.id, [StoredTime(0, 4, 1_000), StoredTime(1)])
    first, second = StoredTime(0, 4, 2_000, left=8_000, counted_at=5), StoredTime(1, 0, 0, 7)
    await archive.clocks.set_all_times({session.id: (first, second)})
    assert await archive.clocks.times(session.id) == (first, second)
    await archive.clocks.set_all_times({})
    assert await archive.clocks.times(session.id) == (first, second)


async def test_the_times_that_run_at_tables_at_rest_are_found_with_whose_they_are(
    archive: Archive, session: StoredSession
) -> None:
    await archive.sessions.set_seats(
        session.id, [StoredSeat(0, 7, None, "A", "1"), StoredSeat(1, None, "hard", "B", "2")]
    )
    await archive.people.change_settings(7, lambda _: '{"a": 1}')
    runs, rests = StoredTime(0, 4, 2_000, left=8_000, counted_at=5), StoredTime(1)
    await archive.clocks.set_times(session.id, [rests, runs])
    assert await archive.clocks.times_at_rest() == (), "the table isn't at rest"
    await archive.clocks.rest({session.id: 0})
    found = RunningTime(session.id, 7, '{"a": 1}', runs), RunningTime(session.id, None, "{}", rests)
    assert await archive.clocks.times_at_rest() == found
    shard = (session.guild_id or 0) // (1 << 22) % 3
    assert await archive.clocks.times_at_rest(shard, 3) == found
    assert await archive.clocks.times_at_rest((shard + 1) % 3, 3) == ()
    await archive.clocks.set_times(session.id, [rests, replace(runs, left=None)])
    assert await archive.clocks.times_at_rest() == (), "no time runs there"


async def test_a_pause_is_kept_until_the_table_goes_on(archive: Archive, session: StoredSession) -> None:
    for at in (5_000, None):
        await archive.clocks.set_paused(session.id, at)
        stored = await archive.sessions.find(session.id)
        assert stored is not None
        assert stored.paused_at == at


async def test_a_session_that_has_ended_keeps_its_messages(archive: Archive, session: StoredSession) -> None:
    await archive.messages.put(session.id, "panel", 20, 600)
    await archive.sessions.end(session.id, "stopped", [], 9_000)
    assert await archive.messages.of(session.id) == (StoredMessage(session.id, "panel", 20, 600),)


async def test_a_stranger_is_as_everybody_is_at_first(archive: Archive) -> None:
    assert await archive.people.person(7) == Person(7, dms_closed=False, settings="{}")


async def test_a_persons_settings_and_closed_messages_are_kept_apart(archive: Archive) -> None:
    await archive.people.set_dms_closed(7, True)
    await archive.people.change_settings(7, lambda _: '{"ping": false}')
    assert await archive.people.person(7) == Person(7, dms_closed=True, settings='{"ping": false}')
    await archive.people.set_dms_closed(7, False)
    assert await archive.people.person(7) == Person(7, dms_closed=False, settings='{"ping": false}')


async def test_a_person_is_read_again_once_another_process_has_told_of_a_change(
    archive: Archive, url: str
) -> None:
    assert (await archive.people.person(7)).settings == "{}"
    async with Archive.open(url) as another:
        await another.people.change_settings(7, lambda _: '{"ping": false}')
    assert (await archive.people.person(7)).settings == "{}", "it is kept in memory"
    archive.people.forget(7)
    assert (await archive.people.person(7)).settings == '{"ping": false}'


async def test_a_person_whom_others_may_change_is_read_each_time(url: str) -> None:
    async with Archive.open(url) as one, Archive.open(url) as two:
        one.people.remembers = False
        assert not (await one.people.person(7)).dms_closed
        await two.people.set_dms_closed(7, closed=True)
        assert (await one.people.person(7)).dms_closed


async def test_a_person_who_changes_while_they_are_read_is_read_again(archive: Archive) -> None:
    for number in range(20):
        text = f'{{"number": {number}}}'
        await asyncio.gather(
            *(archive.people.person(7) for _ in range(3)),
            archive.people.change_settings(7, lambda _, text=text: text),  # type: ignore[misc]  # bound as it is now
            archive.people.person(7),
        )
        assert (await archive.people.person(7)).settings == text


async def test_a_change_whose_caller_has_gone_is_read_as_well(archive: Archive) -> None:
    changing = asyncio.create_task(archive.people.change_settings(7, lambda _: '{"ping": false}'))
    await asyncio.sleep(0)
    changing.cancel()
    await asyncio.wait([changing])
    assert (await archive.people.person(7)).settings in ("{}", '{"ping": false}')
    await archive.people.set_dms_closed(8, True)  # one change after the other
    assert (await archive.people.person(7)).settings == '{"ping": false}'


async def test_of_two_changes_of_a_persons_settings_none_is_lost(archive: Archive) -> None:
    await asyncio.gather(*(archive.people.change_settings(7, lambda had, n=n: f"{had}{n}") for n in range(9)))  # type: ignore[misc]  # bound as it is now
    assert sorted((await archive.people.person(7)).settings.removeprefix("{}")) == list("012345678")
    assert (await archive.people.person(8)).settings == "{}"


async def test_a_change_of_settings_that_fails_changes_nothing(archive: Archive) -> None:
    def fail(_: str) -> str:
        raise ValueError("no such preference")

    await archive.people.change_settings(7, lambda _: '{"ping": false}')
    with pytest.raises(ValueError, match="no such preference"):
        await archive.people.change_settings(7, fail)
    assert (await archive.people.person(7)).settings == '{"ping": false}'


async def test_results_are_asked_for_by_game_and_by_server(archive: Archive) -> None:
    one, two, three = [await open_session(archive, channel_id) for channel_id in range(3)]
    kept = {
        one.id: _result(one, 0),
        two.id: _result(two, 0, guild_id=11),
        three.id: _result(three, 0, game="foozle"),
    }
    for session_id in kept:
        await archive.sessions.end(session_id, "finished", [kept[session_id]], kept[session_id].ended_at)
    assert await archive.record.results() == tuple(kept.values())
    assert await archive.record.results(game="doublolo") == (kept[one.id], kept[two.id])
    assert await archive.record.results(guild_id=10) == (kept[one.id], kept[three.id])
    assert await archive.record.results(game="doublolo", guild_id=11) == (kept[two.id],)


async def test_results_can_be_rebuilt_a_session_at_a_time(archive: Archive, session: StoredSession) -> None:
    other = await open_session(archive, channel_id=21)
    await archive.sessions.end(session.id, "finished", [_result(session, 0)], 9_001)
    await archive.sessions.end(other.id, "finished", [_result(other, 0)], 9_002)
    rebuilt = (_result(session, 1), _result(session, 2))
    await archive.record.replace_results(session.id, rebuilt)
    assert await archive.record.results() == (*rebuilt, _result(other, 0))
    await archive.record.replace_results(session.id, [])
    assert await archive.record.results() == (_result(other, 0),)


async def test_results_of_another_session_or_of_a_seat_twice_are_not_taken(
    archive: Archive, session: StoredSession
) -> None:
    other = await open_session(archive, channel_id=21)
    with pytest.raises(ValueError, match="another session"):
        await archive.sessions.end(session.id, "finished", [_result(other, 0)], 9_000)
    with pytest.raises(ValueError, match="one result"):
        await archive.record.replace_results(session.id, [_result(session, 0), _result(session, 0)])
    assert len(await archive.sessions.open_tables()) == 2


async def test_marks_in_a_notebook_are_changed_one_after_the_other(
    archive: Archive, session: StoredSession
) -> None:
    assert await archive.people.marks(session.id, 0) == "{}"
    await asyncio.gather(
        *(archive.people.change_marks(session.id, 0, lambda had: had + "x") for _ in range(5))
    )
    assert await archive.people.marks(session.id, 0) == "{}xxxxx"
    assert await archive.people.marks(session.id, 1) == "{}", "another seat's notebook"
    with pytest.raises(NoSuchSession):
        await archive.people.change_marks(session.id + 1, 0, str)
