"""The bot of the week, which is stopped, killed and started again, and what it logs."""

import asyncio
import contextvars
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp
import discord

from bench.loopback import started
from bot.app.client import Client
from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host.running import connect, opened, point_at
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
        if self.disk_fails() and (_is_of_storage(record) or "database can't be reached" in record.msg):
            return
        if record.name == "discord.shard" and "Retrying" in record.msg:
            return  # discord.py shows where it was when the gateway didn't answer a new shard
        if record.levelno >= logging.ERROR or record.exc_info:
            told = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
            self.found.append(f"{record.name}: {record.getMessage()}\n{told}")


def _is_of_storage(record: logging.LogRecord) -> bool:
    said = (record.args, record.exc_info[1] if record.exc_info else None)
    args = said[0] if isinstance(said[0], tuple) else ()
    return any(isinstance(one, StorageFailed) for one in (*args, said[1]))


T = TypeVar("T")

_LEFT_OUT = 30


@dataclass(eq=False)
class Process:
    """One process of the bot, from its start to its end."""

    number: int
    bot: Parlour | None = None
    told: asyncio.Event = field(default_factory=asyncio.Event)
    life: asyncio.Task[None] | None = None


@dataclass(eq=False)
class House:
    """The bot, which runs or doesn't: one process or several. Each time one is started it is another one."""

    settings: Settings
    count: int = 1
    """How many processes it should have."""
    starts: int = 0
    running: list[Process] = field(default_factory=list)
    """Those that were started, until they are stopped or killed."""

    @property
    def bots(self) -> list[Parlour]:
        """What runs."""
        return [one.bot for one in self.running if one.bot is not None]

    @property
    def bot(self) -> Parlour | None:
        """What runs first, if anything does."""
        return next(iter(self.bots), None)

    async def all_of(self, find: Callable[[int], Awaitable[T | None]]) -> AsyncIterator[T]:
        """What is found by numbers from 1. A server leaves numbers out when it undoes something."""
        number = last = 0
        while number < last + (_LEFT_OUT if self.count > 1 else 1):
            number += 1
            if (found := await find(number)) is not None:
                last = number
                yield found

    def having(self, guild_id: int | None) -> list[Parlour]:
        """Those who play the tables of this server, or of direct messages; at rest that's one."""
        return [one for one in self.bots if one.share.has(guild_id)]

    def playing(self, guild_id: int | None) -> Parlour:
        """The one that plays them; any other if none does."""
        return next(iter(self.having(guild_id)), self.bots[0])

    async def start(self) -> None:
        """Start what doesn't run, and don't wait until it has logged in."""
        self.running = [one for one in self.running if one.bot is not None]
        missing = self.count - len(self.running)
        if missing == 1:
            await self._start()
        else:
            await asyncio.gather(*(self._start() for _ in range(missing)))

    async def _start(self) -> None:
        self.starts += 1
        process, context, up = Process(self.starts), contextvars.copy_context(), asyncio.Event()
        context.run(PROCESS.set, process.number)
        process.life = simulated_loop().create_task(self._live(process, up), context=context)
        self.running.append(process)
        up_or_over = asyncio.create_task(up.wait())
        await asyncio.wait({up_or_over, process.life}, return_when=asyncio.FIRST_COMPLETED)
        up_or_over.cancel()

    async def _live(self, process: Process, up: asyncio.Event) -> None:
        if not self.bots:
            DISCORD_TIME.__init__()  # type: ignore[misc]  # as in a new process
        point_at(self.settings.discord)
        # A login that was cut short, or a database that can't be opened now.
        with suppress(RuntimeError, aiohttp.ClientError, discord.HTTPException, StorageFailed):
            async with self._opened() as client, started(client, self.settings):
                process.bot = client.app
                up.set()
                told = asyncio.create_task(process.told.wait())
                ends: set[asyncio.Future[Any]] = {told, client.app.lost}
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                told.cancel()
                process.bot = None

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Client]:
        if self.settings.discord.shards > 1:
            async with opened(self.settings) as client:
                yield client
        else:
            async with (
                Archive.open(self.settings.storage.url) as archive,
                connect(self.settings, archive) as client,
            ):
                yield client

    async def stop(self, process: Process | None = None) -> None:
        """Shut this process down in order, or all of them at once."""
        ends = [*self.running] if process is None else [process]
        for one in ends:
            one.told.set()
        for one in ends:
            if one.life is not None:
                await one.life
        self.running = [one for one in self.running if one not in ends]

    def kill(self, number: int = 0) -> None:
        """End the process of this number, or all of them, between two of its steps."""
        for one in [*self.running]:
            if number in (0, one.number):
                simulated_loop().kill(one.number)
                one.bot = one.life = None
                self.running.remove(one)

    async def must_run(self) -> None:
        """Start what doesn't run."""
        if len(self.bots) < self.count:
            await self.start()
