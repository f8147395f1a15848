"""Discord's limits for the whole bot: requests a second, and refused ones in ten minutes.

A whole bot may send 50 requests a second, not counting answers to interactions, and discord.py doesn't
space them before it has refused one. Here each request has a ticket; under ordinary load its turn comes at
once.

A request waits for its ticket before discord.py waits for the limit of its route, so that it holds up nobody
else there, and uses the ticket when it is sent. A request that discord.py retries takes another ticket.
"""

import asyncio
import heapq
import logging
from collections import deque
from contextvars import ContextVar, Token
from enum import IntEnum
from itertools import count
from types import SimpleNamespace
from typing import Any, Self

import aiohttp
from discord.http import HTTPClient, Route

from bot.telemetry import logs

log = logging.getLogger(__name__)


MOST_REFUSED = 1_000
"""How many refused requests make the bot pause what nobody waits for; Discord bans an address at 10,000."""

WINDOW_SECONDS = 600.0
"""How long each of them counts, here and at Discord."""


class Breaker:
    """Counts the refused requests of the last ten minutes. Moments are those of one monotonic clock.

    Once there are `most`, it pauses until only half of them count.
    """

    def __init__(self, most: int = MOST_REFUSED) -> None:
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
        while self._refused and self._refused[0] <= now - WINDOW_SECONDS:
            self._refused.popleft()
        return len(self._refused)

    def pause(self, now: float) -> float:
        """How many more seconds to hold back what nobody waits for; 0 if it may be sent."""
        if not self._has_tripped:
            return 0.0
        excess = self.refused(now) - self._most // 2
        if excess > 0:
            return self._refused[excess - 1] + WINDOW_SECONDS - now
        self._has_tripped = False
        log.info("Discord refuses few requests again: sending everything")
        return 0.0


MOST = 45
"""Requests that have been sent and weren't answered more than `SECONDS` ago."""

SECONDS = 1.0
"""Discord's second. It counts requests when they arrive, which is before it answers them: so however long
each is under way, no more than `MOST` arrive in any second."""

LONGEST = 2.0
"""What isn't answered for longer is counted as if it was, so that no silent network holds up everything."""

HELD_SECONDS = 2.0
"""How long a ticket is held for a task that hasn't sent anything yet, perhaps because it draws a picture."""

OTHERS_TURN = 10
"""Even while people wait, every tenth ticket goes to the rest, so that no table starves."""


class Rank(IntEnum):
    """Who goes first."""

    BEGUN = 0
    """A request that discord.py is in the middle of, perhaps because it tries again."""
    AWAITED = 1
    """Somebody waits: they have pressed something, or their turn has just begun."""
    REST = 2
    """Nobody waits: computers' moves, clocks, reminders."""


class Ticket:
    """A request's place in the queue; inside `with`, it belongs to the current task."""

    __slots__ = ("_budget", "_had", "_woken", "is_open", "number", "rank")

    def __init__(self, budget: "Budget", rank: Rank) -> None:
        self._budget = budget
        self.rank = rank
        self.number = 0
        self.is_open = True
        self._woken: asyncio.Future[None] | None = None
        self._had: Token[Ticket | None] | None = None

    def __enter__(self) -> Self:
        self._had = _at_hand.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._had is not None
        _at_hand.reset(self._had)
        self.is_open = False
        self._budget.leave(self)

    @property
    def is_waiting(self) -> bool:
        """Whether its turn is still to come."""
        return self.is_open and self._woken is not None and not self._woken.done()

    async def wait(self) -> None:
        """Return when one request may be sent. Within a rank, first come, first served."""
        self._woken = asyncio.get_running_loop().create_future()
        self.number = self._budget.next_number()
        self._budget.queue(self)
        if not self._woken.done():
            await self._woken

    def hurry(self) -> None:
        """Somebody waits for it now. The time it has waited already counts."""
        if self.rank > Rank.AWAITED:
            self.rank = Rank.AWAITED
            if self.is_waiting:
                self._budget.queue(self)

    def go(self) -> None:
        """Stop waiting: its turn has come."""
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)


_at_hand: ContextVar[Ticket | None] = ContextVar("ticket", default=None)


def ticket_at_hand() -> Ticket | None:
    """The current task's ticket, if it is still open."""
    ticket = _at_hand.get()
    return ticket if ticket is not None and ticket.is_open else None


class Budget:
    """The requests of one process. `share` is its part of what the bot may send; all of it if it is alone."""

    def __init__(self, breaker: Breaker) -> None:
        self.breaker = breaker
        self.share = 1.0
        self._loop = asyncio.get_running_loop()
        self._sent: dict[Ticket, float] = {}
        """Those that were used, and when each place is free again."""
        self._held: dict[Ticket, float] = {}
        self._queues: dict[Rank, list[tuple[int, Ticket]]] = {rank: [] for rank in Rank}
        self.next_number = count(1).__next__
        """A number for each ticket that begins to wait, in order."""
        self._is_behind = False
        self._next_at = 0.0
        self._since_others = 0
        self._timer: asyncio.TimerHandle | None = None
        self.goes_on = asyncio.Event()
        """Set unless everything pauses but new answers to people."""
        self.goes_on.set()

    def pause(self, is_paused: bool) -> None:
        """Let everything wait but new answers to people, or go on."""
        if is_paused:
            self.goes_on.clear()
        else:
            self.goes_on.set()

    @property
    def now(self) -> float:
        """The current time, by the event loop's clock."""
        return self._loop.time()

    def ticket(self, *, is_awaited: bool) -> Ticket:
        """A new ticket; `is_awaited` if somebody waits for what it sends."""
        return Ticket(self, Rank.AWAITED if is_awaited else Rank.REST)

    def waiting(self, rank: Rank) -> int:
        """How many tickets of this rank are waiting."""
        return sum(one.is_waiting and one.rank == rank for _, one in self._queues[rank])

    def is_held(self, ticket: Ticket) -> bool:
        """Whether this ticket's turn has come, and it hasn't been used yet."""
        return ticket in self._held

    def queue(self, ticket: Ticket) -> None:
        """Queue this ticket by its rank and number. Its turn may have come when this returns."""
        heapq.heappush(self._queues[ticket.rank], (ticket.number, ticket))
        self._go_on()

    def send(self, ticket: Ticket) -> bool:
        """Use this ticket for a request now; False if its turn hasn't come, or it was held too long."""
        now = self.now
        self._forget(now)
        if self._held.pop(ticket, None) is None:
            return False
        self._sent[ticket] = now + LONGEST + SECONDS
        if self._is_behind:
            self._go_on()  # it may be the next one's turn sooner than if this had never been sent
        return True

    def answered(self, ticket: Ticket) -> None:
        """Discord has answered the request that was sent with this ticket, or there will be no answer."""
        if ticket in self._sent:
            self._sent[ticket] = min(self._sent[ticket], self.now + SECONDS)
            if self._is_behind:
                self._go_on()

    def leave(self, ticket: Ticket) -> None:
        """Give this ticket up: it won't send anything more."""
        if self._held.pop(ticket, None) is not None:
            self._next_at = 0.0
            self._go_on()

    def _go_on(self) -> None:
        """Let those through that may send now, and come back when the next one may."""
        now = self.now
        self._forget(now)
        while (ticket := self._first(now)) is not None:
            if (seconds := max(self._full_for(now), self._next_at - now)) > 0:
                self._is_behind = True
                self._come_back(seconds)
                return
            heapq.heappop(self._queues[ticket.rank])
            self._since_others = 0 if ticket.rank is Rank.REST else self._since_others + 1
            self._held[ticket] = now + HELD_SECONDS
            ticket.go()
            if self._is_behind:  # those that had to wait go one by one, not all at once
                self._next_at = now + SECONDS / self._most
        if self._head(Rank.REST) is None:
            self._is_behind = False
        else:
            self._come_back(self.breaker.pause(now))

    def _first(self, now: float) -> Ticket | None:
        begun, awaited = self._head(Rank.BEGUN), self._head(Rank.AWAITED)
        if begun is not None:
            return begun
        if awaited is not None and self._since_others < OTHERS_TURN - 1:
            return awaited
        rest = self._head(Rank.REST)
        return awaited if rest is None or self.breaker.pause(now) > 0 else rest

    def _head(self, rank: Rank) -> Ticket | None:
        queue = self._queues[rank]
        while queue and not (queue[0][1].is_waiting and queue[0][1].rank == rank):
            heapq.heappop(queue)
        return queue[0][1] if queue else None

    @property
    def _most(self) -> int:
        return max(1, int(MOST * self.share))

    def _forget(self, now: float) -> None:
        for places in (self._sent, self._held):
            for ticket in [one for one, until in places.items() if until <= now]:
                del places[ticket]

    def _full_for(self, now: float) -> float:
        """For how many seconds no request may be sent; 0 if one may."""
        if len(self._sent) + len(self._held) < self._most:
            return 0.0
        return max(min((*self._sent.values(), *self._held.values())) - now, 0.001)

    def _come_back(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._go_on)


_UNCOUNTED = ("interactions", "webhooks")
"""Requests that Discord doesn't count towards the bot's limit: their token is in the path."""


def space(http: HTTPClient, budget: Budget) -> None:
    """Let the requests of this client wait for their ticket."""
    request = http.request

    async def spaced(route: Route, **more: Any) -> Any:
        ticket = ticket_at_hand()
        if ticket is not None and budget.is_held(ticket):
            return await request(route, **more)
        is_awaited = logs.current().is_press if ticket is None else ticket.rank is not Rank.REST
        with budget.ticket(is_awaited=is_awaited) as own:
            await own.wait()
            return await request(route, **more)

    http.request = spaced  # type: ignore[method-assign]  # discord.py lets nobody choose the class


def counting(config: aiohttp.TraceConfig, budget: Budget) -> aiohttp.TraceConfig:
    """Also count what is sent to Discord and what it refuses."""

    async def starts(_: object, context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams) -> None:
        is_counted = _is_counted(asked.url.path)
        if is_counted or asked.method == "PATCH":  # a press's token edits what may be newer by now
            await budget.goes_on.wait()
        if not is_counted:
            return
        context.ticket = ticket_at_hand()
        if context.ticket is None or not budget.send(context.ticket):
            with Ticket(budget, Rank.BEGUN) as context.ticket:
                await context.ticket.wait()
                budget.send(context.ticket)

    def ends(context: SimpleNamespace) -> None:
        if ticket := getattr(context, "ticket", None):
            budget.answered(ticket)

    async def fails(_: object, context: SimpleNamespace, _failed: object) -> None:
        ends(context)

    async def answered(_: object, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams) -> None:
        ends(context)
        if answer.url.path.startswith("/api/"):
            scope = answer.response.headers.get("X-RateLimit-Scope", "")
            budget.breaker.count(budget.now, answer.response.status, scope)

    config.on_request_start.append(starts)
    config.on_request_end.append(answered)
    config.on_request_exception.append(fails)
    return config


def _is_counted(path: str) -> bool:
    """Whether this is one of the requests that Discord counts for the whole bot."""
    root, _, rest = path.removeprefix("/api/").partition("/")
    return path.startswith("/api/") and root.startswith("v") and rest.split("/", 1)[0] not in _UNCOUNTED
