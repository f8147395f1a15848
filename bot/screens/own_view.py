"""What a player sees alone, drawn as they prefer it: their hand, or in direct messages the whole table."""

from bot.screens import preferences
from bot.screens.context import DisplayContext
from bot.screens.hand_screen import TableLink, private_screen
from bot.screens.notebook import marks
from bot.screens.panel import Screen
from bot.tables.session import Session
from games.core import AT_FIRST, Preferences, Seat


async def own_screen(
    context: DisplayContext, session: Session, seat: Seat, link: TableLink, answers: tuple[str, ...] = ()
) -> Screen:
    """What the person on this seat would see now, asked on after `answers`."""
    preferred = await _preferred(context, session, seat)
    game, pictures = session.table.game, context.pictures
    faces = context.faces.of(session)
    png = await pictures.draw_newest(game, lambda: session.table.view(seat, preferred), answers, faces)
    return private_screen(
        session,
        seat,
        png,
        link,
        answers,
        preferred,
        pictures.icons.of(game),
        shows_players=pictures.shows_players(game),
    )


async def _preferred(context: DisplayContext, session: Session, seat: Seat) -> Preferences:
    """What its player prefers and marked; read each time, as they may hold hands at other tables too."""
    game, user_id, found = session.table.game, session.players[seat].user_id, AT_FIRST
    if user_id is not None and preferences.preferences_in(game):
        found = preferences.read((await context.archive.person(user_id)).settings, game)
    return {**found, **await marks(context, session, seat)}
