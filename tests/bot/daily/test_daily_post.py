"""The game of the day in a server's channel: posted once a day, kept up to date, and never a nuisance."""

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.daily import days
from bot.daily import news as daily
from bot.daily.news import DailyNews
from bot.host import play as cast
from bot.table import deal
from local_discord.codec import Json
from local_discord.messages import NONCE_SECONDS
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.blank import blank as blank
from tests.bot.blank import drawn_cards as drawn_cards
from tests.bot.conftest import Meet, running
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import finish
from tests.bot.settings.test_settings import opened, server_settings
from tests.bot.tables import words_of

GUILD = int(cast.GUILD_ID)


async def posts(person: Person, channel: str = cast.GENERAL) -> list[Json]:
    """The games of the day that are in a channel now, the oldest first, even if nobody has seen them yet."""
    there = (await person.do("history", channel_id=channel))["messages"]
    return [one for one in there if "### Game of the day" in words_of(one)]


async def turn_on(ada: Person, hour: int = 12, channel: str = cast.GENERAL) -> Json:
    """The server's settings after its owner had the game of the day posted."""
    shown = await server_settings(ada)
    await ada.select(shown, channel, custom_id="server:daily_channel")
    shown = await ada.wait_for(lambda m: m["id"] == shown["id"] and f"<#{channel}>, next" in text_of(m))
    await ada.select(shown, str(hour), custom_id="server:daily_hour")
    moment = days.hour_of(days.today() + (days.now() >= days.hour_of(days.today(), hour)), hour)
    return await ada.wait_for(lambda m: m["id"] == shown["id"] and f"next time <t:{moment}:f>" in text_of(m))


@pytest.mark.usefixtures("drawn_cards")
async def test_it_is_posted_once_at_its_hour_and_tells_who_has_played_but_no_score(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=9)
    before = await finish(bot, chiara)
    await turn_on(ada, 18)
    clock.go(day, 17.9)
    await bot[DailyNews].look()
    assert not await posts(ada)
    await bot.archive.dailies.set_par(days.deal_of(day), 999)
    clock.go(day, 18)
    await bot[DailyNews].look()
    await bot[DailyNews].look()
    [post] = await posts(ada)
    assert f"Game of the day {day}: FourSide" in words_of(post)
    assert f"**Played today:** <@{chiara.id}>" in words_of(post)
    assert post["edited_timestamp"] is None
    await finish(bot, dmitri)
    clock.ahead += 60
    await bot[DailyNews].look()
    [post] = await posts(ada)
    assert f"**Played today:** <@{chiara.id}> and <@{dmitri.id}>" in words_of(post)
    score = deal.scored(before.table)
    assert not re.search(rf"\b{score}\b", words_of(post).replace("Game of the day", ""))
    card = await dmitri.reply_to(await dmitri.press(post, label="Game of the day"))
    assert "You scored" in words_of(card)


async def test_par_is_told_a_minute_later_if_it_was_not_known_at_once(
    bot: Parlour, ada: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=17)
    await turn_on(ada, 18)
    clock.go(day, 18)
    await bot[DailyNews].look()
    assert "Par isn't known yet" in words_of((await posts(ada))[0])
    await bot.archive.dailies.set_par(days.deal_of(day), 123)
    await bot[DailyNews].look()
    await ada.wait_for(lambda one: "Par is 123" in words_of(one))


@pytest.mark.usefixtures("drawn_cards")
async def test_after_midnight_it_says_who_won_and_loses_its_button(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=0.5)
    await turn_on(ada, 1)
    clock.go(day, 1)
    await bot[DailyNews].look()
    await finish(bot, chiara)
    clock.go(day + 1, 0.1)
    await bot[DailyNews].look()
    [post] = await posts(ada)
    assert f"1st <@{chiara.id}>" in words_of(post)
    assert f"can finish until <t:{days.closes_at(day)}:t>" in words_of(post)
    assert "Game of the day" not in labels_of(post)
    clock.go(day + 1, 1)
    await bot[DailyNews].look()
    yesterday, today = await posts(ada)
    assert f"**Yesterday, FourSide:** 1st <@{chiara.id}>" in words_of(today)
    assert "Game of the day" in labels_of(today)
    clock.go(day + 1, 12)
    await bot[DailyNews].look()
    yesterday, today = await posts(ada)
    assert "This day is over" in words_of(yesterday)
    assert "can finish until" not in words_of(yesterday)


async def test_after_a_restart_a_missed_hour_is_made_up_for_and_nothing_is_posted_twice(
    settings: Settings, meet: Meet, clock: Clock
) -> None:
    ada, chiara = await meet(cast.ADA), await meet(cast.CHIARA)
    day = clock.turn_to("fourside", hour=9)
    async with running(settings):
        await turn_on(ada, 18)
    clock.go(day, 22)
    async with running(settings) as bot:
        await bot[DailyNews].look()
        assert len(await posts(ada)) == 1
        await finish(bot, chiara)
    async with running(settings) as bot:
        await bot[DailyNews].look()
        [post] = await posts(ada)
        assert f"<@{chiara.id}>" in words_of(post)
    clock.go(day + 3, 2)
    async with running(settings) as bot:
        await bot[DailyNews].look()
        [post] = await posts(ada)
        assert "This day is over" in words_of(post)
        clock.go(day + 3, 18)
        await bot[DailyNews].look()
        assert len(await posts(ada)) == 2


async def test_an_hour_that_has_passed_is_tomorrows(bot: Parlour, ada: Person, clock: Clock) -> None:
    day = clock.turn_to("foozle", hour=15)
    await turn_on(ada, 8)
    await bot[DailyNews].look()
    assert not await posts(ada)
    clock.go(day + 1, 8)
    await bot[DailyNews].look()
    assert len(await posts(ada)) == 1


async def test_a_deleted_message_comes_back_only_the_next_day(
    bot: Parlour, ada: Person, chiara: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await turn_on(ada, 10)
    clock.go(day, 10)
    await bot[DailyNews].look()
    await ada.do("delete", channel_id=cast.GENERAL, message_id=(await posts(ada))[0]["id"])
    await finish(bot, chiara)
    await bot[DailyNews].look()
    await bot[DailyNews].look()
    assert not await posts(ada)
    clock.go(day + 1, 10)
    await bot[DailyNews].look()
    assert len(await posts(ada)) == 1


async def test_where_it_cannot_be_posted_for_days_it_is_turned_off_and_the_settings_say_why(
    bot: Parlour, ada: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside", hour=9)
    shown = await server_settings(ada)
    await ada.select(shown, cast.NO_BOTS_HERE, custom_id="server:daily_channel")
    await ada.wait_for(lambda m: f"I can't post in <#{cast.NO_BOTS_HERE}>: I need Send" in text_of(m))
    forbidden = int(cast.NO_BOTS_HERE)
    news = bot.archive.daily_news
    await news.change_channel(GUILD, lambda had: replace(had, channel_id=forbidden, first_day=day))
    why = f"I can't write in <#{cast.NO_BOTS_HERE}>"
    for later in range(daily.REFUSED_DAYS):
        clock.go(day + later, 12)
        await bot[DailyNews].look()
        assert why not in text_of(await server_settings(ada))
    clock.go(day + daily.REFUSED_DAYS, 12)
    await bot[DailyNews].look()
    assert why in text_of(await server_settings(ada))
    await turn_on(ada, 13, cast.CARD_ROOM)
    await ada.do("delete_channel", channel_id=cast.CARD_ROOM)
    for later in range(daily.REFUSED_DAYS + 2):
        clock.go(day + daily.REFUSED_DAYS + later, 13)
        await bot[DailyNews].look()
    assert "the channel I used is gone" in text_of(await server_settings(ada))
    assert not await news.due(day + 10, 23)


@pytest.mark.parametrize(
    "how",
    [
        {"status": 429, "html": True},
        {"status": 403, "html": True},
        {"status": 503},
        {"status": 401},
        {"reset": True},
        {"status": 403, "code": 50013},
        {"status": 404, "code": 10003},
    ],
    ids=str,
)
async def test_a_post_that_is_refused_for_now_comes_a_few_minutes_later(
    bot: Parlour, discord: LocalDiscord, ada: Person, clock: Clock, how: dict[str, Any], tries_at_once: None
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await turn_on(ada, 18)
    clock.go(day, 18)
    discord.faults.fail_next([{"status": 503, "method": "POST", "path": "/messages$", "times": 2, **how}])
    for _ in range(4):
        await bot[DailyNews].look()
        clock.ahead += 180
    assert len(await posts(ada)) == 1


@pytest.mark.parametrize("how", [{"status": 503}, {"reset": True}], ids=str)
async def test_a_post_whose_answers_get_lost_for_long_stands_there_once_and_is_kept_up_to_date(
    bot: Parlour, discord: LocalDiscord, ada: Person, clock: Clock, how: dict[str, Any], tries_at_once: None
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await turn_on(ada, 18)
    clock.go(day, 18)
    lost = {"method": "POST", "path": "/messages$", "after": True, "times": 4}
    discord.faults.fail_next([{**lost, **how}])
    await bot[DailyNews].look()
    await bot.archive.dailies.set_par(days.deal_of(day), 999)
    for _ in range(3):
        await asyncio.sleep(2 * NONCE_SECONDS)
        await bot[DailyNews].look()
    [post] = await posts(ada)
    assert "Par is 999" in words_of(post)


async def test_only_managers_can_turn_it_on_and_off(
    bot: Parlour, ada: Person, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside", hour=9)
    shown = await turn_on(ada, 10)
    assert "Server settings" not in labels_of(await opened(chiara))
    await ada.select(shown, custom_id="server:daily_channel")
    await ada.wait_for(lambda m: m["id"] == shown["id"] and "isn't posted anywhere" in text_of(m))
    clock.ahead += 3600
    await bot[DailyNews].look()
    assert not await posts(ada)


async def test_of_two_changes_at_once_none_is_lost(bot: Parlour, ada: Person, clock: Clock) -> None:
    clock.turn_to("fourside", hour=9)
    shown = await turn_on(ada, 10)
    await asyncio.gather(
        ada.select(shown, cast.GAMES, custom_id="server:daily_channel"),
        ada.select(shown, "21", custom_id="server:daily_hour"),
    )
    await ada.wait_for(lambda m: m["id"] == shown["id"] and f"<#{cast.GAMES}>, next" in text_of(m))
    moment = days.hour_of(days.today(), 21)
    await ada.wait_for(lambda m: m["id"] == shown["id"] and f"<t:{moment}:f>" in text_of(m))
    found = await bot.archive.daily_news.channel(GUILD)
    assert (found.channel_id, found.hour) == (int(cast.GAMES), 21)


@pytest.mark.parametrize("code", [40005, 200000, 400001])
async def test_a_day_whose_picture_discord_does_not_take_is_posted_and_kept_up_to_date_in_words(
    bot: Parlour, discord: LocalDiscord, ada: Person, chiara: Person, clock: Clock, code: int
) -> None:
    day = clock.turn_to("fourside", hour=9)
    await turn_on(ada, 18)
    await bot.archive.dailies.set_par(days.deal_of(day), 999)
    discord.faults.set({"refused_files": {cast.GENERAL: code}})
    clock.go(day, 18)
    await bot[DailyNews].look()
    [post] = await posts(ada)
    assert not post["attachments"]
    assert "Game of the day" in labels_of(post)
    await finish(bot, chiara)
    clock.ahead += 60
    await bot[DailyNews].look()
    [post] = await posts(ada)
    assert f"**Played today:** <@{chiara.id}>" in text_of(post)
