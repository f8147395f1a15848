"""Leaving a game and coming back to it, and taking a seat that its player gave up.

None of this is part of the game, and the record doesn't mention it. The caller shows the table.
"""

from bot.tables.acting import own_seat
from bot.tables.player import person
from bot.tables.refusal import GAME_OVER, Refusal
from bot.tables.session import Session
from games.core import Seat


def must_be_able_to_leave(session: Session, user_id: int) -> None:
    """Raises Refusal for spectators, for players who are out, and in direct messages."""
    if session.table.over:
        raise Refusal(GAME_OVER)
    if session.seats.is_away(user_id):
        return  # already away, they may still free their seat
    own_seat(session, user_id)
    if session.is_direct:
        raise Refusal("Nobody else plays here, so the game waits for you anyway. Use /stop to end it.")


async def leave(session: Session, user_id: int) -> None:
    """A computer plays on for this person, who can come back. Raises Refusal."""
    must_be_able_to_leave(session, user_id)
    if not await session.hand_to_computer(user_id):
        raise Refusal("You've already left this game. Press Come back under the board to play on.")


async def free(session: Session, user_id: int) -> None:
    """A computer plays on for this person, and others can take the seat from it. Raises Refusal."""
    must_be_able_to_leave(session, user_id)
    if not await session.free(user_id):
        raise Refusal("You've already given up your seat. Press Come back under the board to play on.")


async def come_back(session: Session, user_id: int) -> None:
    """Give the seats back to someone who left. Raises Refusal for everybody else."""
    async with session.lock:
        if session.table.over:
            raise Refusal(GAME_OVER)
        away = {
            Seat(seat): one.owner
            for seat, one in enumerate(session.players)
            if one.owner is not None and one.owner.user_id == user_id
        }
        if not away:
            raise Refusal("Only a player who left this game can come back to it.")
        session.timekeeper.change_hands()
        await session.journal.change_hands(away)
    session.go_on()


async def take(session: Session, user_id: int, name: str, seat: Seat) -> None:
    """Play on for someone who gave up their seat, with all the seats they held. Raises Refusal.

    People who had another seat in this game can't: they may have seen another hand.
    """
    async with session.lock:
        must_be_able_to_take(session, user_id, seat)
        own = session.table.of_same_player(seat)
        before = session.players[seat].reader_id
        now = {one: person(user_id, name, session.players[one].interaction_id) for one in own}
        had_it = any(one.user_id == user_id for one in session.journal.stays.of(own))
        session.timekeeper.change_hands(() if had_it else own)
        await session.journal.change_hands(now, () if before == user_id else own)
    session.go_on()


def must_be_able_to_take(session: Session, user_id: int, seat: Seat) -> None:
    """Raises Refusal unless the seat is free for others, and this person had no other in this game."""
    table, stays = session.table, session.journal.stays
    if table.over:
        raise Refusal(GAME_OVER)
    if seat not in table.seats or seat in table.resigned or not session.players[seat].is_open:
        raise Refusal("That seat isn't free. Check the board and try again.")
    own = table.of_same_player(seat)
    others = [other for other in table.seats if other not in own]
    if any(user_id in (one.user_id, one.reader_id) for one in stays.of(others)):
        raise Refusal("You've had another seat in this game, so you can't take this one too.")
    had_it = any(one.user_id == user_id for one in stays.of(own))
    if not (had_it or session.options.admits(user_id) or user_id == session.host_id):
        raise Refusal("Only people the host invited can join this table.")
