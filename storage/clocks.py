"""Clocks: how much time each seat has used, which tables are paused, and which rest.

So a restart neither takes time nor gives much, and doesn't load tables where nothing happens by itself.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage import schema
from storage.order import noted
from storage.stored import LoggedAction, RunningTime, StoredTime, row_of
from storage.subject import Subject, columns_of, replaced, session_changed

_times, _sessions = schema.times, schema.sessions


class Clocks(Subject):
    """The time at all tables, in milliseconds."""

    async def times(self, session_id: int) -> tuple[StoredTime, ...]:
        """The used time of each seat, as last saved; nothing for a seat that has used none."""
        return await self._of(session_id, StoredTime, _times)

    async def times_at_rest(self, shard: int = 0, of: int = 1) -> tuple[RunningTime, ...]:
        """The times of all seats at tables at rest where somebody's clock runs.

        Only those of one shard if there are several: see `Shards.shard_of`.
        """
        seats, people = schema.seats.c, schema.people.c
        running = select(_times.c.session_id).where(_times.c.left.is_not(None))
        query = (
            select(_times.c.session_id, seats.user_id, people.settings, *columns_of(StoredTime, _times))
            .join(_sessions, _sessions.c.id == _times.c.session_id)
            .join(schema.seats, (seats.session_id == _times.c.session_id) & (seats.seat == _times.c.seat))
            .outerjoin(schema.people, people.user_id == seats.user_id)
            .where(schema.is_open, _sessions.c.rests_at.is_not(None), _times.c.session_id.in_(running))
            .order_by(_times.c.session_id, _times.c.seat)
        )
        if of > 1:
            query = query.where(schema.in_shard(shard, of))
        return await self._all(_running, query)

    async def set_times(self, session_id: int, times: Iterable[StoredTime]) -> None:
        """Replace all saved times of the session. Raises NoSuchSession."""
        await self._write_of(session_id, *replaced(session_id, _times, [*times]))

    async def set_all_times(self, times: Mapping[int, Iterable[StoredTime]]) -> None:
        """The same for several sessions together, all of which have saved times already."""
        rows = [row_of(one, session_id=number) for number, its in times.items() for one in its]
        before = delete(_times).where(_times.c.session_id == bindparam("number"))

        def change(connection: Connection) -> None:
            connection.execute(before, [{"number": number} for number in times])
            connection.execute(insert(_times), rows)

        if rows:
            await self._writer.run(change)

    async def set_paused(
        self,
        session_id: int,
        at: int | None,
        by: int | None = None,
        why: str | None = None,
        action: LoggedAction | None = None,
    ) -> None:
        """Save that this person paused it at `at`, in milliseconds since the epoch; None lets it go on.

        `why` is for a pause that only people who manage the server can end, `action` what they read of it.
        Raises NoSuchSession.
        """
        changed = session_changed(session_id, paused_at=at, paused_by=by, paused_why=why)
        await self._write_of(session_id, changed, *noted(action))

    async def rest(self, lines: Mapping[int, int]) -> None:
        """Mark these sessions as at rest, by how many lines each has: everything they show is current."""
        if not lines:
            return
        its = _sessions.c.id == bindparam("number")
        change = update(_sessions).where(its).values(rests_at=bindparam("at"))
        rows = [{"number": session_id, "at": at} for session_id, at in lines.items()]
        await self._writer.run(lambda connection: connection.execute(change, rows))

    async def wake(self, session_id: int) -> None:
        """Mark this session as no longer at rest. Raises NoSuchSession."""
        await self._set(session_id, rests_at=None)


def _running(session_id: int, user_id: int | None, settings: str | None, **time: int) -> RunningTime:
    return RunningTime(session_id, user_id, settings or "{}", StoredTime(**time))
