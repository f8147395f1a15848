"""Ratings: what a game changes, what counts how much, and the same numbers counted again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest
from sqlalchemy import Connection, select

from bot.config import Settings
from bot.host import play as cast
from bot.table.ratings import (
    FULL_GAMES,
    START,
    Rating,
    changes_of,
    level_rating,
    levels,
    new_rating,
    rated,
    weight,
    word_for,
)
from bot.table.rebuild import rebuild
from bot.table.standings import COUNT, counted
from games.engine import registry
from storage import COMPUTERS, PEOPLE, WEEK, Archive, Placed, Result, schema
from tests.bot.conftest import Meet, running
from tests.bot.finished import all_counted, finish, leaderboard
from tests.bot.tables import resign, sit_down, sit_down_alone

ANNA, BEA, CARO = 501, 502, 503


def results(
    *players: int | str, places: Sequence[int] = (), game: str = "foozle", is_rated: bool = True
) -> list[Result]:
    """The results of a game of these people and levels, ranked in this order."""
    return [
        Result(
            1,
            seat,
            game,
            7,
            one if isinstance(one, int) else None,
            one if isinstance(one, str) else None,
            places[seat] if places else seat + 1,
            None,
            is_rated,
            1_000,
        )
        for seat, one in enumerate(players)
    ]


def shown(after: Mapping[int, Rating]) -> list[int]:
    return [rating.shown for rating in after.values()]


def test_everybody_starts_at_1500_and_what_one_wins_the_other_loses() -> None:
    assert Rating().shown == START == 1500
    assert Rating().is_provisional
    won, lost = shown(rated(results(ANNA, BEA), {}, {}))
    assert won > START > lost
    assert won - START == START - lost


def test_ten_games_make_a_rating_certain_and_equals_stay_where_they_are() -> None:
    ratings: dict[int, Rating] = {}
    for number in range(10):
        assert all(one.is_provisional for one in ratings.values())
        ratings = rated(results(ANNA, BEA, places=((1, 2), (2, 1))[number % 2]), ratings, {})
    assert not any(one.is_provisional for one in ratings.values())
    assert all(abs(one - START) < 40 for one in shown(ratings))


def test_a_draw_of_equals_changes_nothing_and_a_draw_with_somebody_stronger_is_worth_something() -> None:
    assert shown(rated(results(ANNA, BEA, CARO, places=(1, 1, 1)), {}, {})) == [START] * 3
    strong = {ANNA: Rating(30, 3), BEA: Rating(20, 3)}
    after = rated(results(ANNA, BEA, places=(1, 1)), strong, {})
    assert after[ANNA].mu < 30
    assert after[BEA].mu > 20


def test_a_game_that_nobody_wins_is_a_draw_among_its_people() -> None:
    assert shown(rated(results(ANNA, BEA, places=(2, 2)), {}, {})) == [START] * 2
    made = counted(results(ANNA, BEA, places=(2, 2)), {}, {})
    assert {one.form for one in made.standings.values()} == {"l"}


def test_three_players_are_rated_by_their_places() -> None:
    first, second, third = shown(rated(results(BEA, ANNA, CARO, game="calabresella"), {}, {}))
    assert first > second > third
    assert second == START


def test_a_person_with_two_seats_plays_once_with_their_best_place() -> None:
    after = rated(results(ANNA, BEA, ANNA, BEA, places=(3, 2, 1, 4), game="fooblitzky"), {}, {})
    assert after[ANNA].shown > START > after[BEA].shown


def test_friendly_games_count_as_games_and_not_for_ratings() -> None:
    made = counted(results(ANNA, BEA, is_rated=False), {}, {})
    assert made.changes == ()
    assert {(one.mu, one.rated, one.games) for one in made.standings.values()} == {(None, 0, 1)}


def test_the_same_pairing_counts_less_and_less_within_a_week() -> None:
    gained = [
        rated(results(ANNA, BEA), {}, {(ANNA, BEA): [1_000] * met})[ANNA].mu - Rating().mu
        for met in range(40)
    ]
    assert gained[:FULL_GAMES] == [gained[0]] * FULL_GAMES
    assert gained[FULL_GAMES] == pytest.approx(gained[0] / 2)
    assert gained[FULL_GAMES:] == sorted(gained[FULL_GAMES:], reverse=True)
    assert sum(weight([0] * met, 0) for met in range(1_000)) < FULL_GAMES + 1.001, "however many they play"
    third = rated(results(ANNA, BEA, CARO), {}, {(ANNA, BEA): [1_000] * 999})
    assert third[CARO].mu == pytest.approx(rated(results(ANNA, BEA, CARO), {}, {})[CARO].mu), "is new to both"


def test_friends_who_play_twice_a_day_go_on_counting() -> None:
    times = [half_day * WEEK // 14 for half_day in range(14 * 8)]
    weights = [
        weight([one for one in times[:at] if one > times[at] - 2 * WEEK], times[at]) for at in range(14 * 8)
    ]
    assert weights[:FULL_GAMES] == [1.0] * FULL_GAMES
    for week in range(1, 8):
        its = weights[14 * week : 14 * (week + 1)]
        assert FULL_GAMES <= sum(its) < FULL_GAMES + 1.01
        assert min(its) > 0.4


def test_five_games_on_the_same_evening_of_each_week_count_in_full() -> None:
    times = [week * WEEK + game for week in range(3) for game in range(FULL_GAMES)]
    assert [weight(times[:at], times[at]) for at in range(len(times))] == [1.0] * len(times)


def test_newcomers_count_less_for_whoever_is_not_new_and_in_full_for_each_other() -> None:
    settled = {ANNA: Rating(sigma=4)}
    after = rated(results(ANNA, BEA), settled, {})
    assert after[ANNA] == settled[ANNA], "nobody knows yet how strong a new opponent is"
    assert after[BEA].mu < Rating().mu, "a settled opponent is known"
    provisional = rated(results(ANNA, BEA), {ANNA: Rating(sigma=4), BEA: Rating(sigma=7.5)}, {})
    certain = rated(results(ANNA, BEA), {ANNA: Rating(sigma=4), BEA: Rating(sigma=5)}, {})
    assert Rating().mu < provisional[ANNA].mu < certain[ANNA].mu


def test_wins_over_new_accounts_lift_nobody() -> None:
    farmer = Rating()
    for stranger in range(50):
        farmer = rated(results(ANNA, 1_000 + stranger), {ANNA: farmer}, {})[ANNA]
    assert farmer.shown < 1_600
    assert farmer.is_provisional


async def test_somebody_who_feeds_a_friend_for_a_week_gains_little_more_than_by_six_games(
    settings: Settings,
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for _ in range(40):
            await finish(archive, [ANNA, BEA])
        for _ in range(6):
            await finish(archive, [CARO, 504], game="fourside")
        await archive.standings.count_again(COUNT, 0)
    async with running(settings) as bot:
        top = bot.archive.standings.top
        (farmed, *_), (fair, *_) = await top("doublolo", cast_guild()), await top("fourside", cast_guild())
        assert (farmed.standing.games, fair.standing.games) == (40, 6)
        assert rating_of(farmed).shown < rating_of(fair).shown + 20
        assert rating_of(farmed).is_provisional, "so it stands below all that are certain"


def cast_guild() -> int:
    return int(cast.GUILD_ID)


def rating_of(placed: Placed) -> Rating:
    found = Rating.of(placed.standing)
    assert found is not None
    return found


# Computers


def test_every_level_of_every_game_has_a_rating_that_rises_with_it() -> None:
    for name, game in registry.all_games().items():
        assert set(levels()[name]) >= set(game.about.levels), name
        strengths = [levels()[name][level] for level in game.about.levels]
        assert strengths == sorted(strengths), name
    assert level_rating("doublolo", "nobody") is None


def test_a_stronger_level_is_worth_more_and_a_game_with_one_never_measured_is_not_rated() -> None:
    weak, strong = (rated(results(ANNA, level), {}, {})[ANNA].shown for level in ("greedy", "cunning"))
    assert weak < strong
    assert rated(results(ANNA, "nobody"), {}, {}) == {}


def test_with_computers_people_are_rated_against_these_alone() -> None:
    (one, two) = shown(rated(results(ANNA, BEA, "steady"), {}, {}))
    assert one == two > new_rating(COMPUTERS, "foozle").shown
    alone = rated(results(ANNA, "steady", "steady", "steady"), {}, {})
    assert shown(alone) == shown(rated(results(ANNA, "steady"), {}, {}))


def newcomer(game: str, ranked: Sequence[int | str], count: int) -> Rating:
    """Somebody new after so many games that ended in this order."""
    ratings: dict[int, Rating] = {}
    for _ in range(count):
        ratings = rated(results(*ranked, game=game), ratings, {})
    return ratings[ANNA]


def after_beating(game: str, level: str, count: int) -> Rating:
    """Somebody new who has beaten a level so often."""
    return newcomer(game, (ANNA, level), count)


def test_somebody_who_has_only_lost_shows_nothing() -> None:
    for name, game in registry.all_games().items():
        weakest = game.about.computers[0]
        for level, count in product(game.about.levels, (1, 10, 24, 100)):
            rating = newcomer(name, (level, ANNA), count)
            assert rating.shown < levels()[name][weakest.name], (name, level, count)
            said = word_for(rating, COMPUTERS, name)
            assert said in ("still uncertain", f"not as strong as {weakest.title} yet"), (name, level, count)


def test_beating_a_level_again_and_again_shows_no_more_than_that_level_can() -> None:
    for name, game in registry.all_games().items():
        computers = game.about.computers
        for at, level in enumerate(computers):
            rating = after_beating(name, level.name, 100)
            stronger = [levels()[name][one.name] for one in computers[at + 1 :]]
            assert all(rating.shown < one for one in stronger), (name, level.title)
            said = word_for(replace(rating, sigma=3), COMPUTERS, name)
            assert said == f"stronger than {level.title}", (name, level.title)


def test_a_win_over_a_weaker_level_takes_away_nothing_that_a_stronger_one_has_shown() -> None:
    strong = after_beating("foozle", "nimble", 20)
    after = rated(results(ANNA, "magpie"), {ANNA: strong}, {})[ANNA]
    assert after.mu >= strong.mu
    assert rated(results("magpie", ANNA), {ANNA: strong}, {})[ANNA].mu < strong.mu


def test_a_word_says_what_a_rating_means() -> None:
    settled = Rating(sigma=3)
    assert word_for(Rating(), PEOPLE, "foozle") == "still uncertain"
    assert word_for(replace(settled, mu=29), PEOPLE, "foozle") == "above average here"
    assert word_for(settled, COMPUTERS, "foozle") == "about as strong as Hard"
    assert word_for(replace(settled, mu=-10), COMPUTERS, "foozle").startswith("not as strong as")
    assert word_for(replace(settled, mu=90), COMPUTERS, "foozle").startswith("stronger than")


# Everything counted again


async def everything(archive: Archive) -> list[tuple[object, ...]]:
    """All rows that are derived, in the order of their keys."""

    def read(connection: Connection) -> list[tuple[object, ...]]:
        tables = schema.results, schema.standings, schema.rating_changes, schema.counted
        return [
            tuple(row)
            for one in tables
            for row in connection.execute(select(one).order_by(*one.primary_key)).all()
        ]

    return await archive.database.read(read)


async def test_a_rebuild_makes_what_play_made_and_twice_the_same(settings: Settings, meet: Meet) -> None:
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await resign(dmitri, await sit_down(chiara, dmitri))
        await resign(chiara, await sit_down_alone(chiara, "easy"))
        live = await everything(bot.archive)
    assert len(live) > 40
    for _ in range(2):
        assert await rebuild(settings) == (2, 0)
        async with Archive.open(settings.storage.url) as archive:
            assert await everything(archive) == live


async def test_what_a_game_changed_can_be_asked_at_once(settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [ANNA, BEA])
        await finish(archive, [BEA, ANNA])
        await archive.standings.count_again(COUNT, 0)
    async with running(settings) as bot:
        first, second = [await changes_of(bot.archive, number) for number in (1, 2)]
        assert [(one.user_id, one.before) for one in first] == [(ANNA, None), (BEA, None)]
        assert [one.before for one in second] == [one.after for one in first]


async def test_results_from_before_count_and_the_leaderboard_says_so_for_a_while(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await finish(archive, [int(cast.CHIARA), int(cast.DMITRI)])
    async with running(settings) as bot:
        await all_counted(bot.archive)
        chiara = await meet(cast.CHIARA)
        text = await leaderboard(chiara, game="doublolo")
        assert "**You:**" in text
        assert "everyone's number has changed" in text
        changed_at = await bot.archive.standings.changed_at()
        assert changed_at is not None
    async with running(settings) as bot:
        assert await bot.archive.standings.changed_at() == changed_at, "a second start counts nothing"
