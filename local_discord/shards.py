"""Shards: the connections among which a bot divides its servers, and how fast it may open them."""

import time
from dataclasses import dataclass
from typing import Self

from local_discord.codec import Json

STARTS_A_DAY = 1000
DAY_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class Shard:
    """Shard `id` of `count`. Raises ValueError if there's no such shard."""

    id: int
    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.id < self.count:
            raise ValueError(f"There's no shard {self.id} of {self.count}.")

    def has(self, guild_id: str | None) -> bool:
        """Whether the server belongs to this shard. Direct messages, which have none, belong to shard 0."""
        return self.id == (int(guild_id or 0) >> 22) % self.count

    def raw(self) -> list[int]:
        return [self.id, self.count]


ONLY = Shard(0, 1)
"""The shard of a connection that names none: it has every server."""


@dataclass(frozen=True, slots=True)
class Sharding:
    """How Discord wants bots to divide their servers.

    `GET /gateway/bot` says that `recommended` shards are best. A connection that would have more than
    `guilds_most` servers is closed with 4011. Shards are grouped by their id modulo `max_concurrency`, and
    one shard of each group may identify every `identify_seconds`; 0 means no limit.

    `guild_seconds` pass between READY and a connection's first server, and before each other one. They come
    one by one (Discord's documentation of READY and GUILD_CREATE), and we assume that nothing is heard of
    what happens in a server that hasn't come.
    """

    recommended: int = 1
    max_concurrency: int = 1
    identify_seconds: float = 5.0
    guilds_most: int = 2500
    guild_seconds: float = 0.02


NO_WAITING = Sharding(identify_seconds=0.0, guild_seconds=0.005)
"""Any number of bots may identify at any time, and their servers come soon, though not all at once."""


@dataclass(slots=True)
class _Day:
    """How many sessions a bot has started in the current 24 hours."""

    began: float
    starts: int = 0

    @classmethod
    def new(cls) -> Self:
        return cls(time.monotonic())

    @property
    def left(self) -> float:
        return self.began + DAY_SECONDS - time.monotonic()


class SessionStarts:
    """Counts the sessions that bots start. A RESUME doesn't start one."""

    def __init__(self, sharding: Sharding) -> None:
        self.sharding = sharding
        self._latest: dict[tuple[str, int], float] = {}
        self._days: dict[str, _Day] = {}

    def admit(self, application_id: str, shard: Shard) -> bool:
        """Whether the shard may identify now. If so, the session is counted."""
        now = time.monotonic()
        key = (application_id, shard.id % self.sharding.max_concurrency)
        if now - self._latest.get(key, -DAY_SECONDS) < self.sharding.identify_seconds:
            return False
        self._latest[key] = now
        self._day(application_id).starts += 1
        return True

    def limit(self, application_id: str) -> Json:
        """The bot's `session_start_limit`. Nothing happens to a bot that has used all of its day's starts."""
        day = self._day(application_id)
        return {
            "total": STARTS_A_DAY,
            "remaining": max(0, STARTS_A_DAY - day.starts),
            "reset_after": round(day.left * 1000),
            "max_concurrency": self.sharding.max_concurrency,
        }

    def _day(self, application_id: str) -> _Day:
        day = self._days.get(application_id)
        if day is None or day.left <= 0:
            day = self._days[application_id] = _Day.new()
        return day
