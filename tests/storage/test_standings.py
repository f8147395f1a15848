"""Standings: counted as games end, the same when counted again, and read as leaderboards and histories."""

import asyncio
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select, update

from bench.tables import in_lobby
from storage import (
    COMPUTERS,
    Archive,
    Count,
    Counted,
    Known,
    Met,
    OpenTo,
    Placed,
    Result,
    Standing,
    StoredChange,
    StoredLine,
    keys_of,
    ladder_of,
    periods_of,
    schema,
)
from storage.stored import row_of

ANNA, BEA, CARO, DORA = 501, 502, 503, 504
HERE, THERE = 10, 11
DAY = 24 * 60 * 60 * 1000
NOVEMBER = 1_794_000_000_000
"""An instant in November 2026."""


def points(results: Sequence[Result], known: Known, met: Met) -> Counted:
    """A game is worth 10 points to the winner, less one for each time they met; mu has the points."""
    first, places = results[0], {one.user_id: one.place for one in results if one.user_id is not None}
    standings, changes = {}, []
    for key in keys_of(results):
        had = known.get(key, Standing())
        won = places[key.user_id] == 1
        mu = (had.mu or 0.0) + (10 - sum(map(len, met.values())) if won else 0)
        games, wins, form = had.games + 1, had.wins + won, had.form + "lw"[won]
        standings[key] = Standing(mu, 1.0, -int(mu), games, wins, games, form, 1, first.ended_at)
        if key.game == first.game and not key.period:
            changes.append(
                StoredChange(
                    first.session_id,
                    key.guild_id,
                    key.user_id,
                    key.ladder,
                    first.game,
                    had.mu,
                    had.sigma,
                    mu,
                    1.0,
                    first.ended_at,
                )
            )
    return Counted(standings, tuple(changes))


POINTS = Count(points, "points")


async def finish(
    archive: Archive,
    *players: int | str,
    at: int = NOVEMBER,
    game: str = "doublolo",
    guild: int | None = HERE,
    channel: int = 20,
    places: Sequence[int] = (),
    count: Count | None = POINTS,
) -> int:
    """End a game of these people and levels, ranked in this order. Returns its number."""
    stored = await archive.sessions.open(in_lobby(guild, channel, game, "1", "{}", bytes(32), 30, at))
    results = [
        Result(
            stored.id,
            seat,
            game,
            guild,
            one if isinstance(one, int) else None,
            one if isinstance(one, str) else None,
            places[seat] if places else seat + 1,
            None,
            True,
            at,
        )
        for seat, one in enumerate(players)
    ]
    await archive.sessions.end(stored.id, "finished", results, at, count)
    return stored.id


async def rows(archive: Archive) -> Mapping[str, list[tuple[object, ...]]]:
    """All that is derived from results, in the order of its keys."""

    def read(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        tables = schema.standings, schema.rating_changes, schema.counted
        return {
            one.name: [tuple(row) for row in connection.execute(select(one).order_by(*one.primary_key))]
            for one in tables
        }

    return await archive.database.read(read)


def who(placed: Sequence[Placed]) -> list[tuple[int, int]]:
    """Place and person, row by row."""
    return [(one.place, one.user_id) for one in placed]


async def test_a_game_counts_here_and_everywhere_and_in_its_season_and_month(archive: Archive) -> None:
    await archive.standings.count_again(POINTS, 0)
    await finish(archive, ANNA, BEA)
    await finish(archive, CARO, ANNA, guild=THERE, at=NOVEMBER + 40 * DAY)
    top = archive.standings.top
    assert who(await top("doublolo", HERE)) == [(1, ANNA), (2, BEA)]
    assert who(await top(None, THERE)) == [(1, CARO), (2, ANNA)]
    assert await top("doublolo", None) == (), "nobody has asked to be shown everywhere"
    for person in (ANNA, CARO):
        await archive.people.set_shown_everywhere(person, True)
    assert who(await top("doublolo", None)) == [(1, ANNA), (1, CARO)]
    assert who(await top("doublolo", HERE, period="2026-11")) == [(1, ANNA), (2, BEA)]
    assert await top("doublolo", None, period="2026-11") == (), "only their last month is kept"
    assert who(await top("doublolo", None, period="2026-12")) == [(1, CARO), (2, ANNA)]
    assert who(await top("doublolo", None, period="2026-Q4")) == [(1, ANNA), (1, CARO)]
    assert await top("doublolo", HERE, period="2026-12") == ()
    assert await archive.standings.count("doublolo", None) == 2
    assert await archive.standings.count("doublolo", HERE) == 2


def test_the_periods_of_an_instant_are_by_the_calendar_in_utc() -> None:
    assert periods_of(0) == ("", "1970-Q1", "1970-01")
    assert periods_of(1_798_761_599_999) == ("", "2026-Q4", "2026-12")
    assert periods_of(1_798_761_600_000) == ("", "2027-Q1", "2027-01")


async def test_ties_share_a_place_and_the_next_one_is_left_out_also_on_a_later_page(archive: Archive) -> None:
    for person in (BEA, CARO, DORA):
        await finish(archive, person, 600 + person)
    await finish(archive, ANNA, 600)
    await finish(archive, ANNA, 601)
    places = [(1, ANNA), (2, BEA), (2, CARO), (2, DORA)]
    assert who(await archive.standings.top("doublolo", HERE, limit=4)) == places
    assert who(await archive.standings.top("doublolo", HERE, offset=2, limit=3)) == [*places[2:], (5, 600)]
    own = await archive.standings.of(DORA, "doublolo", HERE)
    assert own is not None
    assert own.place == 2
    assert await archive.standings.of(999, "doublolo", HERE) is None
    assert {key.game: one.wins for key, one in (await archive.standings.all_of(DORA, HERE)).items()} == {
        "all": 1,
        "doublolo": 1,
    }
    firsts = await archive.standings.firsts_of(ANNA, HERE, period="2026-11")
    assert {key.game for key in firsts} == {"all", "doublolo"}
    assert await archive.standings.firsts_of(DORA, HERE, period="2026-11") == {}


async def test_what_a_profile_asks_about_others(archive: Archive) -> None:
    await finish(archive, ANNA, BEA)
    await finish(archive, CARO, ANNA)
    await finish(archive, CARO, ANNA, "hard")
    await finish(archive, "easy", ANNA)
    await finish(archive, ANNA, BEA, guild=THERE)
    standings = archive.standings
    assert await standings.most_met(ANNA, HERE) == CARO
    assert await standings.most_met(DORA, HERE) is None
    assert await standings.beaten(ANNA, HERE) == {("doublolo", "hard")}
    assert await standings.beaten(ANNA, THERE) == frozenset()
    assert await standings.names_of([DORA]) == {}


async def test_somebodys_games_are_listed_for_readers_of_their_channels_and_those_who_played(
    archive: Archive,
) -> None:
    await finish(archive, ANNA, BEA)
    (game,) = await archive.standings.games_of(user_id=ANNA)
    for reader, channels, sees in ((CARO, {game.channel_id}, 1), (CARO, {1}, 0), (BEA, set[int](), 1)):
        open_to = OpenTo(reader, channels)
        assert len(await archive.standings.games_of(user_id=ANNA, open_to=open_to)) == sees


async def test_a_game_with_a_computer_is_on_the_other_ladder(archive: Archive) -> None:
    await finish(archive, ANNA, "easy")
    assert await archive.standings.top("doublolo", HERE) == ()
    assert who(await archive.standings.top("doublolo", HERE, ladder=COMPUTERS)) == [(1, ANNA)]
    assert ladder_of([]) == "people"


async def test_counting_again_changes_nothing_however_often(archive: Archive) -> None:
    await archive.standings.count_again(POINTS, 5)
    people = [ANNA, BEA, CARO, DORA]
    for number in range(24):
        players = [people[number % 4], people[(number + 1 + number % 3) % 4]]
        guild = (HERE, THERE, None)[number % 5 % 3]
        await finish(archive, *players, at=NOVEMBER + number * DAY // 2, guild=guild, game="ab"[number % 2])
    live = await rows(archive)
    assert await archive.standings.is_counted(POINTS)
    for _ in range(2):
        assert await archive.standings.count_again(POINTS, 9) == 24
        assert await rows(archive) == live
    assert await archive.standings.changed_at() is None


async def test_meetings_are_remembered_for_two_weeks(archive: Archive) -> None:
    for at in (NOVEMBER, NOVEMBER + 6 * DAY, NOVEMBER + 15 * DAY, NOVEMBER + 15 * DAY):
        await finish(archive, ANNA, BEA, at=at)
    course = await archive.standings.course(ANNA, "doublolo", HERE)
    assert [one.mu for one in course] == [10, 19, 28, 36], "the last two had met once and twice"
    assert [one.mu_before for one in course] == [None, 10, 19, 28]
    assert await archive.standings.course(ANNA, "doublolo", HERE, most=2) == course[2:]


async def test_results_from_before_count_once_and_the_moment_is_kept(archive: Archive) -> None:
    await finish(archive, ANNA, BEA, count=None)
    await finish(archive, ANNA, CARO, count=None, at=5)
    assert not await archive.standings.is_counted(POINTS)
    assert await archive.standings.count_again(POINTS, 77) == 2
    assert await archive.standings.changed_at() == 77
    assert await archive.standings.is_counted(POINTS)
    await finish(archive, BEA, ANNA)
    await archive.standings.count_again(POINTS, 99)
    assert await archive.standings.changed_at() == 77
    assert not await archive.standings.is_counted(Count(points, "other points"))
    assert who(await archive.standings.top("doublolo", HERE)) == [(1, ANNA), (2, BEA), (3, CARO)]


async def test_two_processes_count_games_one_after_the_other(archive: Archive, url: str) -> None:
    await archive.standings.count_again(POINTS, 0)
    async with Archive.open(url) as other:
        both = [finish((archive, other)[n % 2], ANNA, BEA, channel=20 + n) for n in range(16)]
        await asyncio.gather(*both, finish(other, BEA, ANNA, channel=50, at=NOVEMBER - DAY))
    ends = [one.ended_at for one in await archive.record.results()]
    assert len(set(ends)) == 17, "no two end at once, even if a clock is behind"
    live = await rows(archive)
    await archive.standings.count_again(POINTS, 0)
    assert await rows(archive) == live


async def test_games_that_end_while_others_are_counted_again_are_counted_once(
    archive: Archive, url: str
) -> None:
    await archive.standings.count_again(POINTS, 0)

    async def play() -> None:
        for number in range(40):
            await finish(archive, ANNA, BEA, CARO, at=NOVEMBER + number)

    playing = asyncio.create_task(play())
    async with Archive.open(url) as other:
        while not playing.done():
            await other.standings.count_again(POINTS, 0)
    await playing
    live = await rows(archive)
    assert await archive.standings.count_again(POINTS, 0) == 40
    assert await rows(archive) == live


async def test_a_count_goes_on_after_a_restart_and_counts_games_that_end_meanwhile_once(
    archive: Archive, url: str
) -> None:
    people = [ANNA, BEA, CARO, DORA]
    for number in range(150):
        players = people[number % 4], people[(number + 1 + number % 3) % 4]
        at, guild = NOVEMBER + number * DAY // 2, (HERE, None)[number % 7 % 2]
        await finish(archive, *players, at=at, guild=guild, game="ab"[number % 2], count=None)
    await archive.standings.begin_count(POINTS, 5)
    while (await archive.standings.progress())[0] == 0:
        assert await archive.standings.count_on(POINTS)
    assert 0 < (await archive.standings.progress())[0] < 150
    async with Archive.open(url) as other:
        assert await other.standings.is_counting()
        assert not await other.standings.is_counted(POINTS)
        await finish(other, ANNA, BEA)
        await other.standings.begin_count(POINTS, 9)
        assert (await other.standings.progress())[0] > 0, "it goes on where it was"
        both = [one.standings.count_on(POINTS) for one in (archive, other) for _ in range(3)]
        await asyncio.gather(*both, finish(archive, CARO, BEA), finish(other, CARO, DORA, channel=21))
        while await other.standings.count_on(POINTS):
            pass
    assert await archive.standings.is_counted(POINTS)
    assert not await archive.standings.is_counting()
    assert await archive.standings.changed_at() == 5
    await finish(archive, DORA, BEA)
    live = await rows(archive)
    assert await archive.standings.count_again(POINTS, 9) == 154
    assert await rows(archive) == live


async def test_a_game_that_an_older_version_counts_meanwhile_is_counted_once(archive: Archive) -> None:
    first, *_ = [await finish(archive, ANNA, BEA, count=None) for _ in range(3)]
    await archive.standings.begin_count(POINTS, 5)
    await archive.standings.count_on(POINTS)
    change = StoredChange(first, HERE, ANNA, "people", "doublolo", None, None, 1.0, 1.0, NOVEMBER)

    def counts(connection: Connection) -> None:
        connection.execute(insert(schema.rating_changes), row_of(change))
        connection.execute(update(schema.counted).values(games=schema.counted.c.games + 1))

    await archive.database.change(counts)
    while await archive.standings.count_on(POINTS):
        pass
    live = await rows(archive)
    assert await archive.standings.count_again(POINTS, 9) == 3
    assert await rows(archive) == live


async def test_what_a_game_changed_is_told_for_its_server(archive: Archive) -> None:
    number = await finish(archive, ANNA, BEA)
    direct = await finish(archive, ANNA, "easy", guild=None)
    assert [(one.user_id, one.guild_id) for one in await archive.standings.changes(number)] == [
        (ANNA, HERE),
        (BEA, HERE),
    ]
    assert [one.guild_id for one in await archive.standings.changes(direct)] == [0]
    assert await archive.standings.changes(99) == ()


async def test_past_games_are_listed_newest_first_by_person_channel_and_server(archive: Archive) -> None:
    numbers = [
        await finish(archive, ANNA, BEA),
        await finish(archive, CARO, BEA, at=NOVEMBER + DAY),
        await finish(archive, ANNA, "easy", at=NOVEMBER + 2 * DAY, guild=THERE, game="fourside"),
    ]
    games = archive.standings.games_of

    async def listed(**of: object) -> list[int]:
        return [numbers.index(one.session_id) for one in await games(**of)]  # type: ignore[arg-type]

    assert await listed(user_id=ANNA) == [2, 0]
    assert await listed(user_id=ANNA, guild_id=HERE) == [0]
    assert await listed(channel_id=20, limit=2) == [2, 1]
    assert await listed(guild_id=HERE, offset=1) == [0]
    assert await listed(game="fourside") == [2]
    (newest, *_) = await games(user_id=ANNA)
    assert [(one.user_id, one.level) for one in newest.results] == [(ANNA, None), (None, "easy")]


async def test_what_chance_drew_is_that_of_the_newest_finished_games_of_a_server(archive: Archive) -> None:
    old, new = await finish(archive, ANNA), await finish(archive, ANNA, at=NOVEMBER + DAY, game="fooblitzky")
    elsewhere = await finish(archive, ANNA, guild=THERE)
    going_on = (
        await archive.sessions.open(in_lobby(HERE, 21, "doublolo", "1", "{}", bytes(32), 30, NOVEMBER))
    ).id
    said = [(-1, "board A1"), (-1, "toss heads"), (0, "roll 3"), (-1, "rolled"), (-1, "roll 24")]
    for number in (old, new, elsewhere, going_on):
        lines = [StoredLine(index, who, text) for index, (who, text) in enumerate(said)]
        await archive.record.append_together(number, lines)
    found = [(one.session_id, one.game, one.text) for one in await archive.standings.drawn(HERE, 9)]
    assert found == [
        (number, game, text)
        for number, game in ((old, "doublolo"), (new, "fooblitzky"))
        for text in ("toss heads", "roll 24")
    ]
    assert {one.session_id for one in await archive.standings.drawn(HERE, 1)} == {new}


async def test_head_to_head_counts_who_came_in_ahead(archive: Archive) -> None:
    await finish(archive, ANNA, BEA)
    await finish(archive, ANNA, BEA, places=(1, 1), guild=THERE)
    await finish(archive, BEA, CARO, ANNA, game="calabresella")
    await finish(archive, ANNA, ANNA, BEA, places=(3, 1, 2))
    found = await archive.standings.against(ANNA, BEA, None)
    assert (found.ahead, found.behind, found.level) == (2, 1, 1)
    here = await archive.standings.against(ANNA, BEA, HERE, game="doublolo")
    assert (here.ahead, here.behind, here.level) == (2, 0, 0)


async def test_games_against_each_level_are_won_ahead_of_all_its_computers_in_any_server(
    archive: Archive,
) -> None:
    standings = archive.standings
    assert await standings.against_levels(ANNA, "doublolo") == {}
    await finish(archive, ANNA, "hard")
    await finish(archive, "hard", ANNA, guild=THERE)
    await finish(archive, "easy", ANNA, "hard", "easy", guild=None)
    await finish(archive, ANNA, BEA, "easy", places=[1, 1, 1])
    await finish(archive, ANNA, "easy", game="foozle")
    assert await standings.against_levels(ANNA, "doublolo") == {"hard": (2, 3), "easy": (0, 2)}
    assert await standings.against_levels(BEA, "doublolo") == {"easy": (0, 1)}
