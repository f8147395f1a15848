"""A pause doesn't end a wait: afterwards nobody is told twice, and people not told yet are told then."""

import asyncio

from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.table.reminders import waits
from local_discord.person import Person
from storage import Archive
from tests.bot.conftest import running
from tests.bot.tables import session_in, until
from tests.bot.time_limits import shown_to
from tests.bot.waiting import CHIARA, called, is_told, make_move, mentions
from tests.bot.waiting import waiting as waiting

PAUSED = "The game is paused."


async def pause(bot: Parlour, chiara: Person) -> None:
    await chiara.command("pause", channel="games")
    await until(lambda: session_in(bot).is_paused)
    await settled(bot)


async def go_on(bot: Parlour, chiara: Person) -> None:
    await chiara.press(await shown_to(chiara, PAUSED), label="Resume")
    await until(lambda: not session_in(bot).is_paused)
    await settled(bot)


async def settled(bot: Parlour) -> None:
    """Wait until everything is shown and sent, for now."""
    messages = await bot.messages.of(session_in(bot))
    await messages.sent()
    await until(lambda: not messages.reminder.is_showing)


async def test_a_player_told_before_a_pause_is_not_told_again(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        call = await called(bot, chiara)
        await pause(bot, chiara)
    async with running(waiting) as bot:
        await bot.tables.session(1)
        await go_on(bot, chiara)
        assert await called(bot, chiara) == call
        await make_move(bot)
        await chiara.wait_gone(call)


async def test_a_player_not_told_before_a_pause_is_told_after_it(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    waiting.play.remind_after = 1.0
    async with running(waiting) as bot:
        await is_told(bot)
        await pause(bot, chiara)
        [wait] = (await bot.messages.of(session_in(bot))).reminder._waits.values()  # noqa: SLF001 - since when
        await asyncio.sleep(max(wait.since + 1.2 - DISCORD_TIME.now(), 0))
        await settled(bot)
        assert not mentions(chiara)
        await go_on(bot, chiara)
        await chiara.wait_until(lambda: mentions(chiara))


async def test_after_a_long_pause_people_are_told_that_it_goes_on(
    waiting: Settings, two: tuple[Person, Person]
) -> None:
    chiara, _ = two
    async with running(waiting) as bot:
        call = await called(bot, chiara)
        await pause(bot, chiara)
    long_ago = round((DISCORD_TIME.now() - waits.LONG_PAUSE_SECONDS - 10) * 1000)
    async with Archive.open(waiting.storage.url) as archive:
        await archive.clocks.set_paused(1, long_ago, CHIARA)
    async with running(waiting) as bot:
        await bot.tables.session(1)
        await go_on(bot, chiara)
        await chiara.wait_gone(call)
        await chiara.wait_until(lambda: mentions(chiara))
