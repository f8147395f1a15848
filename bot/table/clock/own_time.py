"""The time that passes for one person: not in their quiet hours, and not during outages."""

import math
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

from bot.chat.discord_time import DISCORD_TIME
from bot.people.quiet_hours import QuietHours, Span
from bot.people.settings import PersonSettings, settings_of
from bot.table.table import ALONE, Ownership
from storage import Archive

_NEVER_QUIET = ((-math.inf, None),)


@dataclass(frozen=True, slots=True)
class OwnTime:
    """The time that passes for one person: outside their quiet hours, and outside outages.

    `quiet` are their quiet hours from an instant on, and from a later one on the next. `outages` are in
    order. Moments since the epoch are `ahead` of the monotonic clock.
    """

    quiet: Sequence[tuple[float, QuietHours | None]] = _NEVER_QUIET
    outages: Sequence[Span] = ()
    ahead: float = 0

    def free(self, start: float, end: float) -> Iterator[Span]:
        """The spans between two instants in which it passes, in order."""
        for (since, hours), (until, _) in pairwise((*self.quiet, (math.inf, None))):
            first, last = max(start, since), min(end, until)
            if hours is None:
                yield from self._connected(first, last)
            else:
                for begins, ends in hours.free(first + self.ahead, last + self.ahead):
                    yield from self._connected(begins - self.ahead, ends - self.ahead)

    def passed(self, start: float, end: float) -> float:
        """How many seconds of it pass between two instants."""
        return sum(last - first for first, last in self.free(start, end))

    def quiet_until(self, now: float) -> float | None:
        """When the quiet hours under way end; None if it isn't quiet."""
        hours = self.quiet[-1][1]
        until = None if hours is None else hours.until(now + self.ahead)
        return None if until is None else until - self.ahead

    def next_change(self, now: float) -> float:
        """When quiet hours begin or end next; infinity if there are none."""
        hours = self.quiet[-1][1]
        return math.inf if hours is None else hours.next_change(now + self.ahead) - self.ahead

    def _connected(self, start: float, end: float) -> Iterator[Span]:
        later = bisect_right(self.outages, start, key=itemgetter(1))
        for lost, back in self.outages[later:]:
            if lost >= end:
                break
            if start < lost:
                yield start, lost
            start = max(start, back)
        if start < end:
            yield start, end


class StoppedTime:
    """What stops the clocks of all tables: outages of Discord or the database, and people's quiet hours."""

    def __init__(self, archive: Archive, share: Ownership = ALONE) -> None:
        self.cut_off: dict[int, float] = {}
        """The shards whose moves can't reach us, each with the instant since which they can't."""
        self.unsaved_since: float | None = None
        """The instant since which no move can be saved; None while moves can be."""
        self._archive = archive
        self._share = share
        self._outages = defaultdict[int, list[Span]](list)
        self._unsaved: list[Span] = []
        self._quiet: dict[int, list[tuple[float, QuietHours | None]]] = {}

    @property
    def known(self) -> tuple[int, ...]:
        """The people whose quiet hours have been read."""
        return tuple(self._quiet)

    def shard_of(self, guild_id: int | None) -> int:
        """The connection that brings the moves in this server, or in direct messages if None."""
        return self._share.shard_of(guild_id)

    def lost(self, shard: int, since: float) -> None:
        """Discord can't be reached since this instant."""
        self.cut_off.setdefault(shard, since)

    def found(self, shard: int) -> None:
        """Discord can be reached again."""
        self._outages[shard].append((self.cut_off.pop(shard), time.monotonic()))

    def cannot_save(self, since: float) -> None:
        """No move can be saved since this instant."""
        if self.unsaved_since is None:
            self.unsaved_since = since

    def can_save(self) -> None:
        """Moves can be saved again."""
        if self.unsaved_since is not None:
            self._unsaved.append((self.unsaved_since, time.monotonic()))
            self.unsaved_since = None

    def since(self, shard: int) -> float | None:
        """The instant since which nobody's time runs in this shard; None while it does."""
        instants = self.cut_off.get(shard), self.unsaved_since
        return min((one for one in instants if one is not None), default=None)

    def has_lost(self, shard: int, since: float) -> bool:
        """Whether an outage has ended since this instant."""
        return any(back > since for spans in (self._outages[shard], self._unsaved) for _, back in spans[-1:])

    def own_time(self, shard: int, user_id: int | None) -> OwnTime:
        """The time that passes for this person at tables of this shard; an outage may last up to now."""
        outages: Sequence[Span] = self._outages[shard]
        since = self.since(shard)
        if since is not None or self._unsaved:
            lasts = [] if since is None else [(since, time.monotonic())]
            outages = _apart([*outages, *self._unsaved, *lasts])
        quiet = self._quiet.get(user_id or 0, _NEVER_QUIET)
        return OwnTime(quiet, outages, DISCORD_TIME.at(0))

    async def learn(self, user_ids: Iterable[int]) -> None:
        """Read the quiet hours of people we don't know yet. Raises StorageFailed."""
        for user_id in user_ids:
            if user_id not in self._quiet:
                await self.reread(user_id)

    async def reread(self, user_id: int) -> None:
        """Read a person's quiet hours, which count from now on. Raises StorageFailed."""
        self._set(user_id, (await settings_of(self._archive, user_id)).quiet_for_clock)

    def know(self, user_id: int, settings: str) -> None:
        """Take this person's quiet hours from their settings, unless they're known already."""
        if user_id not in self._quiet:
            self._set(user_id, PersonSettings.read(settings).quiet_for_clock)

    def _set(self, user_id: int, hours: QuietHours | None) -> None:
        known = self._quiet.setdefault(user_id, [(-math.inf, hours)])
        if known[-1][1] != hours:
            known.append((time.monotonic(), hours))


def _apart(spans: Iterable[Span]) -> list[Span]:
    """The same spans in order, with those that overlap as one."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(apart[-1][1], end)
        else:
            apart.append((start, end))
    return apart


Own = Callable[[int], OwnTime]
"""The time that passes for each person, by user id."""


def epoch(instant: float) -> int:
    """This instant in milliseconds since the epoch, by Discord's clock."""
    return round(DISCORD_TIME.at(instant) * 1000)


def shown(instant: float) -> int:
    """This instant for Discord to show: whole seconds since the epoch."""
    return round(DISCORD_TIME.at(instant))
