"""Who moves when a person does something at a table: for themselves, or for a player who is late."""

from dataclasses import dataclass

from bot.tables.misses import OVER
from bot.tables.refusal import GAME_OVER, Refusal
from bot.tables.session import Session
from games.core import Seat, Viewer, mark
from games.record import Line


@dataclass(frozen=True, slots=True)
class Acting:
    """Who moves: the `seat`, and the seat that moves `instead` if its own player doesn't.

    `viewer` is whose view they choose from: the seat's own, or the channel's if somebody moves instead.
    """

    seat: Seat
    viewer: Viewer
    instead: Seat | None = None

    def line(self, text: str) -> Line:
        """The move as a line of the record, with who finished it."""
        note = "" if self.instead is None else f"{OVER}finished by {mark(self.instead)}"
        return Line(self.seat, text, note)


def acting(session: Session, user_id: int, viewer: Viewer) -> Acting:
    """The seat that moves when this person does something: their own, or that of a player who is late.

    They move for the other player with the channel's view, and learn nothing about their hand.
    `viewer` is whose question was answered, None for the channel's. Raises Refusal, also while it is paused.
    """
    session.must_go_on()
    late = _finished_by(session, user_id) if viewer is None else None
    if late is not None and not set(session.seats.of(user_id)) & session.table.turn.owes:
        return Acting(late, None, session.clock.next_player(late))
    seat = own_acting_seat(session, user_id, viewer)
    return Acting(seat, seat)


def own_acting_seat(session: Session, user_id: int, viewer: Viewer) -> Seat:
    """The seat of this person that moves: `viewer`, or one that owes a move. Raises Refusal."""
    session.must_go_on()
    seats = session.seats.of(user_id)
    if session.table.over:
        raise Refusal(GAME_OVER)
    if viewer is not None:
        session.seats.must_be_of(user_id, viewer)
        if viewer in session.table.resigned:
            raise Refusal("You resigned, so a computer plays for you now.")
        return viewer
    turn = session.table.turn
    for seat in (*(s for s in seats if s in turn.owes), *(s for s in seats if s in turn.may)):
        if seat not in session.table.resigned:
            return seat
    raise Refusal(whose_turn(session))


def own_seat(session: Session, user_id: int) -> Seat:
    """A seat in which this person still plays, if possible one that owes a move. Raises Refusal."""
    seats = [seat for seat in session.seats.of(user_id) if seat not in session.table.resigned]
    if session.table.over or not seats:
        raise Refusal("You're out of this game.")
    return next((seat for seat in seats if seat in session.table.turn.owes), seats[0])


def whose_turn(session: Session) -> str:
    """Why somebody can't move now, as a sentence for them."""
    if session.table.over:
        return GAME_OVER
    names = session.seats.called_all(session.table.turn.owes)
    if not names:
        return "It's not your turn yet. Try again in a moment."
    return f"It's not your turn. Waiting for {' and '.join(names)}."


def _finished_by(session: Session, user_id: int) -> Seat | None:
    """The late seat, if this person may finish its move."""
    late = session.late()
    follower = None if late is None else session.clock.next_player(late)
    return late if follower is not None and session.players[follower].user_id == user_id else None
