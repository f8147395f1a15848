"""Messages that the bot will edit again: boards, reminders, hands."""

from sqlalchemy import Connection, Delete, delete, insert, select

from storage import schema
from storage.connected import Connected
from storage.stored import StoredMessage

_table = schema.messages


class Messages(Connected):
    """The part of the archive that finds old messages after a restart."""

    async def put_message(self, session_id: int, purpose: str, channel_id: int, message_id: int) -> None:
        """Remember the message, in place of the one with that purpose. Raises NoSuchSession."""
        row = {
            "session_id": session_id,
            "purpose": purpose,
            "channel_id": channel_id,
            "message_id": message_id,
        }
        await self._write_of(session_id, _drop(session_id, purpose), insert(_table).values(row))

    async def drop_message(self, session_id: int, purpose: str) -> None:
        """Forget the message; nothing happens if there is none."""

        def change(connection: Connection) -> None:
            connection.execute(_drop(session_id, purpose))

        await self._write(change)

    async def messages(self, session_id: int) -> tuple[StoredMessage, ...]:
        """The messages of a session, open or not, by purpose."""
        query = select(_table).where(_table.c.session_id == session_id).order_by(_table.c.purpose)
        return tuple(StoredMessage(**row) for row in await self._rows(query))


def _drop(session_id: int, purpose: str) -> Delete:
    return delete(_table).where(_table.c.session_id == session_id, _table.c.purpose == purpose)
