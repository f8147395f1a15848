"""Counts the time that runs at a table, saves it, and rings when something changes by itself."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from bot.logs import tell_failure
from bot.tables.clock import Clock
from bot.tables.journal import Journal
from bot.tables.owed_moves import began
from bot.tables.rests import Rests
from bot.trace import own_work
from games.core import CHANCE, Seat
from storage import StorageFailed

log = logging.getLogger(__name__)

KEPT_EVERY = 0.1
"""What part of a limit passes before the used time is saved again; a crash gives that much back."""

SOONEST_KEPT, LATEST_KEPT = 10.0, 600.0
"""In seconds: short limits shouldn't save too often, and long ones shouldn't lose much."""


class Timekeeper:
    """Keeps the time sheet of one table's clock. It does nothing if nothing limits the moves."""

    def __init__(self, journal: Journal, rests: Rests, clock: Clock, rings: Callable[[], object]) -> None:
        """`rings` is called when time is up or quiet hours change."""
        self._journal = journal
        self._rests = rests
        self._clock = clock
        self._rings = rings
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept_at = time.monotonic()

    async def load(self) -> None:
        """Go on from what was saved before a restart. Raises StorageFailed."""
        if self._clock.limit:
            await self._clock.sheet.load()
            await self._rests.learn(self._people())

    def count(self) -> None:
        """Count what was used up to now. Call it before anything makes the clock rest or run again."""
        if self._clock.limit:
            self._clock.sheet.count(self._moves(), is_resting=self._clock.is_resting)

    def give_back_since(self, instant: float) -> None:
        """It turns out that nobody's time has run since this instant: give back what was counted."""
        self.count()
        if not self._clock.is_resting:
            moves = self._moves()
            self._clock.sheet.give_back({seat: moves[seat] for seat in self._clock.running}, instant)

    def change_hands(self, newcomers: Iterable[Seat] = ()) -> None:
        """Seats are about to change hands: save what was used, so that a restart doesn't give it back either.

        `newcomers` get the whole time for the move they owe. Everybody else goes on from what was used.
        """
        self.count()
        self._clock.sheet.begin_again(newcomers)
        self._clock.sheet.is_changed = bool(self._clock.limit)

    async def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far. Raises StorageFailed."""
        self.count()
        self._clock.sheet.excuse(seats)
        await self._clock.sheet.keep()

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it once after a restart."""
        self.count()
        self._moved.set()
        is_needed = self._clock.running or self._clock.sheet.is_changed
        if is_needed and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching, and save the time that was used."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._clock.running:
            self.count()
            await self._keep()

    async def _watch(self) -> None:
        own_work(self._journal.stored.id)
        while True:
            self._moved.clear()
            await self._learn()
            if self._clock.sheet.is_changed:
                await self._keep()
            rings_at, keeps_at = self._clock.rings_at, self._next_keep()
            if rings_at is None:
                return
            try:
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes just after a move.
                async with asyncio.timeout(min(rings_at, keeps_at) - time.monotonic()):
                    await self._moved.wait()
            except TimeoutError:
                self.count()
                if time.monotonic() >= keeps_at:
                    await self._keep()
                if time.monotonic() >= rings_at:
                    self._rings()

    def _next_keep(self) -> float:
        return self._kept_at + min(max(KEPT_EVERY * self._clock.limit, SOONEST_KEPT), LATEST_KEPT)

    async def _keep(self) -> None:
        self._kept_at = time.monotonic()
        try:
            await self._clock.sheet.keep()
        except StorageFailed as failed:
            log.warning("session %s: used time could not be saved: %s", self._journal.stored.id, failed)

    async def _learn(self) -> None:
        """Somebody else may have taken a seat."""
        try:
            await self._rests.learn(self._people())
        except StorageFailed as failed:
            log.warning("session %s: quiet hours could not be read: %s", self._journal.stored.id, failed)

    def _moves(self) -> dict[Seat, int]:
        """The seats that owe a move, each with the line at which it began; no computer's own seat."""
        table, players = self._journal.table, self._journal.players
        owes = (seat for seat in table.turn.owes if seat != CHANCE and players[seat].reader_id is not None)
        return {seat: began(table, seat) for seat in owes}

    def _people(self) -> list[int]:
        return [one.user_id for one in self._journal.players if one.user_id is not None]
