"""People: what the bot remembers about a user across sessions."""

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from storage.connected import Connected, insert_missing
from storage.schema import people as _table
from storage.stored import Person


class People(Connected):
    """The part of the archive that knows users."""

    async def person(self, user_id: int) -> Person:
        """The user, with default settings if nothing is stored."""
        rows = await self._rows(select(_table).where(_table.c.user_id == user_id))
        return Person(**rows[0]) if rows else Person(user_id)

    async def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Remember whether direct messages to the user are refused."""

        def change(connection: Connection) -> None:
            _ensure(connection, user_id)
            connection.execute(update(_table).where(_table.c.user_id == user_id).values(dms_closed=closed))

        await self._write(change)

    async def change_settings(self, user_id: int, change: Callable[[str], str]) -> None:
        """Pass the user's settings, JSON text, through `change` and save them; two at once lose nothing."""
        theirs = _table.c.user_id == user_id

        def changed(connection: Connection) -> None:
            _ensure(connection, user_id)
            before = connection.scalar(select(_table.c.settings).where(theirs).with_for_update())
            assert before is not None
            connection.execute(update(_table).where(theirs).values(settings=change(before)))

        await self._write(changed)


def _ensure(connection: Connection, user_id: int) -> None:
    fresh = Person(user_id)
    row = {"user_id": user_id, "dms_closed": fresh.dms_closed, "settings": fresh.settings}
    insert_missing(connection, _table, row)
