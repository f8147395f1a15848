"""Notebooks: what players marked for themselves during a game."""

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from storage.connected import Connected, insert_missing, phase_of
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
        """Pass the marks through `change` and save them; no concurrent one is lost. Raises NoSuchSession."""
        mine = (_table.c.session_id == session_id) & (_table.c.seat == seat)

        def changed(connection: Connection) -> None:
            phase_of(connection, session_id)
            insert_missing(connection, _table, {"session_id": session_id, "seat": seat, "marks": UNMARKED})
            before = connection.scalar(select(_table.c.marks).where(mine).with_for_update())
            assert before is not None
            connection.execute(update(_table).where(mine).values(marks=change(before)))

        await self._write(changed)
