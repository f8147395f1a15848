"""Waits: whom a table waits for, and whether they were reminded. A restart reminds nobody twice."""

from dataclasses import asdict

from sqlalchemy import Connection, Delete, delete, insert, select, update

from storage import schema
from storage.connected import Connected, insert_missing
from storage.stored import StoredWait

_table = schema.waits
_digests = schema.digests


class Waits(Connected):
    """The part of the archive that remembers who was reminded that it's their turn."""

    async def waits(self, session_id: int) -> tuple[StoredWait, ...]:
        """The saved waits of a session, by person."""
        query = select(_table).where(_table.c.session_id == session_id).order_by(_table.c.user_id)
        return tuple(StoredWait(**row) for row in await self._rows(query))

    async def waits_to_look_at(self) -> tuple[StoredWait, ...]:
        """The waits of all open sessions with a reminder still to come, the earliest first."""
        query = select(_table).join(schema.sessions).where(schema.is_open, _table.c.look_at.is_not(None))
        rows = await self._rows(query.order_by(_table.c.look_at, _table.c.session_id))
        return tuple(StoredWait(**row) for row in rows)

    async def put_wait(self, wait: StoredWait) -> None:
        """Save this wait in place of the person's last one at that table. Raises NoSuchSession."""
        before = _drop(wait.session_id, wait.user_id)
        await self._write_of(wait.session_id, before, insert(_table).values(asdict(wait)))

    async def drop_wait(self, session_id: int, user_id: int) -> None:
        """Forget this wait; nothing happens if there is none."""

        def change(connection: Connection) -> None:
            connection.execute(_drop(session_id, user_id))

        await self._write(change)

    async def last_digest(self, user_id: int) -> int | None:
        """When this person got their last digest, in milliseconds since the epoch; None if they never did."""
        rows = await self._rows(select(_digests.c.sent_at).where(_digests.c.user_id == user_id))
        return int(rows[0]["sent_at"]) if rows else None

    async def set_last_digest(self, user_id: int, at: int) -> None:
        """Save that this person got a digest."""

        def change(connection: Connection) -> None:
            insert_missing(connection, _digests, {"user_id": user_id, "sent_at": at})
            connection.execute(update(_digests).where(_digests.c.user_id == user_id).values(sent_at=at))

        await self._write(change)


def _drop(session_id: int, user_id: int) -> Delete:
    return delete(_table).where(_table.c.session_id == session_id, _table.c.user_id == user_id)
