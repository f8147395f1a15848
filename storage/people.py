"""People: what is remembered of a user beyond any session."""

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connected import Connected
from storage.schema import people as _table
from storage.stored import Person


class People(Connected):
    """The part of the archive that knows users."""

    async def person(self, user_id: int) -> Person:
        """The user, as everybody is at first if nothing was remembered."""
        rows = await self._rows(select(_table).where(_table.c.user_id == user_id))
        return Person(**rows[0]) if rows else Person(user_id)

    async def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Remember whether direct messages to the user are refused."""
        await self._remember(user_id, {"dms_closed": closed})

    async def set_person_settings(self, user_id: int, settings: str) -> None:
        """Replace the user's settings, JSON text."""
        await self._remember(user_id, {"settings": settings})

    async def _remember(self, user_id: int, values: dict[str, object]) -> None:
        async def change(connection: AsyncConnection) -> None:
            # Update first: a person is met once and remembered often.
            known = update(_table).where(_table.c.user_id == user_id).values(values)
            if not (await connection.execute(known)).rowcount:
                fresh = Person(user_id)
                row = {"user_id": user_id, "dms_closed": fresh.dms_closed, "settings": fresh.settings}
                await connection.execute(insert(_table).values(row | values))

        await self._write(change)
