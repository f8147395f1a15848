"""A game that waits for Chiara, how she wants to be told, and what she is told."""

import asyncio
from collections.abc import Callable
from datetime import datetime

import pytest

from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.people import quiet_hours
from bot.people.settings import UTC, PersonSettings, ReminderSettings, change_settings
from local_discord.codec import Json
from local_discord.person import Person, text_of
from storage import Archive, StoredWait
from tests.bot import tables
from tests.bot.tables import people, to_move, until

CALL = "your turn"
LIST = "It's your turn at"
CHIARA = int(cast.CHIARA)


@pytest.fixture
async def waiting(settings: Settings) -> Settings:
    """A game of Chiara and Dmitri in which she is to move; a minute takes a fifth of a second."""
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), to_move(0))
    settings.play.remind_after = 0.2
    settings.play.minute = 0.2
    return settings


async def likes(settings: Settings, reminders: ReminderSettings, quiet: str = "") -> None:
    """Set how Chiara wants to be told; `quiet` are her quiet hours in UTC, such as `22-8`."""

    def change(had: PersonSettings) -> PersonSettings:
        had = had.having(reminders=reminders)
        begin, _, end = quiet.partition("-")
        if not quiet:
            return had
        return had.with_quiet_hours(quiet_hours.quiet_hours("UTC", begin, end), DISCORD_TIME.now())

    async with Archive.open(settings.storage.url) as archive:
        await change_settings(archive, CHIARA, change)


def now_quiet() -> str:
    """Quiet hours that began an hour ago at most and last for eight."""
    hour = datetime.fromtimestamp(DISCORD_TIME.now(), UTC).hour
    return f"{hour}-{(hour + 8) % 24}"


def direct(person: Person, saying: str = CALL) -> list[Json]:
    """The direct messages that say this."""
    dms = [one["id"] for one in person.sees.channels.values() if one["type"] == 1]
    return [one for dm in dms for one in person.sees.in_channel(dm) if saying in text_of(one)]


def mentions(person: Person, channel: str = "games") -> list[Json]:
    """The messages in this channel that call people."""
    return [one for one in person.sees.in_channel(channel) if f"it's {CALL}" in text_of(one)]


async def is_told(bot: Parlour, *user_ids: int) -> None:
    """Wait until exactly these people have been told."""
    messages = await bot.messages.of(await bot.tables.session(1))
    await until(lambda: messages.reminder.told == set(user_ids))
    await messages.sent()


async def called(bot: Parlour, chiara: Person) -> Json:
    """The only message in #games that calls her, once she and nobody else has been told."""
    await is_told(bot, CHIARA)
    [call] = mentions(chiara)
    return call


async def make_move(bot: Parlour) -> None:
    """Chiara makes the first move she can."""
    await tables.play(bot, tables.session_in(bot), CHIARA, tables.legal(bot)[0], 1)


async def until_written(bot: Parlour, check: Callable[[StoredWait], bool]) -> None:
    """Wait until the wait of the first table is on the disk like this."""
    async with asyncio.timeout(20):
        while not any(check(one) for one in await bot.archive.reminders.waits(1)):  # noqa: ASYNC110 - the disk has no event
            await asyncio.sleep(0.05)
