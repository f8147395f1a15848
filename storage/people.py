"""People: what the bot remembers about a user across sessions."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from sqlalchemy import Connection, select, update

from storage.connected import Connected, insert_missing
from storage.database import Database
from storage.schema import people as _table
from storage.stored import Person

REMEMBERED = 10_000
"""How many people are cached: those who were needed last."""


class People(Connected):
    """The part of the archive that knows users.

    Every hand is drawn the way its player prefers, so people are cached once they have been read. Every
    change goes through here, or the process that made it announces it: see `forget_person`.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: OrderedDict[int, Person] = OrderedDict()
        self.remembers_people = True
        """Whether people can be cached: nobody changes them without telling us."""
        self._forgotten = 0
        """How often the cache was cleared: anything read before that may be out of date."""

    async def person(self, user_id: int) -> Person:
        """The user, with default settings if nothing is stored."""
        if (known := self._known.get(user_id)) is not None:
            self._known.move_to_end(user_id)
            return known
        before = self._forgotten
        rows = await self._rows(select(_table).where(_table.c.user_id == user_id))
        found = Person(**rows[0]) if rows else Person(user_id)
        if self.remembers_people and before == self._forgotten:
            self._known[user_id] = found
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found

    def forget_person(self, user_id: int) -> None:
        """Read this person again next time: another process may have changed them."""
        self._forgotten += 1
        self._known.pop(user_id, None)

    def hears_others(self, hears: bool) -> None:
        """Say whether this process now hears of changes by others. People aren't cached while it doesn't."""
        self.remembers_people = hears
        self._forgotten += 1
        self._known.clear()

    async def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Save whether direct messages to the user are refused."""

        def change(connection: Connection) -> None:
            _ensure(connection, user_id)
            connection.execute(update(_table).where(_table.c.user_id == user_id).values(dms_closed=closed))

        await self._change_person(user_id, change)

    async def change_settings(self, user_id: int, change: Callable[[str], str]) -> None:
        """Pass the user's settings, JSON text, through `change` and save them; no concurrent one is lost."""
        theirs = _table.c.user_id == user_id

        def changed(connection: Connection) -> None:
            _ensure(connection, user_id)
            before = connection.scalar(select(_table.c.settings).where(theirs).with_for_update())
            assert before is not None
            connection.execute(update(_table).where(theirs).values(settings=change(before)))

        await self._change_person(user_id, changed)

    async def _change_person(self, user_id: int, change: Callable[[Connection], None]) -> None:
        def told(connection: Connection) -> None:
            change(connection)
            self.database.tell(connection, f"person {user_id}")

        writing = asyncio.create_task(self._write(told))

        def written(task: asyncio.Task[None]) -> None:
            self.forget_person(user_id)
            if not task.cancelled():
                task.exception()  # the caller gets it, if there still is one

        writing.add_done_callback(written)
        # If the caller is cancelled, the change is still written, and the cache is cleared only after that.
        await asyncio.shield(writing)


def _ensure(connection: Connection, user_id: int) -> None:
    fresh = Person(user_id)
    row = {"user_id": user_id, "dms_closed": fresh.dms_closed, "settings": fresh.settings}
    insert_missing(connection, _table, row)
