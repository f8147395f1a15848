"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import asyncio
import logging
import traceback
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import aiohttp
import discord

from bench.loopback import started
from bot.app import Parlour
from bot.config import Settings
from bot.running import connect, point_at
from storage import Archive

_Task: TypeAlias = asyncio.Task[Any]


@dataclass(eq=False)
class Life:
    """Everything that one start of the bot has begun, until it's killed.

    Tasks and timers inherit it from what begins them, so nothing of a bot can leave it.
    """

    is_over: bool = False
    tasks: set[_Task] = field(default_factory=set)

    async def end(self) -> None:
        """End all of it wherever it is. What would still begin is cancelled before it starts."""
        self.is_over = True
        while ending := {one for one in self.tasks if not one.done()}:
            for one in ending:
                one.cancel()
            await asyncio.wait(ending, timeout=_ENDING_SECONDS)


_LIFE: ContextVar[Life | None] = ContextVar("_LIFE", default=None)
_ENDING_SECONDS = 0.2
"""After so long, what has caught its end is cancelled again."""


def _begin(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **how: Any) -> _Task:
    """A task of the life in whose context it's made, if there is one."""
    task, life = asyncio.Task(work, loop=loop, **how), _LIFE.get()
    if life is not None:
        life.tasks.add(task)
        task.add_done_callback(life.tasks.discard)
        if life.is_over:
            task.cancel()
            task.add_done_callback(_forgotten)
    return task


def _forgotten(task: _Task) -> None:
    """Nobody is left who would miss what became of it."""
    if not task.cancelled():
        task.exception()


class Errors(logging.Handler):
    """Keeps what was logged as an error or with a traceback, but not by a bot that is dead."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it if it's an error."""
        life = _LIFE.get()
        if (life is None or not life.is_over) and (record.levelno >= logging.ERROR or record.exc_info):
            told = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{told}")


@dataclass(eq=False)
class House:
    """The bot, which runs or doesn't."""

    settings: Settings
    bot: Parlour | None = None
    starts: int = 0
    _life: Life = field(default_factory=Life)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start it, and don't wait until it has logged in."""
        asyncio.get_running_loop().set_task_factory(_begin)  # type: ignore[arg-type]  # as asyncio says itself
        self._life, born = Life(), copy_context()
        born.run(_LIFE.set, self._life)
        await asyncio.create_task(self._start(), context=born)
        self.starts += 1

    async def _start(self) -> None:
        point_at(self.settings.discord)
        archive = await self._stack.enter_async_context(Archive.open(self.settings.storage.url))
        client = await self._stack.enter_async_context(connect(self.settings, archive))
        await self._stack.enter_async_context(started(client, self.settings))
        self.bot = client.app

    async def stop(self) -> None:
        """Shut it down in order."""
        self.bot = None
        # A login that was cut short, or a logout that took too long.
        with suppress(RuntimeError, aiohttp.ClientError, discord.HTTPException, asyncio.CancelledError):
            await self._stack.aclose()

    async def kill(self) -> None:
        """End it without sending or writing anything more, as if its process was killed."""
        bot = self.bot
        if bot is not None:
            connections = bot.client.http.close()
            for one in list(self._life.tasks):
                one.add_done_callback(_forgotten)
            await asyncio.gather(self._life.end(), connections)
            bot.answering.has_moved = True  # what's left are its files, threads and processes
            await self.stop()

    async def must_run(self) -> None:
        """Start it unless it runs."""
        if self.bot is None:
            await self.start()
