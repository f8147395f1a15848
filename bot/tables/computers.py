"""Computers think in worker processes, one executor each: one that dies or hangs is replaced alone."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bot.tables.think import advise, get_ready, think
from games.core import Seat
from games.fair import computer_rng
from games.kit.lots import below
from games.registry import all_games
from games.table import AnyTable

log = logging.getLogger(__name__)

T = TypeVar("T")

_STARTS_SECONDS = 30.0
_NICENESS = 10


@dataclass(frozen=True, slots=True)
class Thought:
    """A computer's move as text, and how it came about: a note for the record."""

    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A move as text, why it is good, and the labels of the buttons that make it, if they were found."""

    text: str
    why: str
    buttons: tuple[str, ...]


class NoAdvice(Exception):
    """No worker could come up with a hint."""


class _Worker:
    """One process. Started on its first thought."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        # The rules are loaded once, and every worker is forked with them.
        self._context.set_forkserver_preload(["bot.tables.think", *map("games.{}".format, all_games())])
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(max_workers=1, mp_context=self._context, initializer=_serve)

    async def think(self, thought: Callable[..., T], *question: object, patience: float) -> T:
        """Let the process call this function of `think`.

        Raises TimeoutError or BrokenProcessPool, after replacing the process.
        """
        loop = asyncio.get_running_loop()
        try:
            if not self.pids():
                await self._start()
            asked = loop.run_in_executor(self._executor, partial(thought, *question))
            return await asyncio.wait_for(asked, patience)
        except (TimeoutError, BrokenProcessPool):
            self.stop()
            self._executor = self._new()
            raise

    async def _start(self) -> None:
        """Start the process, which takes a moment, or seconds on a busy machine.

        This runs in a thread, because the pool waits for its process, and doesn't count as thinking time.
        """
        started = await asyncio.to_thread(self._executor.submit, get_ready)
        await asyncio.wait_for(asyncio.wrap_future(started), _STARTS_SECONDS)

    def pids(self) -> tuple[int, ...]:
        """The process id, if it runs."""
        # The executor has no public way to get its processes.
        return tuple(self._executor._processes or ())  # noqa: SLF001

    def stop(self) -> None:
        """Kill the process, whatever it's doing."""
        pids = self.pids()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for pid in pids:
            _kill(pid)


class Computers:
    """The workers, and the queue for them."""

    def __init__(self, workers: int, patience: float) -> None:
        self.patience = patience
        """Seconds that a thought may take."""
        self.waiting = 0
        """How many questions wait for a worker."""
        self._is_closed = False
        self._all = [_Worker() for _ in range(workers)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def choose(self, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        """What this level plays for the seat, based only on the seat's view and the choice's key.

        If a worker fails, a weaker player steps in: first the lowest level, then, in this process,
        any legal move. So there is always an answer, and nobody without the key can foresee it.
        """
        weakest = table.game.about.levels[0]
        for attempt in (level, weakest):
            try:
                text = await self._ask(think, table.header.game, table.view(seat), attempt, key)
                return Thought(text, level if attempt == level else f"{level}, in a hurry as {attempt}")
            except (TimeoutError, BrokenProcessPool) as failed:
                log.warning("a computer's worker was replaced: %s", type(failed).__name__)
            except Exception:
                if self._is_closed:  # the bot is closing: this is for a table that was stopped meanwhile
                    break
                # No table should stop because a level fails.
                log.exception("the computer %s of %s failed", attempt, table.game.about.title)
        moves = list(table.game.legal(table.view(seat)))
        move = moves[below(computer_rng(key), len(moves))]
        return Thought(table.game.write(move), f"{level}, without thinking")

    async def advise(self, table: AnyTable, seat: Seat) -> Advice:
        """A hint for this seat, from its view alone. Raises NoAdvice."""
        try:
            return Advice(*await self._ask(advise, table.header.game, table.view(seat)))
        except (TimeoutError, BrokenProcessPool) as failed:
            log.warning("a worker that thought of a hint was replaced: %s", type(failed).__name__)
            raise NoAdvice from failed
        except Exception as failed:
            # A failed hint mustn't hurt the table: the person is told that there is none.
            log.exception("no hint in %s", table.game.about.title)
            raise NoAdvice from failed

    async def _ask(self, thought: Callable[..., T], *question: object) -> T:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            return await worker.think(thought, *question, patience=self.patience)
        finally:
            self._idle.put_nowait(worker)

    @property
    def thinking(self) -> int:
        """How many workers are thinking."""
        return len(self._all) - self._idle.qsize()

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [pid for worker in self._all for pid in worker.pids()]

    def close(self) -> None:
        """End all workers. Nobody needs the thoughts under way."""
        self._is_closed = True
        for worker in self._all:
            worker.stop()


def _serve() -> None:
    """Set up a worker: the bot's own work comes first, and Ctrl-C is for the bot, whose end it follows."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    """End this worker with the bot: otherwise, after the bot is killed, it would wait for work forever."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
