"""What only one player sees, as they like it, with a tip under the first questions of a newcomer."""

from collections import defaultdict
from collections.abc import Collection
from itertools import islice

from discord import ui

from bot.messages.message import MessageContext
from bot.people.settings import PersonSettings, settings_of
from bot.press.answer import TIP, Answer
from bot.screens.board import PICTURE
from bot.screens.hand import TableLink, private_screen, read_marks, table_name, tips_switch
from bot.screens.parts import Screen, notice, paragraph, picture, screen
from bot.screens.story import description, news
from bot.tables.session import Session
from games import lessons
from games.core import Preferences, Question, Seat
from games.game import About
from games.lesson import tip
from storage import StorageFailed

TIPS = 5
"""How many of the first questions have a tip."""

SOME_MOVES = 100
"""How many legal moves we look at to tell what kind of question it is."""

_TYPING = "You can also type a move with **/move**: it lists what you can do."
_ASKING = "Press **Rules** to read how something works, or look at an example of it."


def questions_had(session: Session, seat: Seat) -> int:
    """How many questions this seat has answered with a move, counted up to the last tip."""
    answered = (line for line in session.table.lines if line.who == seat)
    return sum(1 for _ in islice(answered, TIPS))


async def tip_for(
    context: MessageContext, session: Session, seat: Seat, user_id: int, given: Collection[str] = ()
) -> str:
    """What a newcomer reads under the question of this seat; empty for everybody else.

    The coach's tip isn't used if it's among those `given` before.
    """
    asked = questions_had(session, seat)
    if asked >= TIPS or not isinstance(session.asked(seat), Question):
        return ""
    if (await settings_of(context.archive, user_id)).no_tips:
        return ""
    known = session.played_before
    if user_id not in known:
        known[user_id] = await context.archive.sessions.has_played_before(user_id, session.id)
    if known[user_id]:
        return ""
    tips = tips_of(session.game.about)
    # The first tip says what a turn is; later ones fit the question, if the coach has one for it.
    coached = _coached(session, seat) if asked else ""
    if coached and coached not in given:
        return coached
    return tips[asked] if asked < len(tips) else ""


def _coached(session: Session, seat: Seat) -> str:
    """What the coach of the game's lesson says about a question like this seat's; empty if nothing."""
    game, view = session.game, session.table.view(seat)
    if not lessons.has_lesson(game.about.name):
        return ""
    moves = islice(game.legal(view), SOME_MOVES)
    return tip(lessons.find(game.about.name), tuple(map(game.write, moves)))


def tips_of(about: About) -> tuple[str, ...]:
    """The tips of a game in order: what to do, the goal, how it ends, and where to find help."""
    goal, turn, end = about.steps if len(about.steps) == 3 else ("", "", "")
    return tuple(filter(None, (turn, goal, _TYPING, end, _ASKING)))


async def own_screen(
    context: MessageContext, session: Session, seat: Seat, link: TableLink, answers: tuple[str, ...] = ()
) -> Screen:
    """What the person on this seat would see now, with the question that follows `answers`."""
    user_id = session.players[seat].user_id
    settings = PersonSettings() if user_id is None else await settings_of(context.archive, user_id)
    preferred = settings.preferences(session.game)
    if session.game.markable and session.table.keeps_notes:
        preferred = {**preferred, **await marks_of(context, session, seat)}
    tip = await tip_for(context, session, seat, user_id) if user_id is not None and not answers else ""
    game, pictures = session.game, context.pictures
    return private_screen(
        session,
        seat,
        await context.draw(session, seat, answers, preferred),
        link,
        answers,
        preferred,
        pictures.icons.of(game),
        shows_players=pictures.shows_players(game),
        tip=tip,
    )


async def own_news(context: MessageContext, session: Session, user_id: int, link: TableLink) -> Screen:
    """What happened since this person's last move, with the board, on which the last moves are marked."""
    drawn = await context.draw(session, None)
    told = paragraph(table_name(session, link), news(session, user_id))
    said = drawn.said if drawn is not None else ()
    return screen(told, picture(PICTURE, drawn, description(session, None, said)))


async def marks_of(context: MessageContext, session: Session, seat: Seat) -> Preferences:
    """What its player has marked; read each time, since they may have marked more since."""
    return read_marks(await context.archive.people.marks(session.id, seat))


class BoardTips:
    """The tips of one table. Each takes the place of the one before, and after the last question it goes.

    A restart forgets which tips were given; at worst, someone sees a tip twice.
    """

    def __init__(self, context: MessageContext) -> None:
        self._context = context
        self._given: dict[Seat, dict[int, str]] = defaultdict(dict)
        """By seat: the tip for each of its questions, by how many it had answered before; empty for none."""

    async def give(self, session: Session, answer: Answer) -> None:
        """Send the person who pressed the tip for their question, if they haven't had it."""
        user_id = answer.interaction.user.id
        if session.game.about.hands:
            return
        seat = self._asked_seat(session, user_id)
        if seat is None:
            return
        given, number = self._given[seat], questions_had(session, seat)
        before = tuple(given.values())
        given[number] = ""
        if number >= TIPS:
            answer.expire(TIP)
            return
        try:
            tip = given[number] = await tip_for(self._context, session, seat, user_id, before)
        except StorageFailed:
            return  # the move counts, and nobody misses a tip
        if tip:
            await answer.send(Screen(notice(f"Tip: {tip}", ui.ActionRow(tips_switch(session, seat)))), TIP)

    def _asked_seat(self, session: Session, user_id: int) -> Seat | None:
        """This person's seat that is asked something now, unless it has had its tip for that."""
        for seat in session.table.seats:
            if session.players[seat].user_id == user_id:
                last = max(self._given[seat], default=-1)
                is_new = last < min(TIPS, questions_had(session, seat))
                if is_new and isinstance(session.asked(seat), Question):
                    return seat
        return None
