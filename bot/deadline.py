"""Ending in time: the steps of a shutdown share what time there is, and the process ends whatever they do."""

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
    """A number of seconds from now on, shared by one step after the other."""

    def __init__(self, seconds: float) -> None:
        self._over = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """How many seconds of it are left."""
        return max(0.0, self._over - time.monotonic())

    def at_most(self, seconds: float) -> "Deadline":
        """This many seconds of it."""
        return Deadline(min(seconds, self.left))

    async def wait(self, work: Iterable[Awaitable[object]], at_most: float = PROCESS_SECONDS) -> bool:
        """Wait for all of this as long as there is time, and cancel the rest. Returns whether all is done."""
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
    """Let the process end with this status on its own, or else end it in time, or so many seconds later.

    Work that still hangs then was never acknowledged, or is on the disk already.
    """
    for seconds, act in (
        (PROCESS_SECONDS + more, lambda: log.warning("not everything ended in time; the rest is dropped")),
        # Apart from the warning, for which a full pipe may have no room.
        (PROCESS_SECONDS + more + CANCELLING_SECONDS, lambda: os._exit(status)),
    ):
        timer = threading.Timer(seconds, act)
        timer.daemon = True
        timer.start()
