"""Tables of Fooblitzky against the clock, and what their boards say about the time left."""

import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.app.parlour import Parlour
from bot.chat.players import Player
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from storage import Archive
from tests.bot import cities
from tests.bot.cities import BEGUN_BY_TWO, keep_city
from tests.bot.conftest import running
from tests.bot.tables import people, session_in

MINUTE = 60
LIMIT = {"time_limit": "1"}
WALK = (*BEGUN_BY_TWO, "* roll 20")
"""a, who is Chiara, has 20 moves to walk; b is Dmitri."""

AT_LOCKER = (
    *(*BEGUN_BY_TWO, "* roll 2", "a enter UL drug", "a buy hair-spray"),
    *("* roll 20", "b walk H17", "* nobody", "* flip none", "* roll 14", "a enter UL locker"),
)
"""a carries something: with an empty bag, all they can do is take out what's there."""
A, B = Seat(0), Seat(1)

UNTIL = re.compile(r"<t:(\d+):R>")


async def keep(
    settings: Settings,
    *written: str,
    ago: float,
    seats: Sequence[Player] = (),
    options: dict[str, str] | None = None,
) -> None:
    """A table with a limit of a minute whose last line was written `ago` seconds ago."""
    async with Archive.open(settings.storage.url) as archive:
        lobby_or_session = seats or people(cast.CHIARA, cast.DMITRI)
        await keep_city(
            archive, *written, options={**LIMIT, **(options or {})}, seats=lobby_or_session, ago=ago
        )


@asynccontextmanager
async def here_all_along(settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, as if it had been running when the table's last line was written."""
    async with running(settings) as bot:
        cities.here_all_along(bot)
        yield bot


async def counting(person: Person, saying: str, seconds: float) -> Json:
    """The board in #games, once it says this and that this many seconds are left."""
    channel = person.sees.channel("games")["id"]

    def fits(message: Json) -> bool:
        left = [int(found) - time.time() for found in UNTIL.findall(text_of(message))]
        of_table = message["channel_id"] == channel and "Resign" in labels_of(message)
        return of_table and saying in text_of(message) and any(abs(one - seconds) <= 10 for one in left)

    return await person.wait_for(fits)


async def shown_to(person: Person, saying: str) -> Json:
    """The board in #games, once it says this."""
    channel = person.sees.channel("games")["id"]
    return await person.wait_for(
        lambda m: m["channel_id"] == channel and "Resign" in labels_of(m) and saying in text_of(m)
    )


def ends(shown: Json) -> int:
    """When the time shown on a board runs out, in seconds since the epoch."""
    (found,) = UNTIL.findall(text_of(shown))
    return int(found)


def note(bot: Parlour, place: int = -1) -> str:
    return session_in(bot).table.lines[place].note
