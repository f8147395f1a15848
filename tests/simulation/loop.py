"""An event loop whose time is moved only when nobody has anything left to do.

Sleeps, time-outs and deadlines cost nothing: as soon as everything that is ready has run, it's the time of
what comes next. Whatever a program would hand to a thread or to another process is run at once, where it's
asked for. Connections stay in this process (`tests.simulation.wire`). So nothing depends on how fast the
machine is, and the same program does the same each time.
"""

import asyncio
import contextvars
import selectors
import socket
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple, Unpack

from tests.simulation.thinking import ThinksHere
from tests.simulation.wire import Listening, Wire

PROCESS: contextvars.ContextVar[int] = contextvars.ContextVar("process")
"""Which of the simulated processes runs; 0 is everything else."""


def simulated_loop() -> "SimulatedLoop":
    """The loop that runs now, which is simulated."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    return loop


def is_of(context: contextvars.Context, process: int) -> bool:
    """Whether something in this context belongs to this process."""
    return context.get(PROCESS, 0) == process


def process_of(handle: asyncio.Handle) -> int:
    """The process that this belongs to."""
    context: contextvars.Context = handle._context  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio doesn't say
    return context.get(PROCESS, 0)


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Standstill(Exception):
    """Everybody waits, and nothing will ever happen."""


class _Time(selectors.DefaultSelector):
    """What the loop asks how long to wait: it doesn't wait, it moves the time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.at_work = 0
        """How many threads or processes still have something to do: time stands still for them."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if (happened := super().select(0)) or timeout == 0:
            return happened
        if self.at_work:
            return super().select(None)
        if timeout is None:
            raise Standstill("Everybody waits, and nothing will ever happen.")
        self.now += max(0.0, timeout)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """See this module. `time()` begins at 0; connections go over this wire."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    # What waits, which asyncio gives no list of.

    def __init__(self, wire: Wire, working: Callable[[], float] = lambda: 0.0) -> None:
        self._moves = _Time()
        super().__init__(self._moves)
        self.wire = wire
        self.dead: set[int] = set()
        """The processes that were killed: nothing of them ever runs again."""
        self._kept: list[Collection[asyncio.Task[Any]]] = []
        self._working = working
        """How many seconds each piece of work takes that would be done elsewhere."""

    def time(self) -> float:
        """Seconds since the beginning."""
        return self._moves.now

    def tasks_of(self, process: int) -> Collection[asyncio.Task[Any]]:
        """The tasks of this process that haven't ended, and here those of others, too."""
        return asyncio.all_tasks(self)

    def kill(self, process: int) -> None:
        """End this process between two of its steps, as SIGKILL does: it neither says nor does anything more.

        Its connections break. What it has committed stays, and nothing else of it does.
        """
        self.dead.add(process)
        # Not even what happens when a coroutine is forgotten may happen: all of them are kept.
        self._kept.append(self.tasks_of(process))
        for one in (*self._ready, *self._scheduled):
            if process_of(one) == process:
                one.cancel()
        for number, ends in list(self.wire.open.items()):
            if any(is_of(one.context, process) for one in ends):
                self.wire.cut(number)
        for server in list(self.wire.listening.values()):
            if is_of(server.context, process):
                server.close()

    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """As every loop does, but nothing for a process that is dead."""
        handle = super().call_soon(callback, *args, context=context)
        if process_of(handle) in self.dead:
            handle.cancel()
        return handle

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Call it now; whoever waits for it gets the result when its time is over."""
        answer: asyncio.Future[T] = self.create_future()
        try:
            if isinstance(executor, ThinksHere):
                result = executor.submit(func, *args).result()
            else:
                result = func(*args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # as a thread hands on whatever was raised in it
            self.call_later(self._working(), _fail, answer, error)
        else:
            self.call_later(self._working(), _give, answer, result)
        return answer

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """Connect to who listens on the wire. Raises ConnectionRefusedError if nobody does."""
        await self.wire.reach(sock, address[1])

    async def create_connection(  # type: ignore[override]
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        host: str | None = None,
        port: int | None = None,
        *,
        sock: socket.socket | None = None,
        **more: Any,
    ) -> tuple[asyncio.Transport, asyncio.Protocol]:
        """Over a socket that `sock_connect` has connected, or to who listens at this port."""
        if sock is None:
            sock = socket.socket()
            await self.sock_connect(sock, (host, port))
        return self.wire.connect(self, protocol_factory, sock)

    async def create_unix_connection(  # type: ignore[override]
        self, protocol_factory: Callable[[], asyncio.Protocol], path: str | None = None, **more: Any
    ) -> tuple[asyncio.Transport, asyncio.Protocol]:
        """To who listens at this path of the wire."""
        with socket.socket() as sock:
            await self.wire.reach(sock, path or "")
            return self.wire.connect(self, protocol_factory, sock)

    async def create_server(  # type: ignore[override]
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        host: object = None,
        port: int | None = None,
        **more: Any,
    ) -> Listening:
        """Listen on the wire at this port, or at a free one. Raises OSError if somebody else does."""
        return self.wire.listen(protocol_factory, port or 0)


def _give(answer: asyncio.Future[T], result: T) -> None:
    if not answer.done():
        answer.set_result(result)


def _fail(answer: asyncio.Future[T], error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)
