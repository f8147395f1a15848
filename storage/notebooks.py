"""Notebooks: what players marked for themselves during a game."""

from collections.abc import Callable

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connected import Connected, phase_of
from storage.schema import notebooks as _table

UNMARKED = "{}"


class Notebooks(Connected):
    """The part of the archive that keeps players' own marks, as JSON text."""

    async def marks(self, session_id: int, seat: int) -> str:
        """What the player of this seat marked; an empty object if nothing."""
        mine = (_table.c.session_id == session_id) & (_table.c.seat == seat)
        rows = await self._rows(select(_table.c.marks).where(mine))
        return str(rows[0]["marks"]) if rows else UNMARKED

    async def change_marks(self, session_id: int, seat: int, change: Callable[[str], str]) -> None:
        """Pass the marks through `change` and save them; two at once lose nothing. Raises NoSuchSession."""
        mine = (_table.c.session_id == session_id) & (_table.c.seat == seat)

        async def changed(connection: AsyncConnection) -> None:
            await phase_of(connection, session_id)
            before = await connection.scalar(select(_table.c.marks).where(mine))
            after = change(UNMARKED if before is None else before)
            await connection.execute(delete(_table).where(mine))
            row = {"session_id": session_id, "seat": seat, "marks": after}
            await connection.execute(insert(_table).values(row))

        await self._write(changed)
