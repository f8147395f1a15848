"""Days on which the bot was down cost nobody their streak, and the card tells what became of it."""

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.daily import days
from bot.daily.news import DailyNews
from bot.host import play as cast
from local_discord.person import Person
from local_discord.server import LocalDiscord
from tests.bot.blank import blank as blank
from tests.bot.conftest import Meet, running
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import finish, look
from tests.bot.tables import until, words_of


async def be_up(bot: Parlour, clock: Clock, day: int, *hours: int) -> None:
    """Let the bot run in these hours of a day."""
    for hour in hours:
        clock.go(day, hour + 0.5)
        await bot[DailyNews].look()


async def test_a_day_on_which_the_bot_was_down_neither_ends_a_streak_nor_uses_a_freeze(
    settings: Settings, meet: Meet, clock: Clock
) -> None:
    chiara = await meet(cast.CHIARA)
    day = clock.turn_to("fourside", hour=0)
    async with running(settings) as bot:
        await be_up(bot, clock, day, *range(24))
        await finish(bot, chiara)
    async with running(settings) as bot:
        await be_up(bot, clock, day + 1, *range(18))  # six hours too few
        await be_up(bot, clock, day + 3, *range(21))  # and nothing at all on the second day
        await be_up(bot, clock, day + 4, 3)
        assert "Streak: 1 day." in words_of(await look(chiara, cast.GAMES)) + alt_of(bot, chiara)


def alt_of(bot: Parlour, person: Person) -> str:
    """What the alt texts of the last card say."""
    shown = person.sees.newest(lambda m: "Game of the day" in words_of(m))
    assert shown is not None
    return str(shown)


async def test_a_day_on_which_it_ran_is_missed(settings: Settings, meet: Meet, clock: Clock) -> None:
    chiara = await meet(cast.CHIARA)
    day = clock.turn_to("fourside", hour=0)
    async with running(settings) as bot:
        await be_up(bot, clock, day, *range(24))
        await finish(bot, chiara)
        await be_up(bot, clock, day + 1, *range(5), *range(10, 24))
        clock.go(day + 2, 1)
        await look(chiara)
        assert "Streak: a new one begins." in alt_of(bot, chiara)


async def test_hours_in_which_discord_is_lost_are_hours_away(
    bot: Parlour, discord: LocalDiscord, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=0)
    await be_up(bot, clock, day, 4)
    discord.faults.refuse_identify(600)
    discord.faults.drop_gateway()
    for one in list(discord.gateway.sessions):
        del discord.gateway.sessions[one]
    await until(lambda: not bot.outages.runs)
    await be_up(bot, clock, day, 5)
    assert await bot.archive.dailies.hours_up(day) == {day: (1, 4)}
    discord.faults.refuse_identify(0)
    await until(lambda: bot.outages.runs)
    await be_up(bot, clock, day, 7)
    assert await bot.archive.dailies.hours_up(day) == {day: (2, 7)}


def test_a_day_is_down_if_six_hours_of_it_are_missing_or_its_last_three(clock: Clock) -> None:
    clock.go(20, 1)
    up = {10: (1, 23), 11: (24, 23), 12: (18, 23), 13: (19, 23), 14: (21, 20), 16: (24, 23), 20: (1, 0)}
    assert days.down_days(up) == {12, 14, 15, 17, 18, 19}
    assert days.down_days({}) == set()
    assert days.streak_of((11,), 16, {12, 13, 14, 15}) == days.Streak(1)
    assert days.streak_of(range(1, 8), 12, {8, 9, 10}) == days.Streak(7, saved=1), "day 11 wasn't down"
