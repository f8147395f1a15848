"""How many requests the bot may send, and which go first when there are too many.

A whole bot may send 50 requests a second, not counting answers to interactions, and discord.py doesn't
space them before it has refused one. Here each request gets a place, under ordinary load at once.
"""

import asyncio
import heapq
from collections import deque
from contextvars import ContextVar, Token
from enum import IntEnum
from typing import Self

from bot.limits.breaker import Breaker

MOST = 45
"""Requests in any `SECONDS`."""

SECONDS = 1.1
"""More than Discord's second, because requests take different times to get there."""

HELD_SECONDS = 2.0
"""How long a place is held for a task that hasn't sent anything yet, perhaps because it draws a picture."""

OTHERS_TURN = 10
"""Even while people wait, every tenth place goes to the rest, so that no table starves."""


class Rank(IntEnum):
    """Who goes first."""

    BEGUN = 0
    """A request that discord.py is in the middle of, perhaps because it tries again."""
    AWAITED = 1
    """Somebody waits: they have pressed something, or their turn has just begun."""
    REST = 2
    """Nobody waits: computers' moves, clocks, reminders."""


class Place:
    """A request's place in the queue; inside `with`, it belongs to the current task."""

    __slots__ = ("_budget", "_had", "_woken", "is_open", "rank", "since")

    def __init__(self, budget: "Budget", rank: Rank) -> None:
        self._budget = budget
        self.rank = rank
        self.since = 0.0
        self.is_open = True
        self._woken: asyncio.Future[None] | None = None
        self._had: Token[Place | None] | None = None

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
        self._budget.queue(self)
        if not self._woken.done():
            await self._woken

    def hurry(self) -> None:
        """Somebody waits for it now. The time it has waited already counts."""
        if self.rank > Rank.AWAITED:
            self.rank = Rank.AWAITED
            if self.is_waiting:
                self._budget.queue(self, since=self.since)

    def go(self) -> None:
        """Stop waiting: its turn has come."""
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)


_at_hand: ContextVar[Place | None] = ContextVar("place", default=None)


def place_at_hand() -> Place | None:
    """The current task's place, if it is still open."""
    place = _at_hand.get()
    return place if place is not None and place.is_open else None


class Budget:
    """The places of one process. `share` is its part of what the bot may send; all of it if it is alone."""

    def __init__(self, breaker: Breaker) -> None:
        self.breaker = breaker
        self.share = 1.0
        self._loop = asyncio.get_running_loop()
        self._sent: deque[float] = deque()
        self._held: dict[Place, float] = {}
        self._queues: dict[Rank, list[tuple[float, int, Place]]] = {rank: [] for rank in Rank}
        self._number = 0
        self._is_behind = False
        self._next_at = 0.0
        self._since_others = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def now(self) -> float:
        """The current time, by the event loop's clock."""
        return self._loop.time()

    def place(self, *, is_awaited: bool) -> Place:
        """A new place; `is_awaited` if somebody waits for what it sends."""
        return Place(self, Rank.AWAITED if is_awaited else Rank.REST)

    def waiting(self, rank: Rank) -> int:
        """How many places of this rank are waiting."""
        return sum(one.is_waiting and one.rank == rank for _, _, one in self._queues[rank])

    def is_held(self, place: Place) -> bool:
        """Whether this place's turn has come, and it hasn't been used yet."""
        return place in self._held

    def queue(self, place: Place, since: float | None = None) -> None:
        """Queue this place as if it had waited since then. Its turn may have come when this returns."""
        place.since = self.now if since is None else since
        self._number += 1
        heapq.heappush(self._queues[place.rank], (place.since, self._number, place))
        self._go_on()

    def send(self, place: Place) -> bool:
        """Use this place for a request now; False if its turn hasn't come, or it was held too long."""
        now = self.now
        self._forget(now)
        if self._held.pop(place, None) is None:
            return False
        self._sent.append(now)
        if self._is_behind:
            self._go_on()  # it may be the next one's turn sooner than if this had never been sent
        return True

    def leave(self, place: Place) -> None:
        """Give this place up: it won't send anything more."""
        if self._held.pop(place, None) is not None:
            self._next_at = 0.0
            self._go_on()

    def _go_on(self) -> None:
        """Let those through that may send now, and come back when the next one may."""
        now = self.now
        self._forget(now)
        while (place := self._first(now)) is not None:
            if (seconds := max(self._full_for(now), self._next_at - now)) > 0:
                self._is_behind = True
                self._come_back(seconds)
                return
            heapq.heappop(self._queues[place.rank])
            self._since_others = 0 if place.rank is Rank.REST else self._since_others + 1
            self._held[place] = now + HELD_SECONDS
            place.go()
            if self._is_behind:  # those that had to wait go one by one, not all at once
                self._next_at = now + SECONDS / self._most
        if self._head(Rank.REST) is None:
            self._is_behind = False
        else:
            self._come_back(self.breaker.pause(now))

    def _first(self, now: float) -> Place | None:
        begun, awaited = self._head(Rank.BEGUN), self._head(Rank.AWAITED)
        if begun is not None:
            return begun
        if awaited is not None and self._since_others < OTHERS_TURN - 1:
            return awaited
        rest = self._head(Rank.REST)
        return awaited if rest is None or self.breaker.pause(now) > 0 else rest

    def _head(self, rank: Rank) -> Place | None:
        queue = self._queues[rank]
        while queue and not (queue[0][2].is_waiting and queue[0][2].rank == rank):
            heapq.heappop(queue)
        return queue[0][2] if queue else None

    @property
    def _most(self) -> int:
        return max(1, int(MOST * self.share))

    def _forget(self, now: float) -> None:
        while self._sent and self._sent[0] <= now - SECONDS:
            self._sent.popleft()
        for place in [one for one, until in self._held.items() if until <= now]:
            del self._held[place]

    def _full_for(self, now: float) -> float:
        """For how many seconds no request may be sent; 0 if one may."""
        if len(self._sent) + len(self._held) < self._most:
            return 0.0
        ends = [self._sent[0] + SECONDS] if self._sent else []
        return max(min((*ends, *self._held.values())) - now, 0.001)

    def _come_back(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._go_on)
