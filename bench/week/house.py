"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import gc
import logging
import time
import traceback
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field

from bench.loopback import started
from bot.app import Parlour
from bot.config import Settings
from bot.running import connect, point_at
from storage import Archive


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
    killed: list[tuple[float, float]] = field(default_factory=list)
    """When it was killed, from when to when, in real seconds since the epoch."""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start it, and don't wait until it has logged in."""
        point_at(self.settings.discord)
        archive = await self._stack.enter_async_context(Archive.open(self.settings.storage.url))
        client = await self._stack.enter_async_context(connect(self.settings, archive))
        await self._stack.enter_async_context(started(client, self.settings))
        self.bot = client.app
        self.starts += 1

    async def stop(self) -> None:
        """Shut it down in order."""
        self.bot = None
        await self._stack.aclose()

    async def kill(self) -> None:
        """End it without sending or writing anything more, as if its process was killed."""
        bot, began = self.bot, time.time()
        with self.errors.unheard():  # a process that is dead logs nothing
            if bot is not None:
                await bot.client.http.close()
                bot.answering.has_moved = True  # what ends a process that has lost its tables ends it at once
            await self.stop()
            gc.collect()
        self.killed.append((began, time.time()))

    async def must_run(self) -> None:
        """Start it unless it runs."""
        if self.bot is None:
            await self.start()
