"""Counting: what each finished game changes in the standings, in one order for all.

What a game changes is up to a pure function that the bot hands in (a `Count`). It's called in the transaction
that ends the game, one game after the other, also if several processes end games. So counting all results
again in their order gives the same rows.

That is done page by page, each in a transaction with the place that has been reached, so that it can go on
after a restart, and takes no more memory than a page. A game that ends meanwhile isn't counted at once: it
comes after all others, and so it's counted last.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from itertools import combinations, groupby
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, true, tuple_, update

from storage import schema
from storage.stored import Result, Standing, StandingKey, StoredChange, row_of

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


def standing_of(row: Mapping[Any, Any]) -> tuple[StandingKey, Standing]:
    """The standing in a row, with whose it is."""
    key = StandingKey(*(row[name] for name in StandingKey._fields))
    return key, Standing(*(row[one.name] for one in fields(Standing)))


def counted_now(connection: Connection, results: Sequence[Result], count: Count) -> None:
    """Inside a change: count a game that has just ended. No other may be counted until the change ends.

    While all results are being counted again, this leaves the game to that.
    """
    if not results or connection.scalar(select(_counted.c.until_at)) is not None:
        return
    page = Page(results)
    page.read(connection)
    page.count(count)
    page.write(connection)
    connection.execute(update(_counted).values(games=_counted.c.games + page.games))


class Page:
    """Some games in the order in which they ended, and all that has to be known to count them."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.results = tuple(results)
        found = (tuple(seats) for _, seats in groupby(results, lambda one: one.session_id))
        self._games = [(seats, keys) for seats in found if (keys := keys_of(seats))]
        self._standings: dict[StandingKey, Standing] = {}
        self._gone: set[StandingKey] = set()
        self._changes: list[StoredChange] = []
        self._meetings = defaultdict[tuple[str, str, int, int], list[int]](list)

    @property
    def games(self) -> int:
        """How many of them count for anybody."""
        return len(self._games)

    def read(self, connection: Connection) -> None:
        """Read what was counted before these games."""
        self._read_standings(connection)
        self._read_meetings(connection)

    def count(self, rules: Count) -> None:
        """Count them."""
        for results, keys in self._games:
            known = {key: self._standings[key] for key in keys if key in self._standings}
            made = rules.count(results, known, self._met(results))
            for key, had in known.items():  # of earlier seasons and months, too: those aren't kept
                for period in periods_of(had.last_at):
                    self._gone.add(key._replace(period=period))
                    self._standings.pop(key._replace(period=period), None)
            self._standings |= made.standings
            self._changes += made.changes
            rated = sorted(one.user_id for one in made.changes if one.guild_id == EVERYWHERE)
            for pair in combinations(rated, 2):
                self._meetings[results[0].game, ladder_of(results), *pair].append(results[0].ended_at)

    def write(self, connection: Connection) -> None:
        """Write what they have changed."""
        if self._gone:
            connection.execute(
                _BY_KEY,
                [{f"old_{name}": value for name, value in one._asdict().items()} for one in self._gone],
            )
        if self._standings:
            rows = [{**key._asdict(), **row_of(one)} for key, one in self._standings.items()]
            connection.execute(insert(_table), rows)
        if self._changes:
            connection.execute(insert(_changes), [row_of(one) for one in self._changes])

    def _read_standings(self, connection: Connection) -> None:
        alike = defaultdict[tuple[Any, ...], set[StandingKey]](set)
        for (first, *_), keys in self._games:
            alike[first.guild_id, keys[0].ladder, first.game].update(keys)
        for those in alike.values():
            values = zip(StandingKey._fields, zip(*those, strict=True), strict=True)
            found = connection.execute(_ALIKE, {name: [*dict.fromkeys(each)] for name, each in values})
            self._standings.update(map(standing_of, found.mappings()))

    def _read_meetings(self, connection: Connection) -> None:
        """Of those who play against other people here."""
        met = [(seats, keys) for seats, keys in self._games if len({one.user_id for one in keys}) > 1]
        if not met:
            return
        row, people = _changes.c, {one.user_id for _, keys in met for one in keys}
        query = (
            select(row.game, row.ladder, row.user_id, row.session_id, row.at)
            .where(row.guild_id == EVERYWHERE, row.user_id.in_(people))
            .where(row.game.in_({seats[0].game for seats, _ in met}))
            .where(row.ladder.in_({keys[0].ladder for _, keys in met}))
            .where(row.at > met[0][0][0].ended_at - MET_WITHIN)
            .order_by(row.at, row.session_id, row.user_id)
        )
        for _, its in groupby(connection.execute(query), lambda one: one.session_id):
            for one, other in combinations(its, 2):
                self._meetings[one.game, one.ladder, one.user_id, other.user_id].append(one.at)

    def _met(self, results: Sequence[Result]) -> Met:
        people = sorted({one.user_id for one in results if one.user_id is not None})
        game, ladder, since = results[0].game, ladder_of(results), results[0].ended_at - MET_WITHIN
        found = {pair: self._meetings.get((game, ladder, *pair), []) for pair in combinations(people, 2)}
        return {pair: times[bisect_right(times, since) :] for pair, times in found.items()}


_ALIKE = select(_table).where(
    *(_table.c[name].in_(bindparam(name, expanding=True)) for name in StandingKey._fields)
)
_BY_KEY = delete(_table).where(
    and_(*(_table.c[name] == bindparam(f"old_{name}") for name in StandingKey._fields))
)


ROWS_AT_ONCE = 2_000
"""How many rows are deleted at once: for so long other changes wait, and nobody should notice."""

RESULTS_AT_ONCE = 250
"""How many results are counted at once, of about a hundred games; each changes about ten rows."""


class Place(NamedTuple):
    """How far a count has come: after this game, which ended then; and how many games that makes."""

    rules: str
    games: int
    until_at: int
    until_session: int

    @property
    def is_first(self) -> bool:
        """Whether the rows of an earlier count are still there."""
        return self.until_at == _FIRST


_FIRST = -1


@dataclass(frozen=True, slots=True)
class NextPage:
    """The games that are counted next, none after the last, and what was counted before them."""

    place: Place
    page: Page


def begun(connection: Connection, rules: str, at: int, *, again: bool) -> None:
    """Inside a change: start to count all results by these rules, or go on with such a count unless `again`.

    `at` is now: see `Standings.changed_at`.
    """
    had = connection.execute(select(_counted)).mappings().one_or_none()
    is_new = had is None or had["rules"] != rules
    if had is not None and had["rules"] == rules and had["until_at"] is not None and not again:
        return
    has_games = connection.scalar(select(_results.c.session_id).limit(1)) is not None
    changed_at = at if is_new and has_games else None if had is None else had["changed_at"]
    first = Place(rules, 0, _FIRST, 0)
    connection.execute(delete(_counted))
    connection.execute(insert(_counted), {"id": 1, "changed_at": changed_at, **first._asdict()})


def next_page(connection: Connection) -> NextPage | None:
    """What is counted next; None once everything is."""
    if (place := _place(connection)) is None:
        return None
    page = Page(() if place.is_first else _after(connection, place))
    page.read(connection)
    return NextPage(place, page)


def page_counted(connection: Connection, next_one: NextPage) -> None:
    """Inside a change: write this page, if nothing that matters has changed since it was read.

    No game may end until the change does.
    """
    place, page = next_one.place, next_one.page
    if _place(connection) != place:
        return
    if place.is_first:
        if _are_gone(connection):
            _moved(connection, place._replace(until_at=0))
    elif _after(connection, place) != page.results:
        return
    elif page.results:
        mine = _changes.c.session_id.in_({one.session_id for one in page.results})
        connection.execute(delete(_changes).where(mine))  # an older version may have counted one at its end
        page.write(connection)
        last, games = page.results[-1], place.games + page.games
        _moved(connection, Place(place.rules, games, last.ended_at, last.session_id))
    elif place.games == _how_many(connection):
        connection.execute(update(_counted).values(until_at=None, until_session=None))
    else:  # as above, or games were taken in that are older
        _moved(connection, Place(place.rules, 0, _FIRST, 0))


def _place(connection: Connection) -> Place | None:
    row = connection.execute(select(*(_counted.c[name] for name in Place._fields))).one_or_none()
    return None if row is None or row.until_at is None else Place(*row)


def _moved(connection: Connection, place: Place) -> None:
    connection.execute(update(_counted).values(place._asdict()))


def _after(connection: Connection, place: Place) -> tuple[Result, ...]:
    """The results of the next games, in the order in which they ended."""
    row = _results.c
    order = row.ended_at, row.session_id
    query = select(_results).where(tuple_(*order) > tuple_(place.until_at, place.until_session))
    rows = connection.execute(query.order_by(*order, row.seat).limit(RESULTS_AT_ONCE)).mappings()
    found = [Result(**one) for one in rows]
    if len(found) < RESULTS_AT_ONCE:
        return tuple(found)
    return tuple(one for one in found if one.session_id != found[-1].session_id)  # it may lack seats


def _are_gone(connection: Connection) -> bool:
    """Delete some rows of an earlier count; whether there was none left."""
    for table in (_table, _changes):
        key = list(table.primary_key)
        after = connection.execute(select(*key).order_by(*key).limit(1).offset(ROWS_AT_ONCE)).first()
        some = true() if after is None else tuple_(*key) < tuple_(*after)
        if connection.execute(delete(table).where(some)).rowcount:
            return False
    return True


def _how_many(connection: Connection) -> int:
    """How many games count for anybody."""
    games = select(func.count(_results.c.session_id.distinct())).where(_results.c.user_id.is_not(None))
    return connection.scalar(games) or 0


def is_counted(connection: Connection, count: Count) -> bool:
    """Whether all results have been counted, by these rules."""
    had = connection.execute(select(_counted)).mappings().one_or_none()
    if had is None or had["until_at"] is not None:
        return False
    return (had["rules"], had["games"]) == (count.rules, _how_many(connection))


def progress(connection: Connection) -> tuple[int, int]:
    """How many games have been counted, and how many there are."""
    return connection.scalar(select(_counted.c.games)) or 0, _how_many(connection)
