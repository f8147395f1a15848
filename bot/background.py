"""Work that nobody waits for, until the bot shuts down."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.logs import tell_failure


class Background:
    """Tasks that run on their own. Failures are logged at once."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        """Those under way."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run this, and keep it from being collected meanwhile."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(tell_failure)
        return task
