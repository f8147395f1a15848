"""Checkpoints: the state of long games, so that a start doesn't have to replay them from the first line."""

from dataclasses import asdict

from sqlalchemy import delete, insert, select

from storage.connected import Connected
from storage.schema import checkpoints as _table
from storage.stored import StoredCheckpoint


class Checkpoints(Connected):
    """The part of the archive that keeps one checkpoint a session. It's a cache, so any can be deleted."""

    async def checkpoint(self, session_id: int) -> StoredCheckpoint | None:
        """The last checkpoint of this session, or None."""
        columns = (_table.c.lines, _table.c.text, _table.c.seal)
        rows = await self._rows(select(*columns).where(_table.c.session_id == session_id))
        return StoredCheckpoint(**rows[0]) if rows else None

    async def set_checkpoint(self, session_id: int, checkpoint: StoredCheckpoint) -> None:
        """Replace the last checkpoint with this one. Raises NoSuchSession."""
        before = delete(_table).where(_table.c.session_id == session_id)
        row = {"session_id": session_id, **asdict(checkpoint)}
        await self._write_of(session_id, before, insert(_table).values(row))
