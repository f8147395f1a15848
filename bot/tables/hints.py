"""Hints: what the game's adviser would do in a player's place. Only that player sees it.

A hint follows from what the player sees, so it gives nothing away; how many they have had is saved.
"""

from dataclasses import dataclass

from bot.tables.acting import own_acting_seat, whose_turn
from bot.tables.computers import Advice, NoAdvice
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from bot.tables.table_options import gives_hints
from games.core import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice for a seat's current question, and how many hints it has left; None for any number."""

    seat: Seat
    prompt_version: int
    advice: Advice
    left: int | None


def are_offered(session: Session) -> bool:
    """Whether players can ask for hints at this table now."""
    return gives_hints(session.table.game) and session.options.hints_each != 0 and not session.table.over


async def hint(session: Session, user_id: int, viewer: Viewer) -> Hint:
    """A hint for this person's own question; asking again about the same one is free.

    `viewer` is the seat whose hand was pressed, None on the board. Raises Refusal.
    """
    seat = own_acting_seat(session, user_id, viewer)
    if not are_offered(session):
        raise Refusal("There are no hints at this table.")
    table, each = session.table, session.options.hints_each
    if seat not in table.turn.owes or table.prompt(seat) is None:
        raise Refusal(whose_turn(session))
    had, prompt_version = await session.journal.hints(seat), table.prompt_version(seat)
    if each is not None and had.used >= each and had.prompt_version != prompt_version:
        raise Refusal(f"You've had all {each} of your hints in this game.")
    try:
        advice = await session.computers.advise(table, seat)
    except NoAdvice:
        raise Refusal("I couldn't think of a hint just now. It didn't count, so try again.") from None
    async with session.lock:
        if prompt_version != session.table.prompt_version(seat):
            raise Refusal("The game moved on while I was thinking, so that hint is out of date. Ask again.")
        used = (await session.journal.count_hint(seat)).used
    return Hint(seat, prompt_version, advice, None if each is None else each - used)
