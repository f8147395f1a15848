"""How a bot's request fails: by an answer of Discord's, a proxy's page, or a broken connection."""

import random
import re
import socket
import struct
import time
from asyncio import Transport
from dataclasses import dataclass, field
from http import HTTPStatus

from local_discord import errors
from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.forms import given
from local_discord.ratelimit import too_many

STATUSES = (400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 520)
"""503 comes from Envoy, 520 from Cloudflare; both stand in front of Discord."""

_REASONS = {520: "Web Server Returned an Unknown Error"}
_BODIES: dict[int, Json] = {
    401: errors.unauthorized().body,
    403: errors.missing_access().body,
    413: errors.too_large().body,
}
_PADDING = "<!-- a padding to disable MSIE and Chrome friendly error page -->\n" * 100
_PAGE = """<!DOCTYPE html>
<html lang="en-US">
<head><title>{reason} | discord.com</title></head>
<body><h1>Error {status}</h1><p>{reason}</p><p>Ray ID: 8c0ffee0badcafe0</p></body>
</html>
"""
_LINGER_NOT = struct.pack("ii", 1, 0)


@dataclass(slots=True)
class Failure:
    """Requests that match are answered with `status`, or with a broken connection if `reset`.

    It applies to the next `times` requests, or to all that come within `seconds`; with neither, to the next
    one. With a `chance`, to that share of them, drawn with `seed`, and without `times` and `seconds` until
    it's cleared. `failed` counts them. With `after` the request takes effect first: only the answer is lost.

    The answer has Discord's `code`, and for a malformed request its `errors`, in a tree of places. As `html`
    it is the page that Cloudflare shows whom it has banned (rate-limits, "Invalid Request Limit"): no JSON,
    no `Via`, thousands of characters.
    """

    status: int = 0
    method: str | None = None
    path: str = ""
    times: int = 0
    seconds: float | None = None
    chance: float = 1.0
    seed: int = 0
    retry_after: float = 0.2
    after: bool = False
    code: int = 0
    errors: Json | None = None
    html: bool = False
    reset: bool = False
    failed: int = field(init=False, default=0)
    pattern: re.Pattern[str] = field(init=False)
    _counted: bool = field(init=False)
    _generator: random.Random = field(init=False)
    _until: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if not self.reset and self.status not in STATUSES:
            raise ClientError(f"A request can fail with one of {STATUSES}, not with {self.status}.")
        if not 0 < self.chance <= 1:
            raise ClientError(f"The chance of a failure is more than 0 and at most 1, not {self.chance}.")
        if self.seconds is not None:
            self._until = time.monotonic() + self.seconds
        elif not self.times and self.chance == 1:
            self.times = 1
        self._counted = self.times > 0
        self.pattern = re.compile(self.path)
        self._generator = random.Random(self.seed)

    @property
    def is_over(self) -> bool:
        is_late = self._until is not None and time.monotonic() >= self._until
        return is_late or (self._counted and self.times <= 0)

    def hits(self, method: str, path: str) -> bool:
        """Whether this request fails. Counts it if so."""
        if self.is_over or self.method not in (None, method) or not self.pattern.search(path):
            return False
        if self.chance < 1 and self._generator.random() >= self.chance:
            return False
        self.failed += 1
        self.times -= self._counted
        return True

    def answer(self) -> tuple[Json | str, dict[str, str]]:
        """The body of the answer, an object or a page, and its headers."""
        headers = {"Retry-After": str(self.retry_after)} if self.status == 429 else {}
        if self.html or self.status == 502:
            reason = _REASONS.get(self.status) or HTTPStatus(self.status).phrase
            page = _PAGE.format(status=self.status, reason=reason)
            return (page + _PADDING if self.html else page), headers
        coded: Json = given(code=self.code or None, errors=self.errors)
        if self.status == 429:
            return too_many(self.retry_after) | coded, headers | {"X-RateLimit-Scope": "shared"}
        return self._body() | coded, headers

    def _body(self) -> Json:
        reason = _REASONS.get(self.status) or HTTPStatus(self.status).phrase
        return _BODIES.get(self.status) or {"message": f"{self.status}: {reason}", "code": 0}

    def raw(self) -> Json:
        """What makes a failure like this one, as it is now."""
        left = None if self._until is None else round(self._until - time.monotonic(), 3)
        names = (
            "status",
            "reset",
            "code",
            "errors",
            "html",
            "method",
            "path",
            "chance",
            "seed",
            "retry_after",
            "after",
        )
        raw: Json = {name: getattr(self, name) for name in names}
        return raw | given(times=self.times if self._counted else None, seconds=left)


def reset(transport: Transport | None) -> None:
    """Breaks the connection with a TCP RST, as a router does that has forgotten it; nothing more is sent."""
    if transport is None:
        return
    held = transport.get_extra_info("socket")
    if held is not None:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    transport.abort()
