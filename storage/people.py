"""People: what the bot remembers about a user across sessions."""

from collections.abc import Callable

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connected import Connected
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
        await self._write(lambda connection: _remember(connection, user_id, {"dms_closed": closed}))

    async def change_settings(self, user_id: int, change: Callable[[str], str]) -> None:
        """Pass the user's settings, JSON text, through `change` and save them; two at once lose nothing."""

        async def changed(connection: AsyncConnection) -> None:
            found = select(_table.c.settings).where(_table.c.user_id == user_id)
            settings = await connection.scalar(found)
            after = change(Person(user_id).settings if settings is None else settings)
            await _remember(connection, user_id, {"settings": after})

        await self._write(changed)


async def _remember(connection: AsyncConnection, user_id: int, values: dict[str, object]) -> None:
    # Update first: a person is new once and known after that.
    known = update(_table).where(_table.c.user_id == user_id).values(values)
    if not (await connection.execute(known)).rowcount:
        fresh = Person(user_id)
        row = {"user_id": user_id, "dms_closed": fresh.dms_closed, "settings": fresh.settings}
        await connection.execute(insert(_table).values(row | values))
