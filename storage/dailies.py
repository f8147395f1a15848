"""The game of the day: everybody's one try at it, how they came out, and the secret that deals it."""

import secrets
from collections.abc import Sequence
from dataclasses import fields

from sqlalchemy import Connection, insert, select

from storage import schema
from storage.sessions import seated
from storage.stored import StoredSeat, StoredSession, Try
from storage.subject import Subject, columns_of

_sessions, _tries, _shown, _pars = schema.sessions, schema.tries, schema.tries_shown, schema.pars
_secret = schema.daily_secret

SECRET_BYTES = 32


class Dailies(Subject):
    """Tries at the games of the day, by day and person."""

    async def secret(self) -> bytes:
        """32 bytes from which the seeds of all days are made: the same for ever, and in every process."""

        def change(connection: Connection) -> bytes:
            row = {"id": 1, "secret": secrets.token_bytes(SECRET_BYTES)}
            self._database.insert_missing(connection, _secret, row)
            return bytes(connection.execute(select(_secret.c.secret)).scalar_one())

        known = await self._column(select(_secret.c.secret))
        return bytes(known[0]) if known else await self._writer.run(change)

    async def begin(self, new: StoredSession, seats: Sequence[StoredSeat]) -> StoredSession:
        """Begin this person's only try at a day's game, or find the one they have begun.

        `new` is the table as it would be, whatever its number; its host plays its day. So two devices or
        processes at once get the same table.
        """
        names = {one.name for one in fields(StoredSession)} - {"id"}
        row = {name: getattr(new, name) for name in names}
        mine = (_tries.c.day == new.day) & (_tries.c.user_id == new.host_id)

        def change(connection: Connection) -> StoredSession:
            self._database.take_turns(connection)
            found = connection.scalar(select(_tries.c.session_id).where(mine))
            if found is None:
                made = connection.execute(insert(_sessions).values(row).returning(_sessions.c.id))
                found = made.scalar_one()
                for statement in seated(found, seats):
                    connection.execute(statement)
                tried = {"day": new.day, "user_id": new.host_id, "session_id": found}
                connection.execute(insert(_tries).values(tried))
            stored = connection.execute(select(_sessions).where(_sessions.c.id == found))
            return StoredSession(**stored.mappings().one())

        return await self._writer.run(change, alone=True)

    async def of(self, day: int, user_id: int) -> Try | None:
        """This person's try at this day's game, if they have begun it."""
        query = select(*columns_of(Try, _tries))
        return await self._one(Try, query.where(_tries.c.day == day, _tries.c.user_id == user_id))

    async def scored(self, day: int, guild_id: int | None = None) -> tuple[Try, ...]:
        """The tries that count, the best first, then the earliest; only those of a server if one is given."""
        query = select(*columns_of(Try, _tries)).where(_tries.c.day == day, _tries.c.score.is_not(None))
        if guild_id is not None:
            here = select(_shown.c.user_id).where(_shown.c.day == day, _shown.c.guild_id == guild_id)
            query = query.where(_tries.c.user_id.in_(here))
        return await self._all(Try, query.order_by(_tries.c.score.desc(), _tries.c.ended_at))

    async def days_of(self, user_id: int) -> tuple[int, ...]:
        """The days on which this person has a try that counts, the newest first."""
        query = select(_tries.c.day).where(_tries.c.user_id == user_id, _tries.c.score.is_not(None))
        return await self._column(query.order_by(_tries.c.day.desc()))

    async def show(self, day: int, guild_id: int, user_id: int) -> None:
        """Have this person's try in this server's table of the day."""
        row = {"day": day, "guild_id": guild_id, "user_id": user_id}
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _shown, row))

    async def par(self, day: int, game: str) -> int | None:
        """What par is on this day, if it's known."""
        query = select(_pars.c.score).where(_pars.c.day == day, _pars.c.game == game)
        return next(iter(await self._column(query)), None)

    async def set_par(self, day: int, game: str, score: int) -> None:
        """Save what par is, unless another process was faster."""
        row = {"day": day, "game": game, "score": score}
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _pars, row))
