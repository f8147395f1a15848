"""What all the bot's requests pass through: each takes a place in the budget, and each response is counted.

A request waits for its place before discord.py waits for the limit of its route, so that it holds up nobody
else there, and uses the place when it is sent. A request that discord.py retries takes another place.
"""

from types import SimpleNamespace
from typing import Any

import aiohttp
from discord.http import HTTPClient, Route

from bot import trace
from bot.limits.budget import Budget, Place, Rank, place_at_hand

_UNCOUNTED = ("interactions", "webhooks")
"""Requests that Discord doesn't count towards the bot's limit: their token is in the path."""


def space(http: HTTPClient, budget: Budget) -> None:
    """Let the requests of this client wait for their place."""
    request = http.request

    async def spaced(route: Route, **more: Any) -> Any:
        place = place_at_hand()
        if place is not None and budget.is_held(place):
            return await request(route, **more)
        is_awaited = trace.current().is_press if place is None else place.rank is not Rank.REST
        with budget.place(is_awaited=is_awaited) as own:
            await own.wait()
            return await request(route, **more)

    http.request = spaced  # type: ignore[method-assign]  # discord.py lets nobody choose the class


def counting(config: aiohttp.TraceConfig, budget: Budget) -> aiohttp.TraceConfig:
    """Also count what is sent to Discord and what it refuses."""

    async def starts(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if not _is_counted(asked.url.path):
            return
        place = place_at_hand()
        if place is None or not budget.send(place):
            with Place(budget, Rank.BEGUN) as again:
                await again.wait()
                budget.send(again)

    async def answered(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        if answer.url.path.startswith("/api/"):
            scope = answer.response.headers.get("X-RateLimit-Scope", "")
            budget.breaker.count(budget.now, answer.response.status, scope)

    config.on_request_start.append(starts)
    config.on_request_end.append(answered)
    return config


def _is_counted(path: str) -> bool:
    """Whether this is one of the requests that Discord counts for the whole bot."""
    root, _, rest = path.removeprefix("/api/").partition("/")
    return path.startswith("/api/") and root.startswith("v") and rest.split("/", 1)[0] not in _UNCOUNTED
