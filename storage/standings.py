"""Standings: leaderboards, profiles and past games, as they are read. `storage.counting` writes them."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Select, and_, func, or_, select

from storage import schema
from storage.counting import (
    ALL_GAMES,
    EVERYWHERE,
    PEOPLE,
    Count,
    Known,
    begun,
    is_counted,
    next_page,
    page_counted,
    progress,
    standing_of,
)
from storage.database import Work
from storage.packing import all_packed
from storage.stored import Result, Standing, StandingKey, StoredChange
from storage.subject import Subject

_table, _changes, _results, _sessions = (
    schema.standings,
    schema.rating_changes,
    schema.results,
    schema.sessions,
)
_people, _counted = schema.people, schema.counted


CHANCE = -1
"""Who has said the lines of chance."""

_DRAWN = ("deal ", "roll ", "tiles ", "toss ")


@dataclass(frozen=True, slots=True)
class Placed:
    """A standing with whose it is and its place, which those with an equal rank share."""

    key: StandingKey
    standing: Standing
    place: int

    @property
    def user_id(self) -> int:
        """Whose standing it is."""
        return self.key.user_id


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has ended, with its results by seat; they're empty if it counts for nothing."""

    session_id: int
    guild_id: int | None
    channel_id: int
    game: str
    edition: str
    started_at: int | None
    ended_at: int
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of chance, and of which game it is; options as they are stored."""

    session_id: int
    game: str
    options: str
    table_options: str
    text: str


@dataclass(frozen=True, slots=True)
class OpenTo:
    """A reader: who they are, and which channels they can read."""

    user_id: int
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often one person came in ahead of another, behind, and in the same place."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


class Standings(Subject):
    """Leaderboards, profiles and past games."""

    async def top(
        self,
        game: str | None,
        guild_id: int | None,
        *,
        ladder: str = PEOPLE,
        period: str = "",
        offset: int = 0,
        limit: int = 10,
    ) -> tuple[Placed, ...]:
        """This part of a leaderboard, best first.

        Game None is all games together, sorted by wins. Server None is everywhere: only those who want to be
        shown there are on it. The period is one of `periods_of` now: of past seasons and months only those
        who haven't played since are kept.
        """
        board = _on_board(game, guild_id, ladder, period)
        rows = (
            _listed(select(_table), guild_id)
            .where(board)
            .order_by(_table.c.rank, _table.c.user_id)
            .limit(limit)
            .offset(offset)
        )

        def read(connection: Connection) -> tuple[Placed, ...]:
            found = [standing_of(row) for row in connection.execute(rows).mappings()]
            if not found:
                return ()
            ahead = 0
            if offset:
                better = _listed(select(func.count()).select_from(_table), guild_id)
                ahead = connection.execute(better.where(board, _table.c.rank < found[0][1].rank)).scalar_one()
            placed: list[Placed] = []
            for at, (key, one) in enumerate(found):
                same = placed and placed[-1].standing.rank == one.rank
                place = placed[-1].place if same else (offset if at else ahead) + at + 1
                placed.append(Placed(key, one, place))
            return tuple(placed)

        return await self._database.read(read)

    async def count(
        self, game: str | None, guild_id: int | None, *, ladder: str = PEOPLE, period: str = ""
    ) -> int:
        """How many people are on a leaderboard; see `top`."""
        query = _listed(select(func.count()).select_from(_table), guild_id)
        found = await self._column(query.where(_on_board(game, guild_id, ladder, period)))
        return int(found[0])

    async def of(
        self,
        user_id: int,
        game: str | None,
        guild_id: int | None,
        *,
        ladder: str = PEOPLE,
        period: str = "",
    ) -> Placed | None:
        """A person's standing on a leaderboard, also if that doesn't show them; None if they have none."""
        found = await self._placed(
            guild_id, and_(_on_board(game, guild_id, ladder, period), _table.c.user_id == user_id)
        )
        return next(iter(found), None)

    async def all_of(self, user_id: int, guild_id: int | None) -> Known:
        """A person's standings of all time on all ladders, in every game and in all of them together."""
        query = select(_table).where(*_equal(_table.c, user_id=user_id, period=""))
        query = query.where(_table.c.guild_id == (guild_id or EVERYWHERE))
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return dict(map(standing_of, rows))

    async def firsts_of(self, user_id: int, guild_id: int | None, *, period: str) -> Known:
        """A person's standings between people in a period, as far as nobody's is better."""
        better = _table.alias()
        same = (better.c[name] == _table.c[name] for name in ("guild_id", "ladder", "game", "period"))
        is_ahead = (better.c.rank < _table.c.rank) & _is_somebody(better)
        beaten = select(better.c.rank).where(*same, is_ahead).exists()
        query = select(_table).where(*_equal(_table.c, user_id=user_id, period=period, ladder=PEOPLE))
        query = query.where(_table.c.guild_id == (guild_id or EVERYWHERE), ~beaten)
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return dict(map(standing_of, rows))

    async def changes(self, session_id: int) -> tuple[StoredChange, ...]:
        """How a game changed the ratings of its people in its server, or everywhere if it had none."""
        where = func.coalesce(_sessions.c.guild_id, EVERYWHERE) == _changes.c.guild_id
        query = (
            select(_changes)
            .join(_sessions, _sessions.c.id == _changes.c.session_id)
            .where(_changes.c.session_id == session_id, where)
        )
        return await self._all(StoredChange, query.order_by(_changes.c.user_id))

    async def course(
        self, user_id: int, game: str, guild_id: int | None, *, ladder: str = PEOPLE, most: int = 200
    ) -> tuple[StoredChange, ...]:
        """How a person's last rated games of this kind changed their rating, oldest first."""
        row = _changes.c
        mine = row.user_id == user_id, row.guild_id == (guild_id or EVERYWHERE)
        query = select(_changes).where(*mine, row.game == game, row.ladder == ladder)
        found = await self._all(StoredChange, query.order_by(row.at.desc()).limit(most))
        return found[::-1]

    async def games_of(
        self,
        *,
        user_id: int | None = None,
        channel_id: int | None = None,
        guild_id: int | None = None,
        game: str | None = None,
        open_to: OpenTo | None = None,
        offset: int = 0,
        limit: int = 10,
    ) -> tuple[FinishedGame, ...]:
        """Finished games, newest first: of a person, a channel, a server, or what fits all of these.

        A person's are those that count for them, and with `open_to` only those that this reader could see;
        the others also have games that count for nothing.
        """
        row, theirs = _sessions.c, _results.c
        if user_id is None:
            newest, number = row.ended_at, row.id
            query = select(newest, number).where(row.phase == "finished")
            query = query.where(*_equal(row, channel_id=channel_id, guild_id=guild_id, game=game))
        else:
            newest, number = theirs.ended_at, theirs.session_id
            query = select(newest, number).distinct()
            query = query.where(*_equal(theirs, user_id=user_id, guild_id=guild_id, game=game))
            if channel_id is not None or open_to is not None:
                query = query.join(_sessions, row.id == number)
                query = query.where(*_equal(row, channel_id=channel_id))
            if open_to is not None:
                own = _results.alias()
                played = select(own.c.seat).where(
                    own.c.session_id == number, own.c.user_id == open_to.user_id
                )
                query = query.where(row.channel_id.in_(open_to.channels) | played.exists())
        query = query.order_by(newest.desc(), number.desc()).limit(limit).offset(offset)
        return await self._database.read(lambda connection: _finished(connection, query))

    async def drawn(self, guild_id: int, most: int) -> tuple[DrawnLine, ...]:
        """What chance drew in the newest finished games of a server, game by game; no tries or duels.

        Of every line that begins with `deal`, `roll`, `tiles` or `toss`, in at most `most` games.
        """
        row, line = _sessions.c, schema.lines.c
        games = (
            select(row.id, row.game, row.options, row.table_options)
            .where(row.guild_id == guild_id, row.phase == "finished", row.day.is_(None), row.duel.is_(None))
            .order_by(row.ended_at.desc(), row.id.desc())
            .limit(most)
        )
        is_drawn = or_(*(line.text.startswith(verb) for verb in _DRAWN)), line.who == CHANCE

        def read(connection: Connection) -> tuple[DrawnLine, ...]:
            found = {one.id: one for one in connection.execute(games)}
            texts = select(line.session_id, line.text).where(line.session_id.in_(found), *is_drawn)
            drawn = [tuple(one) for one in connection.execute(texts.order_by(line.session_id, line.index))]
            for number, lines in all_packed(connection, [*found]):
                its = (one.text for one in lines if one.who == CHANCE and one.text.startswith(_DRAWN))
                drawn += [(number, text) for text in its]
            drawn.sort(key=itemgetter(0))
            return tuple(
                DrawnLine(number, game.game, game.options, game.table_options, text)
                for number, text in drawn
                for game in [found[number]]
            )

        return await self._database.read(read)

    async def against(
        self, user_id: int, other_id: int, guild_id: int | None, *, game: str | None = None
    ) -> HeadToHead:
        """How a person did in the games that another played too, in this server or everywhere."""
        mine, theirs = _results.alias(), _results.alias()
        query = (
            select(func.min(mine.c.place), func.min(theirs.c.place))
            .join(theirs, and_(*(mine.c[name] == theirs.c[name] for name in ("session_id", "ended_at"))))
            .where(*_equal(mine.c, user_id=user_id, guild_id=guild_id, game=game))
            .where(theirs.c.user_id == other_id)
            .group_by(mine.c.session_id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return HeadToHead(
            sum(own < other for own, other in rows),
            sum(own > other for own, other in rows),
            sum(own == other for own, other in rows),
        )

    async def most_met(self, user_id: int, guild_id: int | None) -> int | None:
        """Who else played most of a person's games, in this server or everywhere; None if nobody did."""
        mine, other = _results.alias(), _results.alias()
        query = (
            select(other.c.user_id)
            .join(mine, mine.c.session_id == other.c.session_id)
            .where(mine.c.user_id == user_id, other.c.user_id != user_id, _is_somebody(other))
            .group_by(other.c.user_id)
            .order_by(func.count(other.c.session_id.distinct()).desc(), func.max(other.c.ended_at).desc())
            .limit(1)
        )
        if guild_id is not None:
            query = query.where(mine.c.guild_id == guild_id)
        return next(iter(await self._column(query)), None)

    async def beaten(self, user_id: int, guild_id: int | None) -> frozenset[tuple[str, str]]:
        """Each game with each level of computers that a person has finished ahead of, here or everywhere."""
        mine, other = _results.alias(), _results.alias()
        query = (
            select(mine.c.game, other.c.level)
            .distinct()
            .join(other, mine.c.session_id == other.c.session_id)
            .where(mine.c.user_id == user_id, other.c.level.is_not(None), other.c.place > mine.c.place)
        )
        if guild_id is not None:
            query = query.where(mine.c.guild_id == guild_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return frozenset((game, level) for game, level in rows)

    async def against_levels(self, user_id: int, game: str) -> dict[str, tuple[int, int]]:
        """By level of a game's computers: how many games a person has won, and played, against it everywhere.

        They have won if they came in ahead of all computers of that level.
        """
        mine, other = _results.alias(), _results.alias()
        query = (
            select(other.c.level, func.min(mine.c.place), func.min(other.c.place))
            .join(mine, mine.c.session_id == other.c.session_id)
            .where(mine.c.user_id == user_id, mine.c.game == game, other.c.level.is_not(None))
            .group_by(other.c.level, other.c.session_id)
        )
        found: dict[str, tuple[int, int]] = {}
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        for level, own, theirs in rows:
            won, played = found.get(level, (0, 0))
            found[level] = won + (own < theirs), played + 1
        return found

    async def beaten_levels(self, user_id: int, game: str) -> frozenset[str]:
        """The levels of a game's computers that a person has won against anywhere, as others may see it.

        There are none of somebody who has hidden their profile.
        """
        people = schema.people
        hidden = select(people.c.profile_hidden).where(people.c.user_id == user_id)
        if await self._database.read(lambda connection: connection.scalar(hidden)):
            return frozenset()
        found = await self.against_levels(user_id, game)
        return frozenset(level for level, (won, _) in found.items() if won)

    async def names_of(self, user_ids: Collection[int]) -> dict[int, str]:
        """What these people were called when they last sat down, as far as they ever did."""
        name = select(schema.seats.c.name).order_by(schema.seats.c.session_id.desc()).limit(1)

        def read(connection: Connection) -> dict[int, str]:
            found = {one: connection.scalar(name.where(schema.seats.c.user_id == one)) for one in user_ids}
            return {one: called for one, called in found.items() if called is not None}

        return await self._database.read(read)

    async def changed_at(self) -> int | None:
        """When ratings by new rules took the place of older numbers; None if nobody saw older ones."""
        return next(iter(await self._column(select(_counted.c.changed_at))), None)

    async def is_counted(self, count: Count) -> bool:
        """Whether everything has been counted by these rules; see `begin_count`."""
        return await self._database.read(lambda connection: is_counted(connection, count))

    async def is_counting(self) -> bool:
        """Whether all results are being counted again, so that standings don't say everything yet."""
        return any(one is not None for one in await self._column(select(_counted.c.until_at)))

    async def progress(self) -> tuple[int, int]:
        """How many games have been counted, and how many there are."""
        return await self._database.read(progress)

    async def begin_count(self, count: Count, at: int, *, again: bool = False) -> None:
        """Start to count all results by these rules, or go on with such a count, unless `again`.

        `count_on` does it. `at` is now: see `changed_at`.
        """
        await self._in_turn(partial(begun, rules=count.rules, at=at, again=again))

    async def count_on(self, count: Count) -> bool:
        """Count the next games, in the order in which they ended. Whether there was anything left to do.

        Each such step takes a fraction of a second, and moves wait for a small part of it. It's all the same
        if other processes do it, too, or games end meanwhile.
        """
        if (found := await self._database.read(next_page)) is None:
            return False
        # In a thread, since a server's answers are read in that of the event loop.
        await asyncio.to_thread(found.page.count, count)
        await self._in_turn(partial(page_counted, next_one=found))
        return True

    async def count_again(self, count: Count, at: int) -> int:
        """Count all results from the first one on; returns how many games. See `begin_count`."""
        await self.begin_count(count, at, again=True)
        while await self.count_on(count):
            pass
        return (await self.progress())[0]

    async def _in_turn(self, change: Work[None]) -> None:
        """Make a change while no other process ends or counts a game."""

        def in_turn(connection: Connection) -> None:
            self._database.take_turns(connection)
            change(connection)

        await self._writer.run(in_turn, alone=True)

    async def _placed(self, guild_id: int | None, where: ColumnElement[bool]) -> tuple[Placed, ...]:
        better = _table.alias()
        ahead = (
            select(func.count())
            .select_from(better)
            .where(
                *(better.c[name] == _table.c[name] for name in ("guild_id", "ladder", "game", "period")),
                better.c.rank < _table.c.rank,
                _is_somebody(better),
            )
        )
        if guild_id is None:
            ahead = ahead.where(better.c.user_id.in_(_SHOWN))
        query = select(_table, ahead.scalar_subquery().label("ahead")).where(where)
        query = query.order_by(_table.c.ladder, _table.c.game)
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return tuple(Placed(*standing_of(row), row["ahead"] + 1) for row in rows)


_SHOWN = select(_people.c.user_id).where(_people.c.shown_everywhere)


def _is_somebody(table: FromClause) -> ColumnElement[bool]:
    """Whether a row is of somebody who hasn't deleted their data: former players have numbers below 0."""
    return table.c.user_id > 0


def _on_board(game: str | None, guild_id: int | None, ladder: str, period: str) -> ColumnElement[bool]:
    row = _table.c
    return and_(
        row.guild_id == (guild_id or EVERYWHERE),
        row.ladder == ladder,
        row.game == (game or ALL_GAMES),
        row.period == period,
        _is_somebody(_table),
    )


def _listed(query: Select[Any], guild_id: int | None) -> Select[Any]:
    """Only those who want to be on it, if it's the leaderboard of all servers."""
    return query.where(_table.c.user_id.in_(_SHOWN)) if guild_id is None else query


def _equal(row: Any, **values: object) -> list[ColumnElement[bool]]:
    """That these columns have these values; None leaves one out."""
    return [row[name] == value for name, value in values.items() if value is not None]


def _finished(connection: Connection, query: Select[Any]) -> tuple[FinishedGame, ...]:
    """The games whose numbers this query finds after when they ended, with their results."""
    numbers = [number for _, number in connection.execute(query)]
    row = _sessions.c
    columns = [row[one.name] for one in fields(FinishedGame) if one.name in row]
    found = select(row.id.label("session_id"), *columns).where(row.id.in_(numbers))
    games = {one["session_id"]: one for one in connection.execute(found).mappings()}
    seats = select(_results).where(_results.c.session_id.in_(numbers))
    ordered = seats.order_by(_results.c.session_id, _results.c.seat)
    results = [Result(**one) for one in connection.execute(ordered).mappings()]
    by_session = {number: tuple(its) for number, its in groupby(results, lambda one: one.session_id)}
    return tuple(FinishedGame(**games[one], results=by_session.get(one, ())) for one in numbers)
