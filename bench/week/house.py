"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import logging
import traceback
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from bench.loopback import running
from bot.app import Parlour
from bot.config import Settings


@dataclass(eq=False)
class House:
    """The bot, which runs or doesn't."""

    settings: Settings
    bot: Parlour | None = None
    starts: int = 0
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
            self.bot.answering.has_moved = (
                True  # what ends a process that has lost its tables ends it at once
            )
        await self.stop()

    async def must_run(self) -> None:
        """Start it unless it runs."""
        if self.bot is None:
            await self.start()


class Errors(logging.Handler):
    """Keeps what was logged as an error or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it if it's an error."""
        if record.levelno >= logging.ERROR or record.exc_info:
            told = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{told}")
