"""Stays: who had which seat of a session, from which line on."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from storage.connected import Connected, phase_of
from storage.errors import SeatsChanged
from storage.schema import notebooks
from storage.schema import stays as _table
from storage.sessions import must_be_seats, replace_seats
from storage.stored import StoredSeat, StoredStay


class Stays(Connected):
    """The part of the archive that remembers who sat where, once a seat has changed hands."""

    async def stays(self, session_id: int) -> tuple[StoredStay, ...]:
        """The stays in the order they began; empty while every seat still has its first player."""
        stay = _table.c
        columns = (stay.seat, stay.since, stay.user_id, stay.level, stay.name, stay.is_open)
        query = select(*columns).where(stay.session_id == session_id).order_by(stay.index)
        return tuple(StoredStay(**row) for row in await self._rows(query))

    async def change_hands(
        self,
        session_id: int,
        seats: Sequence[StoredSeat],
        known: int,
        stays: Sequence[StoredStay],
        unmarked: Collection[int] = (),
    ) -> None:
        """Replace all seats, and save these stays after the `known` ones, together.

        Empties the notebooks of the seats in `unmarked`, which belonged to somebody else. Raises
        SeatsChanged if another process was faster, NoSuchSession, and ValueError as `set_seats` does.
        """
        must_be_seats(seats)
        rows = [
            {"session_id": session_id, "index": known + number, **asdict(stay)}
            for number, stay in enumerate(stays)
        ]

        def change(connection: Connection) -> None:
            phase_of(connection, session_id)
            try:
                connection.execute(insert(_table), rows)
            except IntegrityError as error:
                raise SeatsChanged(session_id) from error
            replace_seats(connection, session_id, seats)
            old = (notebooks.c.session_id == session_id) & notebooks.c.seat.in_(unmarked)
            connection.execute(delete(notebooks).where(old))

        await self._write(change)
