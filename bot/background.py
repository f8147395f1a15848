"""Work that nobody waits for, until the bot shuts down."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.deadline import Deadline
from bot.logs import tell_failure


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

    async def end(self, deadline: Deadline) -> None:
        """Wait for these tasks and any that they start; then cancel the late ones and start no more."""
        while self.tasks and await deadline.wait([*self.tasks]):
            pass
        self._has_ended = True
        await Deadline(0).wait([*self.tasks])
