"""Games that are over, to be taken from one database to another: a server's, one by one."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from storage import schema
from storage.record import results_replaced
from storage.sessions import opened
from storage.stored import Result, StoredLine, StoredSeat, StoredSession, StoredStay, row_of
from storage.subject import Subject

_sessions, _stays, _lines = schema.sessions, schema.stays, schema.lines


class Transfer(Subject):
    """Taking games out and in. Results aren't counted in the standings here: count them all again."""

    async def over_in(self, guild_id: int) -> tuple[int, ...]:
        """The numbers of the games that were played in a server and are over, in the order they ended."""
        row = _sessions.c
        over = row.started_at.is_not(None), row.ended_at.is_not(None), row.guild_id == guild_id
        return await self._column(select(row.id).where(*over).order_by(row.ended_at, row.id))

    async def seeds(self) -> frozenset[bytes]:
        """The seeds of all games, wherever they were played: two games never have the same by chance."""
        return frozenset(await self._column(select(_sessions.c.seed)))

    async def take_in(
        self,
        new: StoredSession,
        seats: Sequence[StoredSeat],
        stays: Sequence[StoredStay],
        lines: Sequence[StoredLine],
        results: Sequence[Result],
    ) -> None:
        """Save a game that is over, whatever its number. The results may have any session.

        Raises ValueError as `Sessions.set_seats` does.
        """

        def change(connection: Connection) -> None:
            self._database.take_turns(connection)
            number = opened(connection, new, seats)
            for table, values in ((_stays, stays), (_lines, lines)):
                rows = [row_of(one, session_id=number) for one in values]
                if table is _stays:
                    rows = [one | {"index": index} for index, one in enumerate(rows)]
                if rows:
                    connection.execute(insert(table), rows)
            own = [row_of(one) | {"session_id": number} for one in results]
            for statement in results_replaced(number, [Result(**one) for one in own]):  # type: ignore[arg-type]
                connection.execute(statement)

        await self._writer.run(change, alone=True)
