"""A person's quiet hours: the part of each day, in their own time zone, in which their clock is stopped.

They are one of the person's settings. Instants are seconds since the epoch.
"""

import json
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.kit.prose import quoted

SETTING = "quiet_hours"
MOST_SECONDS = 16 * 3600
"""How long they last at most: every day leaves time to move."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of day to another, perhaps on the next day; they follow daylight saving time."""

    zone: ZoneInfo
    begin: time
    end: time

    def until(self, instant: float) -> float | None:
        """When the quiet hours at this instant end; None if it isn't quiet."""
        begins, ends = self._around(instant)
        return ends if begins <= instant else None

    def awake(self, start: float, seconds: float) -> float:
        """The instant at which this many seconds outside quiet hours have passed since `start`.

        It's never within quiet hours, unless `seconds` is 0 or less.
        """
        now, left = start, seconds
        while left > 0:
            begins, ends = self._around(now)
            free = max(begins - now, 0)
            if left <= free:
                return now + left
            now, left = ends, left - free
        return now

    def waking(self, start: float, end: float) -> float:
        """How many seconds between two instants are outside quiet hours."""
        now, found = start, 0.0
        while now < end:
            begins, ends = self._around(now)
            found += max(min(begins, end) - now, 0)
            now = ends
        return found

    def next_change(self, instant: float) -> float:
        """When quiet hours begin or end next, after this instant."""
        begins, ends = self._around(instant)
        return ends if begins <= instant else begins

    def _around(self, instant: float) -> tuple[float, float]:
        """The quiet hours under way at this instant, or else the next ones."""
        day = datetime.fromtimestamp(instant, self.zone).date() - _DAY
        while (found := self._on(day))[1] <= instant:
            day += _DAY
        return found

    def _on(self, day: date) -> tuple[float, float]:
        """The quiet hours that begin on this day; an hour that clocks show twice is quiet both times."""
        last = day if self.begin < self.end else day + _DAY
        begins = datetime.combine(day, self.begin, self.zone)
        ends = datetime.combine(last, self.end, self.zone)
        until = max(ends.timestamp(), ends.replace(fold=1).timestamp())
        return min(begins.timestamp(), until), until


def quiet_hours(zone: str, begin: str, end: str) -> QuietHours:
    """From `begin` to `end`, each like "22:00". Raises ValueError with a sentence for the person."""
    found = QuietHours(_zone(zone), _time(begin), _time(end))
    if not 0 < _length(found) <= MOST_SECONDS:
        raise ValueError("Quiet hours can last from 1 minute to 16 hours.")
    return found


def read(settings: str) -> QuietHours | None:
    """The quiet hours in a person's settings; None if there are none that this version understands."""
    chosen = json.loads(settings).get(SETTING)
    if chosen is None:
        return None
    try:
        return quiet_hours(chosen["zone"], chosen["from"], chosen["to"])
    except (KeyError, TypeError, ValueError):  # a zone that this machine doesn't know, for one
        return None


def write(settings: str, hours: QuietHours | None) -> str:
    """The settings with these quiet hours, or with none."""
    changed: dict[str, Any] = json.loads(settings)
    changed.pop(SETTING, None)
    if hours is not None:
        changed[SETTING] = {
            "zone": hours.zone.key,
            "from": f"{hours.begin:%H:%M}",
            "to": f"{hours.end:%H:%M}",
        }
    return json.dumps(changed)


def _zone(name: str) -> ZoneInfo:
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
