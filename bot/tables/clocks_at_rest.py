"""The clocks of tables that have left memory: they run on, and each table is back before its clock rings."""

import math
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from bot.tables.clock import LATEST_KEPT
from bot.tables.rests import Rests
from bot.tables.session import Session
from games.core import Seat
from storage import Archive, StoredTime

SOON_SECONDS = 1800.0
"""A table whose clock rings sooner stays in memory."""

BEFORE_SECONDS = 150.0
"""How long before its clock rings a table is read again."""


@dataclass(slots=True)
class _Running:
    """What is needed of a clock that runs. Instants are those of the monotonic clock.

    `kept` is what storage has of it, of everything up to `counted_at`. `seats` are those that owe a move, and
    who holds them. `is_shown` if people see when their time runs out.
    """

    shard: int
    counted_at: float
    rings_at: float
    kept_at: float
    kept: tuple[StoredTime, ...]
    seats: dict[Seat, int | None]
    is_shown: bool = True


class ClocksAtRest:
    """The running clocks of tables that aren't in memory, by the table's number."""

    def __init__(self, archive: Archive, rests: Rests) -> None:
        self._archive = archive
        self._rests = rests
        self._running: dict[int, _Running] = {}
        self._lost_at: dict[int, float] = {}
        """Since when shards are cut off."""

    def can_rest(self, session: Session) -> bool:
        """Whether nothing that a running clock does is to be expected at this table soon."""
        rings_at = session.clock.rings_at
        return rings_at is None or rings_at > time.monotonic() + SOON_SECONDS

    def rests(self, session: Session) -> None:
        """This table has left memory; all that its clock had counted is kept."""
        clock = session.clock
        if clock.running:
            seats = {seat: session.players[seat].user_id for seat in clock.running}
            sheet, rings_at = clock.sheet, clock.rings_at
            self._running[session.id] = _Running(
                self._rests.shard_of(session.stored.guild_id),
                sheet.counted_at,
                math.inf if rings_at is None else rings_at,
                sheet.counted_at,
                tuple(sheet.kept),
                {} if clock.is_resting else seats,
            )

    def is_back(self, session: Session) -> None:
        """This table is in memory again: what has run since it left counts, and its clock goes on."""
        if (running := self._running.pop(session.id, None)) is not None:
            session.clock.sheet.counted_at = running.counted_at
            if running.is_shown:
                session.journal.is_as_it_rested()
            session.go_on()

    def forget(self, session_id: int) -> None:
        """This table needs nothing any more."""
        self._running.pop(session_id, None)

    def due(self) -> list[int]:
        """The tables that are to be read now, before their clocks ring."""
        by = time.monotonic() + BEFORE_SECONDS
        return [session_id for session_id, one in self._running.items() if one.rings_at <= by]

    def among(self, session_ids: Iterable[int]) -> list[int]:
        """Those of these tables whose clocks run here."""
        return [one for one in session_ids if one in self._running]

    def disconnected(self, shard: int) -> None:
        """Discord can't be reached: nobody's time in this shard runs until `connected`."""
        self._lost_at.setdefault(shard, time.monotonic())

    def connected(self, shard: int) -> None:
        """Discord can be reached again."""
        lost_at = self._lost_at.pop(shard, None)
        if lost_at is None:
            return
        lost = time.monotonic() - lost_at
        for one in self._running.values():
            if one.shard == shard:
                one.counted_at += lost
                one.is_shown = False

    async def keep(self, seconds: float = LATEST_KEPT) -> None:
        """Keep what has run at tables where that was last done so long ago. Raises StorageFailed."""
        before = time.monotonic() - seconds
        for session_id, one in list(self._running.items()):
            if one.kept_at <= before and self._running.get(session_id) is one:
                await self._keep(session_id, one)

    async def give(self, session_ids: Collection[int]) -> None:
        """Keep what has run at these tables, which another process goes on with. Raises StorageFailed."""
        for session_id in self.among(session_ids):
            await self._keep(session_id, self._running[session_id])
            self._running.pop(session_id, None)

    async def _keep(self, session_id: int, one: _Running) -> None:
        now = self._lost_at.get(one.shard, time.monotonic())
        one.kept_at = time.monotonic()
        if now <= one.counted_at or not one.seats:
            return
        kept = tuple(self._with_what_ran(time_of, one, now) for time_of in one.kept)
        await self._archive.set_times(session_id, kept)
        one.kept, one.counted_at = kept, now

    def _with_what_ran(self, kept: StoredTime, one: _Running, now: float) -> StoredTime:
        if Seat(kept.seat) not in one.seats:
            return kept
        ran = self._rests.waking(one.seats[Seat(kept.seat)], one.counted_at, now)
        return replace(kept, used=kept.used + int(ran * 1000))  # rounded down, as everywhere
