"""Tables at rest: a start doesn't have to load them, since nothing happens there by itself."""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, false, func, select, union, update

from storage import schema
from storage.connected import Connected
from storage.stored import OpenTable

_table = schema.sessions


class Resting(Connected):
    """The part of the archive that knows which open tables only wait for people."""

    async def open_tables(self, shard: int = 0, of: int = 1) -> tuple[OpenTable, ...]:
        """All sessions in their lobby or being played, oldest first. A damaged one doesn't hide the others.

        Only those of one shard if there are several: see `Shards.shard_of`.
        """
        count = select(func.count()).where(schema.lines.c.session_id == _table.c.id).scalar_subquery()
        rests = func.coalesce(_table.c.rests_at == count, false()).label("rests")
        columns = _table.c.id, _table.c.guild_id, _table.c.channel_id, _table.c.game, _table.c.edition, rests
        query = select(*columns).where(schema.is_open).order_by(_table.c.id)
        if of > 1:
            query = query.where(schema.in_shard(shard, of))
        return tuple(OpenTable(**row) for row in await self._rows(query))

    async def rest(self, lines: Mapping[int, int]) -> None:
        """Mark these sessions as at rest, by how many lines each has: everything they show is current."""
        if not lines:
            return
        change_one = update(_table).where(_table.c.id == bindparam("number")).values(rests_at=bindparam("at"))
        rows = [{"number": session_id, "at": at} for session_id, at in lines.items()]

        def change(connection: Connection) -> None:
            connection.execute(change_one, rows)

        await self._write(change)

    async def wake(self, session_id: int) -> None:
        """Mark this session as no longer at rest. Raises NoSuchSession."""
        await self._write_of(
            session_id, update(_table).where(_table.c.id == session_id).values(rests_at=None)
        )

    async def open_ids_of(self, user_id: int) -> tuple[int, ...]:
        """The open sessions at which this person has a seat or has had one, oldest first."""
        seats, stays = schema.seats.c, schema.stays.c
        theirs = union(
            select(seats.session_id).where(seats.user_id == user_id),
            select(stays.session_id).where(stays.user_id == user_id),
        )
        query = select(_table.c.id).where(_table.c.id.in_(theirs), schema.is_open).order_by(_table.c.id)
        rows = await self._rows(query)
        return tuple(row["id"] for row in rows)
