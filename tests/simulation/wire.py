"""Connections within one process, with the delays, losses and cuts of a network.

Both sides use asyncio's streams and protocols as over TCP: what one end writes arrives in order at the other,
later; an end that is closed or cut off tells the other.
"""

import asyncio
import contextvars
import math
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

HIGH_WATER = 65_536
"""How many bytes may be under way before who writes them is asked to wait."""

Factory = Callable[[], asyncio.Protocol]


@dataclass(eq=False)
class Wire:
    """Who listens where, and every connection that is open.

    `delay` says for each piece of data how many seconds it is under way.
    """

    delay: Callable[[], float] = lambda: 0.0
    listening: dict[int | str, "Listening"] = field(default_factory=dict)
    open: dict[int, tuple["End", "End"]] = field(default_factory=dict)
    """Both ends of each connection, the client's first, by its number."""
    _reached: dict[int, int | str] = field(default_factory=dict)
    _ports: Iterator[int] = field(default_factory=lambda: count(49_152))
    _numbers: Iterator[int] = field(default_factory=count)

    def listen(self, factory: Factory, port: int | str) -> "Listening":
        """Let others connect to this port or path, or a free port. Raises OSError if it's taken."""
        port = port or next(self._ports)
        if port in self.listening:
            raise OSError(98, "Address already in use")
        self.listening[port] = Listening(self, factory, port)
        return self.listening[port]

    async def reach(self, sock: socket.socket, port: int | str) -> None:
        """Connect this socket to this port or path. Raises ConnectionRefusedError if nobody listens there."""
        await asyncio.sleep(self.delay())
        if port not in self.listening:
            raise ConnectionRefusedError(111, "Connection refused")
        self._reached[sock.fileno()] = port

    def connect(
        self, loop: asyncio.AbstractEventLoop, factory: Factory, sock: socket.socket
    ) -> tuple["End", asyncio.Protocol]:
        """Both ends of a connection over a socket that `reach` has connected; returns the near one."""
        port = self._reached.pop(sock.fileno())
        sock.close()
        if port not in self.listening:
            raise ConnectionRefusedError(111, "Connection refused")
        number = next(self._numbers)
        names = (("127.0.0.1", 1 + number % 49_000), ("127.0.0.1", port))
        server, here = self.listening[port], contextvars.copy_context()
        near = End(self, loop, factory(), number, names, here)
        far = End(self, loop, server.context.run(server.factory), number, names[::-1], server.context)
        near.peer, far.peer = far, near
        self.open[number] = near, far
        far.context.run(far.protocol.connection_made, far)
        near.protocol.connection_made(near)
        return near, near.protocol

    def arrives(self, number: int, now: float, latest: float, size: int) -> float:
        """When so many bytes that are sent now over this connection are there, after the `latest` before.

        Infinity says that they get lost.
        """
        return max(latest, now + self.delay())

    def cut(self, number: int) -> None:
        """Break this connection: what was under way is lost, and both ends hear of it."""
        for one in self.open.get(number, ()):
            one.lose(ConnectionResetError(104, "Connection reset by peer"))


@dataclass(eq=False)
class Listening:
    """A port that is listened to."""

    wire: Wire
    factory: Factory
    port: int | str
    context: contextvars.Context = field(default_factory=contextvars.copy_context)

    @property
    def sockets(self) -> tuple[Any, ...]:
        """One that knows its name."""
        return (SimpleNamespace(getsockname=lambda: ("127.0.0.1", self.port)),)

    def close(self) -> None:
        """Let nobody else connect."""
        if self.wire.listening.get(self.port) is self:
            del self.wire.listening[self.port]

    async def wait_closed(self) -> None:
        """It is closed at once."""

    def is_serving(self) -> bool:
        """Whether others can connect."""
        return self.wire.listening.get(self.port) is self


class End(asyncio.Transport):
    """One end of a connection: what is written here arrives at `peer`."""

    peer: "End"

    def __init__(
        self,
        wire: Wire,
        loop: asyncio.AbstractEventLoop,
        protocol: asyncio.Protocol,
        number: int,
        names: tuple[tuple[str, int | str], ...],
        context: contextvars.Context,
    ) -> None:
        super().__init__({"sockname": names[0], "peername": names[1]})
        self.context = context
        """Of the process whose end it is: whatever its protocol hears, it hears there."""
        self._wire = wire
        self._loop = loop
        self.protocol = protocol
        self.number = number
        self.arriving: deque[tuple[float, bytes | None]] = deque()
        """What is under way to this end and when it's here; None is the end of it."""
        self._timer: asyncio.TimerHandle | None = None
        self._reads = True
        self._is_closing = self.is_lost = False
        self._holds_back = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send it, unless this end is closed."""
        if self._is_closing or not data:
            return
        self.peer.take(bytes(data))
        if self.get_write_buffer_size() > HIGH_WATER and not self._holds_back:
            self._holds_back = True
            self.protocol.pause_writing()

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send them as one."""
        self.write(b"".join(list_of_data))

    def get_write_buffer_size(self) -> int:
        """How many bytes haven't arrived yet."""
        return sum(len(data) for _, data in self.peer.arriving if data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """All ends have the same."""

    def can_write_eof(self) -> bool:
        """It can't be closed by halves."""
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Another one reads from now on."""
        assert isinstance(protocol, asyncio.Protocol)
        self.protocol = protocol

    def get_protocol(self) -> asyncio.Protocol:
        """Who reads."""
        return self.protocol

    def is_closing(self) -> bool:
        """Whether nothing can be written any more."""
        return self._is_closing

    def is_reading(self) -> bool:
        """Whether what arrives is read."""
        return self._reads

    def pause_reading(self) -> None:
        """Let what arrives wait."""
        self._reads = False

    def resume_reading(self) -> None:
        """Read on."""
        self._reads = True
        self._wind()

    def close(self) -> None:
        """Send what was written, and close."""
        if not self._is_closing:
            self._is_closing = True
            self.peer.take(None)
            self._loop.call_soon(self.lose, None, context=self.context)

    def abort(self) -> None:
        """Close at once; what is under way is lost."""
        self._wire.cut(self.number)

    def lose(self, why: Exception | None) -> None:
        """This end is gone; its protocol hears of it once."""
        self._is_closing = True
        if self.is_lost:
            return
        self.is_lost = True
        self.arriving.clear()
        if self.peer.is_lost:
            self._wire.open.pop(self.number, None)
        self._loop.call_soon(self.protocol.connection_lost, why, context=self.context)

    def take(self, data: bytes | None) -> None:
        """This is under way to this end; None means that nothing comes after it."""
        if self.is_lost:
            return
        latest = self.arriving[-1][0] if self.arriving else 0.0
        at = self._wire.arrives(self.number, self._loop.time(), latest, len(data or b""))
        if at < math.inf:
            self.arriving.append((at, data))
            self._wind()

    def _wind(self) -> None:
        """Wake when the next piece is here. Pieces stay in order: only the first one has a timer."""
        if self._timer is None and self.arriving and self._reads:
            self._timer = self._loop.call_at(self.arriving[0][0], self._arrive, context=self.context)

    def _arrive(self) -> None:
        self._timer = None
        if not (self.arriving and self._reads):
            return
        _, data = self.arriving.popleft()
        if data is None:
            if not self.protocol.eof_received():
                self.close()
        elif not self._is_closing:
            self.protocol.data_received(data)
            self._loop.call_soon(self.peer.goes_on, context=self.peer.context)
        self._wind()

    def goes_on(self) -> None:
        """Somebody who waits may write again, if enough has arrived."""
        if self._holds_back and not self.is_lost and self.get_write_buffer_size() <= HIGH_WATER // 4:
            self._holds_back = False
            self.protocol.resume_writing()
