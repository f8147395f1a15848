"""People who choose it get one list a day of all tables that wait for them."""

from datetime import datetime, timedelta

import pytest

from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.people.settings import UTC, ReminderSettings
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import running
from tests.bot.tables import legal, people, play, session_in, to_move
from tests.bot.waiting import CHIARA, LIST, direct, is_told, likes, mentions, until_written


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
        [wait] = [one for one in await bot.archive.reminders.waits(1) if one.user_id == CHIARA]
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
