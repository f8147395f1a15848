"""While Discord can't be reached, no time runs at tables at rest, and none is lost to anybody."""

import asyncio

import pytest

from bot.config import Settings
from bot.table.session import Session
from local_discord.person import Person
from storage import StorageFailed
from tests.bot.clocks import timed
from tests.bot.resting import AT_ONCE, all_current, unload
from tests.bot.tables import session_in
from tests.bot.time_limits import A, shown_to


async def test_it_stays_while_discord_cannot_be_reached_since_nobody_knows_when_it_rings(
    two: tuple[Person, Person], settings: Settings
) -> None:
    async with timed(settings) as bot:
        await shown_to(two[0], "to place")
        await all_current(bot)
        bot.outages.disconnected()
        assert await bot.unloader.unload(AT_ONCE) == 0
        bot.outages.connected()
        await all_current(bot)
        assert await bot.unloader.unload(AT_ONCE) == 1


async def test_it_stays_if_discord_is_lost_while_it_is_unloaded(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings) as bot:
        await shown_to(two[0], "to place")
        await all_current(bot)
        note = bot.tables.clocks.note

        async def lose(session: Session) -> None:
            await note(session)
            bot.outages.disconnected()

        with monkeypatch.context() as lost:
            lost.setattr(bot.tables.clocks, "note", lose)
            assert await bot.unloader.unload(AT_ONCE) == 0
        bot.outages.connected()
        assert session_in(bot).clock.rings_at is not None


async def test_time_that_could_not_be_kept_while_discord_came_back_is_nobodys(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings) as bot:
        await shown_to(two[0], "to place")
        ended = session_in(bot).clock.at(A).ends
        await unload(bot)
        await asyncio.sleep(0.2)  # runs
        bot.outages.disconnected()
        await asyncio.sleep(0.3)  # doesn't

        async def fail(_times: object) -> None:
            bot.outages.connected()
            raise StorageFailed("The disk is full.")

        with monkeypatch.context() as full:
            full.setattr(bot.archive.clocks, "set_all_times", fail)
            with pytest.raises(StorageFailed):
                await bot.tables.clocks.keep(0)
        assert (await bot.tables.session(1)).clock.at(A).ends >= ended + 0.29
