"""What time it is by Discord's clock, a timer that rings by it, and when Discord was last heard.

The host's clock may be wrong, and may be set while the bot runs. So durations are measured by the monotonic
clock, and moments that are shown or saved come from Discord's clock, which we read from the dates of its
responses and from its ids.

A network that dies in silence closes nothing. discord.py gives a connection up a minute after the last frame,
and waits up to half a minute for an answer to its goodbye. Only then does it say that the connection is lost.
"""

import asyncio
import heapq
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime

import aiohttp
from discord.gateway import DiscordWebSocket, KeepAliveHandler

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


async def _answered(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
    DISCORD_TIME.dated(answer.response.headers.get("Date", ""))


LONGEST_SECONDS = 60.0
"""The timer wakes at least this often, since our idea of Discord's clock may change."""


class Schedule:
    """The next look at each table, in seconds since the epoch by Discord's clock. It only holds numbers."""

    def __init__(self, look: Callable[[int], None]) -> None:
        """`look` is called with a session's number once its time has come."""
        self._look = look
        self._next: dict[int, float] = {}
        self._heap: list[tuple[float, int]] = []
        self._timer: asyncio.TimerHandle | None = None

    def __contains__(self, session_id: int) -> bool:
        """Whether a look at this table is due at some time."""
        return session_id in self._next

    def set(self, session_id: int, moment: float | None) -> None:
        """Look at this table then, instead of the time set before; None for never."""
        if moment is None:
            self._next.pop(session_id, None)
        elif self._next.get(session_id) != moment:
            self._next[session_id] = moment
            heapq.heappush(self._heap, (moment, session_id))
            if self._heap[0][1] == session_id:
                self._wind()

    def close(self) -> None:
        """Stop looking at tables."""
        self._next.clear()
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if self._heap:
            seconds = max(self._heap[0][0] - DISCORD_TIME.now(), 0)
            self._timer = asyncio.get_running_loop().call_later(min(seconds, LONGEST_SECONDS), self._ring)

    def _ring(self) -> None:
        while self._heap and self._heap[0][0] <= DISCORD_TIME.now():
            moment, session_id = heapq.heappop(self._heap)
            if self._next.get(session_id) == moment:
                del self._next[session_id]
                self._look(session_id)
        self._wind()


LATE_SECONDS = 5.0
"""How long Discord may take to answer a heartbeat."""


class LastHeard:
    """The last frame over one connection."""

    def __init__(self) -> None:
        self._beat: KeepAliveHandler | None = None

    def connected(self, connection: DiscordWebSocket) -> None:
        """The connection is up, or up again."""
        # discord.py has no event for a heartbeat's answer, and keeps the time of the last frame to itself.
        self._beat = connection._keep_alive or self._beat  # noqa: SLF001

    @property
    def is_late(self) -> bool:
        """Whether the connection has been silent for longer than Discord takes for the next heartbeat."""
        if self._beat is None:
            return False
        silent = time.perf_counter() - self._beat._last_recv  # noqa: SLF001 - as above
        return silent > (self._beat.interval or 0.0) + LATE_SECONDS

    def lost(self) -> float:
        """The connection is lost. Returns its last frame by the monotonic clock; now if that isn't known."""
        beat, self._beat = self._beat, None
        ago = 0.0 if beat is None else time.perf_counter() - beat._last_recv  # noqa: SLF001 - as above
        return time.monotonic() - ago
