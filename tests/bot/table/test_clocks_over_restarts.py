"""A start leaves a table at rest whose clock runs, and its time goes on where it was."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from local_discord.person import Person
from storage import Archive, StorageFailed, StoredTime
from tests.bot.clocks import keep_quiet_hours, pass_seconds, timed
from tests.bot.conftest import running
from tests.bot.resting import AT_ONCE, all_current, is_played_in_time, ringing_soon, unload, used
from tests.bot.tables import session_in, type_moves, words_of
from tests.bot.time_limits import A, ends, shown_to


async def started(bot: Parlour) -> None:
    """All tables that this start reads are read, and all there is to see of them is shown."""
    await bot.resuming.has_begun.wait()
    await all_current(bot)


async def test_a_restart_keeps_the_time_that_ran_meanwhile(
    two: tuple[Person, Person], settings: Settings
) -> None:
    async with timed(settings) as bot:
        await shown_to(two[0], "to place")
        await unload(bot)
        before = await used(bot.archive)
        await asyncio.sleep(0.5)
    async with Archive.open(settings.storage.url) as archive:
        after = await used(archive)
    assert after[A] - before.get(A, 0) >= 450


async def test_a_start_leaves_it_at_rest_and_its_time_goes_on_where_it_was(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    async with timed(settings) as bot:
        shown = await shown_to(chiara, "to place")
        pass_seconds(session_in(bot), 3600)  # as if an hour had passed
        bot.messages.show(session_in(bot))
        await all_current(bot)
        left = session_in(bot).clock.at(A).ends - time.monotonic()
    for _ in range(2):
        async with running(settings) as bot:
            await started(bot)
            assert len(bot.tables.in_memory) == 0
            await asyncio.sleep(0.5)
            left -= 0.5
    async with running(settings) as bot:
        session = await bot.tables.session(1)
        assert session.clock.at(A).ends - time.monotonic() == pytest.approx(left, abs=1)
        assert session.clock.at(A).ends - time.monotonic() < left + 0.4, "the time that ran was kept"
        await type_moves(bot, chiara, dmitri)
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "plays" in words_of(m))


async def test_after_a_start_it_is_read_before_its_time_is_up_and_the_move_is_made(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ringing_soon(settings, monkeypatch) as bot:
        await shown_to(two[0], "to place")
        count = len(session_in(bot).table.lines)
        await all_current(bot)
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables.in_memory) == 0
        await is_played_in_time(bot, count)


@pytest.mark.parametrize("seconds", [60, 600])
async def test_its_board_is_shown_again_if_the_bot_was_away_for_long(
    two: tuple[Person, Person], settings: Settings, seconds: int
) -> None:
    async with timed(settings) as bot:
        shown = await shown_to(two[0], "to place")
        await all_current(bot)
    ended = ends(shown)
    async with Archive.open(settings.storage.url) as archive:
        noted = [
            replace(one, counted_at=(one.counted_at or 0) - seconds * 1000)
            for one in await archive.clocks.times(1)
        ]
        earlier = [replace(one, used=one.used - seconds * 1000) for one in noted if one.seat == A]
        await archive.clocks.set_times(1, [*earlier, *(one for one in noted if one.seat != A)])
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables.in_memory) == (seconds > 120)
        (await bot.messages.of(await bot.tables.session(1))).changed()
        await two[0].wait_for(lambda m: m["id"] == shown["id"] and ends(m) > ended + seconds - 10)


async def test_a_start_knows_the_quiet_hours_in_which_its_time_rests(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep_quiet_hours(settings, chiara.id, ends_in=3600)
    async with timed(settings) as bot:
        await shown_to(chiara, "to place")
        await all_current(bot)
        rests_until = session_in(bot).clock.at(A).ends - time.monotonic()
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables.in_memory) == 0
        before = await used(bot.archive)
        await asyncio.sleep(0.3)
        await bot.tables.clocks.keep(0)
        assert await used(bot.archive) == before
        assert (await bot.tables.session(1)).clock.at(A).ends - time.monotonic() == pytest.approx(
            rests_until, abs=2
        )


async def test_a_start_takes_up_a_clock_that_could_not_be_kept_when_it_was_closed(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed(settings) as bot:
        await shown_to(two[0], "to place")
        session = session_in(bot)
        await all_current(bot)
        keep, failed = session.keep_times, list[bool]()

        async def fail_once(times: Sequence[StoredTime]) -> None:
            if not failed:
                failed.append(True)
                raise StorageFailed("The disk is full for a moment.")
            await keep(times)

        monkeypatch.setattr(session, "keep_times", fail_once)
        assert await bot.unloader.unload(AT_ONCE) == 1
        assert failed
        assert [one.user_id for one in await bot.archive.clocks.times_at_rest()] == [int(two[0].id)]
