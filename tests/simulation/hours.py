"""The hours of the week."""

import asyncio
import time
from dataclasses import dataclass, field

HOUR = 3600.0
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours since Monday morning, when this was made."""

    _began: float = field(default_factory=lambda: time.monotonic())  # noqa: PLW0108 - which a test may replace

    def now(self) -> float:
        """How many hours have passed."""
        return (time.monotonic() - self._began) / HOUR

    async def sleep(self, hours: float) -> None:
        """Wait for so many hours."""
        await asyncio.sleep(hours * HOUR)

    async def until(self, at: float) -> None:
        """Wait for this moment; return at once if it has passed."""
        await self.sleep(max(0.0, at - self.now()))

    def said(self) -> str:
        """The day and time."""
        minutes = int(self.now() * 60)
        return f"{_DAYS[minutes // 1440 % 7]} {minutes // 60 % 24:02}:{minutes % 60:02}"


def in_words(hours: float) -> str:
    """A time such as `3 h 20 min`."""
    minutes = round(hours * 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"
