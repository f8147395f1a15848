"""Counting: what each finished game changes in the standings, in one order for all.

What a game changes is up to a pure function that the bot hands in (a `Count`). It's called in the transaction
that ends the game, one game after the other, also if several processes end games. So counting all results
again in their order gives the same rows.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from itertools import combinations, groupby
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)

from storage import schema
from storage.stored import Result, Standing, StandingKey, StoredChange, row_of
from storage.subject import columns_of

EVERYWHERE = 0
"""Stands for all servers together."""

ALL_GAMES = "all"
"""Stands for all games together: they have no rating."""

PEOPLE, COMPUTERS = "people", "computers"
"""The ladders: games between people, and games with a computer at the table."""

WEEK = 7 * 24 * 60 * 60 * 1000
"""In milliseconds."""

MET_WITHIN = 2 * WEEK
"""For so long it counts that the same two people have met."""

_table, _changes, _results, _counted = (
    schema.standings,
    schema.rating_changes,
    schema.results,
    schema.counted,
)

Known: TypeAlias = Mapping[StandingKey, Standing]

Met: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""When two people had rated games with each other in the two weeks before, oldest first.

In milliseconds since the epoch; the smaller id stands first.
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a game changes: standings, and ratings."""

    standings: Known
    changes: tuple[StoredChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """How a finished game is counted.

    `count` is pure: it's given the game's results, the standings of its people as far as there are any, and
    how often they met. `rules` names its rules: once that changes, everything is counted again.
    """

    count: Callable[[Sequence[Result], Known, Met], Counted]
    rules: str


def ladder_of(results: Sequence[Result]) -> str:
    """The ladder that a game counts for."""
    return PEOPLE if all(one.level is None for one in results) else COMPUTERS


def periods_of(at: int) -> tuple[str, str, str]:
    """The periods of an instant: all time, the season such as `2026-Q4`, and the month such as `2026-11`."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return "", f"{day.year}-Q{(day.month + 2) // 3}", f"{day:%Y-%m}"


def keys_of(results: Sequence[Result]) -> tuple[StandingKey, ...]:
    """The standings that a game counts for."""
    (first, *_), ladder, periods = results, ladder_of(results), periods_of(results[0].ended_at)
    guilds = dict.fromkeys([EVERYWHERE, first.guild_id or EVERYWHERE])
    return tuple(
        StandingKey(guild_id, ladder, game, period, user_id)
        for guild_id in guilds
        for user_id in sorted({one.user_id for one in results if one.user_id is not None})
        for game in (first.game, ALL_GAMES)
        for period in periods
    )


def counted_now(connection: Connection, results: Sequence[Result], count: Count) -> None:
    """Inside a change: count a game that has just ended. No other may be counted until the change ends."""
    keys = keys_of(results) if results else ()
    if not keys:
        return
    found = connection.execute(select(_table).where(_any_of(keys, *StandingKey._fields))).mappings()
    known = dict(map(standing_of, found))
    _write(connection, count.count(results, known, _met(connection, results)))
    connection.execute(update(_counted).values(games=_counted.c.games + 1))


def _any_of(keys: Sequence[StandingKey], *names: str) -> ColumnElement[bool]:
    """That these columns have a value that they have in one of the keys."""
    return and_(*(_table.c[name].in_({getattr(one, name) for one in keys}) for name in names))


def standing_of(row: Mapping[Any, Any]) -> tuple[StandingKey, Standing]:
    """The standing in a row, with whose it is."""
    key = StandingKey(*(row[name] for name in StandingKey._fields))
    return key, Standing(*(row[one.name] for one in fields(Standing)))


def _met(connection: Connection, results: Sequence[Result]) -> Met:
    people = {one.user_id for one in results if one.user_id is not None}
    if len(people) < 2:
        return {}
    one, other, first = _changes.alias(), _changes.alias(), results[0]
    query = select(one.c.user_id, other.c.user_id, one.c.at).where(
        one.c.session_id == other.c.session_id,
        one.c.user_id < other.c.user_id,
        *(each.c.guild_id == EVERYWHERE for each in (one, other)),
        *(each.c.user_id.in_(people) for each in (one, other)),
        one.c.game == first.game,
        one.c.ladder == ladder_of(results),
        one.c.at > first.ended_at - MET_WITHIN,
    )
    found = defaultdict[tuple[int, int], list[int]](list)
    for low, high, at in connection.execute(query.order_by(one.c.at)):
        found[low, high].append(at)
    return found


def _write(connection: Connection, made: Counted) -> None:
    """Write what one game changes."""
    rows = [{**key._asdict(), **row_of(one)} for key, one in made.standings.items()]
    # Of their earlier seasons and months, too: those aren't kept.
    theirs = _any_of(list(made.standings), "guild_id", "ladder", "game", "user_id")
    connection.execute(delete(_table).where(theirs))
    connection.execute(insert(_table), rows)
    if made.changes:
        connection.execute(insert(_changes), [row_of(one) for one in made.changes])


ROWS_AT_ONCE = 5_000
"""How many rows are read or written by one statement."""


class Counting:
    """Everything counted from the first result on, in memory."""

    def __init__(self, count: Count) -> None:
        self._count = count
        self._last = (-1, -1)
        """When the last game that was read ended, and its session."""
        self.standings = Rows[StandingKey](_table, Standing)
        self.changes = Rows[tuple[int, int, int]](_changes, StoredChange)
        self._meetings: dict[tuple[str, str, int, int], list[int]] = {}
        self.games = 0

    def read(self, connection: Connection) -> list[Result]:
        """The results of the next games, in the order in which they ended; empty if there are no more."""
        row = _results.c
        order = row.ended_at, row.session_id
        next_ones = select(*order).distinct().where(tuple_(*order) > tuple_(*self._last)).order_by(*order)
        games = connection.execute(next_ones.limit(ROWS_AT_ONCE)).all()
        if not games:
            return []
        within = tuple_(*order) > tuple_(*self._last), tuple_(*order) <= tuple_(*games[-1])
        found = connection.execute(select(_results).where(*within).order_by(*order, row.seat)).mappings()
        return [Result(**one) for one in found]

    def add(self, results: Sequence[Result]) -> None:
        """Count these games."""
        for (at, session_id), seats in groupby(results, lambda one: (one.ended_at, one.session_id)):
            self._last = at, session_id
            self._add(tuple(seats))

    def _add(self, results: Sequence[Result]) -> None:
        keys = keys_of(results)
        if not keys:
            return
        standings = self.standings.wanted
        known = {key: standings[key] for key in keys if key in standings}
        made = self._count.count(results, known, self._met(results))
        for key, had in known.items():
            for period in periods_of(had.last_at):
                standings.pop(key._replace(period=period), None)
        standings.update(made.standings)
        for one in made.changes:
            self.changes.wanted[one.session_id, one.guild_id, one.user_id] = one
        rated = sorted(one.user_id for one in made.changes if one.guild_id == EVERYWHERE)
        for pair in combinations(rated, 2):
            self._meetings.setdefault((results[0].game, ladder_of(results), *pair), []).append(
                results[0].ended_at
            )
        self.games += 1

    def _met(self, results: Sequence[Result]) -> Met:
        people = sorted({one.user_id for one in results if one.user_id is not None})
        game, ladder, since = results[0].game, ladder_of(results), results[0].ended_at - MET_WITHIN
        found = {pair: self._meetings.get((game, ladder, *pair), []) for pair in combinations(people, 2)}
        return {pair: times[bisect_right(times, since) :] for pair, times in found.items()}

    def compare_these(self, connection: Connection, results: Sequence[Result]) -> None:
        """Compare what these games, which ended after everything was compared, have changed."""
        for session_id, seats in groupby(results, lambda one: one.session_id):
            keys = keys_of(tuple(seats))
            query = select(_table).where(_any_of(keys, "guild_id", "ladder", "game", "user_id"))
            self.standings.take_again(connection.execute(query).mappings(), keys)
            places = [(session_id, key.guild_id, key.user_id) for key in keys if not key.period]
            query = select(_changes).where(_changes.c.session_id == session_id)
            self.changes.take_again(connection.execute(query).mappings(), places)

    def write(self, connection: Connection, at: int) -> None:
        """Make the rows in storage equal to these."""
        self.standings.write(connection)
        self.changes.write(connection)
        had = connection.execute(select(_counted)).mappings().one_or_none()
        is_new = had is None or had["rules"] != self._count.rules
        changed_at = at if is_new and self.games else None if had is None else had["changed_at"]
        now = {"id": 1, "rules": self._count.rules, "games": self.games, "changed_at": changed_at}
        if had is None or dict(had) != now:
            connection.execute(delete(_counted))
            connection.execute(insert(_counted), now)


K = TypeVar("K", bound=tuple[Any, ...])


class Rows(Generic[K]):
    """The rows that a table should have, by their keys, compared with those it has."""

    def __init__(self, table: Table, kind: type[Any]) -> None:
        self.wanted: dict[K, Any] = {}
        """A value of this kind for each key."""
        self._table = table
        self._key = [column.name for column in table.primary_key]
        self._columns = columns_of(kind, table)
        self._has: set[K] = set()
        self._gone: list[K] = []
        self._missing: list[K] = []
        self._again: set[K] = set()
        self._gone_again: set[K] = set()
        self._missing_again: set[K] = set()
        self._last: tuple[Any, ...] | None = None

    def page(self, connection: Connection) -> Sequence[Mapping[Any, Any]]:
        """The next rows of the table, to be taken; empty if there are no more."""
        key = list(self._table.primary_key)
        query = select(self._table).order_by(*key).limit(ROWS_AT_ONCE)
        if self._last is not None:
            query = query.where(tuple_(*key) > tuple_(*self._last))
        rows = connection.execute(query).mappings().all()
        if rows:
            self._last = tuple(rows[-1][name] for name in self._key)
        return rows

    def take(self, rows: Iterable[Mapping[Any, Any]]) -> None:
        """Compare these rows."""
        for row in rows:
            key = self._key_of(row)
            if self._is_as_wanted(key, row):
                self._has.add(key)
            else:
                self._gone.append(key)

    def settle(self) -> None:
        """Find out what has to be written, once all rows have been taken."""
        self._missing = sorted(self.wanted.keys() - self._has)

    def take_again(self, rows: Iterable[Mapping[Any, Any]], keys: Sequence[K]) -> None:
        """Compare the rows that these keys have now, in place of what was found before."""
        there = {self._key_of(row): row for row in rows}
        right = {key for key, row in there.items() if self._is_as_wanted(key, row)}
        self._again.update(there, keys)
        self._gone_again.update(there.keys() - right)
        self._missing_again.update(key for key in keys if key in self.wanted and key not in right)

    def _key_of(self, row: Mapping[Any, Any]) -> Any:
        return tuple(row[name] for name in self._key)

    def _is_as_wanted(self, key: K, row: Mapping[Any, Any]) -> bool:
        value = self.wanted.get(key)
        return value is not None and all(row[one] == getattr(value, one.name) for one in self._columns)

    def write(self, connection: Connection) -> None:
        """Change the table where it differs."""
        by_key = and_(*(self._table.c[name] == bindparam(f"old_{name}") for name in self._key))
        for keys in self._batches(self._gone, self._gone_again):
            old = [{f"old_{name}": value for name, value in zip(self._key, key, strict=True)} for key in keys]
            connection.execute(delete(self._table).where(by_key), old)
        for keys in self._batches(self._missing, self._missing_again):
            if rows := [self._row(key) for key in keys if key in self.wanted]:
                connection.execute(insert(self._table), rows)

    def _batches(self, found: Sequence[K], again: Collection[K]) -> Iterator[Sequence[K]]:
        for at in range(0, len(found), ROWS_AT_ONCE):
            if keys := [key for key in found[at : at + ROWS_AT_ONCE] if key not in self._again]:
                yield keys
        if again:
            yield list(again)

    def _row(self, key: K) -> dict[str, Any]:
        return {**dict(zip(self._key, key, strict=True)), **row_of(self.wanted[key])}


def is_counted(connection: Connection, count: Count) -> bool:
    """Whether all results have been counted, by these rules."""
    had = connection.execute(select(_counted)).mappings().one_or_none()
    games = select(func.count(_results.c.session_id.distinct())).where(_results.c.user_id.is_not(None))
    return had is not None and (had["rules"], had["games"]) == (count.rules, connection.scalar(games))
