"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import gc
import logging
import time
import traceback
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field

from bench.loopback import running
from bot.app import Parlour
from bot.config import Settings


class Errors(logging.Handler):
    """Keeps what was logged as an error or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []
        self._is_heard = True

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Until the block ends, nothing counts."""
        self._is_heard = False
        try:
            yield
        finally:
            self._is_heard = True

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it if it's an error."""
        if self._is_heard and (record.levelno >= logging.ERROR or record.exc_info):
            told = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{told}")


@dataclass(eq=False)
class House:
    """The bot, which runs or doesn't."""

    settings: Settings
    errors: Errors
    bot: Parlour | None = None
    starts: int = 0
    killed: list[float] = field(default_factory=list)
    """When it was killed, in real seconds since the epoch."""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start it, and wait until it has read its tables."""
        self.bot = await self._stack.enter_async_context(running(self.settings))
        self.starts += 1

    async def stop(self) -> None:
        """Shut it down in order."""
        self.bot = None
        await self._stack.aclose()

    async def kill(self) -> None:
        """End it without showing or writing anything more, as if its process was killed."""
        if self.bot is not None:
            # What ends a process that has lost its tables ends it at once.
            self.bot.answering.has_moved = True
        self.killed.append(time.time())
        with self.errors.unheard():  # a process that is dead logs nothing
            await self.stop()
            gc.collect()

    async def must_run(self) -> None:
        """Start it unless it runs."""
        if self.bot is None:
            await self.start()
