"""Ending on time: the steps of a shutdown share a deadline, and the process ends even if they hang."""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Awaitable, Iterable

log = logging.getLogger(__name__)

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
