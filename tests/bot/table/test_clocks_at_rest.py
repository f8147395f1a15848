"""A table whose clock runs leaves memory too: its time runs on, and it is back before anything happens."""

import asyncio

import pytest

from bot.config import Settings
from bot.table import unloaded_clocks
from bot.table.session import Session
from local_discord.person import Person
from storage import StorageFailed
from tests.bot.clocks import timed
from tests.bot.resting import AT_ONCE, all_current, is_played_in_time, ringing_soon, unload
from tests.bot.tables import session_in, type_moves, until, words_of
from tests.bot.time_limits import A, shown_to


async def test_its_time_runs_on_and_is_shown_as_before(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings) as bot:
        shown = await shown_to(chiara, "to place")
        ended = session_in(bot).clock.at(A).ends
        await unload(bot)
        await asyncio.sleep(0.2)
        session = await bot.tables.session(1)
        assert session.clock.at(A).ends == pytest.approx(ended, abs=0.01)
        await type_moves(bot, chiara, dmitri)
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "plays" in words_of(m))


async def test_it_is_back_before_its_time_is_up_and_the_move_is_made(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ringing_soon(settings, monkeypatch) as bot:
        await shown_to(two[0], "to place")
        count = len(session_in(bot).table.lines)
        await unload(bot)
        await is_played_in_time(bot, count)


async def test_one_that_cannot_be_read_when_it_should_come_back_is_read_later(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_session_id: int) -> None:
        raise StorageFailed("The disk is gone for a moment.")

    async with ringing_soon(settings, monkeypatch) as bot:
        await shown_to(two[0], "to place")
        await unload(bot)
        with monkeypatch.context() as gone:
            gone.setattr(bot.archive.sessions, "find", fail)
            await bot.unloader.wake_due()
        assert len(bot.tables.in_memory) == 0
        await bot.unloader.wake_due()
        assert session_in(bot).clock.running == (A,)


async def test_one_that_rings_soon_stays_and_one_that_does_not_is_left_alone(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings, move_time="5 minutes") as bot:
        await shown_to(two[0], "to place")
        await all_current(bot)
        assert await bot.unloader.unload(AT_ONCE) == 0
        assert session_in(bot).clock.rings_at is not None
        monkeypatch.setattr(unloaded_clocks, "SOON_SECONDS", 0.0)
        monkeypatch.setattr(unloaded_clocks, "BEFORE_SECONDS", 1.0)
        assert await bot.unloader.unload(AT_ONCE) == 1
        await bot.unloader.wake_due()
        assert len(bot.tables.in_memory) == 0


async def test_its_clock_goes_on_if_it_could_not_be_unloaded(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ringing_soon(settings, monkeypatch) as bot:
        await shown_to(two[0], "to place")
        session = session_in(bot)
        await all_current(bot)

        async def fail(_session: Session) -> None:
            raise StorageFailed("The disk is full.")

        count = len(session.table.lines)
        with monkeypatch.context() as full:
            full.setattr(bot.tables.clocks, "note", fail)
            with pytest.raises(StorageFailed):
                await bot.unloader.unload(AT_ONCE)
        await until(lambda: len(session.table.lines) > count)


async def test_quiet_hours_that_change_count_from_then_on(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    async with timed(settings) as bot:
        await shown_to(chiara, "to place")
        await unload(bot)
        await bot.outages.quiet_hours_changed(int(chiara.id))
        assert session_in(bot).clock.running == (A,)
