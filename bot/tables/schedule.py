"""When each table has to be looked at, with one timer for all of them."""

import asyncio
import heapq
from collections.abc import Callable

from bot.discord_time import DISCORD_TIME

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
