"""People: what they and the managers of servers have chosen, and what players marked in their notebooks."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from cachetools import LRUCache
from sqlalchemy import Column, select

from storage.database import Database
from storage.schema import notebooks, people, servers
from storage.stored import Person, row_of
from storage.subject import Subject
from storage.writer import Writer

T = TypeVar("T")

REMEMBERED = 10_000
"""How many people are cached: those who were needed last."""

NOTHING = "{}"
"""Settings or marks, JSON text, of whom nothing is stored."""


class People(Subject):
    """Users, servers and notebooks.

    Every hand is drawn the way its player prefers, so people are cached once they have been read. Every
    change goes through here, or the process that made it announces it: see `forget`.
    """

    def __init__(self, database: Database, writer: Writer) -> None:
        super().__init__(database, writer)
        self._known = LRUCache[int, Person](REMEMBERED)
        self.remembers = True
        """Whether people can be cached: nobody changes them without telling us."""
        self._forgotten = 0
        """How often the cache was cleared: anything read before that may be out of date."""

    async def person(self, user_id: int) -> Person:
        """The user, with default settings if nothing is stored."""
        if (known := self._known.get(user_id)) is not None:
            return known
        before = self._forgotten
        query = select(people).where(people.c.user_id == user_id)
        found = await self._one(Person, query) or Person(user_id)
        if self.remembers and before == self._forgotten:
            self._known[user_id] = found
        return found

    def forget(self, user_id: int) -> None:
        """Read this person again next time: another process may have changed them."""
        self._forgotten += 1
        self._known.pop(user_id, None)

    def hears_others(self, hears: bool) -> None:
        """Say whether this process now hears of changes by others. People aren't cached while it doesn't."""
        self.remembers = hears
        self._forgotten += 1
        self._known.clear()

    async def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Save whether direct messages to the user are refused."""
        await self._change_person(user_id, people.c.dms_closed, lambda _: closed)

    async def set_shown_everywhere(self, user_id: int, shown: bool) -> None:
        """Save whether the user wants to be on the leaderboards over all servers."""
        await self._change_person(user_id, people.c.shown_everywhere, lambda _: shown)

    async def set_profile_hidden(self, user_id: int, hidden: bool) -> None:
        """Save whether others can't see the user's profile."""
        await self._change_person(user_id, people.c.profile_hidden, lambda _: hidden)

    async def change_settings(self, user_id: int, change: Callable[[str], str]) -> None:
        """Pass the user's settings, JSON text, through `change` and save them; no concurrent one is lost."""
        await self._change_person(user_id, people.c.settings, change)

    async def server_settings(self, guild_id: int) -> str:
        """The server's settings, JSON text; an empty object if nothing is stored."""
        query = select(servers.c.settings).where(servers.c.guild_id == guild_id)
        return next(iter(await self._column(query)), NOTHING)

    async def change_server_settings(self, guild_id: int, change: Callable[[str], str]) -> str:
        """Pass the settings through `change`, save and return them; no concurrent change is lost."""
        row = {"guild_id": guild_id, "settings": NOTHING}
        return await self._change_one(servers.c.settings, row, change)

    async def marks(self, session_id: int, seat: int) -> str:
        """What the player of this seat marked, JSON text; an empty object if nothing."""
        mine = (notebooks.c.session_id == session_id) & (notebooks.c.seat == seat)
        return next(iter(await self._column(select(notebooks.c.marks).where(mine))), NOTHING)

    async def change_marks(self, session_id: int, seat: int, change: Callable[[str], str]) -> None:
        """Pass the marks through `change` and save them; no concurrent one is lost. Raises NoSuchSession."""
        row = {"session_id": session_id, "seat": seat, "marks": NOTHING}
        await self._change_one(notebooks.c.marks, row, change)

    async def _change_person(self, user_id: int, column: Column[T], change: Callable[[T], T]) -> None:
        row, word = row_of(Person(user_id)), f"person {user_id}"
        writing = asyncio.create_task(self._change_one(column, row, change, word))

        def written(task: asyncio.Task[T]) -> None:
            self.forget(user_id)
            if not task.cancelled():
                task.exception()  # the caller gets it, if there still is one

        writing.add_done_callback(written)
        # If the caller is cancelled, the change is still written, and the cache is cleared only after that.
        await asyncio.shield(writing)
