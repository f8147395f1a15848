"""A table whose clock runs leaves memory too: its time runs on, and it is back before anything happens."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.app import Parlour
from bot.config import Settings
from bot.tables import clocks_at_rest
from bot.tables.session import Session
from local_discord.person import Person, text_of
from storage import Archive, StorageFailed, StoredTime
from tests.bot.clocks import keep_quiet_hours, keep_timed
from tests.bot.conftest import running
from tests.bot.tables import session_in, type_moves, until
from tests.bot.time_limits import A, ends, shown_to

NOW = 0.0
"""Nobody has to be away for any time."""


async def put_away(bot: Parlour) -> None:
    """The table in #games leaves memory, once all there is to see of it is shown."""
    await until(lambda: bot.displays.is_current(session_in(bot)))
    assert await bot.resting.put_away(NOW) == 1
    assert (len(bot.tables), len(bot.displays)) == (0, 0)


async def test_its_time_runs_on_and_is_shown_as_before(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        shown = await shown_to(chiara, "to place")
        ended = session_in(bot).clock.ends(A)
        await put_away(bot)
        await asyncio.sleep(0.2)
        session = await bot.tables.session(1)
        assert session.clock.ends(A) == pytest.approx(ended, abs=0.01)
        assert session.clock.sheet.counted_at > time.monotonic() - 0.1, "it is counted again"
        await type_moves(bot, chiara, dmitri)
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "plays" in text_of(m))


async def test_it_is_back_before_its_time_is_up_and_the_move_is_made(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks_at_rest, "SOON_SECONDS", 0.0)
    settings.play.minute = 1.5
    await keep_timed(settings, move_time="2 minutes")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        count = len(session_in(bot).table.lines)
        await put_away(bot)
        await bot.resting.wake_due()
        session = await bot.tables.session(1)
        await until(lambda: len(session.table.lines) > count)
        assert session.table.lines[count].note.startswith("time over")


async def test_one_that_rings_soon_stays_and_one_that_does_not_is_left_alone(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_timed(settings, move_time="5 minutes")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        await until(lambda: bot.displays.is_current(session_in(bot)))
        assert await bot.resting.put_away(NOW) == 0
        assert session_in(bot).clock.rings_at is not None
        monkeypatch.setattr(clocks_at_rest, "SOON_SECONDS", 0.0)
        monkeypatch.setattr(clocks_at_rest, "BEFORE_SECONDS", 1.0)
        assert await bot.resting.put_away(NOW) == 1
        await bot.resting.wake_due()
        assert len(bot.tables) == 0


async def test_its_clock_goes_on_if_it_could_not_be_put_away(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks_at_rest, "SOON_SECONDS", 0.0)
    settings.play.minute = 1.5
    await keep_timed(settings, move_time="2 minutes")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        session = session_in(bot)
        await until(lambda: bot.displays.is_current(session))

        async def fail(_session: Session) -> None:
            raise StorageFailed("The disk is full.")

        count = len(session.table.lines)
        with monkeypatch.context() as full:
            full.setattr(bot.tables.clocks, "note", fail)
            with pytest.raises(StorageFailed):
                await bot.resting.put_away(NOW)
        await until(lambda: len(session.table.lines) > count)


async def test_a_restart_keeps_the_time_that_ran_meanwhile(
    two: tuple[Person, Person], settings: Settings
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        await put_away(bot)
        before = {one.seat: one.used for one in await bot.archive.times(1)}
        await asyncio.sleep(0.5)
    async with Archive.open(settings.storage.url) as archive:
        after = {one.seat: one.used for one in await archive.times(1)}
    assert after[A] - before.get(A, 0) >= 450


async def started(bot: Parlour) -> None:
    """All tables that this start reads are read, and all there is to see of them is shown."""
    await bot.resuming.has_begun.wait()
    await until(lambda: all(map(bot.displays.is_current, bot.tables.sessions())))


async def test_a_start_leaves_it_at_rest_and_its_time_goes_on_where_it_was(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, dmitri = two
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        shown = await shown_to(chiara, "to place")
        session_in(bot).clock.sheet.counted_at -= 3600  # as if an hour had passed
        bot.displays.show(session_in(bot))
        await until(lambda: bot.displays.is_current(session_in(bot)))
        left = session_in(bot).clock.ends(A) - time.monotonic()
    for _ in range(2):
        async with running(settings) as bot:
            await started(bot)
            assert len(bot.tables) == 0
            await asyncio.sleep(0.5)
            left -= 0.5
    async with running(settings) as bot:
        session = await bot.tables.session(1)
        assert session.clock.ends(A) - time.monotonic() == pytest.approx(left, abs=1)
        assert session.clock.ends(A) - time.monotonic() < left + 0.4, "the time that ran was kept"
        await type_moves(bot, chiara, dmitri)
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "plays" in text_of(m))


async def test_after_a_start_it_is_read_before_its_time_is_up_and_the_move_is_made(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks_at_rest, "SOON_SECONDS", 0.0)
    settings.play.minute = 1.5
    await keep_timed(settings, move_time="2 minutes")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        count = len(session_in(bot).table.lines)
        await until(lambda: bot.displays.is_current(session_in(bot)))
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables) == 0
        await bot.resting.wake_due()
        session = await bot.tables.session(1)
        await until(lambda: len(session.table.lines) > count)
        assert session.table.lines[count].note.startswith("time over")


@pytest.mark.parametrize("seconds", [60, 600])
async def test_its_board_is_shown_again_if_the_bot_was_away_for_long(
    two: tuple[Person, Person], settings: Settings, seconds: int
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        shown = await shown_to(two[0], "to place")
        await until(lambda: bot.displays.is_current(session_in(bot)))
    ended = ends(shown)
    async with Archive.open(settings.storage.url) as archive:
        noted = [
            replace(one, counted_at=(one.counted_at or 0) - seconds * 1000) for one in await archive.times(1)
        ]
        used = [replace(one, used=one.used - seconds * 1000) for one in noted if one.seat == A]
        await archive.set_times(1, [*used, *(one for one in noted if one.seat != A)])
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables) == (seconds > 120)
        await bot.tables.session(1)
        (await bot.displays.of(await bot.tables.session(1))).changed()
        await two[0].wait_for(lambda m: m["id"] == shown["id"] and ends(m) > ended + seconds - 10)


async def test_a_start_knows_the_quiet_hours_in_which_its_time_rests(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep_timed(settings, move_time="1 day")
    await keep_quiet_hours(settings, chiara.id, ends_in=3600)
    async with running(settings) as bot:
        await shown_to(chiara, "to place")
        await until(lambda: bot.displays.is_current(session_in(bot)))
        rests_until = session_in(bot).clock.ends(A) - time.monotonic()
    async with running(settings) as bot:
        await started(bot)
        assert len(bot.tables) == 0
        before = {one.seat: one.used for one in await bot.archive.times(1)}
        await asyncio.sleep(0.3)
        await bot.tables.clocks.keep(0)
        assert {one.seat: one.used for one in await bot.archive.times(1)} == before
        assert (await bot.tables.session(1)).clock.ends(A) - time.monotonic() == pytest.approx(
            rests_until, abs=2
        )


async def test_while_discord_cannot_be_reached_its_time_rests(
    two: tuple[Person, Person], settings: Settings
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        ended = session_in(bot).clock.ends(A)
        await put_away(bot)
        bot.time.disconnected()
        await asyncio.sleep(0.3)
        bot.time.connected()
        assert (await bot.tables.session(1)).clock.ends(A) >= ended + 0.29


async def test_it_gets_back_what_ran_before_a_lost_connection_was_noticed(
    two: tuple[Person, Person], settings: Settings
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        ended = session_in(bot).clock.ends(A)
        await put_away(bot)
        bot.time.disconnected(since=time.monotonic() - 30)
        bot.time.connected()
        assert (await bot.tables.session(1)).clock.ends(A) == pytest.approx(ended + 30, abs=1)


async def test_it_stays_while_discord_cannot_be_reached_since_nobody_knows_when_it_rings(
    two: tuple[Person, Person], settings: Settings
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        await until(lambda: bot.displays.is_current(session_in(bot)))
        bot.time.disconnected()
        assert await bot.resting.put_away(NOW) == 0
        bot.time.connected()
        await until(lambda: bot.displays.is_current(session_in(bot)))
        assert await bot.resting.put_away(NOW) == 1


async def test_quiet_hours_that_change_count_from_then_on(
    two: tuple[Person, Person], settings: Settings
) -> None:
    chiara, _ = two
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(chiara, "to place")
        await put_away(bot)
        await bot.time.quiet_hours_changed(int(chiara.id))
        assert session_in(bot).clock.running == (A,)


async def test_it_stays_if_discord_is_lost_while_it_is_put_away(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        await until(lambda: bot.displays.is_current(session_in(bot)))
        note = bot.tables.clocks.note

        async def lose(session: Session) -> None:
            await note(session)
            bot.time.disconnected()

        with monkeypatch.context() as lost:
            lost.setattr(bot.tables.clocks, "note", lose)
            assert await bot.resting.put_away(NOW) == 0
        bot.time.connected()
        assert session_in(bot).clock.rings_at is not None


async def test_time_that_could_not_be_kept_while_discord_came_back_is_nobodys(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        ended = session_in(bot).clock.ends(A)
        await put_away(bot)
        await asyncio.sleep(0.2)  # runs
        bot.time.disconnected()
        await asyncio.sleep(0.3)  # doesn't

        async def fail(_times: object) -> None:
            bot.time.connected()
            raise StorageFailed("The disk is full.")

        with monkeypatch.context() as full:
            full.setattr(bot.archive, "set_all_times", fail)
            with pytest.raises(StorageFailed):
                await bot.tables.clocks.keep(0)
        assert (await bot.tables.session(1)).clock.ends(A) >= ended + 0.29


async def test_a_start_takes_up_a_clock_that_could_not_be_kept_when_it_was_closed(
    two: tuple[Person, Person], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_timed(settings, move_time="1 day")
    async with running(settings) as bot:
        await shown_to(two[0], "to place")
        session = session_in(bot)
        await until(lambda: bot.displays.is_current(session))
        keep, failed = session.journal.keep_times, list[bool]()

        async def fail_once(times: Sequence[StoredTime]) -> None:
            if not failed:
                failed.append(True)
                raise StorageFailed("The disk is full for a moment.")
            await keep(times)

        monkeypatch.setattr(session.journal, "keep_times", fail_once)
        assert await bot.resting.put_away(NOW) == 1
        assert failed
        assert [one.user_id for one in await bot.archive.times_at_rest()] == [int(two[0].id)]
