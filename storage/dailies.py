"""The games of a day: everybody's one try at each, how they came out, and the secret that deals them."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, case, func, insert, select, update

from storage import schema
from storage.sessions import opened
from storage.stored import DailyDeal, StoredSeat, StoredSession, Summed, Try, row_of
from storage.subject import Subject, columns_of

_sessions, _tries, _shown, _pars = schema.sessions, schema.tries, schema.tries_shown, schema.pars
_secret, _hours = schema.daily_secret, schema.daily_hours

SECRET_BYTES = 32


class Dailies(Subject):
    """Tries at the games of the day, by day, game and person."""

    async def secret(self) -> bytes:
        """32 bytes from which the seeds of all days are made: the same for ever, and in every process."""

        def change(connection: Connection) -> bytes:
            row = {"id": 1, "secret": secrets.token_bytes(SECRET_BYTES)}
            self._database.insert_missing(connection, _secret, row)
            return bytes(connection.execute(select(_secret.c.secret)).scalar_one())

        known = await self._column(select(_secret.c.secret))
        return bytes(known[0]) if known else await self._writer.run(change)

    async def begin(
        self, new: StoredSession, seats: Sequence[StoredSeat], *, is_practice: bool
    ) -> StoredSession:
        """Begin this person's only try at a day's deal, or find the one they have begun.

        `new` is the table as it would be, whatever its number; its host plays its game of its day. So two
        devices or processes at once get the same table.
        """
        assert new.day is not None
        deal = DailyDeal(new.day, new.game)
        mine = _is(deal, _tries) & (_tries.c.user_id == new.host_id)

        def change(connection: Connection) -> StoredSession:
            self._database.take_turns(connection)
            found = connection.scalar(select(_tries.c.session_id).where(mine))
            if found is None:
                found = opened(connection, new, seats)
                tried = Try(deal.day, deal.game, new.host_id, found, is_practice)
                connection.execute(insert(_tries).values(row_of(tried)))
            stored = connection.execute(select(_sessions).where(_sessions.c.id == found))
            return StoredSession(**stored.mappings().one())

        return await self._writer.run(change, alone=True)

    async def of(self, deal: DailyDeal, user_id: int) -> Try | None:
        """This person's try at this deal, if they have begun it."""
        query = select(*columns_of(Try, _tries))
        return await self._one(Try, query.where(_is(deal, _tries), _tries.c.user_id == user_id))

    async def scored(self, deal: DailyDeal, guild_id: int | None = None) -> tuple[Try, ...]:
        """The tries that count, the best first, then the earliest; only those of a server if one is given."""
        return await self._all(Try, _ranked(deal, guild_id))

    async def best(self, deal: DailyDeal, guild_id: int | None = None) -> Try | None:
        """The first of these, if there are any."""
        return await self._one(Try, _ranked(deal, guild_id).limit(1))

    async def summed(self, days: range, guild_id: int, points: Sequence[int]) -> tuple[Summed, ...]:
        """This server's table of these days without practice, the best first.

        Each place of a day is worth its `points`, and all further ones the last of them.
        """
        is_here = and_(*(_shown.c[one] == _tries.c[one] for one in ("day", "game", "user_id")))
        is_in = (_shown.c.guild_id == guild_id) & _shown.c.day.between(days.start, days.stop - 1)
        place = func.rank().over(partition_by=(_tries.c.day, _tries.c.game), order_by=_tries.c.score.desc())
        placed = (
            select(_tries.c.user_id, place.label("place"))
            .join(_shown, is_here)
            .where(is_in, _tries.c.score.is_not(None), ~_tries.c.is_practice)
            .subquery()
        )
        worth = func.sum(case(dict(enumerate(points, 1)), value=placed.c.place, else_=points[-1]))
        query = select(
            placed.c.user_id,
            func.rank().over(order_by=worth.desc()).label("place"),
            worth.label("points"),
            func.sum(case((placed.c.place == 1, 1), else_=0)).label("won"),
            func.count().label("days"),
        ).group_by(placed.c.user_id)
        return await self._all(Summed, query.order_by("place", placed.c.user_id))

    async def days_of(self, user_id: int) -> tuple[int, ...]:
        """The days on which this person has a try that counts and isn't practice, the newest first."""
        is_theirs = _tries.c.user_id == user_id
        query = select(_tries.c.day).where(is_theirs, ~_tries.c.is_practice, _tries.c.score.is_not(None))
        return await self._column(query.order_by(_tries.c.day.desc()))

    async def show(self, deal: DailyDeal, guild_id: int, user_id: int) -> None:
        """Have this person's try in this server's table of the deal."""
        row = row_of(deal, guild_id=guild_id, user_id=user_id)
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _shown, row))

    async def servers_of(self, user_id: int, most: int) -> tuple[int, ...]:
        """The servers in whose tables this person has been, the latest first."""
        latest = func.max(_shown.c.day).desc()
        query = select(_shown.c.guild_id).where(_shown.c.user_id == user_id).group_by(_shown.c.guild_id)
        return await self._column(query.order_by(latest, _shown.c.guild_id).limit(most))

    async def note_hour(self, day: int, hour: int) -> None:
        """Save that people could play in this hour of the day, from 0."""
        row = {"day": day, "hour": hour}
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _hours, row))

    async def hours_up(self, since: int) -> dict[int, tuple[int, int]]:
        """In how many hours people could play, and in which last one, by day, from this day on."""
        counted = select(_hours.c.day, func.count(), func.max(_hours.c.hour)).where(_hours.c.day >= since)
        query = counted.group_by(_hours.c.day)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {day: (count, last) for day, count, last in rows}

    async def set_squares(self, deal: DailyDeal, user_id: int, squares: str) -> None:
        """Save how this person's try went, a letter a square."""
        change = update(_tries).where(_is(deal, _tries), _tries.c.user_id == user_id).values(squares=squares)
        await self._writer.run(lambda connection: connection.execute(change))

    async def par(self, deal: DailyDeal) -> int | None:
        """What par is for this deal, if it's known."""
        query = select(_pars.c.score).where(_is(deal, _pars))
        return next(iter(await self._column(query)), None)

    async def set_par(self, deal: DailyDeal, score: int) -> None:
        """Save what par is, unless another process was faster."""
        row = row_of(deal, score=score)
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _pars, row))


def _ranked(deal: DailyDeal, guild_id: int | None) -> Select[Any]:
    query = select(*columns_of(Try, _tries)).where(_is(deal, _tries), _tries.c.score.is_not(None))
    if guild_id is not None:
        here = select(_shown.c.user_id).where(_is(deal, _shown), _shown.c.guild_id == guild_id)
        query = query.where(_tries.c.user_id.in_(here))
    return query.order_by(_tries.c.score.desc(), _tries.c.ended_at, _tries.c.session_id)


def _is(deal: DailyDeal, table: Table) -> ColumnElement[bool]:
    """Whether a row of this table is about this deal."""
    return (table.c.day == deal.day) & (table.c.game == deal.game)
