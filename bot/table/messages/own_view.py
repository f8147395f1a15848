"""What only one player sees, as they like it, with a tip under the first questions of a newcomer."""

import asyncio
from itertools import islice

from bot.chat.parts import Gallery, Screen, paragraph, screen
from bot.people.settings import PersonSettings, settings_of
from bot.table.messages.message import MessageContext
from bot.table.moves import Hint
from bot.table.screens.board import PICTURE, Pictured, Tip
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
from games.core import AT_FIRST, Preferences, Question, Seat, Viewer
from games.engine import lessons
from storage import StorageFailed

TIPS = 5
"""How many of the first questions have a tip."""


def questions_had(session: Session, seat: Seat) -> int:
    """How many questions this seat has answered with a move, counted up to the last tip."""
    answered = (line for line in session.table.lines if line.who == seat)
    return sum(1 for _ in islice(answered, TIPS))


async def tip_for(
    context: MessageContext, session: Session, seat: Seat, answers: tuple[str, ...] = ()
) -> Tip | None:
    """What a newcomer reads under this seat's question after `answers`; None for everybody else.

    Newcomers haven't played the game before, nor finished its lesson, which teaches the same. They read no
    tip twice. Raises StorageFailed.
    """
    asked, had, game = session.asked(seat, answers), questions_had(session, seat), session.game.about.name
    user_id = session.players[seat].user_id
    if user_id is None or not isinstance(asked, Question) or not asked.tip or had >= TIPS:
        return None
    settings = await settings_of(context.archive, user_id)
    if settings.no_tips or (lessons.has_lesson(game) and settings.has_finished(lessons.find(game))):
        return None
    known = session.played_before
    if user_id not in known:
        known[user_id] = await context.archive.sessions.has_played_before(user_id, session.id)
    is_new = not known[user_id] and session.tips.setdefault((seat, asked.tip), had) == had
    return Tip(asked.tip, seat) if is_new else None


async def board_tip(context: MessageContext, session: Session, answers: tuple[str, ...]) -> Tip | None:
    """The tip for the player whom the board asks; None in a game of hands.

    Everybody may read it: what the board asks isn't secret.
    """
    waited = session.waits_for()
    if session.game.about.hands or len(waited) != 1 or session.table.ask:
        return None
    try:
        return await tip_for(context, session, *waited, answers)
    except StorageFailed:
        return None  # nobody misses a tip


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
    preferred = await _preferred(context, session, seat)
    tip = await tip_for(context, session, seat, answers)
    shown = await pictured(context, session, seat, answers, preferred)
    return private_screen(session, seat, shown, link, answers, preferred, tip, limits)


async def pictured(
    context: MessageContext,
    session: Session,
    viewer: Viewer,
    answers: tuple[str, ...] = (),
    preferred: Preferences = AT_FIRST,
) -> Pictured:
    """What this viewer's message shows; a hand beside a board leaves the result card to the board."""
    if viewer is None or session.is_direct:
        drawn, card = await context.draw_with_result(session, viewer, answers, preferred)
    else:
        drawn, card = await context.draw(session, viewer, answers, preferred), None
    game, pictures = session.game, context.pictures
    return Pictured(drawn, card, pictures.icons.of(game), pictures.shows_players(game))


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
    game, faces, seen = session.game, context.faces.of(session), steps(session, user_id)
    drawn = await asyncio.gather(*(context.pictures.draw(game, view, (), faces, told) for view, told in seen))
    shown = [
        (PICTURE if number == len(seen) else f"step{number}.png", one.png, described_as(session, view))
        for number, ((view, _), one) in enumerate(zip(seen, drawn, strict=True), 1)
        if one is not None
    ]
    told = paragraph(table_name(session, link), news(session, user_id))
    return screen(told, Gallery(shown) if shown else "")


async def marks_of(context: MessageContext, session: Session, seat: Seat) -> Preferences:
    """What its player has marked; read each time, since they may have marked more since."""
    return read_marks(await context.archive.people.marks(session.id, seat))
