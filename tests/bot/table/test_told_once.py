"""People are told once of each wait, despite restarts, kills, lost requests and tables that leave memory."""

import asyncio

import pytest

from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import ReminderSettings
from bot.table.options import TableOptions
from bot.table.reminders.reminders import RETRY_SECONDS
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive, StoredWait
from tests.bot.clocks import pass_seconds
from tests.bot.conftest import running
from tests.bot.tables import session_in
from tests.bot.waiting import (
    CHIARA,
    called,
    direct,
    is_told,
    likes,
    make_move,
    mentions,
    until_written,
)


@pytest.mark.parametrize("where", ["direct", "both"])
async def test_a_restart_tells_nobody_twice(
    waiting: Settings, two: tuple[Person, Person], where: str
) -> None:
    chiara, dmitri = two
    await likes(waiting, ReminderSettings().having(where=where))
    async with running(waiting) as bot:
        await until_written(bot, lambda wait: wait.told_at is not None)
        [wait] = await bot.archive.reminders.waits(1)
    calls = [*direct(chiara), *mentions(chiara)]
    async with running(waiting) as bot:
        await bot.tables.session(1)
        await asyncio.sleep(0.8)
        assert [*direct(chiara), *mentions(chiara)] == calls
        assert await bot.archive.reminders.waits(1) == (wait,), "nothing was sent that Discord then dropped"
        await make_move(bot)
        for call in calls:
            await dmitri.wait_until(lambda: not direct(chiara))
            await chiara.wait_gone(call)


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
        [kept] = await archive.reminders.waits(1)
        assert (kept.question, kept.told_at) == (f"0@{number}", None), "what was to come is written down"
        await archive.reminders.put_wait(StoredWait(1, CHIARA, kept.question, since, look_at=since + 900_000))
    async with running(waiting):
        await chiara.wait_until(lambda: mentions(chiara))


async def test_a_call_of_an_older_version_stands_and_goes_with_the_answer(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        call = await called(bot, chiara)
    async with Archive.open(waiting.storage.url) as archive:  # as that version left it
        await archive.clocks.wake(1)
        await archive.reminders.drop_wait(1, CHIARA)
        await archive.messages.drop(1, f"turn:{CHIARA}")
        await archive.messages.put(1, "nudge", int(call["channel_id"]), int(call["id"]))
    async with running(waiting) as bot:
        (await bot.messages.of(await bot.tables.session(1))).changed()
        await is_told(bot, CHIARA)
        await asyncio.sleep(0.5)
        assert mentions(chiara) == [call]
        await make_move(bot)
        await chiara.wait_gone(call)


async def test_a_warning_comes_once_even_to_who_was_told_before(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two

    def warnings() -> list[Json]:
        return [one for one in chiara.sees.in_channel("games") if "your time for this move" in text_of(one)]

    waiting.play.minute = 60
    async with Archive.open(waiting.storage.url) as archive:
        await archive.sessions.set_table_options(
            1, TableOptions.model_validate({"move_time": "1 hour"}).write()
        )
    async with running(waiting) as bot:
        await is_told(bot, CHIARA)
        pass_seconds(session_in(bot), 50 * 60)  # as if 50 minutes had passed
        session_in(bot).go_on()
        for _ in range(2):
            bot.messages.show(session_in(bot))
        await until_written(bot, lambda wait: wait.warned_at is not None)
        await chiara.wait_until(warnings)
        [warning] = warnings()
        assert [one["id"] for one in warning["mentions"]] == [chiara.id]
    async with running(waiting) as bot:
        bot.messages.show(await bot.tables.session(1))
        await is_told(bot, CHIARA)
        assert [one["id"] for one in warnings()] == [warning["id"]]
        await make_move(bot)
        await chiara.wait_gone(warning)
        assert not warnings()


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


async def test_a_bot_killed_between_sending_and_remembering_shows_the_call_once(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    await likes(waiting, ReminderSettings(where="both"))
    async with running(waiting) as bot:
        await is_told(bot, CHIARA)
        await bot.archive.reminders.drop_wait(1, CHIARA)
        await bot.archive.messages.drop(1, f"turn:{CHIARA}")
        await bot.archive.messages.drop(1, f"turn:{CHIARA}:direct")
    async with running(waiting) as bot:
        (await bot.messages.of(await bot.tables.session(1))).reminder.changed()
        await is_told(bot, CHIARA)
        assert (len(direct(chiara)), len(mentions(chiara))) == (1, 1)


@pytest.mark.deep
async def test_a_call_that_gets_lost_on_its_way_is_sent_again_and_shown_once(
    waiting: Settings,
    two: tuple[Person, Person],
    discord: LocalDiscord,
) -> None:
    chiara, _ = two
    waiting.play.remind_after = 1
    async with running(waiting) as bot:
        await is_told(bot)
        # discord.py itself tries a request five times.
        lost = {"status": 500, "method": "POST", "path": f"channels/{cast.GAMES}/messages", "after": True}
        discord.faults.fail_next([{**lost, "times": 6}])
        await asyncio.sleep(RETRY_SECONDS)
        await is_told(bot, CHIARA)
        assert len(mentions(chiara)) == 1
