"""What only one player sees, as they like it, with a tip under the first questions of a newcomer."""

import asyncio
from itertools import islice

from bot.chat.parts import Gallery, Screen, paragraph, screen
from bot.people.settings import PersonSettings, settings_of
from bot.table.messages.message import MessageContext
from bot.table.moves import Hint
from bot.table.screens.board import PICTURE
from bot.table.screens.hand import (
    TableLink,
    hint_in_short,
    hint_screen,
    private_screen,
    read_marks,
    table_name,
)
from bot.table.screens.story import described_as, news, steps
from bot.table.session import Session
from games import lessons
from games.core import Preferences, Question, Seat
from storage import StorageFailed

TIPS = 5
"""How many of the first questions have a tip."""


def questions_had(session: Session, seat: Seat) -> int:
    """How many questions this seat has answered with a move, counted up to the last tip."""
    answered = (line for line in session.table.lines if line.who == seat)
    return sum(1 for _ in islice(answered, TIPS))


async def tip_for(
    context: MessageContext, session: Session, seat: Seat, user_id: int, answers: tuple[str, ...] = ()
) -> str:
    """What a newcomer reads under this seat's question after `answers`; empty for everybody else.

    Newcomers haven't played the game before, nor finished its lesson, which teaches the same. They read no
    tip twice. Raises StorageFailed.
    """
    asked, had, game = session.asked(seat, answers), questions_had(session, seat), session.game.about.name
    if not isinstance(asked, Question) or not asked.tip or had >= TIPS:
        return ""
    settings = await settings_of(context.archive, user_id)
    if settings.no_tips or (lessons.has_lesson(game) and settings.has_finished(lessons.find(game))):
        return ""
    known = session.played_before
    if user_id not in known:
        known[user_id] = await context.archive.sessions.has_played_before(user_id, session.id)
    is_new = not known[user_id] and session.tips.setdefault((seat, asked.tip), had) == had
    return asked.tip if is_new else ""


async def board_tip(
    context: MessageContext, session: Session, answers: tuple[str, ...]
) -> tuple[str, Seat | None]:
    """The tip for the player whom the board asks, and their seat; none in a game of hands.

    Everybody may read it: what the board asks isn't secret.
    """
    waited = session.waits_for()
    if session.game.about.hands or len(waited) != 1 or session.table.ask:
        return "", None
    user_id = session.players[waited[0]].user_id
    if user_id is None:
        return "", None
    try:
        return await tip_for(context, session, *waited, user_id, answers), waited[0]
    except StorageFailed:
        return "", None  # nobody misses a tip


async def own_screen(
    context: MessageContext,
    session: Session,
    seat: Seat,
    link: TableLink,
    answers: tuple[str, ...] = (),
    limits: str = "",
) -> Screen:
    """What the person on this seat would see now, with the question that follows `answers`.

    The `limits` of the place stand below it.
    """
    user_id = session.players[seat].user_id
    preferred = await _preferred(context, session, seat)
    tip = "" if user_id is None else await tip_for(context, session, seat, user_id, answers)
    game, pictures = session.game, context.pictures
    if session.is_direct:  # it's the board, too
        drawn, card = await context.draw_with_result(session, seat, answers, preferred)
    else:
        drawn, card = await context.draw(session, seat, answers, preferred), None
    return private_screen(
        session,
        seat,
        drawn,
        link,
        answers,
        preferred,
        pictures.icons.of(game),
        shows_players=pictures.shows_players(game),
        tip=tip,
        limits=limits,
        card=card,
    )


async def own_hint(context: MessageContext, session: Session, hint: Hint, where: str) -> Screen:
    """A hint for the person on this seat, on the picture that they see; `where` names the table."""
    preferred = await _preferred(context, session, hint.seat)
    answers, caption = hint.advice.way.answers, hint_in_short(hint)
    drawn = await context.draw(session, hint.seat, answers, preferred, caption)
    return hint_screen(session, hint, drawn, where, preferred)


async def _preferred(context: MessageContext, session: Session, seat: Seat) -> Preferences:
    """How the person on this seat likes it shown, with their marks."""
    user_id = session.players[seat].user_id
    settings = PersonSettings() if user_id is None else await settings_of(context.archive, user_id)
    preferred = settings.preferences(session.game)
    if session.game.markable and session.table.keeps_notes:
        return {**preferred, **await marks_of(context, session, seat)}
    return preferred


async def own_news(context: MessageContext, session: Session, user_id: int, link: TableLink) -> Screen:
    """What happened since this person's last move, with a picture of each step as they saw it."""
    game, faces, views = session.game, context.faces.of(session), steps(session, user_id)
    drawn = await asyncio.gather(*(context.pictures.draw(game, view, (), faces) for view in views))
    shown = [
        (PICTURE if view is views[-1] else f"step{number}.png", one.png, described_as(session, view))
        for number, (view, one) in enumerate(zip(views, drawn, strict=True), 1)
        if one is not None
    ]
    told = paragraph(table_name(session, link), news(session, user_id))
    return screen(told, Gallery(shown) if shown else "")


async def marks_of(context: MessageContext, session: Session, seat: Seat) -> Preferences:
    """What its player has marked; read each time, since they may have marked more since."""
    return read_marks(await context.archive.people.marks(session.id, seat))
