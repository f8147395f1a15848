"""Time at the table: what each seat has used of it, and whether the table is paused."""

from collections.abc import Iterable

from sqlalchemy import delete, insert, select, update

from storage.connected import Connected
from storage.schema import sessions as _sessions
from storage.schema import times as _times
from storage.stored import StoredTime


class Times(Connected):
    """The part of the archive that keeps clocks, so that a restart neither takes time nor gives much."""

    async def times(self, session_id: int) -> tuple[StoredTime, ...]:
        """What was last kept of each seat's time; nothing of a seat that has used none."""
        chosen = select(_times.c.seat, _times.c.move, _times.c.used, _times.c.bank_used, _times.c.excused)
        rows = await self._rows(chosen.where(_times.c.session_id == session_id).order_by(_times.c.seat))
        return tuple(StoredTime(**row) for row in rows)

    async def set_times(self, session_id: int, times: Iterable[StoredTime]) -> None:
        """Keep these in place of all that was kept. Raises NoSuchSession."""
        rows = [
            {
                "session_id": session_id,
                "seat": one.seat,
                "move": one.move,
                "used": one.used,
                "bank_used": one.bank_used,
                "excused": one.excused,
            }
            for one in times
        ]
        kept = (insert(_times).values(rows),) if rows else ()
        await self._write_of(session_id, delete(_times).where(_times.c.session_id == session_id), *kept)

    async def set_paused(self, session_id: int, at: int | None, by: int | None = None) -> None:
        """Pause it since `at`, in milliseconds since the epoch, for this person; None lets it go on.

        Raises NoSuchSession.
        """
        its = _sessions.c.id == session_id
        await self._write_of(session_id, update(_sessions).where(its).values(paused_at=at, paused_by=by))
