"""Leaving a game and coming back to it, and a seat whose player is away.

None of this is part of the game, and the record doesn't mention it. The caller shows the table.

Until somebody answers, their moves are made for them when their time is up. A game in which everybody is away
waits, so that nobody loses a game by being away.
"""

from bot.chat.players import person
from bot.refusal import GAME_OVER, Refusal
from bot.table.clock.used_time import MISSES
from bot.table.moves import own_seat
from bot.table.options import Newcomer
from bot.table.session import Session
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
        session.must_not_be_removed(user_id)
        away = {
            Seat(seat): one.owner
            for seat, one in enumerate(session.players)
            if one.owner is not None and one.owner.user_id == user_id
        }
        if not away:
            raise Refusal("Only a player who left this game can come back to it.")
        await session.change_hands(away)
    session.go_on()


async def take(session: Session, user_id: int, name: str, seat: Seat) -> bool:
    """Play on for someone who gave up their seat, with all the seats they held. Raises Refusal.

    People who had another seat in this game can't: they may have seen another hand. In a game with hands the
    other players have to accept a newcomer: then they're asked, and this returns False. See `admit`.
    """
    async with session.lock:
        await must_be_able_to_take(session, user_id, seat)
        is_asked = session.game.about.hands and session.players[seat].reader_id != user_id
        if is_asked:
            await _ask(session, user_id, name, seat)
        else:
            await _seat(session, user_id, name, seat)
    session.go_on()
    return not is_asked


async def admit(session: Session, user_id: int, newcomer_id: int, *, accepts: bool) -> None:
    """Accept a newcomer, who plays once everybody has accepted them, or refuse them. Raises Refusal."""
    async with session.lock:
        asked = newcomer(session)
        if asked is None or asked.user_id != newcomer_id:
            raise Refusal("There's nothing left to answer.")
        accepting = who_accepts(session, Seat(asked.seat))
        if user_id not in accepting:
            raise Refusal("Only the other players can answer that.")
        accepted = {*asked.accepted, user_id}
        if accepts and accepting <= accepted:
            try:
                await _seat(session, asked.user_id, asked.name, Seat(asked.seat))
            except Refusal:
                await _remember(session, asked.model_copy(update={"is_refused": True}))
                raise Refusal(f"<@{asked.user_id}> can't take that seat anymore.") from None
        else:
            answer = {"accepted": tuple(sorted(accepted))} if accepts else {"is_refused": True}
            await _remember(session, asked.model_copy(update=answer))
    session.go_on()


def newcomer(session: Session) -> Newcomer | None:
    """About whom the other players are asked now."""
    asked = _last_newcomer(session)
    return None if asked is None or asked.is_refused else asked


def who_accepts(session: Session, seat: Seat) -> frozenset[int]:
    """The people who have to accept a newcomer on this seat: all who have another one, away or not.

    They could be shown a hand that they play against. So nobody takes the seat, and this is empty, if there
    are no such people, or only one and the seat was freed by others.
    """
    own, players = session.table.of_same_player(seat), session.players
    others = {one for one in session.table.seats if one not in own and one not in session.table.resigned}
    asked = {players[one].reader_id for one in others if not players[one].is_open} - {None}
    is_enough = len(asked) > (players[seat].reader_id in session.options.freed)
    return frozenset(one for one in asked if one is not None and is_enough)


def can_be_taken(session: Session, seat: Seat) -> bool:
    """Whether others can play on in this seat once its player has given it up."""
    return not session.game.about.hands or bool(who_accepts(session, seat))


async def _ask(session: Session, user_id: int, name: str, seat: Seat) -> None:
    last = _last_newcomer(session)
    if last is not None and last.user_id == user_id and last.is_refused:
        raise Refusal("The other players would rather have a computer play on.")
    if last is not None and not last.is_refused:
        if last.user_id == user_id:
            raise Refusal("You've asked already. You play as soon as all of them have accepted you.")
        raise Refusal(f"The other players are deciding about <@{last.user_id}> first. Ask again after that.")
    stays = len(session.stays.past)
    await _remember(session, Newcomer(user_id=user_id, name=name, seat=seat, stays=stays))


async def _remember(session: Session, asked: Newcomer) -> None:
    await session.set_options(session.options.model_copy(update={"newcomer": asked}))


def _last_newcomer(session: Session) -> Newcomer | None:
    """Who was last to ask for a free seat, unless seats have changed hands since."""
    asked = session.options.newcomer
    is_void = asked is None or session.table.over or asked.stays != len(session.stays.past)
    return None if is_void else asked


async def _seat(session: Session, user_id: int, name: str, seat: Seat) -> None:
    """This person plays on in this seat. Raises Refusal if they can't any more."""
    await must_be_able_to_take(session, user_id, seat)
    own = session.table.of_same_player(seat)
    before = session.players[seat].reader_id
    now = {one: person(user_id, name, session.players[one].interaction_id) for one in own}
    await session.change_hands(now, () if before == user_id else own)


async def must_be_able_to_take(session: Session, user_id: int, seat: Seat) -> None:
    """Raises Refusal unless the seat is free for others, and this person had no other in this game."""
    table, stays = session.table, session.stays
    if table.over:
        raise Refusal(GAME_OVER)
    await session.must_admit(user_id)
    if seat not in table.seats or seat in table.resigned or not session.players[seat].is_open:
        raise Refusal("That seat isn't free. Check the board and try again.")
    own = table.of_same_player(seat)
    others = [other for other in table.seats if other not in own]
    if any(user_id in (one.user_id, one.reader_id) for one in stays.of(others)):
        raise Refusal("You've had another seat in this game, so you can't take this one too.")
    had_it = any(one.user_id == user_id for one in stays.of(own))
    if not (had_it or session.options.admits(user_id) or user_id == session.host_id):
        raise Refusal("Only people the host invited can join this table.")
    owner_id = session.players[seat].reader_id
    if user_id != owner_id and not can_be_taken(session, seat):
        raise Refusal(f"Nobody else here can accept you, so this hand stays <@{owner_id}>'s.")


WAIT, COMPUTER, FREE = "wait", "computer", "free"
"""What the others can answer."""


def absent(session: Session) -> int | None:
    """The user id of the player about whom the others are asked now; None if there is nobody."""
    if session.table.over or not session.clock.limit:
        return None
    for seat in session.table.seats:
        user_id = session.players[seat].user_id
        if user_id is None or not session.is_played_by_person(seat):
            continue
        if session.clock.used.misses(seat) >= MISSES and others(session, user_id):
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
            await session.timer.excuse(session.seats.of(absent_id))
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
        if one.user_id not in (None, user_id) and session.is_played_by_person(Seat(seat))
    }
