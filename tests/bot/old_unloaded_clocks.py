# ruff: noqa
# mypy: ignore-errors
"""The clocks of tables outside memory: they keep running, and each table is loaded before its clock rings."""

import math
import time
from collections import defaultdict
from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass, replace

from bot.discord_time import DISCORD_TIME
from bot.tables.session import Session
from games.core import Seat
from storage import Archive, RunningTime, StoredTime
from tests.bot.old_clock import LATEST_KEPT
from tests.bot.old_stopped_time import StoppedTime

SOON_SECONDS = 1800.0
"""A table whose clock rings sooner than this stays in memory."""

BEFORE_SECONDS = 150.0
"""How long before its clock rings a table is loaded again."""

TOGETHER = 500
"""How many tables' used time is saved at once: other writes shouldn't wait long."""

AWAY_SECONDS = 120.0
"""If the bot was away longer, boards with a running clock are shown again: they show too early an end."""


@dataclass(slots=True)
class _Running:
    """What we need of a running clock. Instants are by the monotonic clock.

    `kept` is what storage has, up to `counted_at`. `seats` are those whose time runs, and who holds them.
    `is_shown` says whether people see when their time runs out.
    """

    shard: int
    counted_at: float
    rings_at: float
    kept_at: float
    kept: tuple[StoredTime, ...]
    seats: dict[Seat, int | None]
    is_shown: bool = True


class UnloadedClocks:
    """The running clocks of tables that aren't in memory, by the table's number."""

    def __init__(self, archive: Archive, rests: StoppedTime) -> None:
        self._archive = archive
        self._rests = rests
        self._running: dict[int, _Running] = {}
        self._lost_at: dict[int, float] = {}
        """When shards were cut off, by shard."""

    def can_rest(self, session: Session) -> bool:
        """Whether this table's clock won't ring soon.

        While Discord can't be reached, nobody knows when it will.
        """
        if not self._rests.is_connected(session.stored.guild_id):
            return False
        rings_at = session.clock.rings_at
        return rings_at is None or rings_at > time.monotonic() + SOON_SECONDS

    async def note(self, session: Session) -> None:
        """Save when this table's clock rings. It must be closed and able to rest. Raises StorageFailed."""
        sheet, left = session.clock.sheet, session.clock.until_next()
        await sheet.keep()  # nothing, unless that failed when the clock was closed
        at = _epoch(sheet.counted_at)
        noted = [
            replace(one, left=int(left[Seat(one.seat)] * 1000), counted_at=at) if one.seat in left else one
            for one in sheet.kept
        ]
        await session.keep_times(noted)
        sheet.kept = noted

    def rests(self, session: Session) -> None:
        """This table has left memory after `note`."""
        clock = session.clock
        if clock.running:
            sheet, rings_at = clock.sheet, clock.rings_at
            self._running[session.id] = _Running(
                self._rests.shard_of(session.stored.guild_id),
                sheet.counted_at,
                math.inf if rings_at is None else rings_at,
                sheet.counted_at,
                tuple(sheet.kept),
                {seat: session.players[seat].user_id for seat in clock.until_next()},
            )

    async def take_up(
        self, session_ids: Container[int], loaded: Container[int], shard: int, of: int
    ) -> list[int]:
        """After a start: resume the clocks of these tables at rest, in one shard if there are several.

        Returns the tables that have to be loaded because their boards are too far off. Skips those that are
        already `loaded`. Raises StorageFailed.
        """
        found: dict[int, list[RunningTime]] = defaultdict(list)
        for one in await self._archive.clocks.times_at_rest(shard, of):
            found[one.session_id].append(one)
        late, now = [], time.monotonic()
        for session_id, times in found.items():
            if session_id not in session_ids or session_id in loaded:
                continue
            if _epoch(now) - max(one.time.counted_at or 0 for one in times) > AWAY_SECONDS * 1000:
                late.append(session_id)
            else:
                self._running[session_id] = self._taken_up(times, now, shard)
        return late

    def _taken_up(self, times: Iterable[RunningTime], now: float, shard: int) -> _Running:
        seats, rings_at = dict[Seat, int | None](), math.inf
        for one in times:
            if one.time.left is not None and one.user_id is not None:
                self._rests.know(one.user_id, one.settings)
                seats[Seat(one.time.seat)] = one.user_id
                change = self._rests.next_change(one.user_id, now)
                ends = self._rests.awake(one.user_id, now, one.time.left / 1000)
                rings_at = min(rings_at, ends, math.inf if change is None else change)
        kept = tuple(one.time for one in times)
        return _Running(shard, now, rings_at, now, kept, seats, is_shown=False)

    def loaded(self, session: Session) -> None:
        """This table is in memory again: count what has run since it left, and let its clock go on."""
        running = self._running.pop(session.id, None)
        if session.clock.running and not (running and running.is_shown):
            session.mark_outdated()
        if running is not None:
            session.clock.sheet.counted_at = running.counted_at
            session.go_on()

    def forget(self, session_id: int) -> None:
        """Drop this table's clock."""
        self._running.pop(session_id, None)

    def due(self) -> list[int]:
        """The tables to load now, before their clocks ring."""
        by = time.monotonic() + BEFORE_SECONDS
        return [session_id for session_id, one in self._running.items() if one.rings_at <= by]

    def among(self, session_ids: Iterable[int]) -> list[int]:
        """Those of these tables whose clocks run here."""
        return [one for one in session_ids if one in self._running]

    def disconnected(self, shard: int, since: float) -> None:
        """Discord can't be reached since this instant: nobody's time in this shard runs until `connected`."""
        self._lost_at.setdefault(shard, since)

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
        """Save what has run at tables where it was last saved this long ago. Raises StorageFailed."""
        before = time.monotonic() - seconds
        due = [session_id for session_id, one in self._running.items() if one.kept_at <= before]
        for at in range(0, len(due), TOGETHER):
            await self._keep(due[at : at + TOGETHER])

    async def give(self, session_ids: Collection[int]) -> None:
        """Save what has run at these tables for another process; drop their clocks. Raises StorageFailed."""
        given = self.among(session_ids)
        await self._keep(given)
        for session_id in given:
            self._running.pop(session_id, None)

    async def _keep(self, session_ids: Iterable[int]) -> None:
        before, changed = time.monotonic(), dict[int, tuple[_Running, tuple[StoredTime, ...], float]]()
        for session_id in self.among(session_ids):
            one = self._running[session_id]
            now = self._lost_at.get(one.shard, before)
            one.kept_at = before
            if now > one.counted_at and one.seats:
                changed[session_id] = one, one.kept, now - one.counted_at
                one.kept = tuple(self._with_what_ran(time_of, one, now) for time_of in one.kept)
                # Before saving: a table that is loaded meanwhile gains time and never loses any.
                one.counted_at = now
        try:
            await self._archive.clocks.set_all_times(
                {number: one.kept for number, (one, _, _) in changed.items()}
            )
        except BaseException:
            for one, kept, ran in changed.values():
                one.kept = kept
                one.counted_at -= ran  # relative to its value now: Discord may have come back meanwhile
            raise

    def _with_what_ran(self, kept: StoredTime, one: _Running, now: float) -> StoredTime:
        if Seat(kept.seat) not in one.seats:
            return kept
        ran = self._rests.waking(one.seats[Seat(kept.seat)], one.counted_at, now)
        ran_ms = int(ran * 1000)  # rounded down, as everywhere
        left = max((kept.left or 0) - ran_ms, 0)
        return replace(kept, used=kept.used + ran_ms, left=left, counted_at=_epoch(now))


def _epoch(instant: float) -> int:
    """This instant in milliseconds since the epoch, by Discord's clock."""
    return round(DISCORD_TIME.at(instant) * 1000)
