"""The connections to the bot's own port: a few at a time, for a few seconds each.

Strangers may reach that port. They mustn't use up the files and connections that the games need.
"""

import asyncio
from collections.abc import Callable
from typing import cast

MOST = 32
"""How many there are at a time. Once there are more, the oldest is closed."""

SECONDS = 10.0
"""How long each may take, from its first byte to the last one of the answer."""


class Visits:
    """Makes a protocol for each new connection, as `create_server` asks for one."""

    def __init__(self, answering: Callable[[], asyncio.Protocol]) -> None:
        """`answering` makes a protocol that answers what is asked on a connection."""
        self._answering = answering
        self._open: dict[_Visit, None] = {}

    def __call__(self) -> asyncio.Protocol:
        """A protocol that answers and counts among the open ones."""
        return _Visit(self._answering(), self._open)


class _Visit(asyncio.Protocol):
    def __init__(self, answering: asyncio.Protocol, others: "dict[_Visit, None]") -> None:
        self._answering = answering
        self._open = others

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._end = asyncio.get_running_loop().call_later(SECONDS, self._transport.abort)
        self._open[self] = None
        if len(self._open) > MOST:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest._transport.abort()  # noqa: SLF001 - the same kind
        self._answering.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._answering.data_received(data)

    def eof_received(self) -> bool | None:
        return self._answering.eof_received()

    def pause_writing(self) -> None:
        self._answering.pause_writing()

    def resume_writing(self) -> None:
        self._answering.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end.cancel()
        self._open.pop(self, None)
        self._answering.connection_lost(exc)
