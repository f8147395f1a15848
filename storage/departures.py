"""Servers from which the bot was removed: since when, and forgetting them."""

from sqlalchemy import Connection, Select, delete, exists, select, union, update

from storage import schema
from storage.privacy import forget_at, formers_of
from storage.schema import gone_servers
from storage.subject import Subject

_sessions = schema.sessions

_OF_SERVERS = (
    schema.servers,
    schema.standings,
    schema.rating_changes,
    schema.tries_shown,
    schema.daily_channels,
    schema.daily_posts,
    schema.kept_away,
    schema.server_log,
    gone_servers,
)
"""The tables of which a server's rows are deleted with it."""


class Departures(Subject):
    """The servers that are known here, and which of them the bot has left."""

    async def known(self) -> tuple[int, ...]:
        """Every server of which anything is kept."""
        tables = _sessions, schema.servers, schema.daily_channels, schema.kept_away, schema.server_log
        found: list[Select[tuple[int]]] = [
            select(one.c.guild_id).where(one.c.guild_id.is_not(None)) for one in tables
        ]
        # Of duels, 0 stands for a server that was forgotten.
        found.append(select(schema.duels.c.guild_id).where(schema.duels.c.guild_id != 0))
        numbers = union(*found).subquery()
        return await self._column(select(numbers.c.guild_id).order_by(numbers.c.guild_id))

    async def gone(self) -> dict[int, int]:
        """The servers that the bot has left, and since when that's known, in milliseconds since the epoch."""
        query = select(gone_servers.c.guild_id, gone_servers.c.since)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {one.guild_id: one.since for one in rows}

    async def is_visited(self, guild_id: int, since: int) -> bool:
        """Whether people have brought the bot along there and played since then, in milliseconds."""
        row, line = _sessions.c, schema.lines.c
        is_packed = exists().where(schema.packed_lines.c.session_id == row.id)
        played = exists().where(line.session_id == row.id, line.at > since) | (
            is_packed & (row.ended_at > since)
        )
        here = (row.guild_id == guild_id) & row.answers_only
        query = select(row.id).where(here, (row.created_at > since) | played).limit(1)
        return bool(await self._column(query))

    async def left(self, guild_id: int, at: int) -> None:
        """The bot isn't in this server; what was known of that before stays."""
        row = {"guild_id": guild_id, "since": at}
        await self._writer.run(
            lambda connection: self._database.insert_missing(connection, gone_servers, row)
        )

    async def is_back(self, guild_id: int) -> None:
        """The bot is in this server again."""
        await self._drop(gone_servers, guild_id=guild_id)

    async def forget(self, guild_id: int, at: int) -> None:
        """Delete what is a server's, and end its open tables.

        Its games stay with the people who played them, without a place: results everywhere are the same,
        also when they're counted again.
        """
        row, sides, duels = _sessions.c, schema.duel_sides, schema.duels
        here = row.guild_id == guild_id
        messages = schema.messages.c.session_id.in_(select(row.id).where(here))

        def change(connection: Connection) -> None:
            self._database.take_turns(connection)
            for number in connection.scalars(select(row.id).where(here, schema.is_open)).all():
                connection.execute(
                    update(_sessions).where(row.id == number).values(phase="stopped", ended_at=at)
                )
                forget_at(connection, number, formers_of(connection, number))
            connection.execute(delete(schema.messages).where(messages))
            for table in _OF_SERVERS:
                connection.execute(delete(table).where(table.c.guild_id == guild_id))
            gone = {"guild_id": None, "channel_id": 0, "owes_end": False}
            connection.execute(update(_sessions).where(here).values(gone))
            for derived in (schema.results, sides):
                connection.execute(
                    update(derived).where(derived.c.guild_id == guild_id).values(guild_id=None)
                )
            nowhere = {"guild_id": 0, "channel_id": 0, "message_id": None}
            connection.execute(update(duels).where(duels.c.guild_id == guild_id).values(nowhere))

        await self._writer.run(change, alone=True)
