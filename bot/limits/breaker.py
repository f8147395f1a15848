"""How often Discord refuses our requests: an address that it refuses too often is banned for an hour."""

import logging
from collections import deque

log = logging.getLogger(__name__)

MOST = 1_000
"""How many refused requests make the bot pause what nobody waits for; Discord bans an address at 10,000."""

SECONDS = 600.0
"""How long each of them counts, here and at Discord."""


class Breaker:
    """Counts the refused requests of the last ten minutes. Moments are those of one monotonic clock.

    Once there are `most`, it pauses until only half of them count.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._refused: deque[float] = deque()
        self._has_tripped = False

    def count(self, now: float, status: int, scope: str = "") -> None:
        """Discord has answered with this status, and a 429 with this scope."""
        if status in (401, 403) or (status == 429 and scope != "shared"):
            self._refused.append(now)
            if self.refused(now) >= self._most and not self._has_tripped:
                self._has_tripped = True
                log.warning(
                    "Discord refused %d requests in ten minutes: pausing what nobody waits for", self._most
                )

    def refused(self, now: float) -> int:
        """How many were refused in the last ten minutes."""
        while self._refused and self._refused[0] <= now - SECONDS:
            self._refused.popleft()
        return len(self._refused)

    def pause(self, now: float) -> float:
        """How many more seconds to hold back what nobody waits for; 0 if it may be sent."""
        if not self._has_tripped:
            return 0.0
        excess = self.refused(now) - self._most // 2
        if excess > 0:
            return self._refused[excess - 1] + SECONDS - now
        self._has_tripped = False
        log.info("Discord refuses few requests again: sending everything")
        return 0.0
