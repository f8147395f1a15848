"""The daily list: one direct message a day with all tables that wait for a person."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from bot.discord_time import DISCORD_TIME
from bot.screens import reminder_words
from bot.screens.context import DisplayContext
from bot.screens.own_tables import Place, waiting_tables
from bot.screens.telling import once, tell_directly


class Digests:
    """Sends daily lists, each of them once: several tables may be due at the same moment."""

    def __init__(self, context: DisplayContext, places_of: Callable[[int], Awaitable[list[Place]]]) -> None:
        """`places_of` finds the tables of a person."""
        self._context = context
        self._places_of = places_of
        self._sending: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def tell(self, user_id: int, since: float, due: float) -> bool:
        """Tell this person about a table that has waited since then; the list was due at `due`.

        False if they don't let the bot write to them. Raises what a request can raise, and StorageFailed.
        """
        archive = self._context.archive
        sending = self._sending.setdefault(user_id, asyncio.Lock())
        async with sending:
            last = await archive.last_digest(user_id)
            if last is not None and last / 1000 >= since:
                return True  # that list named this table too
            listed = waiting_tables(await self._places_of(user_id), user_id)
            if not listed:
                return True
            nonce = once("digest", user_id, round(due))
            sent = await tell_directly(self._context, user_id, reminder_words.digest(listed), nonce)
            if sent is not None:
                await archive.set_last_digest(user_id, round(DISCORD_TIME.now() * 1000))
            return sent is not None
