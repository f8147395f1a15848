"""Rings for a table's clock, and saves what was used."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from bot.table.clock.clock import Clock
from bot.table.journal import Journal
from bot.telemetry.logs import own_work, tell_failure
from games.core import Seat
from storage import StorageFailed

log = logging.getLogger(__name__)


KEPT_EVERY = 0.1
"""What part of a limit passes before the used time is saved again; a crash gives that much back."""


SOONEST_KEPT, LATEST_KEPT = 10.0, 600.0
"""In seconds: short limits shouldn't save too often, and long ones shouldn't lose much."""


class ClockTimer:
    """Rings for one table's clock, and saves what was used. It does nothing if nothing limits the moves."""

    def __init__(self, journal: Journal, clock: Clock, rings: Callable[[], object]) -> None:
        """`rings` is called when time is up or quiet hours change."""
        self._journal = journal
        self._clock = clock
        self._rings = rings
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept_at = time.monotonic()

    async def load(self) -> None:
        """Go on from what was saved before a restart. Raises StorageFailed."""
        if self._clock.limit:
            await self._clock.used.load()

    async def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far. Raises StorageFailed."""
        self._clock.used.excuse(seats)
        await self._clock.used.keep()

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it after everything that lets time run or stops it."""
        self._moved.set()
        is_needed = self._clock.limit and (self._clock.used.must_be_kept or self._clock.running)
        if is_needed and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching, and save the time that was used."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._clock.running:
            await self._keep()

    async def _watch(self) -> None:
        own_work(self._journal.stored.id)
        while True:
            self._moved.clear()
            await self._learn()
            if self._clock.used.must_be_kept:
                await self._keep()
            rings_at, keeps_at = self._clock.rings_at, self._next_keep()
            if rings_at is None:
                return
            try:
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes just after a move.
                async with asyncio.timeout(min(rings_at, keeps_at) - time.monotonic()):
                    await self._moved.wait()
            except TimeoutError:
                if time.monotonic() >= keeps_at:
                    await self._keep()
                if time.monotonic() >= rings_at:
                    self._rings()

    def _next_keep(self) -> float:
        return self._kept_at + min(max(KEPT_EVERY * self._clock.limit, SOONEST_KEPT), LATEST_KEPT)

    async def _keep(self) -> None:
        self._kept_at = time.monotonic()
        try:
            await self._clock.used.keep()
        except StorageFailed as failed:
            log.warning("session %s: used time could not be saved: %s", self._journal.stored.id, failed)

    async def _learn(self) -> None:
        try:
            await self._clock.used.learn()
        except StorageFailed as failed:
            log.warning("session %s: quiet hours could not be read: %s", self._journal.stored.id, failed)
