"""A person's quiet hours.

They are one of the person's settings. Instants are seconds since the epoch. However often somebody changes
them, they stop a clock for 16 hours at most in any 24: quiet hours that have begun last as they were chosen,
and the new ones count only when the clock has been able to run for 8 hours after that.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.kit.prose import quoted

MOST_SECONDS = 16 * 3600
"""How long they last at most: every day leaves time to move."""
LEAST_AWAKE_SECONDS = 24 * 3600 - MOST_SECONDS
"""How long a clock can run at least between two quiet times."""

_DAY = timedelta(days=1)

Span = tuple[float, float]
"""From one instant to another."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of day to another, perhaps on the next day; they follow daylight saving time."""

    zone: ZoneInfo
    begin: time
    end: time
    rested_until: float | None = None
    """When the last quiet time ended, or will end, that the person chose before these; None if long ago."""

    @property
    def count_from(self) -> float:
        """The instant from which they stop a clock."""
        return -math.inf if self.rested_until is None else self.rested_until + LEAST_AWAKE_SECONDS

    def until(self, instant: float) -> float | None:
        """When the quiet hours at this instant end; None if it isn't quiet."""
        begins, ends = self._around(instant)
        return ends if begins <= instant else None

    def free(self, start: float, end: float) -> Iterator[Span]:
        """The spans outside quiet hours between two instants, in order."""
        while start < end:
            begins, ends = self._around(start)
            if start < begins:
                yield start, min(begins, end)
            start = ends

    def next_change(self, instant: float) -> float:
        """When quiet hours begin or end next, after this instant."""
        begins, ends = self._around(instant)
        return ends if begins <= instant else begins

    def last_rest(self, at: float) -> float:
        """When the quiet time under way at this instant ends, or else when the last one ended."""
        if (until := self.until(at)) is not None:
            return until
        today = datetime.fromtimestamp(at, self.zone).date()
        last = max(end for ago in range(3) if (end := self._on(today - ago * _DAY)[1]) <= at)
        return last if self.rested_until is None or last > self.count_from else self.rested_until

    def _around(self, instant: float) -> Span:
        """The quiet hours under way at this instant, or else the next ones."""
        if self.rested_until is not None and instant < self.rested_until:
            return -math.inf, self.rested_until
        day = datetime.fromtimestamp(instant, self.zone).date() - _DAY
        while (found := self._on(day))[1] <= max(instant, self.count_from):
            day += _DAY
        return max(found[0], self.count_from), found[1]

    def _on(self, day: date) -> Span:
        """The quiet hours that begin on this day, and leave time to move even if the clocks change then."""
        begins, ends = self._as_clocks_show(day)
        begins = min(max(begins, self._as_clocks_show(day - _DAY)[1] + LEAST_AWAKE_SECONDS), ends)
        return begins, min(ends, begins + MOST_SECONDS)

    def _as_clocks_show(self, day: date) -> Span:
        """The quiet hours that begin on this day; an hour that clocks show twice is quiet both times."""
        last = day if self.begin < self.end else day + _DAY
        begins = datetime.combine(day, self.begin, self.zone)
        ends = datetime.combine(last, self.end, self.zone)
        until = max(ends.timestamp(), ends.replace(fold=1).timestamp())
        return min(begins.timestamp(), until), until


def quiet_hours(zone: str, begin: str, end: str) -> QuietHours:
    """From `begin` to `end`, each like "22:00". Raises ValueError with a sentence for the person."""
    found = QuietHours(known_zone(zone), _time(begin), _time(end))
    if not 0 < _length(found) <= MOST_SECONDS:
        raise ValueError("Quiet hours can last from 1 minute to 16 hours.")
    return found


def known_zone(name: str) -> ZoneInfo:
    """The time zone with this name. Raises ValueError, with a sentence, if this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    except (OSError, LookupError, ValueError):  # which one depends on what is wrong with the name
        raise ValueError(f"I don't know the time zone {quoted(name)}. Try one like Europe/Rome.") from None


def _time(text: str) -> time:
    """A time of the day like "22:00", "7:30" or "7"."""
    hour, _, minute = text.strip().partition(":")
    try:
        return time(int(hour), int(minute or 0))
    except ValueError:
        raise ValueError(f"{quoted(text)} isn't a time of day. Write it like 22:00.") from None


def _length(hours: QuietHours) -> int:
    """Their length in seconds on a day without a time change; 0 if they end when they begin."""
    begin, end = (one.hour * 3600 + one.minute * 60 for one in (hours.begin, hours.end))
    return (end - begin) % (24 * 3600)
