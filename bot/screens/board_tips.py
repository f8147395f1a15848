"""Tips in games without hands: after a press, a newcomer gets a message that only they see."""

from discord import ui

from bot.screens.answer import Answer
from bot.screens.context import DisplayContext
from bot.screens.ephemerals import TIP
from bot.screens.parts import notice
from bot.screens.screen import Screen
from bot.screens.tips import TIPS, questions_had, switch, tip_for
from bot.tables.session import Session
from games.core import Question, Seat
from storage import StorageFailed


class BoardTips:
    """The tips of one table. Each takes the place of the one before, and after the last question it goes.

    A restart forgets which tips were given; at worst, someone sees a tip twice.
    """

    def __init__(self, context: DisplayContext) -> None:
        self._context = context
        self._given: dict[Seat, list[str]] = {}
        self._last: dict[Seat, int] = {}

    async def give(self, session: Session, answer: Answer) -> None:
        """Send the person who pressed the tip for their question, if they haven't had it."""
        user_id = answer.interaction.user.id
        if session.table.game.about.hands:
            return
        seat = self._asked_seat(session, user_id)
        if seat is None:
            return
        number = questions_had(session, seat)
        self._last[seat] = number
        given = self._given.setdefault(seat, [])
        if number >= TIPS:
            answer.expire(TIP)
            return
        try:
            person = await self._context.archive.person(user_id)
            tip = await tip_for(self._context, session, seat, person, given)
        except StorageFailed:
            return  # the move counts, and nobody misses a tip
        if tip:
            given.append(tip)
            await answer.send(Screen(notice(f"Tip: {tip}", ui.ActionRow(switch(session, seat)))), TIP)

    def _asked_seat(self, session: Session, user_id: int) -> Seat | None:
        """This person's seat that is asked something now, unless it has had its tip for that."""
        own = (Seat(seat) for seat, one in enumerate(session.players) if one.user_id == user_id)
        new = (seat for seat in own if self._is_new(session, seat))
        return next((seat for seat in new if isinstance(session.asked(seat), Question)), None)

    def _is_new(self, session: Session, seat: Seat) -> bool:
        last = self._last.get(seat, -1)
        return last < TIPS and last < questions_had(session, seat)
