"""A day before a duel lapses, players who haven't played it are reminded: once, and only if they let us."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.duels import standing as duels
from bot.duels.news import ROUND_SECONDS, DuelMessages
from bot.host import play as cast
from bot.people.quiet_hours import QuietHours, quiet_hours
from bot.people.settings import PersonSettings, change_settings
from local_discord.codec import Json
from local_discord.person import Person, labels_of
from tests.bot.conftest import Meet, running
from tests.bot.daily_tries import play_on
from tests.bot.duels.test_duels import _computers_move_at_once as _computers_move_at_once
from tests.bot.duels.test_duels import accepted, begin, challenge, seen, table_of
from tests.bot.tables import told, words_of


async def reminders(person: Person) -> list[Json]:
    """Those in their direct messages, the oldest first."""
    direct = (await person.open_dm())["id"]
    return [one for one in person.sees.in_channel(direct) if "Your duel with" in words_of(one)]


async def reminded(person: Person) -> Json:
    direct = (await person.open_dm())["id"]
    return await person.wait_for(
        lambda m: m["channel_id"] == direct and "Your duel with" in words_of(m), timeout=2 * ROUND_SECONDS
    )


@asynccontextmanager
async def a_last_day(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Duels lapse a day after they were accepted, so those that are new have their last day."""
    with monkeypatch.context() as patched:
        patched.setattr(duels, "DAYS", 1)
        yield


async def looked(bot: Parlour, times: int = 3) -> None:
    for _ in range(times):
        await bot[DuelMessages].tell_all()


async def test_who_has_not_played_is_reminded_once_though_the_bot_restarts(
    settings: Settings, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        posted = await challenge(chiara, dmitri)
        shown = await accepted(dmitri, posted)
        await play_on(bot, dmitri, await begin(bot, dmitri, shown))
        await seen(chiara, posted, f"<@{dmitri.id}> is through")
        await looked(bot)
        assert not await reminders(chiara)  # there are days left
        async with a_last_day(monkeypatch):
            one = await reminded(chiara)
            assert "You haven't begun your game yet" in words_of(one)
            assert f"<@{dmitri.id}>" in words_of(one)
            await looked(bot)
            # Discord would show a second one only after some minutes.
            assert not await duels.to_remind(bot.archive)
    async with a_last_day(monkeypatch), running(settings) as bot:
        await looked(bot)
        assert len(await reminders(chiara)) == 1
        assert not await reminders(dmitri)
        assert "in our direct messages" in await told(chiara, await chiara.press(one, label="Play"))
        await table_of(bot, chiara)


async def test_who_has_begun_can_go_on_from_the_reminder(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted = await challenge(chiara, dmitri)
    await begin(bot, dmitri, await accepted(dmitri, posted))
    async with a_last_day(monkeypatch):
        one = await reminded(dmitri)
        assert "Your game isn't finished yet" in words_of(one)
        assert "Go on" in labels_of(one)
        assert "You haven't begun" in words_of(await reminded(chiara))


async def test_nobody_is_reminded_who_wants_no_reminders_nor_of_a_challenge_that_waits(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(had: PersonSettings) -> PersonSettings:
        return had.model_copy(update={"reminders": had.reminders.having(where="nowhere")})

    await change_settings(bot.archive, int(dmitri.id), nowhere)
    await accepted(dmitri, await challenge(chiara, dmitri))
    await challenge(emi, chiara)
    async with a_last_day(monkeypatch):
        await reminded(chiara)
        await looked(bot)
    assert len(await reminders(chiara)) == 1
    assert not await reminders(dmitri)
    assert not await reminders(emi)


async def test_in_quiet_hours_it_waits_for_their_end(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quiet(hours: QuietHours | None, had: PersonSettings) -> PersonSettings:
        return had.model_copy(update={"quiet_hours": hours})

    now = datetime.fromtimestamp(time.time(), UTC)
    begins, ends = (f"{now + timedelta(hours=by):%H:%M}" for by in (-2, 2))
    await change_settings(bot.archive, int(dmitri.id), partial(quiet, quiet_hours("UTC", begins, ends)))
    await accepted(dmitri, await challenge(chiara, dmitri))
    async with a_last_day(monkeypatch):
        await reminded(chiara)
        await looked(bot)
        assert not await reminders(dmitri)
        await change_settings(bot.archive, int(dmitri.id), partial(quiet, None))
        await reminded(dmitri)


async def test_closed_direct_messages_are_tried_once_and_stop_nobody_else(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await accepted(dmitri, await challenge(chiara, dmitri))
    await chiara.do("close_dms", closed=True)
    async with a_last_day(monkeypatch):
        await reminded(dmitri)
        await looked(bot)
        await chiara.do("close_dms", closed=False)
        await looked(bot)
        assert not await duels.to_remind(bot.archive)
    assert (await bot.archive.people.person(int(chiara.id))).dms_closed
    assert not await reminders(chiara)
    assert len(await reminders(dmitri)) == 1
