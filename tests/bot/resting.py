"""Tables that leave memory once all there is to see of them is shown, also while their clocks run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.table import unloaded_clocks
from local_discord.person import AT_MOST
from storage import Archive
from tests.bot.clocks import timed
from tests.bot.tables import session_in, until

AT_ONCE = 0.0
"""Nobody has to be away for any time."""


async def all_current(bot: Parlour) -> None:
    """Wait until all there is to see of every table in memory is shown."""
    await until(lambda: all(map(bot.messages.is_current, bot.tables.in_memory.sessions())))


async def nothing_is_owed(bot: Parlour) -> None:
    """Wait until everybody has been told how games ended."""
    async with asyncio.timeout(AT_MOST):
        while await bot.archive.sessions.owing_ends(0):  # noqa: ASYNC110 - the disk has no event
            await asyncio.sleep(0.01)


async def unload(bot: Parlour) -> None:
    """The only table leaves memory."""
    await all_current(bot)
    assert await bot.unloader.unload(AT_ONCE) == 1
    assert (len(bot.tables.in_memory), len(bot.messages)) == (0, 0)


async def unload_all(bot: Parlour) -> None:
    """All tables leave memory, as soon as nothing is left to show or to save of any of them."""
    async with asyncio.timeout(AT_MOST):
        while len(bot.tables.in_memory):
            await all_current(bot)
            await bot.unloader.unload(AT_ONCE)
            await asyncio.sleep(0.005)


@asynccontextmanager
async def ringing_soon(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Parlour]:
    """The bot with a table whose clock rings in 3 seconds, and that can leave memory until then."""
    monkeypatch.setattr(unloaded_clocks, "SOON_SECONDS", 0.0)
    settings.play.minute = 1.5
    async with timed(settings, move_time="2 minutes") as bot:
        yield bot


async def is_played_in_time(bot: Parlour, lines: int) -> None:
    """The table, which had so many lines, is read before its clock rings, and the move is made then."""
    await bot.unloader.wake_due()
    session = session_in(bot)
    await until(lambda: len(session.table.lines) > lines)
    assert session.table.lines[lines].note.startswith("time over")


async def used(archive: Archive) -> dict[int, int]:
    """How many milliseconds each seat has used, as far as that is saved."""
    return {one.seat: one.used for one in await archive.clocks.times(1)}
