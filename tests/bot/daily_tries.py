"""People who look at the game of the day, begin it and play it."""

from functools import partial
from itertools import count
from random import Random

from bot.app.parlour import Parlour
from bot.chat.custom_ids import CHOSEN
from bot.daily import days
from bot.host import play as cast
from bot.table.session import Session
from games.core import Seat
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from tests.bot.tables import play as make
from tests.bot.tables import told, until, words_of

_LATER = count(1 << 62)
"""Ids of presses, after those of all people."""


async def look(person: Person, channel: str = cast.GAMES, practice: str = "") -> Json:
    """The card of the day, or the result; or those of another game, chosen in the menu."""
    shown = await person.reply_to(await person.command("daily", channel=channel))
    assert is_ephemeral(shown)
    if not practice:
        return shown
    menu = f"daily:{days.today()}:{CHOSEN}"
    await person.select(shown, practice, custom_id=menu)
    title = registry.find(practice).about.title
    return await turned(person, shown, f"Practice, day {days.today()}: {title}")


async def turned(person: Person, shown: Json, saying: str) -> Json:
    """The same message, as soon as it says this."""
    return await person.wait_for(lambda one: one["id"] == shown["id"] and saying in words_of(one))


async def begin(
    bot: Parlour, person: Person, channel: str = cast.GAMES, practice: str = ""
) -> tuple[str, Session]:
    """Press *Play*; the channel of their direct messages, and the game once it is their turn."""
    direct = (await person.open_dm())["id"]
    card = await look(person, channel, practice)
    assert "in our direct messages" in await told(person, await person.press(card, label="Play"))
    session = bot.tables.channels.session_in(int(direct))
    await until(lambda: session.waits_for() == (0,))
    return direct, session


async def play(bot: Parlour, person: Person, direct: str, most: int = 1_000, level: str = "") -> None:
    """Make so many moves at most of the try in these direct messages, if there is one."""
    found = bot.tables.channels.find(int(direct))
    if isinstance(found, Session):
        await play_on(bot, person, found, most, level)


async def play_on(
    bot: Parlour, person: Person, session: Session, most: int = 1_000, level: str = "", seed: int = 7
) -> None:
    """Make so many moves at most in direct messages, as a computer would, and the first by command."""
    direct, game = (await person.open_dm())["id"], session.game
    for made in range(most):
        await until(partial(_is_theirs, session))
        if session.table.over:
            break
        lines, view = len(session.table.lines), session.table.view(Seat(0))
        text = game.write(game.choose(view, level or game.about.levels[0], Random(seed)))
        if made:
            await make(bot, session, int(person.id), text, next(_LATER))
        else:
            await person.command("move", channel=direct, move=text)
        await until(partial(_has_more, session, lines))


def _is_theirs(session: Session) -> bool:
    return session.table.over or session.waits_for() == (0,)


def _has_more(session: Session, lines: int) -> bool:
    return len(session.table.lines) > lines


async def finish(
    bot: Parlour, person: Person, channel: str = cast.GAMES, level: str = "", practice: str = ""
) -> Session:
    """The whole of it, from the card to the end."""
    direct, session = await begin(bot, person, channel, practice)
    await play(bot, person, direct, level=level)
    await until(lambda: bot.tables.channels.find(int(direct)) is None)
    return session
