"""The clocks of tables outside memory: they keep running, and each table is loaded before its clock rings."""

import math
import time
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.table.clock.own_time import Own, StoppedTime, epoch
from bot.table.clock.timer import LATEST_KEPT
from bot.table.clock.used_time import Used
from bot.table.session import Session
from games.core import Seat
from storage import Archive, RunningTime, StoredTime

SOON_SECONDS = 1800.0
"""A table whose clock rings sooner than this stays in memory."""

BEFORE_SECONDS = 150.0
"""How long before its clock rings a table is loaded again."""

TOGETHER = 500
"""How many tables' used time is saved at once: other writes shouldn't wait long."""

AWAY_SECONDS = 120.0
"""If the bot was away longer, boards with a running clock are shown again: they show too early an end."""


@dataclass(slots=True)
class _Unloaded:
    """What we need of a running clock. Instants are by the monotonic clock.

    `rings` has the seats whose time runs, see `Clock.rings`. People saw when it ends at `shown_at`, None if
    they don't. Storage has what was used by `kept_at`.
    """

    shard: int
    seats: Mapping[Seat, Used]
    rings: Mapping[Seat, float]
    rings_at: float
    kept_at: float
    shown_at: float | None = None


class UnloadedClocks:
    """The running clocks of tables that aren't in memory, by the table's number."""

    def __init__(self, archive: Archive, stopped: StoppedTime) -> None:
        self._archive = archive
        self._stopped = stopped
        self._running: dict[int, _Unloaded] = {}

    def can_rest(self, session: Session) -> bool:
        """Whether this table's clock won't ring soon.

        During an outage, nobody knows when it will.
        """
        if self._stopped.since(session.clock.used.shard) is not None:
            return False
        rings_at = session.clock.rings_at
        return rings_at is None or rings_at > time.monotonic() + SOON_SECONDS

    async def note(self, session: Session) -> None:
        """Save when this table's clock rings. It must be closed and able to rest. Raises StorageFailed."""
        await session.clock.used.keep(session.clock.rings())

    def rests(self, session: Session) -> None:
        """This table has left memory after `note`."""
        clock, now = session.clock, time.monotonic()
        if clock.running:
            rings_at = math.inf if clock.rings_at is None else clock.rings_at
            self._running[session.id] = _Unloaded(
                clock.used.shard, clock.used.seats, clock.rings(), rings_at, now, shown_at=now
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
            if epoch(now) - max(one.time.counted_at or 0 for one in times) > AWAY_SECONDS * 1000:
                late.append(session_id)
            else:
                self._running[session_id] = self._taken_up(times, now, shard)
        return late

    def _taken_up(self, times: Sequence[RunningTime], now: float, shard: int) -> _Unloaded:
        seats = {Seat(one.time.seat): Used.read(one.time) for one in times}
        own, rings, moments = self._own(shard), dict[Seat, float](), [math.inf]
        for one in times:
            if one.time.left is not None and one.user_id is not None:
                self._stopped.know(one.user_id, one.settings)
                seat = Seat(one.time.seat)
                seats[seat] = seats[seat].running(one.user_id, now)
                rings[seat] = seats[seat].seconds + one.time.left / 1000
                moments += [seats[seat].reaches(rings[seat], own), own(one.user_id).next_change(now)]
        return _Unloaded(shard, seats, rings, min(moments), now)

    def loaded(self, session: Session) -> None:
        """This table is in memory again: let its clock go on from what has run since it left."""
        one = self._running.pop(session.id, None)
        shown_at = None if one is None else one.shown_at
        is_shown = shown_at is not None and not self._stopped.has_lost(session.clock.used.shard, shown_at)
        if session.clock.running and not is_shown:
            session.mark_outdated()
        if one is not None:
            session.clock.used.go_on_from(one.seats)
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
        kept_at, times = time.monotonic(), dict[int, list[StoredTime]]()
        clocks = {session_id: self._running[session_id] for session_id in self.among(session_ids)}
        for session_id, one in clocks.items():
            if one.rings:
                since, own = self._stopped.since(one.shard), self._own(one.shard)
                now = kept_at if since is None else since
                times[session_id] = [
                    used.stored(seat, now, own, one.rings.get(seat)) for seat, used in one.seats.items()
                ]
        await self._archive.clocks.set_all_times(times)
        for one in clocks.values():
            one.kept_at = kept_at

    def _own(self, shard: int) -> Own:
        return partial(self._stopped.own_time, shard)
