"""The other games of a day as practice, the best try of yesterday, and the tables of weeks and months."""

import pytest

from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.links import BEST
from bot.daily import days
from bot.host import play as cast
from bot.table.deal import scored
from local_discord.fixtures import ChannelFixture, GuildFixture
from local_discord.person import Person, control_of, is_ephemeral, labels_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from local_discord.server import LocalDiscord
from storage import DailyDeal, StoredSession
from tests.bot.blank import blank as blank
from tests.bot.blank import drawn_cards as drawn_cards
from tests.bot.conftest import PATIENT
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import begin, finish, look, play, turned
from tests.bot.tables import forge, told, words_of
from tests.openapi import Recording

STRONG = "expert"
"""A better player than `finish` is otherwise."""

NEIGHBOURS = GuildFixture(
    id="700000000000000098",
    name="The Neighbours",
    owner=cast.ADA,
    channels=(ChannelFixture(id="700000000000000097", name="neighbours"),),
)
WORLD = cast.WORLD.model_copy(update={"guilds": (*cast.WORLD.guilds, NEIGHBOURS)})


@pytest.fixture
def local_discord_options(recording: Recording) -> LocalDiscordOptions:
    """With a second server for everybody."""
    return LocalDiscordOptions(WORLD, limits=Limits(), deadlines=PATIENT, record=recording)


async def test_the_other_games_are_practice_with_a_place_but_without_a_streak(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("calabresella")
    session = await finish(bot, chiara, practice="fourside")
    await finish(bot, dmitri, practice="fourside")
    own = await bot.archive.dailies.of(DailyDeal(day, "fourside"), int(chiara.id))
    assert own is not None
    assert own.score == scored(session.table)
    shown = await look(chiara, practice="fourside")
    assert "shared 1st of 2 in The Parlour" in words_of(shown)
    assert f"Parlour {day} · FourSide (practice)" in words_of(shown)
    assert "Play" not in labels_of(shown), "it's played once, too"
    today = await look(chiara)
    assert "You have one try." in words_of(today), "the day's own game is still to come"
    assert "**Played" not in words_of(today)
    assert await bot.archive.dailies.days_of(int(chiara.id)) == ()
    await finish(bot, chiara)
    assert "Streak: 1 day" in words_of(await look(chiara))


async def test_the_deal_of_practice_is_secret_until_the_day_is_over(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    day = clock.turn_to("calabresella")
    await finish(bot, chiara, practice="fourside")
    last = await chiara.wait_for(lambda m: "Record" in labels_of(m))
    for label in ("Replay", "Record", "Check"):
        assert "when the day is over everywhere" in await told(chiara, await chiara.press(last, label=label))
    result = await chiara.reply_to(await chiara.press(last, label="Result"))
    assert f"Practice, day {day}: FourSide" in words_of(result)
    seed = days.seed_of(await bot.archive.dailies.secret(), DailyDeal(day, "fourside"))
    assert seed.hex() not in await told(chiara, await chiara.press(result, label="Fair play"))
    clock.go(day + 1, 12.1)
    assert (await chiara.reply_to(await chiara.press(last, label="Record")))["attachments"]
    assert seed.hex() in await told(chiara, await chiara.press(result, label="Fair play"))


async def test_practice_of_yesterday_can_be_finished_but_not_begun(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("calabresella", hour=23)
    late = await look(dmitri, practice="fourside")
    direct, session = await begin(bot, chiara, practice="fourside")
    clock.go(day + 1, 1)
    assert "That day is over" in await told(dmitri, await dmitri.press(late, label="Play"))
    card = await look(chiara, practice="fourside")
    assert "in our direct messages" in await told(
        chiara, await chiara.press(card, label="Finish yesterday's")
    )
    await play(bot, chiara, direct)
    own = await bot.archive.dailies.of(DailyDeal(day, "fourside"), int(chiara.id))
    assert own is not None
    assert own.score == scored(session.table)


async def test_the_menu_has_the_games_that_are_not_todays(bot: Parlour, chiara: Person, clock: Clock) -> None:
    clock.turn_to("calabresella")
    card = await look(chiara)
    games = {one["value"] for one in control_of(card)["options"]}
    assert games == {"doublolo", "foozle", "fooblitzky", "fourside"}
    practice = await look(chiara, practice="foozle")
    await chiara.press(practice, label="Game of the day")
    back = await turned(chiara, practice, "Game of the day")
    assert words_of(back) == words_of(card)


async def test_the_best_try_of_a_day_that_is_over_is_replayed_with_one_press(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside")
    assert "Yesterday's best" not in labels_of(await look(dmitri))
    by_chiara, by_dmitri = await finish(bot, chiara, level=STRONG), await finish(bot, dmitri)
    # On some deals the weaker player takes more.
    is_chiaras = scored(by_chiara.table) >= scored(by_dmitri.table)
    named = f"FourSide · {'Chiara' if is_chiaras else 'Dmitri'} and Easy"
    clock.go(day + 1, 11.9)
    assert not {"Yesterday's best", f"Best of day {day}"} & set(labels_of(await look(dmitri)))
    clock.go(day + 1, 12.1)
    best = await look(dmitri)
    replay = await dmitri.reply_to(await dmitri.press(best, label="Yesterday's best"))
    assert named in words_of(replay)
    assert is_ephemeral(replay)
    await dmitri.press(replay, label="Last")
    end = await dmitri.wait_for(lambda m: m["id"] == replay["id"] and "Next" not in labels_of(m))
    assert named in words_of(end)
    clock.go(day + 2, 1)
    assert f"Best of day {day}" in labels_of(await look(dmitri))
    elsewhere = await look(dmitri, "neighbours")
    assert f"Best of day {day}" not in labels_of(elsewhere), "nobody played there"


async def test_nobody_is_named_outside_a_server_who_has_not_chosen_that(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside")
    await finish(bot, chiara)
    clock.go(day + 1, 12.1)
    direct = (await dmitri.open_dm())["id"]
    best = await look(dmitri, direct)
    replay = await dmitri.reply_to(await dmitri.press(best, label="Yesterday's best"))
    assert "FourSide · Somebody and Easy" in words_of(replay)
    assert "Chiara" not in str(replay)
    await bot.archive.people.set_shown_everywhere(int(chiara.id), True)
    await dmitri.press(replay, label="Next")
    await dmitri.wait_for(lambda m: m["id"] == replay["id"] and "Chiara and Easy" in words_of(m))


async def test_nobody_replays_an_unfinished_day_or_another_try_by_a_forged_button(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside")
    first = await finish(bot, chiara, level=STRONG)
    second = await finish(bot, dmitri)
    first, second = sorted((first, second), key=lambda one: -scored(one.table))
    best, other = (links.Replay(f"{BEST}{one.id}").id for one in (first, second))
    card = await look(dmitri)
    assert "when the day is over everywhere" in await told(dmitri, await forge(discord, dmitri, card, best))
    clock.go(day + 1, 12.1)
    card = await look(chiara)
    assert "isn't the best try" in await told(chiara, await forge(discord, chiara, card, other))


async def keep_try(
    bot: Parlour, deal: DailyDeal, person: str, score: int, *guilds: str, is_practice: bool = False
) -> None:
    """A try that has come out like this, as it would be after a game."""
    archive = bot.archive
    new = StoredSession(
        id=0,
        guild_id=None,
        channel_id=int(person),
        game=deal.game,
        edition="1",
        options="{}",
        seed=bytes(32),
        host_id=int(person),
        phase="playing",
        created_at=1,
        day=deal.day,
    )
    begun = await archive.dailies.begin(new, (), is_practice=is_practice)
    await archive.sessions.end(begun.id, "finished", (), at=deal.day, score=score)
    for one in guilds:
        await archive.dailies.show(deal, int(one), int(person))


async def table(person: Person, period: str = "", channel: str = cast.GAMES) -> str:
    """A table of several days as text: the one that the button below the card shows, or another."""
    card = await look(person, channel)
    await person.press(card, label="Tables")
    shown = await turned(person, card, "Games of the day: ")
    if "As text" in labels_of(shown):
        await person.press(shown, label="As text")
        shown = await person.wait_for(lambda m: m["id"] == card["id"] and "As a picture" in labels_of(m))
    if period:
        await person.select(shown, period)
        shown = await turned(person, card, f"Games of the day: {days.PERIODS[period].lower()} in ")
    return words_of(shown)


WEEK = {
    7: {cast.EMI: 5, cast.CHIARA: 4},
    8: {cast.CHIARA: 500, cast.DMITRI: 499},
    9: {cast.CHIARA: -3, cast.DMITRI: 1, cast.EMI: 1},
    10: {cast.EMI: 7},
    11: {cast.CHIARA: 900},
}
"""Scores from Sunday, 29 November, to Thursday."""


@pytest.mark.usefixtures("drawn_cards")
async def test_the_tables_add_up_points_by_place_of_the_days_that_are_over(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    for day, scores in WEEK.items():
        for person, score in scores.items():
            await keep_try(bot, days.deal_of(day), person, score, cast.GUILD_ID)
    practice = days.to_practice(9)[0]
    await keep_try(bot, practice, cast.DMITRI, 1_000, cast.GUILD_ID, is_practice=True)
    clock.go(12, 1)
    shown = await table(chiara)
    assert "this week in The Parlour" in shown
    assert "30 November to 6 December · 3 of 7 days count so far." in shown
    assert (
        f"🥇 <@{cast.EMI}> · 20 points, won 2 of 2 days\n"
        f"🥈 <@{cast.DMITRI}> · 18 points, won 1 of 2 days\n"
        f"🥉 **You:** <@{cast.CHIARA}> · 16 points, won 1 of 2 days"
    ) in shown
    shown = await table(chiara, "last-week")
    assert "23 to 29 November" in shown
    assert f"🥇 <@{cast.EMI}> · 10 points" in shown
    assert "so far" not in shown
    shown = await table(chiara, "month")
    assert "1 to 31 December · 2 of 31 days count so far." in shown
    assert f"🥉 **You:** <@{cast.CHIARA}> · 6 points, won 0 of 1 day" in shown
    assert f"🥇 **You:** <@{cast.CHIARA}> · 18 points" in await table(chiara, "last-month")
    clock.go(12, 12.1)
    assert f"🥇 **You:** <@{cast.CHIARA}> · 26 points" in await table(chiara), "Thursday is over, too"


async def test_every_server_has_its_own_table_and_equal_points_share_a_place(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    for day, person in ((8, cast.CHIARA), (9, cast.DMITRI)):
        await keep_try(bot, days.deal_of(day), person, 5, cast.GUILD_ID)
    await keep_try(bot, days.deal_of(8), cast.EMI, 9, NEIGHBOURS.id)
    clock.go(11, 1)
    here = await table(chiara)
    assert here.count("🥇") == 2
    assert cast.EMI not in here
    there = await table(chiara, channel="neighbours")
    assert f"🥇 <@{cast.EMI}> · 10 points" in there
    assert cast.CHIARA not in there
    direct = (await chiara.open_dm())["id"]
    assert "Tables" not in labels_of(await look(chiara, direct)), "nobody has a name there"


async def test_before_a_day_of_a_week_counts_the_last_one_is_shown(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    await keep_try(bot, days.deal_of(13), cast.EMI, 5, cast.GUILD_ID)
    await keep_try(bot, days.deal_of(15), cast.DMITRI, 5, cast.GUILD_ID)
    clock.go(16, 11.9)
    assert f"🥇 <@{cast.EMI}>" in await table(chiara)
    shown = await table(chiara, "week")
    assert "Nobody here has points for this week yet." in shown
    assert cast.DMITRI not in shown
    clock.go(16, 12.1)
    assert f"🥇 <@{cast.DMITRI}>" in await table(chiara)
