"""Rate limits like Discord's, with its headers: one bucket for each route and its major parameters."""

import hashlib
import math
import time
from dataclasses import dataclass, field
from functools import cache

from local_discord.codec import Json

# The proxy in front of Discord adds this. Libraries believe that a 429 without it is a ban.
VIA = {"Via": "1.1 loopback"}


@dataclass(frozen=True, slots=True)
class Limit:
    """`count` requests every `seconds`."""

    count: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """The limits. None turns one off, and its headers too.

    `routes` has the limits of single routes, such as `"POST /channels/{channel_id}/messages"`.
    `overall` counts all requests of a bot except answers to interactions. `old_edits` counts, for each
    channel, the edits of messages older than `old_seconds`. Discord doesn't say how many it allows, only
    that there aren't many.
    """

    default: Limit | None = Limit(50, 1.0)
    routes: dict[str, Limit | None] = field(default_factory=dict)
    overall: Limit | None = None
    old_edits: Limit | None = Limit(3, 20.0)
    old_seconds: float = 3600.0

    def of(self, route: str) -> Limit | None:
        return self.routes.get(route, self.default)


NO_LIMITS = Limits(default=None, old_edits=None)


@dataclass(slots=True)
class _Bucket:
    limit: Limit
    resets: float
    used: int = 0

    @property
    def left(self) -> float:
        """How many seconds until it's empty again."""
        return max(0.001, self.resets - time.monotonic())

    @property
    def is_over(self) -> bool:
        return self.used > self.limit.count


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers of a request's answer, and the body of the 429 if it was one request too many."""

    headers: dict[str, str]
    error: Json | None = None


class RateLimiter:
    """Counts requests. Every bucket is emptied when its time is up."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def count(self, route: str, major: str, bot: str) -> Verdict:
        """Counts one request of the bot to the route."""
        overall = self.limits.overall
        if overall and bot:
            bucket = self._bucket("", bot, overall)
            if bucket.is_over:
                headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
                return _refused(headers, bucket.left, whole=True)
        limit = self.limits.of(route)
        if limit is None:
            return Verdict({})
        bucket = self._bucket(route, f"{major}:{bot}", limit)
        left = bucket.left
        headers = {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(max(0, limit.count - bucket.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": _name(route),
        }
        if not bucket.is_over:
            return Verdict(headers)
        return _refused(headers | {"X-RateLimit-Scope": "user"}, left, whole=False)

    def count_old_edit(self, channel_id: str, bot: str) -> float:
        """Counts an edit of an old message. Returns the seconds until one is allowed, 0 if this one is."""
        limit = self.limits.old_edits
        if limit is None:
            return 0.0
        bucket = self._bucket("old edits", f"{channel_id}:{bot}", limit)
        return bucket.left if bucket.is_over else 0.0

    def _bucket(self, route: str, key: str, limit: Limit) -> _Bucket:
        now = time.monotonic()
        bucket = self._buckets.get((route, key))
        if bucket is None or bucket.resets <= now:
            if len(self._buckets) > 10_000:
                self._buckets = {one: held for one, held in self._buckets.items() if held.resets > now}
            bucket = self._buckets[route, key] = _Bucket(limit, now + limit.seconds)
        bucket.used += 1
        return bucket


@cache
def _name(route: str) -> str:
    return hashlib.sha256(route.encode()).hexdigest()[:32]


def _refused(headers: dict[str, str], left: float, *, whole: bool) -> Verdict:
    return Verdict(headers | {"Retry-After": str(math.ceil(left))}, too_many(left, whole=whole))


def too_many(retry_after: float, *, whole: bool = False) -> Json:
    """The body of a 429."""
    return {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": whole}
