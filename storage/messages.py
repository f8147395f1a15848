"""Messages that the bot will edit again, and reminders: whom a table waits for, and what they were told.

So a restart finds old messages, and reminds nobody twice.
"""

from sqlalchemy import select

from storage.schema import digests, in_shard, is_open, messages, sessions, waits
from storage.stored import StandingBoard, StoredMessage, StoredWait, row_of
from storage.subject import Subject, put


class Messages(Subject):
    """Boards, hands and reminders on Discord."""

    async def put(self, session_id: int, purpose: str, channel_id: int, message_id: int) -> None:
        """Remember the message, in place of the one with that purpose. Raises NoSuchSession."""
        message = StoredMessage(session_id, purpose, channel_id, message_id)
        await self._write_of(session_id, *put(messages, row_of(message)))

    async def drop(self, session_id: int, purpose: str) -> None:
        """Forget the message; nothing happens if there is none."""
        await self._drop(messages, session_id=session_id, purpose=purpose)

    async def of(self, session_id: int) -> tuple[StoredMessage, ...]:
        """The messages of a session, open or not, by purpose."""
        return await self._of(session_id, StoredMessage, messages)

    async def boards(self, shard: int = 0, of: int = 1) -> tuple[StandingBoard, ...]:
        """The boards of all open tables that stand in the table's own channel, oldest table first.

        Only those of one shard if there are several: see `Shards.shard_of`.
        """
        columns = (
            sessions.c.id.label("session_id"),
            sessions.c.guild_id,
            *messages.c["channel_id", "message_id"],
        )
        is_at_home = messages.c.channel_id == sessions.c.channel_id
        query = select(*columns).join_from(messages, sessions).order_by(sessions.c.id)
        query = query.where(is_open, ~sessions.c.answers_only, messages.c.purpose == "board", is_at_home)
        return await self._all(StandingBoard, query.where(in_shard(shard, of)) if of > 1 else query)


class Reminders(Subject):
    """Waits: who was reminded that it's their turn, and who gets a digest."""

    async def waits(self, session_id: int) -> tuple[StoredWait, ...]:
        """The saved waits of a session, by person."""
        return await self._of(session_id, StoredWait, waits)

    async def waits_to_look_at(self) -> tuple[StoredWait, ...]:
        """The waits of all open sessions with a reminder still to come, the earliest first."""
        query = select(waits).join(sessions).where(is_open, waits.c.look_at.is_not(None))
        return await self._all(StoredWait, query.order_by(waits.c.look_at, waits.c.session_id))

    async def put_wait(self, wait: StoredWait) -> None:
        """Save this wait in place of the person's last one at that table. Raises NoSuchSession."""
        await self._write_of(wait.session_id, *put(waits, row_of(wait)))

    async def drop_wait(self, session_id: int, user_id: int) -> None:
        """Forget this wait; nothing happens if there is none."""
        await self._drop(waits, session_id=session_id, user_id=user_id)

    async def last_digest(self, user_id: int) -> int | None:
        """When this person got their last digest, in milliseconds since the epoch; None if they never did."""
        query = select(digests.c.sent_at).where(digests.c.user_id == user_id)
        return next(iter(await self._column(query)), None)

    async def set_last_digest(self, user_id: int, at: int) -> None:
        """Save that this person got a digest."""
        row = {"user_id": user_id, "sent_at": at}
        await self._change_one(digests.c.sent_at, row, lambda _: at)
