"""What the bot counts and times, for Prometheus. `bot.host.serve` shows it.

No label names a person, a server, a channel, a table or anything secret: each has a few values, which the
code knows beforehand. Counting costs a press a few microseconds.
"""

import logging
import re
import time
from collections import deque
from types import SimpleNamespace

import aiohttp
from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics

from bot import __version__

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library gave this one no types

Info("parlour", "The version that runs.").info({"version": __version__})

PRESSES = Counter(
    "parlour_presses",
    "Presses, menus, forms and commands, by what they are and what became of them.",
    ["kind", "name", "outcome"],
)
OUTCOMES = ("answered", "refused", "skipped", "unanswered", "storage", "discord", "failed")
"""What can become of a press."""

PRESS_SECONDS = Histogram(
    "parlour_press_seconds",
    "Seconds from the arrival of a press until it was read, judged, durable and answered, and until the "
    "board and the hands it changed were shown.",
    ["stage"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ENDED = Counter("parlour_games_ended", "Games that were finished or stopped.", ["game", "phase"])
SAVING = Gauge("parlour_saves_under_way", "Moves waiting to be saved.")
REQUESTS = Counter(
    "parlour_discord_requests",
    "Requests to Discord, each retry included, by what they are about and the status of the response.",
    ["resource", "status"],
)
REQUEST_SECONDS = Histogram(
    "parlour_discord_request_seconds",
    "Seconds until Discord answered a request.",
    ["resource"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
RATE_LIMITS = Counter(
    "parlour_discord_rate_limits", "Requests that Discord refused because there were too many.", ["scope"]
)
RETRIES = Counter(
    "parlour_discord_retries",
    "Answers of Discord after which discord.py tries again: rate limits and failing servers.",
    ["status"],
)
CONNECTIONS = Counter("parlour_connections", "How often the gateway was ready, lost and resumed.", ["event"])
THOUGHTLESS = Counter(
    "parlour_thoughtless_moves",
    "Moves of computer players about which no process could think, so that any legal one was played.",
)
ERRORS = Counter(
    "parlour_errors", "Errors in the log, by where they were logged and their kind.", ["logger", "kind"]
)

_SCOPES = ("user", "global", "shared", "unknown")

# They start at 0: Prometheus can't see growth in a series that didn't exist before.
for _outcome in OUTCOMES:
    PRESSES.labels("button", "unknown", _outcome)
for _scope in _SCOPES:
    RATE_LIMITS.labels(_scope)

_RESOURCE = re.compile(r"/api/v\d+/(applications|channels|gateway|guilds|interactions|users|webhooks)\b")
_SOCKET = 101
"""The status of an answer that becomes a WebSocket, such as the gateway's."""

_TRIED_AGAIN = (429, 500, 502, 504, 524)


class Answers:
    """How Discord has answered of late."""

    def __init__(self) -> None:
        self._failed_since: deque[float] = deque(maxlen=FAILURES)

    def heard(self, status: int | None) -> None:
        """A request was answered with this status; None for one that wasn't answered at all."""
        if status is None or status >= 500:
            self._failed_since.append(time.monotonic())
        else:
            self._failed_since.clear()

    @property
    def all_fail(self) -> bool:
        """Whether the last requests have all failed, and not long ago."""
        is_recent = bool(self._failed_since) and self._failed_since[-1] > time.monotonic() - FAILING_SECONDS
        return is_recent and len(self._failed_since) == FAILURES


FAILURES, FAILING_SECONDS = 10, 60.0
"""How many requests in a row make us say that all fail, and how long after the last of them we still do."""

ANSWERS = Answers()
"""Those to this process."""


class CountErrors(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """Count this one."""
        kind = record.exc_info[0] if record.exc_info else None
        ERRORS.labels(record.name, kind.__name__ if kind else "message").inc()


def watch(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Also count this client's requests to Discord."""
    trace.on_request_start.append(_asked)
    trace.on_request_end.append(_answered)
    trace.on_request_exception.append(_lost)
    return trace


def resource_of(path: str) -> str:
    """What a request is about, without the ids and tokens in its path."""
    found = _RESOURCE.match(path)
    return found[1] if found else "other"


async def _asked(_session: object, context: SimpleNamespace, _asked: object) -> None:
    context.asked_at = time.monotonic()


async def _answered(_: object, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams) -> None:
    status = answer.response.status
    resource = "gateway" if status == _SOCKET else resource_of(answer.url.path)
    REQUESTS.labels(resource, status).inc()
    ANSWERS.heard(status)
    REQUEST_SECONDS.labels(resource).observe(time.monotonic() - context.asked_at)
    if status == 429:
        scope = answer.response.headers.get("X-RateLimit-Scope", "")
        RATE_LIMITS.labels(scope if scope in _SCOPES else "unknown").inc()
    if status in _TRIED_AGAIN:
        RETRIES.labels(status).inc()


async def _lost(_session: object, _context: object, failed: aiohttp.TraceRequestExceptionParams) -> None:
    REQUESTS.labels(resource_of(failed.url.path), "none").inc()
    ANSWERS.heard(None)
