"""Sessions: opened in a channel, filled with seats, started, ended; never deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage import schema
from storage.connected import Connected, phase_of
from storage.errors import ChannelTaken, PhasePassed
from storage.results import replaced
from storage.stored import Phase, Result, StoredSeat, StoredSession

_table = schema.sessions

LARGEST_ID = 2**31 - 1
"""The largest value of an integer column on PostgreSQL."""


class Sessions(Connected):
    """The part of the archive that knows which games are played where, and by whom."""

    async def create_session(
        self,
        guild_id: int | None,
        channel_id: int,
        game: str,
        edition: str,
        options: str,
        seed: bytes,
        host_id: int,
        at: int,
    ) -> StoredSession:
        """Open a session in its lobby.

        Raises ChannelTaken with the open session's id, also if another process was faster.
        Raises ValueError for a seed that is not 32 bytes.
        """
        if len(seed) != 32:
            raise ValueError("A session's seed is 32 bytes long.")
        values = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "game": game,
            "edition": edition,
            "options": options,
            "seed": seed,
            "host_id": host_id,
            "phase": "lobby",
            "created_at": at,
        }

        return await self._write(partial(_opened, values))

    async def session(self, session_id: int) -> StoredSession | None:
        """The session of that id, or None."""
        if session_id > LARGEST_ID:  # made up, and PostgreSQL would refuse to compare it
            return None
        return await self._session(select(_table).where(_table.c.id == session_id))

    async def open_session_in(self, channel_id: int) -> StoredSession | None:
        """The session in its lobby or being played in the channel, or None."""
        return await self._session(_open_in(channel_id))

    async def open_sessions(self) -> tuple[StoredSession, ...]:
        """All sessions in their lobby or being played, oldest first."""
        rows = await self._rows(select(_table).where(schema.is_open).order_by(_table.c.id))
        return tuple(StoredSession(**row) for row in rows)

    async def set_host(self, session_id: int, user_id: int) -> None:
        """Hand the session over. Raises NoSuchSession."""
        await self._write_of(session_id, _of(session_id).values(host_id=user_id))

    async def set_options(self, session_id: int, options: str) -> None:
        """Replace the options, JSON text. Raises NoSuchSession."""
        await self._write_of(session_id, _of(session_id).values(options=options))

    async def set_table_options(self, session_id: int, options: str) -> None:
        """Replace the table's own options, JSON text. Raises NoSuchSession."""
        await self._write_of(session_id, _of(session_id).values(table_options=options))

    async def seats(self, session_id: int) -> tuple[StoredSeat, ...]:
        """The seats in their order; empty if nobody sits there."""
        seat = schema.seats.c
        columns = (seat.seat, seat.user_id, seat.level, seat.name, seat.click_id)
        rows = await self._rows(select(*columns).where(seat.session_id == session_id).order_by(seat.seat))
        return tuple(StoredSeat(**row) for row in rows)

    async def has_played_before(self, user_id: int, session_id: int) -> bool:
        """Whether this person had a seat in an earlier session of the same game that started."""
        this, earlier = _table.alias(), _table.alias()
        query = (
            select(earlier.c.id)
            .join(schema.seats, schema.seats.c.session_id == earlier.c.id)
            .join(this, this.c.game == earlier.c.game)
            .where(schema.seats.c.user_id == user_id, this.c.id == session_id)
            .where(earlier.c.id < session_id, earlier.c.started_at.is_not(None))
            .limit(1)
        )
        return bool(await self._rows(query))

    async def set_seats(self, session_id: int, seats: Sequence[StoredSeat]) -> None:
        """Replace all seats of a session at once. Raises NoSuchSession.

        Raises ValueError if a seat is listed twice, or holds both a person and a computer, or neither.
        """
        must_be_seats(seats)

        def change(connection: Connection) -> None:
            phase_of(connection, session_id)
            replace_seats(connection, session_id, seats)

        await self._write(change)

    async def start(self, session_id: int, at: int, seats: Sequence[StoredSeat] | None = None) -> None:
        """Leave the lobby and play; with `seats`, these replace the lobby's at the same time.

        Raises PhasePassed if it isn't in the lobby, NoSuchSession, and ValueError as `set_seats` does.
        """
        must_be_seats(seats or ())

        def change(connection: Connection) -> None:
            phase = phase_of(connection, session_id)
            if phase != "lobby":
                raise PhasePassed(session_id, phase)
            connection.execute(_of(session_id).values(phase="playing", started_at=at))
            if seats is not None:
                replace_seats(connection, session_id, seats)

        await self._write(change)

    async def end(self, session_id: int, phase: Phase, results: Sequence[Result], at: int) -> None:
        """End the session as 'finished' or 'stopped', save its results and free its channel, together.

        Raises PhasePassed if it ended before, NoSuchSession, and ValueError for an open phase or results
        of another session.
        """
        if phase not in ("finished", "stopped"):
            raise ValueError(f"A session ends finished or stopped, not {phase}.")
        statements = replaced(session_id, results)

        def change(connection: Connection) -> None:
            before = phase_of(connection, session_id)
            if before not in ("lobby", "playing"):
                raise PhasePassed(session_id, before)
            connection.execute(_of(session_id).values(phase=phase, ended_at=at))
            for statement in statements:
                connection.execute(statement)

        await self._write(change)

    async def finished_sessions(self) -> tuple[StoredSession, ...]:
        """Every session that was played to its end, in the order they ended."""
        query = select(_table).where(_table.c.phase == "finished").order_by(_table.c.ended_at, _table.c.id)
        return tuple(StoredSession(**row) for row in await self._rows(query))

    async def _session(self, query: Select[tuple[object, ...]]) -> StoredSession | None:
        rows = await self._rows(query)
        return StoredSession(**rows[0]) if rows else None


def must_be_seats(seats: Sequence[StoredSeat]) -> None:
    """Raises ValueError if a seat is listed twice, or holds both a person and a computer, or neither."""
    if len({seat.seat for seat in seats}) < len(seats):
        raise ValueError("Every seat stands once in the list.")
    if any((seat.user_id is None) == (seat.level is None) for seat in seats):
        raise ValueError("A seat holds either a person or a computer.")


def replace_seats(connection: Connection, session_id: int, seats: Sequence[StoredSeat]) -> None:
    """Put these in place of all seats of a session, inside a change."""
    connection.execute(delete(schema.seats).where(schema.seats.c.session_id == session_id))
    if seats:
        rows = [{"session_id": session_id, **asdict(seat)} for seat in seats]
        connection.execute(insert(schema.seats), rows)


def _opened(values: Mapping[str, Any], connection: Connection) -> StoredSession:
    """A new session with these values. Raises ChannelTaken."""
    try:
        with connection.begin_nested():
            made = connection.execute(insert(_table).values(values).returning(_table))
            return StoredSession(**made.mappings().one())
    except IntegrityError as error:
        # Read only its id: the rest of the row may be damaged.
        holder = _open_in(values["channel_id"]).with_only_columns(_table.c.id)
        raise ChannelTaken(connection.execute(holder).scalar_one()) from error


def _open_in(channel_id: int) -> Select[tuple[object, ...]]:
    return select(_table).where(_table.c.channel_id == channel_id, schema.is_open)


def _of(session_id: int) -> Update:
    return update(_table).where(_table.c.id == session_id)
