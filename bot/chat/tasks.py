"""Tasks that nobody waits for, trying again, stopping on time, and callbacks that keep no object alive."""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakMethod

from bot.telemetry.logs import tell_failure

log = logging.getLogger(__name__)


P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")


def weakly(method: Callable[P, T]) -> Callable[P, T | None]:
    """This bound method without keeping its object alive. Once the object is gone, a call returns None."""
    found = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> T | None:
        alive = found()
        return None if alive is None else alive(*args, **named)

    return call


class Backoff:
    """The pauses between tries: each is twice as long as the one before, up to a longest one."""

    def __init__(self, first: float, longest: float) -> None:
        """Both in seconds."""
        self._first, self._longest = first, longest
        self._next = first

    def pause(self) -> float:
        """How many seconds to wait now, after one more try has failed."""
        pause, self._next = self._next, min(2 * self._next, self._longest)
        return pause

    def worked(self) -> None:
        """A try has worked: the next failure begins with the first pause."""
        self._next = self._first


class Retries(Generic[K]):
    """What has failed and is tried again in rounds: each thing later each time, and not for ever."""

    def __init__(self, now: Callable[[], float], first: float, longest: float, most: int) -> None:
        """The pauses are those of a `Backoff`, by the clock `now`; after `most` failures there's no hope."""
        self._now = now
        self._first, self._longest, self._most = first, longest, most
        self._failed: dict[K, tuple[int, float, Backoff]] = {}

    def is_due(self, key: K) -> bool:
        """Whether this may be tried now."""
        return key not in self._failed or self._now() >= self._failed[key][1]

    def failed(self, key: K) -> bool:
        """This has failed. Whether it makes sense to try again."""
        times, _, backoff = self._failed.pop(key, (0, 0.0, Backoff(self._first, self._longest)))
        if times + 1 < self._most:
            self._failed[key] = times + 1, self._now() + backoff.pause(), backoff
        return times + 1 < self._most

    def worked(self, key: K) -> bool:
        """This has worked, or isn't wanted any more. Whether it had failed before."""
        return self._failed.pop(key, None) is not None

    def try_now(self, *keys: K) -> None:
        """These may work now: don't wait for their next try."""
        for key in keys:
            self.worked(key)


PROCESS_SECONDS = 8.0
"""How long the process takes to end at most: containers are killed after ten seconds."""

CANCELLING_SECONDS = 0.5
"""How long cancelled work may take to stop, and the last log line to be written."""


class Deadline:
    """A number of seconds from now, shared by steps that follow each other."""

    def __init__(self, seconds: float) -> None:
        self._over = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """How many seconds of it are left."""
        return max(0.0, self._over - time.monotonic())

    def at_most(self, seconds: float) -> "Deadline":
        """A deadline in this many seconds, but no later than this one."""
        return Deadline(min(seconds, self.left))

    async def wait(self, work: Iterable[Awaitable[object]], at_most: float = PROCESS_SECONDS) -> bool:
        """Wait for this work while there is time, and cancel the rest. Returns whether all of it is done."""
        tasks = {asyncio.ensure_future(one) for one in work}
        if not tasks:
            return True
        _, late = await asyncio.wait(tasks, timeout=min(at_most, self.left))
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=CANCELLING_SECONDS)
        return not late


def end_the_process(status: int, more: float = 0.0) -> None:
    """Let the process end on its own, or else end it on time with this status, `more` seconds later at most.

    Work that still hangs then was never acknowledged, or is on the disk already.
    """
    for seconds, act in (
        (PROCESS_SECONDS + more, lambda: log.warning("not everything ended in time; the rest is dropped")),
        # Separate from the warning, which can block on a full pipe.
        (PROCESS_SECONDS + more + CANCELLING_SECONDS, lambda: os._exit(status)),
    ):
        timer = threading.Timer(seconds, act)
        timer.daemon = True
        timer.start()


class Background:
    """Tasks that run on their own. Failures are logged at once."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        """The ones still running."""
        self._has_ended = False

    def start(self, work: Coroutine[Any, Any, None], name: str | None = None) -> asyncio.Task[None]:
        """Run this, and keep a reference to it meanwhile. After `end`, it is cancelled before it starts."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(tell_failure)
        if self._has_ended:
            task.cancel()
        return task

    def persist(self, work: Callable[[], Awaitable[bool]], backoff: Backoff, most: int) -> None:
        """Do this until it says that there's nothing more to do, at most so often, or until the end.

        `end` doesn't wait for the next try.
        """
        self.start(self._try(work, backoff, most))

    async def _try(self, work: Callable[[], Awaitable[bool]], backoff: Backoff, most: int) -> None:
        if not await work() and most > 1 and not self._has_ended:
            again = partial(self.persist, work, backoff, most - 1)
            asyncio.get_running_loop().call_later(backoff.pause(), again)

    async def end(self, deadline: Deadline) -> None:
        """Wait for these tasks and any that they start; then cancel the late ones and start no more."""
        while self.tasks and await deadline.wait([*self.tasks]):
            pass
        self._has_ended = True
        await Deadline(0).wait([*self.tasks])
