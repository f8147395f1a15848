"""People are told that a table waits for them where and when they want it."""

import asyncio

from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import ReminderSettings, settings_of
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.cities import keep_city
from tests.bot.conftest import Meet, running
from tests.bot.tables import people, play, session_in, told
from tests.bot.waiting import (
    CALL,
    CHIARA,
    direct,
    is_told,
    likes,
    make_move,
    mentions,
    now_quiet,
    until_written,
)


async def test_a_direct_message_names_the_place_links_the_board_and_goes_with_the_answer(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    await likes(waiting, ReminderSettings(where="direct"))
    async with running(waiting) as bot:
        call = await chiara.wait_for(lambda m: f"It's {CALL}" in text_of(m))
        board_id = (await bot.messages.of(session_in(bot))).board.message_id
        link = f"https://discord.com/channels/{cast.GUILD_ID}/{cast.GAMES}/{board_id}"
        where = f"**Doublolo** in {cast.GUILD_NAME} · <#{cast.GAMES}>"
        assert text_of(call).startswith(f"It's your turn in {where}: [go to the board]({link}).")
        assert not mentions(dmitri)
        await make_move(bot)
        await chiara.wait_gone(call)
        await dmitri.wait_until(lambda: mentions(dmitri))


async def test_who_likes_both_is_told_in_both_places(waiting: Settings, two: tuple[Person, Person]) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="both"))
    async with running(waiting) as bot:
        await chiara.wait_until(lambda: direct(chiara) and mentions(chiara))
        await is_told(bot, CHIARA)
        assert (len(direct(chiara)), len(mentions(chiara))) == (1, 1)


async def test_who_likes_neither_is_left_alone_until_they_press_for_it(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="nowhere"))
    async with running(waiting):
        await asyncio.sleep(0.8)
        assert not direct(chiara)
        assert not mentions(chiara)
        shown = await chiara.reply_to(await chiara.command("settings", channel="games"))
        await chiara.select(shown, "channel", custom_id="setting:where")
        await chiara.wait_until(lambda: mentions(chiara))


async def test_closed_direct_messages_fall_back_to_the_channel(
    waiting: Settings, two: tuple[Person, Person], discord: LocalDiscord
) -> None:
    chiara, _ = two
    discord.faults.set({"closed_dms": [chiara.id]})
    await likes(waiting, ReminderSettings(where="direct"))
    async with running(waiting) as bot:
        await chiara.wait_until(lambda: mentions(chiara))
        await is_told(bot, CHIARA)
        assert (await bot.archive.people.person(CHIARA)).dms_closed


async def test_nobody_is_told_in_quiet_hours_but_once_they_are_over(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="both"), now_quiet())
    async with running(waiting) as bot:
        await until_written(bot, lambda wait: wait.look_at is not None)
        [wait] = await bot.archive.reminders.waits(1)
        quiet = (await settings_of(bot.archive, CHIARA)).quiet_hours
        assert quiet is not None
        assert (wait.look_at or 0) / 1000 == quiet.until(DISCORD_TIME.now())
        assert not direct(chiara)
        assert not mentions(chiara)
        shown = await chiara.reply_to(await chiara.command("settings", channel="games"))
        await chiara.select(shown, "off", custom_id="setting:from")
        await chiara.wait_until(lambda: direct(chiara) and mentions(chiara))


async def test_who_likes_it_at_once_needs_nobody_elses_settings(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    waiting.play.remind_after = 0
    await likes(waiting, ReminderSettings(when="at once"))
    async with running(waiting) as bot:
        await chiara.wait_until(lambda: mentions(chiara))
        await make_move(bot)
        await asyncio.sleep(2.5)
        assert not mentions(dmitri), "nobody has asked for reminders to those who haven't chosen"


async def test_two_who_owe_a_secret_choice_share_a_call_that_names_who_still_owes_it(
    settings: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    settings.play.remind_after = 0.2
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, seats=people(cast.CHIARA, cast.DMITRI))
    async with running(settings) as bot:
        both = f"<@{chiara.id}> and <@{dmitri.id}>, it's {CALL}"
        call = await dmitri.wait_for(lambda m: both in text_of(m))
        await is_told(bot, CHIARA, int(dmitri.id))
        await play(bot, session_in(bot), CHIARA, "choose pig", 1)
        await dmitri.wait_for(lambda m: m["id"] == call["id"] and text_of(m).startswith(f"<@{dmitri.id}>,"))
        await is_told(bot, int(dmitri.id))
        assert len(mentions(dmitri)) == 1


async def test_a_rematch_notifies_nobody_in_their_quiet_hours(settings: Settings, meet: Meet) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    await likes(settings, ReminderSettings(), now_quiet())
    async with running(settings):
        final = await tables.resign(dmitri, await tables.toss(chiara, dmitri))
        await dmitri.press(final, label="Rematch")
        invitation = await chiara.wait_for(lambda m: "want a rematch?" in text_of(m))
        assert not invitation["mentions"]


async def test_settings_name_the_delay_of_the_server(waiting: Settings, meet: Meet) -> None:
    waiting.play.remind_after, waiting.play.minute = 300, 60
    ada = await meet(cast.ADA)
    async with running(waiting):
        shown = await ada.reply_to(await ada.command("settings", channel="games"))
        assert "**after 5 minutes**. (Each server decides when.)" in text_of(shown)
        await ada.press(shown, label="Server settings")
        menus = await ada.wait_for(lambda m: "## Server settings" in text_of(m))
        await ada.outcome(await ada.select(menus, "at once", custom_id="server:remind"))
        again = await told(ada, await ada.command("settings", channel="games"))
        assert "**at once**. (Each server decides when.)" in again
