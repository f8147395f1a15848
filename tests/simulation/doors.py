"""What a simulation replaces: clocks, threads and chance. Everything else is the real thing.

SQLite runs in the loop's thread: the same statements by the same aiosqlite, which otherwise has a thread for
each connection. Pictures are drawn and computers think there, too.
"""

import asyncio
import datetime as dt
import os
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest.mock import patch

import aiosqlite.core
import discord.backoff
import discord.utils
from aiohttp.http_websocket import WebSocketWriter
from discord.gateway import KeepAliveHandler

from bot.chat.discord_time import DISCORD_TIME
from bot.table import computers
from local_discord import codec
from tests.simulation.loop import SimulatedLoop
from tests.simulation.thinking import ThinksHere
from tests.simulation.wire import Wire

T = TypeVar("T")

BEGINS = dt.datetime(2026, 11, 30, 18, 0, tzinfo=dt.UTC).timestamp()
"""When each simulation begins, in seconds since the epoch: a Monday evening."""

DELAY = 0.005, 0.06
"""How many seconds each piece of data is under way, at least and at most."""

WORKING = 0.02
"""How many seconds a picture or a thought takes."""

HARDLY_ANY = 0.0005
"""The same within a machine: what is sent first arrives first, on other connections too."""


def run(work: Callable[[], Coroutine[Any, Any, T]], seed: int) -> T:
    """Run this to its end in simulated time. Returns its value; the same seed gives the same run."""
    rng = random.Random(f"wire {seed}")
    loop = SimulatedLoop(Wire(delay=lambda: rng.uniform(*DELAY)))
    asyncio.set_event_loop(loop)
    try:
        with simulated(loop, seed):
            return loop.run_until_complete(work())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


class LoopOfATest(SimulatedLoop):
    """The loop of one test: until it's closed, it's every clock, and chance follows from the seed."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(Wire(delay=lambda: HARDLY_ANY), working=lambda: WORKING)
        self._replaced = ExitStack()
        self._replaced.enter_context(simulated(self, seed))

    def close(self) -> None:
        """Also give the real clocks back."""
        super().close()
        self._replaced.close()


@contextmanager
def simulated(loop: SimulatedLoop, seed: int) -> Iterator[None]:
    """Until the block ends, every clock is this loop's, and chance follows from this seed."""
    rng = random.Random(f"chance {seed}")
    state = random.getstate()
    random.seed(seed)
    # aiohttp masks its frames by a generator of its own.
    (WebSocketWriter.__init__.__kwdefaults__ or {})["random"].seed(seed)
    with (
        patch.multiple(
            time,
            monotonic=loop.time,
            perf_counter=loop.time,
            time=lambda: BEGINS + loop.time(),
            time_ns=lambda: round(1e9 * (BEGINS + loop.time())),
        ),
        patch.object(discord.utils, "utcnow", lambda: dt.datetime.fromtimestamp(time.time(), dt.UTC)),
        patch.object(os, "urandom", rng.randbytes),
        patch.object(random, "_urandom", rng.randbytes),
        # discord.py seeds its own generator from the system.
        patch.object(discord.backoff, "random", SimpleNamespace(Random=_Seeded)),
        patch.multiple(aiosqlite.core, Thread=_NoThread, SimpleQueue=_AtOnce),
        patch.multiple(KeepAliveHandler, start=_beat, stop=_stop),
        patch.object(computers, "ProcessPoolExecutor", ThinksHere),
        patch.object(codec, "_last", 0),
        patch.multiple(DISCORD_TIME, **vars(DISCORD_TIME)),
    ):
        DISCORD_TIME.__init__()  # type: ignore[misc]  # the bot has one for all its modules
        try:
            yield
        finally:
            random.setstate(state)


class _Seeded(random.Random):
    """A generator that follows from the global one, even if it's seeded with nothing."""

    def __init__(self) -> None:
        super().__init__(random.random())

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Seed it with something."""
        if a is not None:
            super().seed(a, version)


class _NoThread:
    """What aiosqlite takes for its thread."""

    daemon = True

    def __init__(self, **_: Any) -> None: ...

    def start(self) -> None:
        """Nothing has to run."""

    def join(self) -> None:
        """Nothing runs."""


class _AtOnce:
    """What aiosqlite takes for the queue of its thread: whatever is put into it is done."""

    def put_nowait(self, job: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it as aiosqlite's thread does."""
        future, work = job
        try:
            result = work()
        except BaseException as error:
            if future is not None:
                future.get_loop().call_soon(aiosqlite.core.set_exception, future, error)
        else:
            if future is not None:
                future.get_loop().call_soon(aiosqlite.core.set_result, future, result)


def _beat(self: Any) -> None:
    """discord.py's heartbeat, which is a thread of its own otherwise."""
    self._beating = asyncio.get_running_loop().create_task(_beats(self))


def _stop(self: Any) -> None:
    self._stop_ev.set()
    if self._beating is not asyncio.current_task():
        self._beating.cancel()


async def _beats(self: Any) -> None:
    while True:
        await asyncio.sleep(self.interval)
        if self._last_recv + self.heartbeat_timeout < time.perf_counter():
            await self.ws.close(4000)
            self.stop()
            return
        try:
            await self.ws.send_heartbeat(self.get_payload())
        except Exception:
            self.stop()
            return
        self._last_send = time.perf_counter()
