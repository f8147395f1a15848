"""Reminders of the game of the day: for those who asked, at their hour, once a day, unless they've begun."""

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.daily import days
from bot.daily.news import DailyNews
from bot.host import play as cast
from bot.people.settings import settings_of
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from tests.bot.blank import blank as blank
from tests.bot.conftest import Meet, running
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import begin, finish, look
from tests.bot.settings.test_settings import choose, opened, type_zone
from tests.bot.tables import board, told, words_of


async def reminders(person: Person) -> list[Json]:
    """The reminders in their direct messages, the oldest first."""
    direct = (await person.open_dm())["id"]
    return [one for one in person.sees.in_channel(direct) if "you haven't played it yet" in words_of(one)]


async def ask_for(person: Person, hour: int) -> Json:
    """Their settings, with reminders at this hour."""
    shown = await choose(person, await opened(person), "setting:daily", str(hour))
    assert f"At **{hour}:00** I'll remind you of the game of the day" in text_of(shown)
    return shown


async def test_nobody_is_reminded_who_has_not_asked(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9)
    for hour in range(10, 34):
        clock.go(day, hour)
        await bot[DailyNews].look()
    assert not await reminders(chiara)


async def test_somebody_is_reminded_once_a_day_until_they_turn_it_off(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await ask_for(chiara, 18)
    clock.go(day, 17.9)
    await bot[DailyNews].look()
    assert not await reminders(chiara)
    clock.go(day, 18)
    await bot[DailyNews].look()
    await bot[DailyNews].look()
    [one] = await reminders(chiara)
    assert "**FourSide**" in words_of(one)
    assert "Game of the day" in labels_of(one)
    clock.go(day + 1, 18)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 2
    await choose(chiara, await opened(chiara), "setting:daily", "off")
    clock.go(day + 2, 18)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 2


async def test_who_has_begun_is_left_in_peace_that_day(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9)
    await ask_for(chiara, 18)
    await begin(bot, chiara)
    clock.go(day, 18)
    await bot[DailyNews].look()
    assert not await reminders(chiara)
    clock.go(day + 1, 18)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 1


async def test_the_hour_is_that_of_their_own_day(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9)
    shown = await ask_for(chiara, 8)
    await type_zone(chiara, shown, "Tokyo")
    await board(chiara, shown, "Asia/Tokyo")
    clock.go(day, 22.9)
    await bot[DailyNews].look()
    assert not await reminders(chiara)
    clock.go(day, 23)  # eight in the morning of their next day
    await bot[DailyNews].look()
    [one] = await reminders(chiara)
    assert f"The next game comes <t:{days.ends_at(day)}:R>" in words_of(one)


async def test_in_quiet_hours_it_waits_for_their_end(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9)
    shown = await ask_for(chiara, 1)
    await choose(chiara, shown, "setting:from", "22")  # until 8
    for hour in (1, 3, 7.9):
        clock.go(day + 1, hour)
        await bot[DailyNews].look()
    assert not await reminders(chiara)
    clock.go(day + 1, 8)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 1


async def test_after_a_restart_it_still_comes_but_not_hours_late_and_not_twice(
    settings: Settings, meet: Meet, clock: Clock
) -> None:
    chiara = await meet(cast.CHIARA)
    day = clock.turn_to("fourside", hour=9)
    async with running(settings):
        await ask_for(chiara, 18)
    clock.go(day, 19)
    for _ in range(2):
        async with running(settings) as bot:
            await bot[DailyNews].look()
            assert len(await reminders(chiara)) == 1
    clock.go(day + 1, 23)
    async with running(settings) as bot:
        await bot[DailyNews].look()
        assert len(await reminders(chiara)) == 1
        clock.go(day + 2, 18)
        await bot[DailyNews].look()
        assert len(await reminders(chiara)) == 2


async def test_closed_direct_messages_are_asked_for_once(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9)
    await ask_for(chiara, 18)
    await chiara.do("close_dms", closed=True)
    clock.go(day, 18)
    await bot[DailyNews].look()
    assert (await bot.archive.people.person(int(chiara.id))).dms_closed
    await chiara.do("close_dms", closed=False)
    clock.go(day + 1, 18)
    await bot[DailyNews].look()
    assert not await reminders(chiara)
    await ask_for(chiara, 19)  # they say that they want it
    clock.go(day + 1, 19)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 1


async def test_after_three_days_people_are_asked_once_if_they_would_like_it(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=9.5)
    for number in (day, day + 5, day + 10):
        clock.go(number, 9.5)
        assert "Shall I remind you" not in words_of(await look(chiara))
        await finish(bot, chiara)
    shown = await look(chiara)
    assert "Shall I remind you tomorrow at about this time" in words_of(shown)
    sentence = await told(chiara, await chiara.press(shown, label="Yes"))
    assert f"every day at <t:{days.hour_of(day + 11, 9)}:t>" in sentence
    assert (await settings_of(bot.archive, int(chiara.id))).daily_hour == 9
    clock.go(day + 11, 9)
    await bot[DailyNews].look()
    assert len(await reminders(chiara)) == 1


async def test_who_says_no_is_not_reminded(bot: Parlour, chiara: Person, clock: Clock) -> None:
    day = clock.turn_to("fourside", hour=9.5)
    for number in (day, day + 5, day + 10):
        clock.go(number, 9.5)
        await finish(bot, chiara)
    assert "use /settings" in await told(chiara, await chiara.press(await look(chiara), label="No"))
    assert "Shall I remind you" not in words_of(await look(chiara))
    clock.go(day + 11, 9.5)
    await bot[DailyNews].look()
    assert not await reminders(chiara)
