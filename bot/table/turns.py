"""Whose turn it is at work that takes long, so that nobody who asks for much keeps others waiting."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count

from bot.refusal import Refusal


class OneEach:
    """Work of which each person can ask for one thing at a time."""

    def __init__(self, busy: str) -> None:
        """`busy` is what a person is told who already waits for something."""
        self._busy = busy
        self._people = set[int]()

    @contextmanager
    def at_work(self, user_id: int) -> Iterator[None]:
        """Work for this person until the end of the block. Raises Refusal if they wait for something."""
        if user_id in self._people:
            raise Refusal(self._busy)
        self._people.add(user_id)
        try:
            yield
        finally:
            self._people.discard(user_id)


class LightestFirst:
    """One turn at a time: of those who wait, the lightest is next, and of equals the one who came first."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, weight: int) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        if self._is_taken:
            await self._called(weight)
        self._is_taken = True
        try:
            yield
        finally:
            self._call_next()

    async def _called(self, weight: int) -> None:
        mine = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (weight, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._call_next()
            raise

    def _call_next(self) -> None:
        while self._waiting:
            _, _, its = heapq.heappop(self._waiting)
            if not its.done():
                its.set_result(None)
                return
        self._is_taken = False
