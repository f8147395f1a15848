"""Sessions: opened in a channel, filled with seats, started, ended; never deleted."""

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace

from sqlalchemy import (
    Connection,
    Executable,
    Select,
    and_,
    delete,
    false,
    func,
    insert,
    select,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError

from storage import schema
from storage.counting import Count, counted_now
from storage.duel_ends import side_ended
from storage.errors import ChannelTaken, PhasePassed, SeatsChanged
from storage.order import noted
from storage.privacy import forget_at, formers_of
from storage.record import results_replaced
from storage.stored import (
    EndedGame,
    LoggedAction,
    OpenLobby,
    OpenTable,
    Phase,
    PlayedTable,
    Result,
    StoredLine,
    StoredSeat,
    StoredSession,
    StoredStay,
    row_of,
)
from storage.subject import Subject, columns_of, phase_of, replaced, session_changed

_table, _seats, _stays = schema.sessions, schema.seats, schema.stays

LARGEST_ID = 2**31 - 1
"""The largest value of an integer column on PostgreSQL."""


class Sessions(Subject):
    """Which games are played where, and by whom."""

    async def open(
        self, new: StoredSession, seats: Sequence[StoredSeat] = (), lines: Sequence[StoredLine] = ()
    ) -> StoredSession:
        """Save a new table, in its lobby or begun already, with all of this; it gets a number of its own.

        Raises ChannelTaken with the number of the table that has the channel, also if another process was
        faster. Raises ValueError for a seed that isn't 32 bytes.
        """
        if len(new.seed) != 32:
            raise ValueError("A session's seed is 32 bytes long.")

        def change(connection: Connection) -> StoredSession:
            try:
                with connection.begin_nested():
                    number = opened(connection, new, seats)
            except IntegrityError as error:
                # Read only its id: the rest of the row may be damaged.
                holder = select(_table.c.id).where(
                    _table.c.channel_id == new.channel_id, schema.takes_channel
                )
                raise ChannelTaken(connection.execute(holder).scalar_one()) from error
            if lines:
                connection.execute(insert(schema.lines), [row_of(one, session_id=number) for one in lines])
            return replace(new, id=number)

        return await self._writer.run(change)

    async def find(self, session_id: int) -> StoredSession | None:
        """The session of that id, or None."""
        if session_id > LARGEST_ID:  # made up, and PostgreSQL would refuse to compare it
            return None
        return await self._one(StoredSession, select(_table).where(_table.c.id == session_id))

    async def open_tables(self, shard: int = 0, of: int = 1) -> tuple[OpenTable, ...]:
        """All sessions in their lobby or being played, oldest first. A damaged one doesn't hide the others.

        Only those of one shard if there are several: see `Shards.shard_of`.
        """
        lines = schema.lines.c.session_id == _table.c.id
        count = select(func.count()).where(lines).scalar_subquery()
        rests = func.coalesce(_table.c.rests_at == count, false()).label("rests")
        columns = _table.c.id, _table.c.guild_id, _table.c.channel_id, _table.c.game, _table.c.edition, rests
        query = select(*columns).where(schema.is_open).order_by(_table.c.id)
        if of > 1:
            query = query.where(schema.in_shard(shard, of))
        return await self._all(OpenTable, query)

    async def owing_ends(self, since: int, shard: int = 0, of: int = 1) -> tuple[int, ...]:
        """The games that have ended `since` then and whose last board still has to be shown, oldest first.

        Not those where the bot can only answer. Only those of one shard if there are several: see
        `Shards.shard_of`.
        """
        is_owed = _table.c.owes_end, ~_table.c.answers_only, _table.c.ended_at >= since
        query = select(_table.c.id).where(*is_owed).order_by(_table.c.id)
        return await self._column(query.where(schema.in_shard(shard, of)) if of > 1 else query)

    async def end_shown(self, session_id: int) -> None:
        """Save that its last board was shown, or never can be. Raises NoSuchSession."""
        await self._set(session_id, owes_end=False)

    async def set_missing(self, session_id: int, since: int | None) -> None:
        """Save since when Discord hasn't known the session's channel; None if it does.

        Raises NoSuchSession.
        """
        await self._set(session_id, missing_since=since)

    async def played_in(self, guild_id: int, limit: int) -> tuple[PlayedTable, ...]:
        """The games under way in a server, those that started last first."""
        board = and_(schema.messages.c.session_id == _table.c.id, schema.messages.c.purpose == "board")
        message = select(schema.messages.c.message_id).where(board).scalar_subquery()
        columns = _table.c.id, _table.c.channel_id, _table.c.game, _table.c.started_at
        query = select(*columns, message.label("message_id")).order_by(
            _table.c.started_at.desc(), _table.c.id
        )
        playing = _table.c.guild_id == guild_id, _table.c.phase == "playing"
        return await self._all(PlayedTable, query.where(*playing).limit(limit))

    async def open_ids_of(self, user_id: int) -> tuple[int, ...]:
        """The open sessions at which this person has a seat or has had one, oldest first."""
        return await self._column(_at_which(user_id).where(schema.is_open).order_by(_table.c.id))

    async def has_table_in(self, guild_id: int, user_id: int) -> bool:
        """Whether this person has or has had a seat at an open session of this server."""
        here = schema.is_open, _table.c.guild_id == guild_id
        return bool(await self._column(_at_which(user_id).where(*here).limit(1)))

    async def lobbies_of(self, host_id: int) -> tuple[OpenLobby, ...]:
        """The open lobbies that this person hosts, oldest first."""
        query = select(*columns_of(OpenLobby, _table)).order_by(_table.c.id)
        return await self._all(OpenLobby, query.where(_table.c.phase == "lobby", _table.c.host_id == host_id))

    async def lobbies_before(self, at: int) -> tuple[int, ...]:
        """The open lobbies that were opened before this time, oldest first."""
        query = select(_table.c.id).order_by(_table.c.id)
        return await self._column(query.where(_table.c.phase == "lobby", _table.c.created_at < at))

    async def finished(self, at_once: int = 1_000) -> AsyncIterator[StoredSession]:
        """Every session that was played to its end, by number; so many are read at once."""
        query, last = select(_table).where(_table.c.phase == "finished").order_by(_table.c.id), 0
        while some := await self._all(StoredSession, query.where(_table.c.id > last).limit(at_once)):
            for one in some:
                yield one
            last = some[-1].id

    async def count_finished(self) -> int:
        """How many sessions were played to their end."""
        query = select(func.count()).where(_table.c.phase == "finished")
        return await self._database.read(lambda connection: connection.scalar(query) or 0)

    async def ended_in(self, channel_id: int, most: int = 25) -> tuple[EndedGame, ...]:
        """The games that have ended in this channel, the last one first, at most so many."""
        over = _table.c.started_at.is_not(None) & _table.c.ended_at.is_not(None)
        query = select(*columns_of(EndedGame, _table)).where(_table.c.channel_id == channel_id, over)
        return await self._all(
            EndedGame, query.order_by(_table.c.ended_at.desc(), _table.c.id.desc()).limit(most)
        )

    async def set_host(self, session_id: int, user_id: int) -> None:
        """Hand the session over. Raises NoSuchSession."""
        await self._set(session_id, host_id=user_id)

    async def set_options(self, session_id: int, options: str) -> None:
        """Replace the options, JSON text. Raises NoSuchSession."""
        await self._set(session_id, options=options)

    async def set_table_options(
        self, session_id: int, options: str, action: LoggedAction | None = None
    ) -> None:
        """Replace the table's own options, JSON text, and note this with it. Raises NoSuchSession."""
        await self._write_of(session_id, session_changed(session_id, table_options=options), *noted(action))

    async def start(self, session_id: int, at: int, seats: Sequence[StoredSeat] | None = None) -> None:
        """Leave the lobby and play; with `seats`, these replace the lobby's at the same time.

        Raises PhasePassed if it isn't in the lobby, NoSuchSession, and ValueError as `set_seats` does.
        """
        replaces = () if seats is None else seated(session_id, seats)
        playing = session_changed(session_id, phase="playing", started_at=at)
        await self._write_of(session_id, playing, *replaces, phases=("lobby",))

    async def end(
        self,
        session_id: int,
        phase: Phase,
        results: Sequence[Result],
        at: int,
        count: Count | None = None,
        score: int | None = None,
        action: LoggedAction | None = None,
        *,
        owes_end: bool = False,
    ) -> None:
        """End the session as 'finished' or 'stopped', save its results and free its channel, together.

        With `owes_end`, its last board is still to be shown: see `end_shown`. With `count`, the results are
        counted in the standings, too. `score` is how a try at a given deal came out; None if it doesn't
        count. A duel is over with the second of its tables. The `action` is noted. A game with results ends
        after all that ended before it: later than `at` if it has to, and then its results say so. People who
        have deleted their data are forgotten here.

        Raises PhasePassed if it ended before, NoSuchSession, and ValueError for an open phase or results of
        another session.
        """
        if phase not in ("finished", "stopped"):
            raise ValueError(f"A session ends finished or stopped, not {phase}.")
        results_replaced(session_id, results)  # may refuse them

        def change(connection: Connection) -> None:
            now = at
            if results:
                self._database.take_turns(connection)
                last = connection.scalar(select(func.max(_table.c.ended_at)))
                now = at if last is None else max(at, last + 1)
            if (had := phase_of(connection, session_id)) not in ("lobby", "playing"):
                raise PhasePassed(session_id, had)
            connection.execute(session_changed(session_id, phase=phase, ended_at=now, owes_end=owes_end))
            if score is not None:
                tried = schema.tries.c.session_id == session_id
                connection.execute(update(schema.tries).where(tried).values(score=score, ended_at=now))
            side_ended(connection, session_id, score, now)
            formers = formers_of(connection, session_id)
            people = {one.user_id: formers.get(one.user_id or 0, one.user_id) for one in results}
            ended = tuple(replace(one, ended_at=now, user_id=people[one.user_id]) for one in results)
            for statement in results_replaced(session_id, ended):
                connection.execute(statement)
            if count is not None:
                counted_now(connection, ended, count)
            forget_at(connection, session_id, formers)
            for statement in noted(action):
                connection.execute(statement)

        await self._writer.run(change, alone=bool(results))

    async def seats(self, session_id: int) -> tuple[StoredSeat, ...]:
        """The seats in their order; empty if nobody sits there."""
        return await self._of(session_id, StoredSeat, _seats)

    async def set_seats(self, session_id: int, seats: Sequence[StoredSeat]) -> None:
        """Replace all seats of a session at once. Raises NoSuchSession.

        Raises ValueError if a seat is listed twice, or holds both a person and a computer, or neither.
        """
        await self._write_of(session_id, *seated(session_id, seats))

    async def stays(self, session_id: int) -> tuple[StoredStay, ...]:
        """The stays in the order they began; empty while every seat still has its first player."""
        return await self._of(session_id, StoredStay, _stays)

    async def change_hands(
        self,
        session_id: int,
        seats: Sequence[StoredSeat],
        known: int,
        stays: Sequence[StoredStay],
        unmarked: Collection[int] = (),
    ) -> bool:
        """Replace all seats, and save these stays after the `known` ones, together.

        Empties the notebooks of the seats in `unmarked`, which belonged to somebody else. Returns whether
        somebody is forgotten here who had deleted their data and now has no seat anymore. Raises
        SeatsChanged if another process was faster, NoSuchSession, and ValueError as `set_seats` does.
        """
        rows = [row_of(stay, session_id=session_id, index=n) for n, stay in enumerate(stays, known)]
        moved, book = insert(_stays).values(rows), schema.notebooks
        unmark = delete(book).where(book.c.session_id == session_id, book.c.seat.in_(unmarked))
        statements = moved, *seated(session_id, seats), unmark
        seated_now = {one.user_id for one in seats}

        def change(connection: Connection) -> bool:
            phase_of(connection, session_id)
            for statement in statements:
                connection.execute(statement)
            formers = formers_of(connection, session_id)
            had = set(connection.scalars(select(_stays.c.user_id).where(_stays.c.session_id == session_id)))
            gone = {one: former for one, former in formers.items() if one in had - seated_now}
            forget_at(connection, session_id, gone)
            return bool(gone)

        try:
            return await self._writer.run(change)
        except IntegrityError as error:
            raise SeatsChanged(session_id) from error

    async def has_had_seat(self, session_id: int, user_id: int) -> bool:
        """Whether this person has a seat at this session or has had one."""
        return bool(await self._column(_at_which(user_id).where(_table.c.id == session_id)))

    async def has_played_before(self, user_id: int, session_id: int) -> bool:
        """Whether they had a seat in a session of the same game that had started when this one was opened."""
        this, earlier = _table.alias(), _table.alias()
        query = (
            select(earlier.c.id)
            .join(_seats, _seats.c.session_id == earlier.c.id)
            .join(this, this.c.game == earlier.c.game)
            .where(_seats.c.user_id == user_id, this.c.id == session_id)
            .where(earlier.c.id < session_id, earlier.c.started_at <= this.c.created_at)
            .limit(1)
        )
        return bool(await self._column(query))


def _at_which(user_id: int) -> Select[tuple[int]]:
    """The ids of the sessions at which this person has a seat or has had one."""
    theirs = [select(one.c.session_id).where(one.c.user_id == user_id) for one in (_seats, _stays)]
    return select(_table.c.id).where(_table.c.id.in_(union(*theirs)))


def opened(connection: Connection, new: StoredSession, seats: Sequence[StoredSeat]) -> int:
    """Save this table with its seats inside a change, whatever its number; returns the number it gets."""
    row = row_of(new)
    del row["id"]
    number: int = connection.execute(insert(_table).values(row).returning(_table.c.id)).scalar_one()
    for statement in seated(number, seats):
        connection.execute(statement)
    return number


def seated(session_id: int, seats: Sequence[StoredSeat]) -> tuple[Executable, ...]:
    """The statements for `set_seats`. Raises the same ValueError."""
    if len({seat.seat for seat in seats}) < len(seats):
        raise ValueError("Every seat stands once in the list.")
    if any((seat.user_id is None) == (seat.level is None) for seat in seats):
        raise ValueError("A seat holds either a person or a computer.")
    return replaced(session_id, _seats, seats)
