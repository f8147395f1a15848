"""Lobbies: games that haven't started, found by host or age; and who has sat at a table."""

from sqlalchemy import select, union

from storage import schema
from storage.connected import Connected
from storage.stored import OpenLobby

_table = schema.sessions
_is_lobby = _table.c.phase == "lobby"


class Lobbies(Connected):
    """The part of the archive that knows which lobbies are open, and who has had a seat."""

    async def lobbies_of(self, host_id: int) -> tuple[OpenLobby, ...]:
        """The open lobbies that this person hosts, oldest first."""
        query = select(_table.c.id, _table.c.guild_id, _table.c.channel_id)
        rows = await self._rows(query.where(_is_lobby, _table.c.host_id == host_id).order_by(_table.c.id))
        return tuple(OpenLobby(**row) for row in rows)

    async def lobbies_before(self, at: int) -> tuple[int, ...]:
        """The open lobbies that were opened before this time, oldest first."""
        query = select(_table.c.id).where(_is_lobby, _table.c.created_at < at).order_by(_table.c.id)
        return tuple(row["id"] for row in await self._rows(query))

    async def has_had_seat(self, session_id: int, user_id: int) -> bool:
        """Whether this person has a seat at this session or has had one."""
        seats, stays = schema.seats.c, schema.stays.c
        theirs = union(
            select(seats.session_id).where(seats.session_id == session_id, seats.user_id == user_id),
            select(stays.session_id).where(stays.session_id == session_id, stays.user_id == user_id),
        )
        return bool(await self._rows(select(_table.c.id).where(_table.c.id.in_(theirs))))
