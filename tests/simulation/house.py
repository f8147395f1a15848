"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import asyncio
import contextvars
import logging
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord

from bench.loopback import started
from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host.running import connect, point_at
from storage import Archive, StorageFailed
from tests.simulation.loop import PROCESS, simulated_loop


class Errors(logging.Handler):
    """Keeps what was logged as an error or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []
        self.disk_fails: Callable[[], bool] = lambda: False
        """Whether storage may have failed: then the bot says so."""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it if it's an error."""
        if self.disk_fails() and _is_of_storage(record):
            return
        if record.levelno >= logging.ERROR or record.exc_info:
            told = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{told}")


def _is_of_storage(record: logging.LogRecord) -> bool:
    said = (record.args, record.exc_info[1] if record.exc_info else None)
    args = said[0] if isinstance(said[0], tuple) else ()
    return any(isinstance(one, StorageFailed) for one in (*args, said[1]))


@dataclass(eq=False)
class House:
    """The bot, which runs or doesn't. Each time it's started it is another process."""

    settings: Settings
    bot: Parlour | None = None
    starts: int = 0
    _told: asyncio.Event = field(default_factory=asyncio.Event)
    _life: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, and don't wait until it has logged in."""
        self.starts += 1
        process, up = contextvars.copy_context(), asyncio.Event()
        process.run(PROCESS.set, self.starts)
        self._told = asyncio.Event()
        self._life = simulated_loop().create_task(self._live(up), context=process)
        up_or_over = asyncio.create_task(up.wait())
        await asyncio.wait({up_or_over, self._life}, return_when=asyncio.FIRST_COMPLETED)
        up_or_over.cancel()

    async def _live(self, up: asyncio.Event) -> None:
        DISCORD_TIME.__init__()  # type: ignore[misc]  # as in a new process
        point_at(self.settings.discord)
        # A login that was cut short, or a database that can't be opened now.
        with suppress(RuntimeError, aiohttp.ClientError, discord.HTTPException, StorageFailed):
            async with (
                Archive.open(self.settings.storage.url) as archive,
                connect(self.settings, archive) as client,
                started(client, self.settings),
            ):
                self.bot = client.app
                up.set()
                told = asyncio.create_task(self._told.wait())
                ends: set[asyncio.Future[Any]] = {told, client.app.lost}
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                told.cancel()
                self.bot = None

    async def stop(self) -> None:
        """Shut it down in order."""
        if self._life is not None:
            self._told.set()
            await self._life
            self._life = None

    def kill(self) -> None:
        """End it between two of its steps."""
        simulated_loop().kill(self.starts)
        self.bot = self._life = None

    async def must_run(self) -> None:
        """Start it unless it runs."""
        if self.bot is None:
            await self.start()
