"""The machine that the bot of an evening runs on: its disk, its network, its clock, and its sudden deaths."""

import asyncio
import contextvars
import socket
import sqlite3
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from heapq import heapify, heappush
from itertools import count
from random import Random
from typing import Any, TypeVarTuple, Unpack
from unittest.mock import patch
from weakref import WeakSet

import aiosqlite.core
from sqlalchemy import Connection

from bot.chat.redrawn import Redrawn
from local_discord.send_queue import SendQueue
from storage import sqlite
from storage.postgres import ProbedConnection
from tests.simulation.loop import PROCESS, SimulatedLoop, process_of, simulated_loop
from tests.simulation.wire import Wire

REFUSALS = {
    "is full": ("database or disk is full", sqlite3.SQLITE_FULL),
    "fails": ("disk I/O error", sqlite3.SQLITE_IOERR),
    "is locked": ("database is locked", sqlite3.SQLITE_BUSY),
    "is read-only": ("attempt to write a readonly database", sqlite3.SQLITE_READONLY),
}
"""What SQLite says when a commit fails, by what is wrong with the disk."""

Ts = TypeVarTuple("Ts")

BEFORE, AFTER = "before", "after"

_RESENT_SECONDS = 0.2, 1.5
"""How long it takes until a lost packet is sent again."""
_SHORT_SECONDS = 0.0002, 0.002

PROBED_SECONDS = 25.0
"""How long it takes until the system finds out that a connection with a database is gone: see `PROBES` in
storage/postgres.py."""


@dataclass(eq=False)
class Disk:
    """How long the database takes, and what it refuses."""

    rng: Random
    seconds: float = 0.0
    """How long each piece of work takes on average."""
    refuses: str = ""
    """One of `REFUSALS`: commits fail like this."""
    share: float = 1.0
    """How many of them do."""
    failed: int = 0
    """How many did."""
    dies: str = ""
    """The process dies in its next commit: BEFORE that's durable, or AFTER that and before anybody knows."""

    def change(self, connection: Connection, work: Callable[[Connection], Any]) -> Any:
        """What storage calls for each commit."""
        if self.dies == BEFORE:
            self.die(PROCESS.get(0))
            raise _error("is locked")  # which nobody hears
        value = _change(connection, lambda one: self._unless_refused(work(one)))
        if self.dies == AFTER:
            self.die(PROCESS.get(0))
        return value

    def _unless_refused(self, value: Any) -> Any:
        if why := self.refusal():
            raise _error(why)
        return value

    def refusal(self) -> str:
        """Why a commit fails now, as one of `REFUSALS`; empty if it doesn't."""
        if not self.refuses or self.rng.random() >= self.share:
            return ""
        self.failed += 1
        return self.refuses

    def takes(self) -> float:
        """For how many seconds it works on something now."""
        return self.rng.expovariate(1 / self.seconds) if self.seconds else 0.0

    def die(self, process: int) -> None:
        """This process dies, in a commit."""
        self.dies = ""
        machine().die(process)


_change = sqlite._change  # noqa: SLF001 - the one place where it commits


def _error(why: str) -> sqlite3.OperationalError:
    words, code = REFUSALS[why]
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


@dataclass(eq=False)
class Network(Wire):
    """Connections that are slow, lose packets, have little bandwidth, or fall silent."""

    rng: Random = field(default_factory=Random)
    least: float = 0.005
    most: float = 0.06
    lost: float = 0.0
    """The share of what is sent that has to be sent again."""
    bandwidth: float = float("inf")
    """How many bytes each connection takes in a second."""
    short: set[int] = field(default_factory=set)
    """The connections within a data centre, such as those with a database."""
    without_database: set[int] = field(default_factory=set)
    """The processes that can't connect to their database."""
    silent: set[int] = field(default_factory=set)
    """The connections over which nothing arrives any more, though nobody has closed them."""

    def arrives(self, number: int, now: float, latest: float, size: int) -> float:
        """See `Wire`."""
        if number in self.silent:
            return float("inf")
        if number in self.short:
            return max(latest, now + self.rng.uniform(*_SHORT_SECONDS))
        seconds = self.rng.uniform(self.least, self.most)
        while self.rng.random() < self.lost:
            seconds += self.rng.uniform(*_RESENT_SECONDS)
        return max(latest, now + seconds) + size / self.bandwidth

    def fall_silent(self, number: int) -> None:
        """Nothing arrives over this connection any more. If it's one with a database, the system notices."""
        self.silent.add(number)
        if number in self.short:
            simulated_loop().call_later(PROBED_SECONDS, self.end_silence, number)

    def end_silence(self, number: int) -> None:
        """Break this connection if it's silent: both ends hear of it now."""
        if number in self.silent:
            self.silent.discard(number)
            self.cut(number)

    async def reach(self, sock: socket.socket, port: int | str) -> None:
        """See `Wire`. Only databases listen at a path."""
        if isinstance(port, str) and PROCESS.get(0) in self.without_database:
            raise ConnectionRefusedError(111, "Connection refused")
        await super().reach(sock, port)

    def of_process(self, process: int) -> list[int]:
        """The numbers of this process's open connections."""
        return [
            number
            for number, ends in self.open.items()
            if any(one.context.get(PROCESS, 0) == process for one in ends)
        ]


class _Task(asyncio.Task[Any]):
    """A task whose place in a set doesn't depend on where it is in memory."""

    def __init__(self, number: int, coro: Any, **more: Any) -> None:
        self._number = number
        super().__init__(coro, **more)

    def __hash__(self) -> int:
        return self._number


def _number(self: Any) -> int:
    """The hash of an object: the same in each run."""
    if "number_of_object" not in vars(self):
        vars(self)["number_of_object"] = next(machine().numbers)
    return int(vars(self)["number_of_object"])


class Machine(SimulatedLoop):
    """Everything runs on it. What has another process than 0 is the bot, with this disk and this clock."""

    def __init__(self, seed: int) -> None:
        self.network = Network(rng=Random(f"network {seed}"))
        super().__init__(self.network)
        self.disk = Disk(Random(f"disk {seed}"))
        self.numbers = count()
        """What sets go by instead of addresses in memory. Each machine has its own."""
        self.ahead = 0.0
        """By how many seconds the bot's clock is ahead of Discord's."""
        self.on_death: Callable[[int], None] = lambda _: None
        """Kills this process of the bot."""
        self.told_after = 0.0
        """How many seconds later is heard what another thread says now."""
        self._steps_left = 0
        self._frozen: dict[int, list[asyncio.Handle]] = {}
        self._tasks: defaultdict[int, WeakSet[asyncio.Task[Any]]] = defaultdict(WeakSet)

    def freeze(self, process: int) -> None:
        """Let nothing of this process go on until `thaw`, as SIGSTOP does."""
        own = [one for one in (*self._ready, *self._scheduled) if process_of(one) == process]
        self._frozen[process] = own
        self._hold(own)

    def thaw(self, process: int) -> None:
        """Let this process go on: what should have happened meanwhile happens now."""
        for one in self._frozen.pop(process, ()):
            if process in self.dead:
                one.cancel()
            elif isinstance(one, asyncio.TimerHandle):
                heappush(self._scheduled, one)
            else:
                self._ready.append(one)

    def _hold(self, handles: list[asyncio.Handle]) -> None:
        """Take these away from what is to be done."""
        held = {*map(id, handles)}
        ready = [one for one in self._ready if id(one) not in held]
        self._ready.clear()
        self._ready.extend(ready)
        self._scheduled[:] = [one for one in self._scheduled if id(one) not in held]
        heapify(self._scheduled)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """See `asyncio`."""
        handle = super().call_at(when, callback, *args, context=context)
        self._freeze_if_needed(handle)
        return handle

    def _freeze_if_needed(self, handle: asyncio.Handle) -> None:
        frozen = self._frozen.get(process_of(handle))
        if frozen is not None:
            frozen.append(handle)
            self._hold([handle])

    def create_task(
        self, coro: Any, *, name: object = None, context: contextvars.Context | None = None
    ) -> asyncio.Task[Any]:
        """See `asyncio`."""
        task: asyncio.Task[Any] = _Task(next(self.numbers), coro, loop=self, context=context)
        process = PROCESS.get(0) if context is None else context.get(PROCESS, 0)
        if process:
            self._tasks[process].add(task)
        return task

    def tasks_of(self, process: int) -> list[asyncio.Task[Any]]:
        """The tasks of this process that haven't ended."""
        return [one for one in self._tasks[process] if not one.done()]

    def dies_after(self, steps: int) -> None:
        """Let a process of the bot die after they have gone on so many times: at any of its awaits."""
        self._steps_left = steps

    def die(self, process: int) -> None:
        """This process of the bot dies now."""
        self._steps_left = 0
        self.on_death(process)

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """See `SimulatedLoop`."""
        handle = super().call_soon(callback, *args, context=context)
        self._freeze_if_needed(handle)
        if self._steps_left and (process := process_of(handle)):
            self._steps_left -= 1
            if not self._steps_left:
                super().call_soon(self.die, process, context=contextvars.Context())
        return handle

    def call_soon_threadsafe(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """There's only one thread."""
        if self.told_after:
            return self.call_later(self.told_after, callback, *args, context=context)
        return self.call_soon(callback, *args, context=context)


def machine() -> Machine:
    """The machine on which this runs."""
    loop = simulated_loop()
    assert isinstance(loop, Machine)
    return loop


class _Queue:
    """What aiosqlite takes for its thread's queue: everything is done in order, when its time has come."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()
        self._is_busy = False

    def put_nowait(self, job: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it as aiosqlite's thread does."""
        self._jobs.append(job)
        if not self._is_busy:
            self._go_on()

    def _go_on(self) -> None:
        self._is_busy = bool(self._jobs)
        if not self._is_busy:
            return
        host = machine()
        if seconds := host.disk.takes():
            before = seconds * host.disk.rng.random()
            host.call_later(before, self._do, seconds - before)
        else:
            self._do(0.0)

    def _do(self, told_after: float) -> None:
        future, work = self._jobs.popleft()
        host = machine()
        host.told_after = told_after
        try:
            result = work()
        except BaseException as error:
            if future is not None:
                host.call_soon_threadsafe(aiosqlite.core.set_exception, future, error)
        else:
            if future is not None:
                host.call_soon_threadsafe(aiosqlite.core.set_result, future, result)
        finally:
            host.told_after = 0.0
        if told_after:
            host.call_later(told_after, self._go_on)
        else:
            self._go_on()


@contextmanager
def on_machine(host: Machine) -> Iterator[None]:
    """Until the block ends, the bot has this machine's disk and clock."""
    discords = time.time

    def now() -> float:
        return discords() + (host.ahead if PROCESS.get(0) else 0.0)

    with (
        patch.object(aiosqlite.core, "SimpleQueue", _Queue),
        patch.object(sqlite, "_change", host.disk.change),
        patch.object(Redrawn, "__hash__", _number),
        patch.object(SendQueue, "__hash__", _number),
        patch.object(ProbedConnection, "__hash__", _number),
        patch.object(asyncio.Timeout, "__hash__", _number),
        patch.multiple(time, time=now, time_ns=lambda: round(1e9 * now())),
    ):
        yield
