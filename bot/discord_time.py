"""What time it is by Discord's clock, whatever the host's clock says.

The host's clock may be wrong, and may be set while the bot runs. So durations are measured by the monotonic
clock, and moments that are shown or saved come from Discord's clock, which we read from the dates of its
responses and from its ids.
"""

import time
from collections import deque
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

TOLERATED_SECONDS = 1.5
"""The clock is set once it is off by more than this: answers tell the time in whole seconds."""

REMEMBERED = 64
"""How many readings count: the monotonic clock may run a little faster or slower than Discord's."""


class DiscordTime:
    """Discord's clock. Until Discord has told the time, we trust the host's clock."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()
        self._readings: deque[float] = deque(maxlen=REMEMBERED)
        self._header = ""

    def dated(self, header: str) -> None:
        """A response of Discord's has this Date header. The first one with a new date is nearest to it."""
        if header != self._header:
            self._header = header
            with suppress(ValueError):  # no date, or one that can't be parsed
                self.observe(parsedate_to_datetime(header).timestamp())

    def observe(self, moment: float) -> None:
        """Something that Discord made or sent at this moment, in seconds since the epoch, has arrived."""
        self._readings.append(moment - time.monotonic())
        # It was on its way for a while, sometimes longer: a reading can be behind, but never ahead.
        best = max(self._readings)
        if abs(best - self._ahead) > TOLERATED_SECONDS:
            self._ahead = best

    def at(self, instant: float) -> float:
        """The moment, in seconds since the epoch, at this instant of the monotonic clock."""
        return instant + self._ahead

    def host_is_ahead(self) -> float:
        """By how many seconds the host's clock is ahead of Discord's; about 0 if that is tolerated."""
        return time.time() - self.now()

    def now(self) -> float:
        """This moment, in seconds since the epoch."""
        return self.at(time.monotonic())


DISCORD_TIME = DiscordTime()
"""One for the whole process: there is only one Discord."""


def listening() -> aiohttp.TraceConfig:
    """For an HTTP client of Discord: each response tells the time."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_answered)
    return trace


async def _answered(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
) -> None:
    DISCORD_TIME.dated(answer.response.headers.get("Date", ""))
