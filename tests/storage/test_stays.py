"""Who had which seat after seats changed hands."""

import pytest

from storage import Archive, SeatsChanged, StoredSeat, StoredStay
from tests.storage.conftest import open_session

ANNA, LEFT, BEA = (
    StoredSeat(0, 501, None, "Anna", "9001"),
    StoredSeat(0, None, "expert", "Computer", "9001"),
    StoredSeat(0, 502, None, "Bea", "9001"),
)
FIRST = StoredStay(0, 0, 501, None, "Anna")
AWAY = StoredStay(0, 7, None, "expert", "Computer", is_open=True)
SECOND = StoredStay(0, 7, 502, None, "Bea")


async def test_seats_and_stays_change_together_and_stays_keep_their_order(archive: Archive) -> None:
    session = await open_session(archive)
    assert await archive.sessions.stays(session.id) == ()
    await archive.sessions.change_hands(session.id, [LEFT], 0, [FIRST, AWAY])
    await archive.sessions.change_hands(session.id, [BEA], 2, [SECOND])
    assert await archive.sessions.stays(session.id) == (FIRST, AWAY, SECOND)
    assert await archive.sessions.seats(session.id) == (BEA,)


async def test_of_two_processes_that_move_a_seat_at_once_one_is_refused(archive: Archive) -> None:
    session = await open_session(archive)
    await archive.sessions.set_seats(session.id, [ANNA])
    await archive.sessions.change_hands(session.id, [LEFT], 0, [FIRST, AWAY])
    with pytest.raises(SeatsChanged):
        await archive.sessions.change_hands(session.id, [BEA], 0, [FIRST, SECOND])
    assert await archive.sessions.seats(session.id) == (LEFT,)
    assert await archive.sessions.stays(session.id) == (FIRST, AWAY)


async def test_the_marks_of_a_notebook_are_not_handed_on_with_the_seat(archive: Archive) -> None:
    session = await open_session(archive)
    for seat in (0, 1):
        await archive.people.change_marks(session.id, seat, lambda _: '{"boots": "sure"}')
    await archive.sessions.change_hands(session.id, [LEFT], 0, [FIRST, AWAY])
    assert await archive.people.marks(session.id, 0) == '{"boots": "sure"}'
    await archive.sessions.change_hands(session.id, [BEA], 2, [SECOND], unmarked=[0])
    assert await archive.people.marks(session.id, 0) == "{}"
    assert await archive.people.marks(session.id, 1) == '{"boots": "sure"}'
