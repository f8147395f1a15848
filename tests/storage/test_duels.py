"""What is stored about duels: who has to be reminded of one before it lapses."""

from storage import Archive, Duel, StoredSeat, StoredSession
from storage.duels import DuelReminder
from storage.sessions import LARGEST_ID
from tests.storage.conftest import SEED

ANNA, BEN = 501, 502


async def accepted(archive: Archive, at: int) -> Duel:
    """A duel of Anna's and Ben's that was accepted at this moment."""
    new = Duel(0, "fourside", "1", "{}", "easy", SEED, ANNA, None, "asked", 10, 20, None, created_at=at)
    made = await archive.duels.challenge(new, 5)
    assert made is not None
    found = await archive.duels.accept(made.id, BEN, at, 5)
    assert found is not None
    return found


async def begin(archive: Archive, duel: Duel, user_id: int) -> StoredSession:
    """This person's table."""
    new = StoredSession(
        0, None, 600 + user_id, "fourside", "1", "{}", SEED, user_id, "playing", 1_000, duel=duel.id
    )
    begun = await archive.duels.begin(duel.id, None, new, [StoredSeat(0, user_id, None, "Somebody", "")])
    assert begun is not None
    return begun


async def test_there_is_no_duel_with_a_number_that_no_database_takes(archive: Archive) -> None:
    for number in (LARGEST_ID + 1, 2**63):
        assert await archive.duels.find(number) is None


async def test_whoever_is_not_through_is_to_be_reminded_once_of_a_duel_accepted_before(
    archive: Archive,
) -> None:
    early, late = await accepted(archive, 1_000), await accepted(archive, 2_000)
    both = {DuelReminder(early.id, ANNA), DuelReminder(early.id, BEN)}
    assert {*await archive.duels.to_remind(1_000)} == set()
    assert {*await archive.duels.to_remind(1_001)} == both
    for _ in range(2):  # a second time changes nothing
        await archive.duels.reminded(DuelReminder(early.id, ANNA))
    assert {*await archive.duels.to_remind(1_001)} == {DuelReminder(early.id, BEN)}
    assert [one.duel_id for one in await archive.duels.to_remind(2_001)] == [early.id, late.id, late.id]


async def test_somebody_who_is_through_is_not_reminded_and_nobody_of_a_duel_that_is_over(
    archive: Archive,
) -> None:
    duel, other = await accepted(archive, 1_000), await accepted(archive, 1_000)
    own = await begin(archive, duel, ANNA)
    await begin(archive, duel, BEN)
    await archive.sessions.end(own.id, "finished", (), 3_000, score=7)
    assert await archive.duels.close(other.id, "expired", "playing", 3_000)
    assert await archive.duels.to_remind(9_000) == (DuelReminder(duel.id, BEN),)
