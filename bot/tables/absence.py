"""A player who misses one move after another: the others decide what happens to their seat.

Until somebody answers, their moves are made for them when their time is up. A game in which everybody is away
waits, so that nobody loses a game by being away.
"""

from bot.tables.misses import MISSES
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import Seat

WAIT, COMPUTER, FREE = "wait", "computer", "free"
"""What the others can answer."""


def absent(session: Session) -> int | None:
    """The user id of the player about whom the others are asked now; None if there is nobody."""
    if session.table.over or not session.clock.limit:
        return None
    for seat in session.table.seats:
        user_id = session.players[seat].user_id
        if user_id is None or not session.journal.is_played_by_person(seat):
            continue
        if session.clock.misses.of(seat) >= MISSES and others(session, user_id):
            return user_id
    return None


async def answer_absence(session: Session, user_id: int, absent_id: int, answer: str) -> None:
    """Another player decides what happens to an absent player's seats; the absent player says they're back.

    Raises Refusal for spectators and if the question has been settled; StorageFailed.
    """
    async with session.lock:
        session.seats.of(user_id)  # refuses a spectator
        if absent(session) != absent_id:
            raise Refusal("Somebody has already answered that. Use /board to see the board.")
        if answer == WAIT or user_id == absent_id:
            await session.timekeeper.excuse(session.seats.of(absent_id))
            answer = WAIT
    if answer == COMPUTER:
        await session.hand_to_computer(absent_id)
    elif answer == FREE:
        await session.free(absent_id, by_others=True)
    session.go_on()


def others(session: Session, user_id: int) -> set[int]:
    """The people who still play, except this one."""
    return {
        one.user_id
        for seat, one in enumerate(session.players)
        if one.user_id not in (None, user_id) and session.journal.is_played_by_person(Seat(seat))
    }
