"""Simulated time: how long an hour takes, and the bot's pauses, shortened as much. No clock is changed."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

from discord import client as discord_client
from discord import http
from discord.webhook import async_

from bot import client, departures, limits, patience, resume
from bot.messages import board, daily, duels, message, reminders
from bot.press import ephemerals
from bot.tables import open_tables, unloading

WORKS = 0.02
"""A pause in which somebody has to do something takes at least so many real seconds."""

TOKEN = 3.0
"""A token lives at least so many real seconds: what it's used for takes as long as ever."""

PAUSES: tuple[tuple[ModuleType, tuple[str, ...], float], ...] = (
    (message, ("AGAIN_SECONDS", "LONGEST_SECONDS", "DIRECT_PAUSE_SECONDS"), WORKS),
    (board, ("GONE_SECONDS", "OLD_SECONDS", "LIVELY_SECONDS"), 0.0),
    (reminders, ("RETRY_SECONDS", "LONGEST_SECONDS", "INVITED_AGAIN_SECONDS"), WORKS),
    (daily, ("ROUND_SECONDS",), 1.0),
    (duels, ("ROUND_SECONDS",), 1.0),
    (unloading, ("IDLE_SECONDS",), TOKEN * unloading.IDLE_SECONDS / ephemerals.TOKEN_SECONDS),
    (unloading, ("_ROUND_SECONDS",), 0.2),
    (open_tables, ("_ROUND_SECONDS",), 0.5),
    (departures, ("_ROUND_SECONDS",), 0.5),
    (resume, ("FIRST_PAUSE_SECONDS", "LONGEST_PAUSE_SECONDS", "SLOW_SECONDS"), WORKS),
    (resume, ("STALE_SECONDS", "IDLE_SECONDS", "_ROUND_SECONDS"), 0.5),
    (client, ("FIRST_PAUSE_SECONDS", "LONGEST_PAUSE_SECONDS", "QUOTA_SECONDS"), WORKS),
    (patience, ("LONGEST_ASKED_SECONDS",), WORKS),
    (limits, ("WINDOW_SECONDS", "SECONDS"), WORKS),
    (ephemerals, ("TOKEN_SECONDS",), TOKEN),
)
"""The pauses that are shortened, in seconds of real life, and how long each still takes at least."""

_PATIENT = (http, async_, discord_client)
"""The modules of discord.py that wait before they try again."""

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Hours:
    """Simulated hours since Monday morning, each of which takes `hour` real seconds."""

    hour: float
    _began: float = field(default_factory=time.monotonic)

    def now(self) -> float:
        """How many simulated hours have passed."""
        return (time.monotonic() - self._began) / self.hour

    def seconds(self, hours: float) -> float:
        """How many real seconds these hours take."""
        return hours * self.hour

    async def sleep(self, hours: float) -> None:
        """Wait for so many simulated hours."""
        await asyncio.sleep(self.seconds(hours))

    async def until(self, at: float) -> None:
        """Wait for this moment; return at once if it has passed."""
        await self.sleep(max(0.0, at - self.now()))

    def said(self) -> str:
        """The simulated day and time."""
        minutes = int(self.now() * 60)
        return f"{_DAYS[minutes // 1440 % 7]} {minutes // 60 % 24:02}:{minutes % 60:02}"


def in_words(hours: float) -> str:
    """A simulated time, such as `3 h 20 min`."""
    minutes = round(hours * 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


@contextmanager
def shortened(hour: float) -> Iterator[None]:
    """Shorten the pauses until the block ends: an hour takes `hour` seconds."""
    factor, before = (
        hour / 3600,
        [(one, name, getattr(one, name)) for one, names, _ in PAUSES for name in names],
    )
    for module, names, least in PAUSES:
        for name in names:
            setattr(module, name, max(getattr(module, name) * factor, least))

    async def sleep(delay: float, result: object = None) -> object:
        return await asyncio.sleep(max(delay * factor, min(delay, WORKS)), result)

    for one in _PATIENT:
        setattr(one, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))  # noqa: B010 - no such export
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
        for one in _PATIENT:
            setattr(one, "asyncio", asyncio)  # noqa: B010 - as above
