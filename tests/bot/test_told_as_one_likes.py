"""People are told that a table waits for them where and when they like it, and once."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bot.app import Parlour
from bot.config import Settings
from bot.discord_time import DISCORD_TIME
from bot.play import world as cast
from bot.screens import reminders
from bot.tables import quiet_hours
from bot.tables.reminder_settings import UTC, ReminderSettings
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive, StoredWait
from tests.bot import tables
from tests.bot.cities import keep_city
from tests.bot.conftest import Meet, running
from tests.bot.tables import legal, people, play, session_in, to_move, told, until

CALL = "your turn"
LIST = "It's your turn at"
DAY = 86_400
CHIARA = int(cast.CHIARA)


@pytest.fixture
async def two(meet: Meet) -> tuple[Person, Person]:
    return await meet(cast.CHIARA), await meet(cast.DMITRI)


@pytest.fixture
async def waiting(settings: Settings) -> Settings:
    """A game of Chiara and Dmitri in which she is to move; a minute takes a fifth of a second."""
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    settings.play.remind_after = 0.2
    settings.play.minute = 0.2
    return settings


async def likes(settings: Settings, reminders: ReminderSettings, quiet: str = "") -> None:
    """Chiara likes to be told like this; `quiet` are her quiet hours, `22-8`, in UTC."""

    def change(had: str) -> str:
        had = reminders.write(had)
        begin, _, end = quiet.partition("-")
        return quiet_hours.write(had, quiet_hours.quiet_hours("UTC", begin, end)) if quiet else had

    async with Archive.open(settings.storage.url) as archive:
        await archive.change_settings(CHIARA, change)


def now_quiet() -> str:
    """Quiet hours that began an hour ago at most and last for eight."""
    hour = datetime.fromtimestamp(DISCORD_TIME.now(), UTC).hour
    return f"{hour}-{(hour + 8) % 24}"


def direct(person: Person, saying: str = CALL) -> list[Json]:
    """The direct messages that say this."""
    dms = [one["id"] for one in person.channels.values() if one["type"] == 1]
    return [one for dm in dms for one in person.in_channel(dm) if saying in text_of(one)]


def mentions(person: Person, channel: str = "games") -> list[Json]:
    """What calls anybody in this channel."""
    return [one for one in person.in_channel(channel) if f"it's {CALL}" in text_of(one)]


async def is_told(bot: Parlour, *user_ids: int) -> None:
    """Wait until exactly these people have been told."""
    display = await bot.displays.of(await bot.tables.session(1))
    await until(lambda: display.reminder.told == set(user_ids))
    await display.sent()


async def test_a_direct_message_names_the_place_links_the_board_and_goes_with_the_answer(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    await likes(waiting, ReminderSettings(where="direct"))
    async with running(waiting) as bot:
        call = await chiara.wait_for(lambda m: f"It's {CALL}" in text_of(m))
        board_id = (await bot.displays.of(session_in(bot))).board.message_id
        link = f"https://discord.com/channels/{cast.GUILD_ID}/{cast.GAMES}/{board_id}"
        where = f"**Doublolo** in {cast.GUILD_NAME} · <#{cast.GAMES}>"
        assert text_of(call).startswith(f"It's your turn in {where}: [go to the board]({link}).")
        assert not mentions(dmitri)
        await play(bot, session_in(bot), CHIARA, legal(bot)[0], 1)
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
        assert (await bot.archive.person(CHIARA)).dms_closed


@pytest.mark.parametrize("where", ["direct", "both"])
async def test_a_restart_tells_nobody_twice(
    waiting: Settings, two: tuple[Person, Person], where: str
) -> None:
    chiara, dmitri = two
    await likes(waiting, ReminderSettings().having("where", where))
    async with running(waiting) as bot:
        await until_written(bot, lambda wait: wait.told_at is not None)
        [wait] = await bot.archive.waits(1)
    calls = [*direct(chiara), *mentions(chiara)]
    async with running(waiting) as bot:
        await bot.tables.session(1)
        await asyncio.sleep(0.8)
        assert [*direct(chiara), *mentions(chiara)] == calls
        assert await bot.archive.waits(1) == (wait,), "nothing was sent that Discord then dropped"
        await play(bot, session_in(bot), CHIARA, legal(bot)[0], 1)
        for call in calls:
            await dmitri.wait_until(lambda: not direct(chiara))
            await chiara.wait_gone(call)


async def test_nobody_is_told_in_quiet_hours_but_once_they_are_over(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="both"), now_quiet())
    async with running(waiting) as bot:
        await until_written(bot, lambda wait: wait.look_at is not None)
        [wait] = await bot.archive.waits(1)
        quiet = quiet_hours.read((await bot.archive.person(CHIARA)).settings)
        assert quiet is not None
        assert (wait.look_at or 0) / 1000 == quiet.until(DISCORD_TIME.now())
        assert not direct(chiara)
        assert not mentions(chiara)
        shown = await chiara.reply_to(await chiara.command("settings", channel="games"))
        await chiara.select(shown, "off", custom_id="setting:from")
        await chiara.wait_until(lambda: direct(chiara) and mentions(chiara))


async def until_written(bot: Parlour, check: Callable[[StoredWait], bool]) -> None:
    """Wait until the wait of the first table is on the disk like this."""
    async with asyncio.timeout(20):
        while not any(check(one) for one in await bot.archive.waits(1)):  # noqa: ASYNC110 - the disk has no event
            await asyncio.sleep(0.05)


async def test_a_wait_goes_on_over_a_restart_where_it_was(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(when="30 minutes"))
    waiting.play.minute = 30
    async with running(waiting) as bot:
        await is_told(bot)
        number = session_in(bot).table.prompt_version(Seat(0))
    since = round((DISCORD_TIME.now() - 901) * 1000)
    async with Archive.open(waiting.storage.url) as archive:
        [kept] = await archive.waits(1)
        assert (kept.question, kept.told_at) == (f"0@{number}", None), "what was to come is written down"
        await archive.put_wait(StoredWait(1, CHIARA, kept.question, since, look_at=since + 900_000))
    async with running(waiting):
        await chiara.wait_until(lambda: mentions(chiara))


async def test_who_likes_it_at_once_needs_nobody_elses_settings(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    waiting.play.remind_after = 0
    await likes(waiting, ReminderSettings(when="at once"))
    async with running(waiting) as bot:
        await chiara.wait_until(lambda: mentions(chiara))
        await play(bot, session_in(bot), CHIARA, legal(bot)[0], 1)
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


async def test_a_call_of_an_older_version_stands_and_goes_with_the_answer(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        await is_told(bot, CHIARA)
        [call] = mentions(chiara)
    async with Archive.open(waiting.storage.url) as archive:  # as that version left it
        await archive.wake(1)
        await archive.drop_wait(1, CHIARA)
        await archive.drop_message(1, f"turn:{CHIARA}")
        await archive.put_message(1, "nudge", int(call["channel_id"]), int(call["id"]))
    async with running(waiting) as bot:
        (await bot.displays.of(await bot.tables.session(1))).changed()
        await is_told(bot, CHIARA)
        await asyncio.sleep(0.5)
        assert mentions(chiara) == [call]
        await play(bot, session_in(bot), CHIARA, legal(bot)[0], 1)
        await chiara.wait_gone(call)


async def test_a_warning_comes_once_even_to_who_was_told_before(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        await is_told(bot, CHIARA)
        ends = round(DISCORD_TIME.now()) + 3600
        reminder = (await bot.displays.of(session_in(bot))).reminder
        reminder.warn(session_in(bot), Seat(0), ends)
        reminder.warn(session_in(bot), Seat(0), ends)
        warning = await chiara.wait_for(lambda m: f"runs out <t:{ends}:R>" in text_of(m))
        assert [one["id"] for one in warning["mentions"]] == [chiara.id]
        await until_written(bot, lambda wait: wait.warned_at is not None)
    async with running(waiting) as bot:
        reminder = (await bot.displays.of(await bot.tables.session(1))).reminder
        reminder.warn(session_in(bot), Seat(0), ends)
        await play(bot, session_in(bot), CHIARA, legal(bot)[0], 1)
        await chiara.wait_gone(warning)
        assert not [one for one in chiara.in_channel("games") if "runs out" in text_of(one)]


async def test_a_rematch_notifies_nobody_in_their_quiet_hours(settings: Settings, meet: Meet) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    await likes(settings, ReminderSettings(), now_quiet())
    async with running(settings):
        final = await tables.resign(dmitri, await tables.toss(chiara, dmitri))
        await dmitri.press(final, label="Rematch")
        invitation = await chiara.wait_for(lambda m: "want a rematch?" in text_of(m))
        assert not invitation["mentions"]


@pytest.fixture
async def for_days(settings: Settings) -> Settings:
    """Two tables have waited for Chiara for 30 hours; she gets a list each day."""
    async with Archive.open(settings.storage.url) as archive:
        for channel in (cast.GAMES, cast.CARD_ROOM):
            await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0), channel, ago=30 * 3600)
    settings.play.remind_after, settings.play.minute = 0.2, 0.2
    await likes(settings, ReminderSettings(where="direct", when="daily"))
    return settings


async def test_one_list_a_day_names_all_tables_over_restarts(
    for_days: Settings, two: tuple[Person, Person]
) -> None:
    chiara, dmitri = two
    async with running(for_days) as bot:
        daily = await chiara.wait_for(lambda m: LIST in text_of(m))
        head, *lines, _ = text_of(daily).splitlines()
        assert head == "### It's your turn at 2 tables"
        for channel, line in zip((cast.GAMES, cast.CARD_ROOM), lines, strict=True):
            assert line.startswith(f"- **Doublolo** in {cast.GUILD_NAME} · <#{channel}> since <t:")
        await is_told(bot, CHIARA)
    async with running(for_days) as bot:
        await bot.tables.session(1)
        for user_id in (CHIARA, int(dmitri.id)):
            await play(bot, session_in(bot), user_id, legal(bot)[0], user_id)
        await until_written(bot, lambda wait: wait.user_id == CHIARA and wait.look_at is not None)
        [wait] = [one for one in await bot.archive.waits(1) if one.user_id == CHIARA]
        today = datetime.fromtimestamp(DISCORD_TIME.now(), UTC).date()
        next_list = datetime.fromtimestamp((wait.look_at or 0) / 1000, UTC)
        assert (next_list.date(), next_list.hour) == (today + timedelta(days=1), 8)
        assert len(direct(chiara, LIST)) == 1
        assert not mentions(chiara)


async def test_who_lets_nobody_write_to_them_gets_the_daily_call_in_the_channels(
    for_days: Settings, two: tuple[Person, Person], discord: LocalDiscord
) -> None:
    chiara, _ = two
    discord.faults.set({"closed_dms": [chiara.id]})
    async with running(for_days):
        await chiara.wait_until(lambda: mentions(chiara) and mentions(chiara, "card-room"))


async def test_a_table_that_left_memory_still_calls_its_player(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    waiting.play.remind_after = 1
    async with running(waiting) as bot:
        session = session_in(bot)
        await is_told(bot)
        bot.tables.forget(session)
        await chiara.wait_until(lambda: mentions(chiara))


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


async def test_a_bot_killed_between_sending_and_remembering_shows_the_call_once(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="both"))
    async with running(waiting) as bot:
        await is_told(bot, CHIARA)
        await bot.archive.drop_wait(1, CHIARA)
        await bot.archive.drop_message(1, f"turn:{CHIARA}")
        await bot.archive.drop_message(1, f"turn:{CHIARA}:direct")
    async with running(waiting) as bot:
        (await bot.displays.of(await bot.tables.session(1))).reminder.look(session_in(bot))
        await is_told(bot, CHIARA)
        assert (len(direct(chiara)), len(mentions(chiara))) == (1, 1)


@pytest.mark.deep
async def test_a_call_that_gets_lost_on_its_way_is_sent_again_and_shown_once(
    waiting: Settings,
    two: tuple[Person, Person],
    discord: LocalDiscord,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chiara, _ = two
    monkeypatch.setattr(reminders, "RETRY_SECONDS", 0.1)
    waiting.play.remind_after = 1
    async with running(waiting) as bot:
        await is_told(bot)
        # discord.py itself tries a request five times.
        lost = {"status": 500, "method": "POST", "path": f"channels/{cast.GAMES}/messages", "after": True}
        discord.faults.fail_next([{**lost, "times": 6}])
        await is_told(bot, CHIARA)
        assert len(mentions(chiara)) == 1
