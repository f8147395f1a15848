"""A real PostgreSQL server in simulated time, for evenings with several processes of the bot.

A connection of the bot's is one on the wire, with its delays, losses and cuts. At its other end is `Backend`,
which hands on what arrives to the server and reads the answer at once. That takes real time, but no simulated
time, so nothing depends on how fast the server is. What the server would do by itself and later, it does when
the simulation says so: it tells the time, ends a wait for a lock or a transaction that is idle for too long,
and sends its notifications.
"""

import asyncio
import os
import re
import select
import socket
import struct
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from bench.postgres import Server
from bot.cluster import sharing
from bot.table import unloading
from local_discord import messages
from storage import shards, shared
from tests.simulation.loop import PROCESS
from tests.simulation.machine import AFTER, BEFORE, PROBED_SECONDS, machine
from tests.simulation.week import MEMORY
from tests.simulation.wire import End, Wire

_LOOKS_SECONDS = 0.005
"""How many real seconds an answer takes until we look whether it waits for another connection."""

_SESSION, _CANCEL = 196_608, 80_877_102
"""What a connection says first: that it wants a session, or to cancel what another one has asked."""

_SETTINGS = {
    "autovacuum": "off",  # it would come at any time
    "deadlock_timeout": "1ms",
    "synchronous_commit": "off",
    "log_min_messages": "fatal",
    "log_min_error_statement": "fatal",
}

_OWN_CLOCK = """
    CREATE SCHEMA simulated;
    CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT to_timestamp(pg_read_file('{file}')::float8) $$;
    ALTER DATABASE {name} SET search_path = public, simulated, pg_catalog;
    INSERT INTO daily_secret (id, secret) VALUES (1, decode(repeat('00', 32), 'hex'))
        ON CONFLICT (id) DO UPDATE SET secret = excluded.secret
"""
"""What this file says is the server's time: its function is found before the one in pg_catalog."""

_LIMITS = re.compile(rb"(lock|idle)(_in_transaction_session)?_timeout")
"""The server's limits, which it would count in real time, get names that it only remembers."""
_NAMED = rb"sim.\2_timeout"
_LIMIT = re.compile(rb"sim\.(_in_transaction_session)?_timeout = '?(\d+)")

_LOCK, _IDLE = b"55P03", b"25P03"
"""What is said after too long a wait for a lock, and in an idle transaction."""
_CANCELLED = b"57014"
_BROKEN_OFF = re.compile(rb"C(57014|57P01)\0")

_COMMIT = b"COMMIT;\0"
_ROLLBACK = b"Q\0\0\0\x0eROLLBACK;\0"
_REFUSALS = {"is full": "53100", "fails": "58030", "is locked": "55P03", "is read-only": "25006"}
"""What a server says whose disk is like this."""


@cache
def server() -> Path:
    """The folder of a server that ends with this process, and has a database with the newest schema."""
    folder = Path(MEMORY or tempfile.gettempdir()) / f"parlour-{uuid4().hex[:12]}"
    found = Server(folder, is_durable=False)
    with Line(folder, "postgres") as line:
        for name, value in _SETTINGS.items():
            line.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        line.ask("SELECT pg_reload_conf()")
    asyncio.run(found.database())
    return folder


class Line:
    """A connection to the server, for which everything else waits."""

    def __init__(self, folder: Path, database: str = "") -> None:
        """A session with this database has begun; without one, nothing was said yet."""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(folder / ".s.PGSQL.5432"))
        self._heard = bytearray()
        if database:
            said = struct.pack("!i", _SESSION) + f"user\0postgres\0database\0{database}\0\0".encode()
            self.socket.sendall(struct.pack("!i", 4 + len(said)) + said)
            self._until_ready()

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, seconds: float | None = None) -> list[tuple[bytes, bytes]] | None:
        """The next messages, each with its type; none if there are none in time, None after the end."""
        if not select.select([self.socket], [], [], seconds)[0]:
            return []
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        self._heard += data
        return list(_messages(self._heard))

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of one or more statements. Raises RuntimeError if the server refuses them."""
        self.socket.sendall(b"Q" + struct.pack("!i", 5 + len(query.encode())) + query.encode() + b"\0")
        kinds, rows = list[int](), list[tuple[Any, ...]]()
        for kind, message in self._until_ready():
            if kind == b"E":
                raise RuntimeError(message.decode(errors="replace"))
            if kind == b"T":
                kinds = list(_kinds(message))
            elif kind == b"D":
                rows.append(tuple(_values(message, kinds)))
        return rows

    def _until_ready(self) -> list[tuple[bytes, bytes]]:
        found = list[tuple[bytes, bytes]]()
        while not found or found[-1][0] != b"Z":
            if (more := self.hear()) is None:
                raise RuntimeError(f"The server has ended the connection: {found}")
            found += more
        return found

    # As SQLite's connections have it, for those who look at what is saved

    def execute(self, query: str, values: Sequence[object] = ()) -> "Rows":
        """The rows of this query."""
        parts = query.split("?")
        asked = parts[0] + "".join(_literal(one) + part for one, part in zip(values, parts[1:], strict=True))
        return Rows(self.ask(asked))

    def close(self) -> None:
        """End the connection."""
        self.socket.close()


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query has found."""

    found: list[tuple[Any, ...]]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All of it."""
        return self.found

    def fetchone(self) -> tuple[Any, ...] | None:
        """The first of it."""
        return self.found[0] if self.found else None


def _literal(value: object) -> str:
    if isinstance(value, bytes):
        return f"'\\x{value.hex()}'::bytea"
    return str(value) if isinstance(value, int) else "'{}'".format(str(value).replace("'", "''"))


def _messages(data: bytearray) -> Iterator[tuple[bytes, bytes]]:
    """Take whole messages out of this; yields the type and all of each."""
    while len(data) >= 5 and len(data) > (size := struct.unpack_from("!i", data, 1)[0]):
        message = bytes(data[: size + 1])
        del data[: size + 1]
        yield message[:1], message


def _names(message: bytes) -> list[bytes]:
    """What a message begins with: of a Parse, the statement's name; of a Bind, another name before that."""
    return message[5:].split(b"\0", 2)[:2]


def _kinds(message: bytes) -> Iterator[int]:
    """The types of a result's columns."""
    (count,), at = struct.unpack_from("!h", message, 5), 7
    for _ in range(count):
        at = message.index(b"\0", at) + 1
        yield struct.unpack_from("!i", message, at + 6)[0]
        at += 18


def _values(message: bytes, kinds: list[int]) -> Iterator[Any]:
    at = 7
    for kind in kinds:
        (size,) = struct.unpack_from("!i", message, at)
        text = message[at + 4 : at + 4 + max(size, 0)].decode()
        at += 4 + max(size, 0)
        if size < 0:
            yield None
        else:
            yield _READ.get(kind, str)(text)


_READ: dict[int, Any] = {
    16: lambda text: text == "t",
    17: lambda text: bytes.fromhex(text.removeprefix("\\x")),
    20: int,
    21: int,
    23: int,
}
"""How values are written, by the numbers of PostgreSQL's types."""


# The server's ends


@dataclass(eq=False)
class SharedDatabase:
    """The database of one evening, with the server's ends of all connections."""

    clock: int
    own: Line
    """For looking at what is saved, and at who waits for whom."""
    backends: list["Backend"] = field(default_factory=list)

    def tell_time(self) -> None:
        """From now on it's this time."""
        os.pwrite(self.clock, f"{time.time():020.6f}".encode(), 0)

    def is_blocked(self, pid: int) -> bool:
        """Whether this connection waits for another one."""
        return bool(self.own.ask(f"SELECT 1 WHERE cardinality(pg_blocking_pids({pid})) > 0"))

    def cancelled(self, pid: int) -> None:
        """Somebody wants what this connection does to be broken off."""
        for one in self.backends:
            if one.pid == pid and one.owes:
                one.why = _CANCELLED

    def settle(self) -> None:
        """After a statement or a connection has ended: let whoever waited go on, and tell listeners."""
        goes_on = True
        while goes_on:
            if any(one.tells for one in self.backends):
                for one in [*self.backends]:
                    one.notify()
            goes_on = any(one.look_again() for one in [*self.backends])


class Backend(asyncio.Protocol):
    """The server's end of a connection."""

    _end: End

    def __init__(self, database: SharedDatabase, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._line: Line | None = None
        self.pid = 0
        self._asked, self._answer = bytearray(), bytearray()
        self.owes = deque[bytes]()
        """The kinds of messages of which each ends one of the answers that are to come."""
        self._has_begun = self._listens = False
        self.tells = False
        """Whether it has notified others, who haven't heard yet."""
        self._telling = set[bytes]()
        """The names of the statements that do."""
        self._status = b""
        """Whether it's idle (I), in a transaction (T) or in one that has failed (E)."""
        self._seconds = {_LOCK: 0.0, _IDLE: 0.0}
        self._timer: asyncio.TimerHandle | None = None
        self.why = b""
        """The code for what was broken off."""
        self._refused = ""
        """The code for a commit that fails."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The bot has connected."""
        assert isinstance(transport, End)
        self._end = transport
        machine().network.short.add(transport.number)
        self._line = Line(self._folder)
        self._database.backends.append(self)

    def data_received(self, data: bytes) -> None:
        """The bot has asked something."""
        self._asked += data
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """The bot's end is gone: what it has begun is undone, once the server has noticed."""
        if self._end.number in machine().network.silent:
            machine().call_later(PROBED_SECONDS, self._close)
        else:
            self._close()

    def look_again(self) -> bool:
        """Whether what was blocked has an answer now."""
        if not self.owes or (not self.why and self._database.is_blocked(self.pid)):
            return False
        return self._is_answered()

    def notify(self) -> None:
        """Send what others have told all who listen."""
        self.tells = self.tells and self._status == b"T"
        if self._listens and self._line is not None and not self.owes and self._status == b"I":
            self._line.socket.sendall(_SYNC)
            self.owes.append(b"Z")
            while self.owes:
                self._hear(None)
            del self._answer[-6:]  # nobody has asked whether it's ready
            self._say()

    def _go_on(self) -> None:
        while self._line is not None and not self.owes and (request := self._taken()):
            self._wind(b"")
            host, process = machine(), self._end.peer.context.get(PROCESS, 0)
            is_commit = process > 0 and request.endswith(_COMMIT)
            if is_commit and host.disk.dies == BEFORE:
                host.disk.die(process)
                return
            if is_commit and (why := host.disk.refusal()):
                request, self._refused = _ROLLBACK, _REFUSALS[why]
            self._database.tell_time()
            self._line.socket.sendall(request)
            if request[:1] == b"X":
                self._close(is_over=True)
                return
            is_answered = self._is_answered(is_commit and host.disk.dies == AFTER)
            if is_commit and host.disk.dies == AFTER:
                host.disk.die(process)
            if is_answered and self._status != b"T":
                self._database.settle()

    def _taken(self) -> bytes:
        """The whole messages that were asked; notes what ends their answers."""
        if not self._has_begun:
            size, code = struct.unpack_from("!ii", self._asked)
            self._has_begun = True
            if code == _CANCEL:
                self._database.cancelled(*struct.unpack_from("!i", self._asked, 8))
            self.owes.append(b"Z")
            taken = bytes(self._asked[:size])
            del self._asked[:size]
            return taken
        found, described = b"", 0
        for kind, message in _messages(self._asked):
            found += message
            described += kind == b"D"
            if kind == b"P" and b"pg_notify" in message:
                self._telling.add(_names(message)[0])
            self.tells = self.tells or (kind == b"B" and _names(message)[1] in self._telling)
            if kind in b"QS":
                self.owes.append(b"Z")
            elif kind == b"H":
                self.owes.extend([b"TnE"] * described)
        if b"_timeout" in found:
            found = _LIMITS.sub(_NAMED, found)
            for is_idle, value in _LIMIT.findall(found):
                self._seconds[_IDLE if is_idle else _LOCK] = int(value) / 1000
        self._listens = self._listens or b"LISTEN " in found
        return found

    def _is_answered(self, is_silent: bool = False) -> bool:
        """Read the answer, and send it unless it `is_silent`. False if it waits for another connection."""
        while self.owes:
            if self._hear(_LOOKS_SECONDS) or self.why or not self._database.is_blocked(self.pid):
                continue
            if not self._hear(_LOOKS_SECONDS):  # which a deadlock would have
                self._wind(_LOCK)
                return False
        if self._line is None:
            return True
        if not is_silent:
            self._say()
        if self._status != b"I":
            self._wind(_IDLE)
        return True

    def _hear(self, seconds: float | None) -> bool:
        """Hear more of the answer; whether there was more in time."""
        assert self._line is not None
        heard = self._line.hear(seconds)
        if heard is None:
            self.owes.clear()
            self._close()
            return True
        for kind, message in heard:
            if kind == b"K":
                (self.pid,) = struct.unpack_from("!i", message, 5)
            elif kind == b"Z":
                self._status = message[5:]
            if self.owes and kind in self.owes[0]:
                self.owes.popleft()
            self._answer += self._as_said(kind, message)
        return bool(heard)

    def _as_said(self, kind: bytes, message: bytes) -> bytes:
        if kind == b"C" and self._refused:
            message = _error(self._refused)
            self._refused = ""
        elif kind == b"E" and self.why:
            message, self.why = _BROKEN_OFF.sub(b"C" + self.why + b"\0", message), b""
        return message

    def _say(self) -> None:
        """Send the answer."""
        if not self._answer:
            return
        answer = bytes(self._answer)
        self._answer.clear()
        seconds = machine().disk.takes()
        if seconds:
            machine().call_later(seconds, self._end.write, answer)
        else:
            self._end.write(answer)

    def _wind(self, why: bytes) -> None:
        """Break off what goes on now after as long as the bot allows."""
        if self._timer is not None:
            self._timer.cancel()
        seconds = self._seconds.get(why, 0.0)
        self._timer = machine().call_later(seconds, self._break_off, why) if seconds else None

    def _break_off(self, why: bytes) -> None:
        self.why = why
        if why == _IDLE:
            self._close()
            return
        self._database.own.ask(f"SELECT pg_cancel_backend({self.pid})")
        self._is_answered()
        self._database.settle()

    def _close(self, *, is_over: bool = False) -> None:
        """End the session, unless it `is_over` already; what it says last is sent."""
        line, self._line = self._line, None
        if line is None:
            return
        self._wind(b"")
        self.owes.clear()
        self._database.backends.remove(self)
        if self.pid and not is_over:
            self._database.own.ask(f"SELECT pg_terminate_backend({self.pid})")
        elif not self.pid:
            line.socket.shutdown(socket.SHUT_WR)
        while (heard := line.hear()) is not None:
            for kind, message in heard:
                self._answer += self._as_said(kind, message)
        line.close()
        self._say()
        self._end.close()
        self._database.settle()


def _error(code: str) -> bytes:
    """What the server says when it refuses something for this reason."""
    said = f"SERROR\0VERROR\0C{code}\0Msimulated\0\0".encode()
    return b"E" + struct.pack("!i", 4 + len(said)) + said


_SYNC = b"S\0\0\0\x04"


@contextmanager
def shared_database(wire: Wire) -> Iterator[tuple[str, Line]]:
    """A new database on a server until the end of the block, and a connection with it.

    Its address is one on this wire.
    """
    folder = server()
    name = f"evening{os.getpid()}"
    file = folder / name
    with Line(folder, "postgres") as line, file.open("wb") as clock:
        file.chmod(0o644)
        line.ask(f"CREATE DATABASE {name} TEMPLATE laid_out")
        try:
            with Line(folder, name) as own, _slower():
                own.ask(_OWN_CLOCK.format(file=file, name=name))
                database = SharedDatabase(clock.fileno(), own)
                wire.listen(lambda: Backend(database, folder), f"{folder}/.s.PGSQL.5432")
                yield f"postgresql://postgres@/{name}?host={folder}", own
        finally:
            line.ask(f"DROP DATABASE {name} WITH (FORCE)")
            file.unlink()


_SLOWER = 20.0
_CONSTANTS = (
    (shards, "LEASE_SECONDS"),
    (shards, "PARDON_SECONDS"),
    (shared, "DEAF_SECONDS"),
    (sharing, "LEASE_SECONDS"),
    (sharing, "RENEW_SECONDS"),
    (sharing, "ROUND_SECONDS"),
    (unloading, "PULSE_SECONDS"),
    (messages, "NONCE_SECONDS"),
)


@contextmanager
def _slower() -> Iterator[None]:
    """Inside, processes ask the database by themselves less often, since each time takes a while.

    So it also takes them longer to notice that one is gone, and people press something meanwhile. Discord
    remembers for as much longer what was just posted.
    """
    with ExitStack() as stack:
        for module, name in _CONSTANTS:
            stack.enter_context(patch.object(module, name, _SLOWER * getattr(module, name)))
        yield
