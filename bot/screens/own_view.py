"""What only one player sees, drawn as they prefer it: their hand, or in direct messages the whole table."""

from bot.screens import preferences
from bot.screens.board_screen import PICTURE
from bot.screens.catching_up import news
from bot.screens.clock import paused
from bot.screens.context import DisplayContext
from bot.screens.hand_screen import TableLink, private_screen, table_name
from bot.screens.last_lines import description
from bot.screens.notebook import notebook_screen, read_marks
from bot.screens.parts import paragraph, picture, sealed
from bot.screens.screen import Screen
from bot.screens.tips import tip_for
from bot.tables.session import Session
from games.core import Preferences, Seat
from storage import Person


async def own_screen(
    context: DisplayContext, session: Session, seat: Seat, link: TableLink, answers: tuple[str, ...] = ()
) -> Screen:
    """What the person on this seat would see now, with the question that follows `answers`."""
    user_id = session.players[seat].user_id
    person = Person(0) if user_id is None else await context.archive.person(user_id)
    preferred = preferences.read(person.settings, session.table.game)
    if session.table.game.markable and session.table.keeps_notes:
        preferred = {**preferred, **await _marks(context, session, seat)}
    tip = await tip_for(context, session, seat, person) if user_id is not None and not answers else ""
    game, pictures = session.table.game, context.pictures
    faces = context.faces.of(session)
    drawn = await pictures.draw_newest(
        game, lambda: session.table.view(seat, preferred), answers, faces, paused(session)
    )
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
    )


async def own_notebook(
    context: DisplayContext, session: Session, seat: Seat, user_id: int, link: TableLink
) -> Screen:
    """The notebook of this seat, by the marks of this person.

    Raises Refusal if the game keeps none, or if they no longer have the seat once the marks are read.
    """
    marks = await _marks(context, session, seat)
    session.seats.must_be_of(user_id, seat)
    emojis = context.pictures.icons.of(session.table.game)
    return notebook_screen(session, seat, marks, emojis, table_name(session, link))


async def own_news(context: DisplayContext, session: Session, user_id: int, link: TableLink) -> Screen:
    """What happened since this person's last move, with the board, on which the last moves are marked."""
    game, faces = session.table.game, context.faces.of(session)
    drawn = await context.pictures.draw_newest(
        game, lambda: session.table.view(None), (), faces, paused(session)
    )
    told = paragraph(table_name(session, link), news(session, user_id))
    if drawn is None:
        return Screen(sealed(told))
    gallery, file = picture(PICTURE, drawn.png, description(session, None, drawn.caption))
    return Screen(sealed([*told, gallery]), (file,))


async def _marks(context: DisplayContext, session: Session, seat: Seat) -> Preferences:
    """What its player has marked; read each time, since they may have marked more since."""
    return read_marks(await context.archive.marks(session.id, seat))
