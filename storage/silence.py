"""Noticing a server that has gone silent, and dropping its connections.

asyncpg waits for an answer forever, and nobody is told when a network is cut. So we watch whatever waits for
the server, and the operating system probes idle connections from both ends.
"""

import asyncio
import socket
from typing import Any

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

PROBES = {"KEEPIDLE": 10, "KEEPINTVL": 5, "KEEPCNT": 3, "USER_TIMEOUT": 20_000}
"""How the system finds out that the other end is gone: seconds, probes, and milliseconds for unanswered data.

Without them it tries for a quarter of an hour, or doesn't notice at all.
"""

SERVERS_PROBES = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""The same for the server, which keeps the locks of a bot until it notices that the bot is gone."""


class ProbedConnection(asyncpg.Connection):  # type: ignore[misc]  # asyncpg has no types
    """A connection whose other end is probed while it's idle."""

    def __init__(self, protocol: Any, transport: asyncio.Transport, *more: Any, **named: Any) -> None:
        super().__init__(protocol, transport, *more, **named)
        found = transport.get_extra_info("socket")
        if found is None or found.family not in (socket.AF_INET, socket.AF_INET6):
            return
        found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in PROBES.items():
            if (option := getattr(socket, f"TCP_{name}", None)) is not None:  # not every system has them
                found.setsockopt(socket.IPPROTO_TCP, option, value)


class Watch:
    """A context manager that ends a connection once its server hasn't answered for `patience` seconds.

    Each answered statement starts the wait again.
    """

    def __init__(self, driver: asyncpg.Connection, patience: float) -> None:
        self.has_ended = False
        self._driver = driver
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._heard_at = 0.0

    def __enter__(self) -> "Watch":
        self.heard()
        self._timer = self._loop.call_later(self._patience, self._look)
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def heard(self) -> None:
        """The server has answered."""
        self._heard_at = self._loop.time()

    def _look(self) -> None:
        left = self._heard_at + self._patience - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
            return
        self.has_ended = True
        self._driver.terminate()


WATCH = "watch"
"""The key of a connection's watch in its `info`."""


def tell_watches(engine: AsyncEngine) -> None:
    """Tell a connection's watch about each answered statement."""
    event.listen(engine.sync_engine, "after_cursor_execute", _answered)


def _answered(connection: Connection, *_: object) -> None:
    if (watch := connection.info.get(WATCH)) is not None:
        watch.heard()
