"""Hints: how many each seat of a session has had."""

from sqlalchemy import delete, insert, select

from storage.connected import Connected
from storage.schema import hints as _table
from storage.stored import StoredHints


class Hints(Connected):
    """The part of the archive that counts hints, so that a restart doesn't hand out new ones."""

    async def hints(self, session_id: int, seat: int) -> StoredHints:
        """The hints this seat has had; zero if nothing is stored."""
        chosen = select(_table.c.used, _table.c.prompt_version)
        rows = await self._rows(chosen.where(_table.c.session_id == session_id, _table.c.seat == seat))
        return StoredHints(**rows[0]) if rows else StoredHints()

    async def set_hints(self, session_id: int, seat: int, hints: StoredHints) -> None:
        """Save how many hints this seat has had. Raises NoSuchSession."""
        row = {
            "session_id": session_id,
            "seat": seat,
            "used": hints.used,
            "prompt_version": hints.prompt_version,
        }
        before = delete(_table).where(_table.c.session_id == session_id, _table.c.seat == seat)
        await self._write_of(session_id, before, insert(_table).values(row))
