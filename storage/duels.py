"""Duels: the same deal for two people, from the challenge to the result."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from storage import schema
from storage.sessions import LARGEST_ID, opened
from storage.stored import Duel, DuelSide, DuelState, StoredSeat, StoredSession, row_of
from storage.subject import Subject, columns_of

_sessions, _duels, _sides = schema.sessions, schema.duels, schema.duel_sides
_reminders, _results = schema.duel_reminders, schema.duel_results

OPEN: tuple[DuelState, ...] = ("asked", "playing")
OVER: tuple[DuelState, ...] = ("over", "expired")


class DuelReminder(NamedTuple):
    """A duel, and somebody who has to play it soon."""

    duel_id: int
    user_id: int


class Duels(Subject):
    """Who plays the same deal as whom."""

    async def challenge(self, new: Duel, most: int) -> Duel | None:
        """Save this challenge, whatever its number; None if the challenger has so many open duels already."""
        row = row_of(new)
        del row["id"]

        def change(connection: Connection) -> Duel | None:
            self._database.take_turns(connection)
            if _open(connection, new.challenger_id) >= most:
                return None
            made = connection.execute(insert(_duels).values(row).returning(_duels.c.id))
            return replace(new, id=made.scalar_one())

        return await self._writer.run(change, alone=True)

    async def posted(self, duel_id: int, message_id: int) -> None:
        """The challenge is this message."""
        statement = update(_duels).where(_duels.c.id == duel_id).values(message_id=message_id)
        await self._writer.run(lambda connection: connection.execute(statement))

    async def find(self, duel_id: int) -> Duel | None:
        """The duel with this number, or None."""
        if duel_id > LARGEST_ID:  # made up, and PostgreSQL would refuse to compare it
            return None
        return await self._one(Duel, select(*columns_of(Duel, _duels)).where(_duels.c.id == duel_id))

    async def open_of(self, user_id: int) -> tuple[Duel, ...]:
        """The challenges from and to this person, and the duels that they're playing, oldest first."""
        query = select(*columns_of(Duel, _duels)).where(_of(user_id), _duels.c.state.in_(OPEN))
        return await self._all(Duel, query.order_by(_duels.c.id))

    async def accept(self, duel_id: int, user_id: int, at: int, most: int) -> Duel | None:
        """This person accepts a challenge; returns the duel as it is then.

        It's unchanged if it isn't asked anymore, or asked of somebody else. None if they have so many open
        duels already, not counting challenges that name them.
        """

        def change(connection: Connection) -> Duel | None:
            self._database.take_turns(connection)
            query = select(*columns_of(Duel, _duels)).where(_duels.c.id == duel_id)
            found = Duel(**connection.execute(query).mappings().one())
            is_asked = found.state == "asked" and found.challenger_id != user_id
            if not is_asked or found.opponent_id not in (None, user_id):
                return found
            if _open(connection, user_id) >= most:
                return None
            now = replace(found, opponent_id=user_id, state="playing", accepted_at=at)
            values = {"opponent_id": user_id, "state": "playing", "accepted_at": at}
            connection.execute(update(_duels).where(_duels.c.id == duel_id).values(values))
            return now

        return await self._writer.run(change, alone=True)

    async def close(self, duel_id: int, state: DuelState, was: DuelState, at: int) -> bool:
        """End a duel like this if it `was` like that; whether it was."""
        its = (_duels.c.id == duel_id) & (_duels.c.state == was)
        statement = update(_duels).where(its).values(state=state, ended_at=at)
        return await self._writer.run(lambda connection: connection.execute(statement).rowcount > 0)

    async def begin(
        self, duel_id: int, guild_id: int | None, new: StoredSession, seats: Sequence[StoredSeat]
    ) -> StoredSession | None:
        """Begin this person's only table in a duel, or find the one they have begun.

        `new` is the table as it would be, whatever its number; its host plays it. So two devices or processes
        at once get the same table. None if the duel isn't played (anymore), and they haven't begun.
        """
        mine = (_sides.c.duel_id == duel_id) & (_sides.c.user_id == new.host_id)

        def change(connection: Connection) -> StoredSession | None:
            self._database.take_turns(connection)
            found = connection.scalar(select(_sides.c.session_id).where(mine))
            if found is None:
                if connection.scalar(select(_duels.c.state).where(_duels.c.id == duel_id)) != "playing":
                    return None
                found = opened(connection, new, seats)
                side = DuelSide(duel_id, new.host_id, found, guild_id)
                connection.execute(insert(_sides).values(row_of(side)))
            stored = connection.execute(select(_sessions).where(_sessions.c.id == found))
            return StoredSession(**stored.mappings().one())

        return await self._writer.run(change, alone=True)

    async def sides(self, duel_id: int) -> tuple[DuelSide, ...]:
        """The tables of those who have begun."""
        return await self._all(
            DuelSide, select(*columns_of(DuelSide, _sides)).where(_sides.c.duel_id == duel_id)
        )

    async def between(self, one: int, other: int, guild_id: int) -> dict[Duel, tuple[DuelSide, ...]]:
        """The duels of these two in a server that are over, oldest first, with the tables of each."""
        pair = (one, other)
        theirs = (
            _duels.c.challenger_id.in_(pair),
            _duels.c.opponent_id.in_(pair),
            _duels.c.guild_id == guild_id,
        )
        query = select(*columns_of(Duel, _duels)).where(*theirs, _duels.c.state.in_(OVER))
        found = await self._all(Duel, query.order_by(_duels.c.id))
        sides = await self._all(
            DuelSide,
            select(*columns_of(DuelSide, _sides)).where(_sides.c.duel_id.in_([one.id for one in found])),
        )
        return {duel: tuple(one for one in sides if one.duel_id == duel.id) for duel in found}

    async def to_tell(self) -> tuple[Duel, ...]:
        """The duels that were played and have ended, of which nobody was told yet, oldest first."""
        ended = _duels.c.accepted_at.is_not(None), _duels.c.ended_at.is_not(None), _duels.c.told_at.is_(None)
        return await self._all(Duel, select(*columns_of(Duel, _duels)).where(*ended).order_by(_duels.c.id))

    async def late(self, before: int) -> tuple[Duel, ...]:
        """The challenges from before this moment that wait, and duels that were accepted before it."""
        since = func.coalesce(_duels.c.accepted_at, _duels.c.created_at)
        query = select(*columns_of(Duel, _duels)).where(_duels.c.state.in_(OPEN), since < before)
        return await self._all(Duel, query.order_by(_duels.c.id))

    async def to_remind(self, before: int) -> tuple[DuelReminder, ...]:
        """Who isn't through with a duel accepted before this moment, and wasn't reminded, oldest first."""

        def waiting(person: ColumnElement[int]) -> Select[tuple[int, int]]:
            known = [
                exists().where(table.c.duel_id == _duels.c.id, table.c.user_id == person, *which)
                for table, which in ((_reminders, ()), (_sides, (_sides.c.ended_at.is_not(None),)))
            ]
            # Former players have numbers below 0.
            late = _duels.c.state == "playing", _duels.c.accepted_at < before, person > 0
            return select(_duels.c.id.label("duel_id"), person.label("user_id")).where(*late, ~or_(*known))

        found = union_all(waiting(_duels.c.challenger_id), waiting(_duels.c.opponent_id)).subquery()
        return await self._all(DuelReminder, select(found).order_by(found.c.duel_id))

    async def reminded(self, one: DuelReminder) -> None:
        """This person was reminded, or can't be."""
        row = one._asdict()
        await self._writer.run(lambda connection: self._database.insert_missing(connection, _reminders, row))

    async def told_so_far(self, duel_id: int) -> frozenset[int]:
        """Who was told how this one ended, while others weren't yet; 0 stands for its channel."""
        query = select(_results.c.user_id).where(_results.c.duel_id == duel_id)
        return frozenset(await self._column(query))

    async def note_told(self, duel_id: int, user_ids: Iterable[int]) -> None:
        """These were told how it ended, or can't be, and others weren't yet."""

        def change(connection: Connection) -> None:
            for one in user_ids:
                row = {"duel_id": duel_id, "user_id": one}
                self._database.insert_missing(connection, _results, row)

        await self._writer.run(change)

    async def told(self, duel_id: int, at: int) -> None:
        """Everybody was told how this one ended."""

        def change(connection: Connection) -> None:
            connection.execute(delete(_results).where(_results.c.duel_id == duel_id))
            connection.execute(update(_duels).where(_duels.c.id == duel_id).values(told_at=at))

        await self._writer.run(change)


def _of(user_id: int) -> ColumnElement[bool]:
    return or_(_duels.c.challenger_id == user_id, _duels.c.opponent_id == user_id)


def _open(connection: Connection, user_id: int) -> int:
    """How many open duels somebody has, not counting challenges that name them."""
    theirs = (_duels.c.challenger_id == user_id) | (
        (_duels.c.opponent_id == user_id) & (_duels.c.state == "playing")
    )
    return connection.scalar(select(func.count()).where(theirs, _duels.c.state.in_(OPEN))) or 0
