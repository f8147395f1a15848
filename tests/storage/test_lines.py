"""The record of a session: appended once, refused with a reason, read back in order."""

import asyncio

import pytest

from storage import AlreadyWritten, Archive, IndexTaken, NoSuchSession, StoredLine, StoredSession
from tests.storage.conftest import TOO_LARGE, open_session


async def _append(archive: Archive, session: StoredSession, index: int, press: int | None = None) -> None:
    await archive.record.append(session.id, index, 0, f"E{index}", "", press, 2_000 + index)


async def test_lines_come_back_as_they_were_written(archive: Archive, session: StoredSession) -> None:
    await archive.record.append(session.id, 0, -1, "deal A♠ K♦", "cut by b", None, 1_500)
    await archive.record.append(session.id, 1, 2, "7♥", "", 1 << 62, 1_501)
    assert await archive.record.lines(session.id) == (
        StoredLine(0, -1, "deal A♠ K♦", "cut by b", None, 1_500),
        StoredLine(1, 2, "7♥", "", 1 << 62, 1_501),
    )


async def test_lines_since_an_index_leave_out_what_came_before(
    archive: Archive, session: StoredSession
) -> None:
    for index in range(5):
        await _append(archive, session, index)
    assert [line.index for line in await archive.record.lines(session.id, since=3)] == [3, 4]
    assert await archive.record.lines(session.id, since=5) == ()


async def test_a_click_that_comes_twice_is_one_move_and_says_where(
    archive: Archive, session: StoredSession
) -> None:
    await _append(archive, session, 0, press=77)
    for index in (0, 1):
        with pytest.raises(AlreadyWritten) as refused:
            await _append(archive, session, index, press=77)
        assert (refused.value.session_id, refused.value.index) == (session.id, 0)
    assert len(await archive.record.lines(session.id)) == 1


async def test_a_click_counts_once_in_all_sessions(archive: Archive, session: StoredSession) -> None:
    other = await open_session(archive, channel_id=21)
    await _append(archive, session, 0, press=77)
    with pytest.raises(AlreadyWritten) as refused:
        await _append(archive, other, 0, press=77)
    assert refused.value.session_id == session.id


async def test_lines_without_a_click_do_not_stand_in_each_others_way(
    archive: Archive, session: StoredSession
) -> None:
    await _append(archive, session, 0)
    await _append(archive, session, 1)
    assert len(await archive.record.lines(session.id)) == 2


async def test_an_index_is_written_once(archive: Archive, session: StoredSession) -> None:
    await _append(archive, session, 0, press=1)
    with pytest.raises(IndexTaken) as refused:
        await _append(archive, session, 0, press=2)
    assert (refused.value.session_id, refused.value.index) == (session.id, 0)
    assert [line.interaction_id for line in await archive.record.lines(session.id)] == [1]


async def test_a_line_of_no_session_is_refused(archive: Archive) -> None:
    with pytest.raises(NoSuchSession):
        await archive.record.append(99, 0, 0, "E1", "", None, 0)


async def test_of_two_archives_that_race_for_an_index_one_wins(url: str) -> None:
    async with Archive.open(url) as one, Archive.open(url) as two:
        session = await open_session(one)
        for index in range(30):
            outcomes = await asyncio.gather(
                _append(one, session, index, press=2 * index),
                _append(two, session, index, press=2 * index + 1),
                return_exceptions=True,
            )
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["IndexTaken", "NoneType"]
        assert [line.index for line in await two.record.lines(session.id)] == list(range(30))


async def test_a_refused_line_leaves_its_neighbours_in_the_group_alone(archive: Archive) -> None:
    sessions = [await open_session(archive, channel_id) for channel_id in range(6)]
    await _append(archive, sessions[1], 0, press=1)
    await _append(archive, sessions[3], 0, press=3)
    outcomes = await asyncio.gather(
        _append(archive, sessions[0], 0),
        _append(archive, sessions[1], 0),
        _append(archive, sessions[2], 0),
        _append(archive, sessions[4], 0, press=3),
        archive.record.append(99, 0, 0, "E1", "", None, 0),
        archive.record.append(sessions[5].id, 0, 1 << 80, "too large for the column", "", None, 0),
        _append(archive, sessions[5], 0),
        return_exceptions=True,
    )
    too_large = outcomes.pop(5)
    assert isinstance(too_large, TOO_LARGE)
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [type(None), IndexTaken, type(None), AlreadyWritten, NoSuchSession, type(None)]
    assert [len(await archive.record.lines(session.id)) for session in sessions] == [1, 1, 1, 1, 0, 1]


async def test_of_one_press_queued_twice_in_a_group_the_first_stands(
    archive: Archive, session: StoredSession
) -> None:
    outcomes = await asyncio.gather(
        _append(archive, session, 0, press=7), _append(archive, session, 1, press=7), return_exceptions=True
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], AlreadyWritten)
    assert len(await archive.record.lines(session.id)) == 1


async def test_lines_written_together_stand_or_fall_together(
    archive: Archive, session: StoredSession
) -> None:
    together = [StoredLine(index, index % 2, f"E{index}") for index in range(3)]
    await archive.record.append_together(session.id, together)
    assert await archive.record.lines(session.id) == tuple(together)
    late = [StoredLine(3, 0, "F1"), StoredLine(4, 0, "F2", interaction_id=9)]
    await _append(archive, await open_session(archive, 21), 0, press=9)
    with pytest.raises(AlreadyWritten):
        await archive.record.append_together(session.id, late)
    assert await archive.record.lines(session.id) == tuple(together)


async def test_lines_with_a_gap_between_them_are_not_taken(archive: Archive, session: StoredSession) -> None:
    with pytest.raises(ValueError, match="follow one another"):
        await archive.record.append_together(session.id, [StoredLine(0, 0, "E1"), StoredLine(2, 0, "E2")])


async def test_no_lines_are_nothing_to_write(archive: Archive, session: StoredSession) -> None:
    await archive.record.append_together(session.id, [])
    assert await archive.record.lines(session.id) == ()


async def test_many_lines_at_once_are_written(archive: Archive, session: StoredSession) -> None:
    count = 5_000
    await archive.record.append_together(session.id, [StoredLine(index, 0, "E1") for index in range(count)])
    assert len(await archive.record.lines(session.id)) == count


async def test_a_caller_who_gives_up_has_still_written(archive: Archive, session: StoredSession) -> None:
    waiting = asyncio.create_task(_append(archive, session, 0))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await _append(archive, session, 1)
    assert [line.index for line in await archive.record.lines(session.id)] == [0, 1]


def test_a_line_keeps_its_words_out_of_its_repr() -> None:
    assert "A♠" not in repr(StoredLine(0, -1, "deal A♠", "A♠"))
