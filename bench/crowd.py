"""5,000 lively tables and Discord's 50 requests a second, in model time.

    python -m bench.crowd [TABLES [SECONDS]]

At each table a person thinks and presses (Discord doesn't count the answer), then two computers move. Nobody
waits for the first computer's board; the second computer's move begins the person's turn. Halfway through,
all boards change at once. People press either the board, whose edits then belong to their press for a while
and aren't counted, or their own hand. Spacing, merging and priorities are the bot's real code; drawing, the
network and Discord's limit are modelled.
"""

import asyncio
import random
import selectors
import sys
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.http import HTTPClient, Route

from bench import spread, table
from bot.chat.ephemerals import LAST_SECONDS, TOKEN_SECONDS
from bot.chat.first_answer import Press, Uploads
from bot.chat.limits import Breaker, Budget, Ticket, counting, space
from bot.chat.redrawn import Redrawn
from bot.chat.tasks import Background

T = TypeVar("T")

# A loop in which waiting takes no time: its clock jumps to whatever is due next


class _Jumping(selectors.SelectSelector):
    """A selector that doesn't wait, but notes how long it should have."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The events that are ready now."""
        found = super().select(0)
        if not found and timeout:
            self.passed += timeout
        return found


class ModelLoop(asyncio.SelectorEventLoop):
    """An event loop in model time. It doesn't wait for threads or sockets."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the beginning of the model."""
        return self._jumping.passed


def run_in_model_time(work: Coroutine[Any, Any, T]) -> T:
    """Run this in model time, and return its result."""
    with asyncio.Runner(loop_factory=ModelLoop) as runner:
        return runner.run(work)


# The crowd

DISCORDS = 50
THINKING = (60.0, 150.0, 300.0)
"""Seconds that somebody thinks, on average."""

TRIES = 5
"""discord.py gives up after so many, and the board isn't shown."""

DRAWING = 0.08
WAY = 0.02, 0.08
"""Seconds on the way to Discord and back, at least and at most."""

PAUSE = 1.2
"""Between the moves of computers."""


_PRESS = Press(cast("discord.Interaction", None), Uploads(asyncio.Event()))
_PRESS.answered()


class Discord:
    """Discord's limit for a whole bot: 50 requests in any second; any more are refused."""

    def __init__(self) -> None:
        self.refused = 0
        self.taken = 0
        self._arrived = deque[float]()
        self._over_at = 0.0

    def takes(self, now: float) -> float:
        """0 if a request that arrives now is accepted, otherwise the seconds to wait before trying again."""
        while self._arrived and self._arrived[0] <= now - 1:
            self._arrived.popleft()
        if now >= self._over_at and len(self._arrived) < DISCORDS:
            self._arrived.append(now)
            self.taken += 1
            return 0.0
        self.refused += 1
        self._over_at = max(self._over_at, self._arrived[0] + 1 if self._arrived else now)
        return max(self._over_at - now, 0.001)


class Http:
    """The parts of discord.py's client that matter here."""

    def __init__(self, server: Discord, budget: Budget, dice: random.Random) -> None:
        self._server = server
        self._dice = dice
        self._config = aiohttp.TraceConfig()
        counting(self._config, budget)
        space(cast("HTTPClient", self), budget)
        self._config.freeze()
        self._goes = asyncio.Event()
        self._goes.set()

    async def request(self, route: Route, **_: Any) -> bool:
        """Whether Discord has accepted it within five tries; a refusal holds up everything not sent yet."""
        await self._goes.wait()
        url = SimpleNamespace(path="/api/v10" + route.path)
        asked: Any = SimpleNamespace(url=url)
        answer: Any = SimpleNamespace(url=url, response=SimpleNamespace(status=200, headers={}))
        now = asyncio.get_running_loop().time
        for _try in range(TRIES):
            context = SimpleNamespace()
            await self._config.on_request_start.send(cast("Any", None), context, asked)
            await asyncio.sleep(self._dice.uniform(*WAY))
            seconds = self._server.takes(now())
            await self._config.on_request_end.send(cast("Any", None), context, answer)
            if not seconds:
                return True
            self._goes.clear()
            await asyncio.sleep(seconds)
            self._goes.set()
        return False


@dataclass
class Found:
    """The seconds from the beginnings of turns to their boards, and how many boards were given up."""

    waits: list[float] = field(default_factory=list)
    failed: int = 0


class Table(Redrawn):
    """One table, played endlessly."""

    def __init__(
        self, http: Http, budget: Budget, found: Found, dice: random.Random, *, is_pressed: bool
    ) -> None:
        """Whether people press its board; otherwise they press their hands."""
        super().__init__(Background(), "board")
        self._is_pressed = is_pressed
        self._pressed_at = -TOKEN_SECONDS
        self._http = http
        self._budget = budget
        self._found = found
        self._dice = dice
        self._loop = asyncio.get_running_loop()
        self._begun_at: float | None = None
        self._seen = asyncio.Event()

    async def play(self, thinking: float) -> None:
        """Think, press, let two computers move, and wait until the board is shown."""
        while True:
            await asyncio.sleep(self._dice.expovariate(1 / thinking))
            if self._is_pressed:
                self._pressed_at = self._loop.time()
                self.changed(_PRESS)
            await asyncio.sleep(PAUSE)
            self.changed()
            await asyncio.sleep(PAUSE)
            self.changed()
            self._begun_at = self._loop.time()
            self._seen.clear()
            self.hurry()
            await self._seen.wait()

    @property
    def _belongs_to_press(self) -> bool:
        return self._loop.time() < self._pressed_at + TOKEN_SECONDS - LAST_SECONDS

    def _next_ticket(self) -> Ticket | None:
        return None if self._belongs_to_press else self._budget.ticket(is_awaited=False)

    async def show(self, press: Press | None) -> None:
        """Draw the board and send it."""
        begun, self._begun_at = self._begun_at, None
        await asyncio.sleep(DRAWING)
        if self._belongs_to_press:
            await asyncio.sleep(self._dice.uniform(*WAY))
            is_taken = True
        else:
            is_taken = await self._http.request(Route("PATCH", "/channels/1/messages/2"))
        self._found.failed += not is_taken
        if begun is not None:
            self._seen.set()
            self._found.waits += [self._loop.time() - begun] if is_taken else []


async def crowd(tables: int, seconds: float, thinking: float, *, is_pressed: bool) -> dict[str, float]:
    """Play them all for this many seconds; returns figures by name."""
    dice = random.Random(tables)
    server, found, budget = Discord(), Found(), Budget(Breaker())
    http = Http(server, budget, dice)
    all_tables = [Table(http, budget, found, dice, is_pressed=is_pressed) for _ in range(tables)]
    playing = [asyncio.create_task(one.play(thinking)) for one in all_tables]
    await asyncio.sleep(seconds / 2)
    for one in all_tables:
        one.changed()
    await asyncio.sleep(seconds / 2)
    for task in playing:
        task.cancel()
    counts = {"refused": server.refused, "given up": found.failed, "taken a second": server.taken / seconds}
    return spread(found.waits, "s", 0.5, 0.99, 1) | counts


def main(tables: int = 5_000, seconds: int = 900) -> None:
    """Print the seconds from the beginning of a turn to its board, and counts, by how long people think."""
    rows = {
        f"{thinking:g} s to think, {where}": run_in_model_time(
            crowd(tables, seconds, thinking, is_pressed=is_pressed)
        )
        for thinking in THINKING
        for where, is_pressed in (("the board is pressed", True), ("hands are pressed", False))
    }
    table(f"{tables} tables", rows, digits=1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
