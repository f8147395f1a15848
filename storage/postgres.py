"""A PostgreSQL database: its connections, their time limit, its lock, looking at it, and its errors.

asyncpg works in the event loop, so its queries run there: SQLAlchemy lets an ordinary function wait for them.
It waits for an answer forever, and nobody is told when a network is cut. So each piece of work has a
`ServerTimeout`, and the operating system probes idle connections from both ends.
"""

import asyncio
import getpass
import logging
import os
import re
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlencode
from weakref import WeakSet

import asyncpg
from sqlalchemy import (
    URL,
    Column,
    ColumnElement,
    Connection,
    Table,
    Text,
    cast,
    event,
    func,
    inspect,
    literal,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage import texts
from storage.database import PATIENCE, Condition, Database, Work, cause_of
from storage.errors import FOREIGN, HELD, LACKING, StorageFailed, Unconfirmed
from storage.migrations import NEWEST, WRITE, is_ours, known_revision, newest_revision, upgrade
from storage.schema import sessions

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS = 6
"""How many connections a process opens at most: one writes, and the others read."""

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the driver raises where SQLAlchemy doesn't wrap it."""

MIGRATING = 0x7061726C6F7572
"""The advisory lock for updating the schema."""

PLAYING = MIGRATING + 1
"""The lock of the only bot that plays with a database; several processes of one bot share it."""

COUNTING = MIGRATING + 2
"""Held while a game is counted, so that games are counted one after the other."""

AGAIN_SECONDS = 0.5
"""How long to wait after a lost connection before another try."""

SPARE_SECONDS = 1.0
"""How much longer we wait than the server does for a locked row: it reports that itself."""

CONNECTING_SECONDS = 5.0
"""How long the server has to accept a connection, or one of ours to become free."""

CLOSING_SECONDS = 1.0
"""How long connections have to close cleanly, and the server to notice that a bot has stopped."""


class Postgres(Database):
    """A PostgreSQL database with the newest schema. A change is on the server's disk when it returns.

    A server that doesn't answer within `busy_timeout` and SPARE_SECONDS counts as one that can't be reached.
    """

    is_on_server = True

    def __init__(self, address: URL, busy_timeout: float, **settings: str) -> None:
        """Don't connect yet: `open` does, and brings the schema up to date.

        Every statement waits `busy_timeout` seconds at most for rows that another process has locked.
        `settings` are the server's, for these connections.
        """
        self._engine = _engine(address, busy_timeout, **settings)
        self._busy_timeout = busy_timeout
        self._over: StorageFailed | None = None
        self._drivers: WeakSet[asyncpg.Connection] = WeakSet()
        self._connecting: set[asyncio.Timeout] = set()
        engine = self._engine.sync_engine
        event.listen(engine, "connect", lambda new, _: self._drivers.add(new.driver_connection))
        event.listen(engine, "after_cursor_execute", _answered)
        event.listen(engine, "do_executemany", _in_pieces)

    @classmethod
    async def open(cls, address: URL, busy_timeout: float, revision: str = NEWEST, **settings: str) -> Self:
        """Connect, and bring the schema up to date, completely or not at all.

        Raises StorageFailed if the server can't be reached, or the database is another program's or of a
        newer one.
        """
        opened = cls(address, busy_timeout, **settings)
        try:
            with opened.in_sentences():
                await opened.must_keep_sessions()
                async with opened.connected() as connection, connection.begin():
                    await connection.run_sync(_must_have_every_sign)
                    await connection.run_sync(migrate, revision)
        except BaseException:
            await opened.close()
            raise
        return opened

    @classmethod
    async def look_at(cls, address: URL) -> Condition:
        """See `Database`."""
        async with cls(address, PATIENCE) as database:
            with database.in_sentences():
                await database.must_keep_sessions()
                async with database.connected() as connection:
                    size, revision = await connection.run_sync(_read_and_write)
                    await connection.rollback()
        if not revision:
            return Condition(name_of(address))
        async with cls.alone(address, 0) as lock:
            return Condition(name_of(address), True, size, revision == newest_revision(), lock is None)

    @classmethod
    @asynccontextmanager
    async def alone(
        cls, address: URL, patience: float, *, shares: bool = False
    ) -> AsyncIterator["asyncio.Future[None] | None"]:
        """See `Database`. If it `shares`, others that share can have it at the same time.

        The lock lasts as long as a connection. If that is lost, we take it again on a new one.
        """
        lock = _Lock(cls(address, patience), patience, "_shared" if shares else "")
        try:
            with lock.database.in_sentences():
                await lock.database.must_keep_sessions()
        except BaseException:
            await lock.database.close()
            raise
        keeping = asyncio.create_task(lock.keep())
        try:
            yield lock.lost if await lock.is_ours else None
        finally:
            keeping.cancel()
            await asyncio.wait({keeping})
            await lock.database.close()

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        try:
            try:
                return await self._read(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # The server went away and may be back: all open connections are useless.
            return await self._read(work)
        except DBAPIError as error:
            raise self.failed(error, was_read=True) from error

    async def change(self, work: Work[T], patience: float | None = None) -> T:
        """See `Database`. The server may be silent for `patience` seconds at most.

        Raises Unconfirmed if the connection was lost during the commit.
        """
        for _ in range(_AGAIN):
            # The server went away before anything was settled, and may be back. Or it broke this change off
            # because another process and this one each had locked what the other needed.
            with suppress(_BeforeCommit):
                return await self._change(work, patience)
        return await self._change(work, patience)

    def take_turns(self, connection: Connection) -> None:
        """See `Database`."""
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNTING})")

    async def shrink(self) -> None:
        """See `Database`. It takes as much space again while it works."""
        with self.in_sentences():
            async with self.connected() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(text("VACUUM (FULL, ANALYZE) lines"))

    def insert_missing(self, connection: Connection, table: Table, row: Mapping[str, object]) -> None:
        """See `Database`."""
        connection.execute(insert(table).values(row).on_conflict_do_nothing())

    def by_bytes(self, column: Column[Any]) -> ColumnElement[Any]:
        """See `Database`. Otherwise a server may sort text by language."""
        return column.collate("C") if isinstance(column.type, Text) else column

    def go_on_numbering(self, connection: Connection) -> None:
        """See `Database`. A counter numbers sessions.

        This never sets it back, since that would stay even if the transaction is undone.
        """
        if (last := connection.scalar(select(func.max(sessions.c.id)))) is not None:
            counter = func.pg_get_serial_sequence("sessions", "id")
            next_one = func.greatest(last, func.pg_sequence_last_value(counter))
            connection.execute(select(func.setval(counter, next_one)))

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return False
        return not isinstance(error, DBAPIError) or _state(error)[:2] in _ASKER

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return error
        if "pooling mode" in str(error):  # PgBouncer says so of a transaction if it pools statements
            return StorageFailed(_POOLED)
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            return StorageFailed(_GONE, was_read=was_read)
        state = _state(error)
        sentence = _not_connected(error) or _SENTENCES.get(state) or _CLASSES.get(state[:2])
        if sentence is None:
            sentence = f"The database refused the request: {_words(error)}."
        is_lasting = state in _LASTING
        return StorageFailed(sentence.format(cause=_words(error)), is_lasting=is_lasting, was_read=was_read)

    def give_up(self, why: StorageFailed) -> None:
        """Let everything fail at once from now on, including work under way."""
        self._over = why
        for waiting in self._connecting:
            waiting.reschedule(asyncio.get_running_loop().time())
        for driver in tuple(self._drivers):
            driver.terminate()

    async def close(self) -> None:
        """See `Database`."""
        # With a time limit: the engine would wait for each connection for as long as it takes.
        closing = (one.close(timeout=CLOSING_SECONDS) for one in tuple(self._drivers))
        await asyncio.gather(*closing, return_exceptions=True)
        await self._engine.dispose()

    async def _read(self, work: Work[T]) -> T:
        async with self.watched() as connection:
            try:
                return await connection.run_sync(work)
            finally:
                await connection.rollback()  # else the pool does it, when nobody watches any more

    async def _change(self, work: Work[T], patience: float | None) -> T:
        async with self.watched(patience) as connection:
            transaction = await connection.begin()
            try:
                value = await connection.run_sync(work)
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise _BeforeCommit from error
                await transaction.rollback()
                if _state(error) == _DEADLOCK:
                    raise _BeforeCommit from error
                raise
            except BaseException:
                await transaction.rollback()
                raise
            try:
                await transaction.commit()
            except DBAPIError as error:
                if _state(error)[:2] in _NETWORK:
                    raise self._why(Unconfirmed(_GONE)) from error
                raise
            return value

    async def must_keep_sessions(self) -> None:
        """Raises StorageFailed if a pooler gives a session of the server to several connections in turn.

        Locks would be left behind in it, and prepared statements be missing.
        """
        async with self.watched() as one:
            raw = await one.get_raw_connection()
            assert raw.driver_connection is not None
            number = raw.driver_connection.get_server_pid()  # now: it's gone once the connection is lost
            if await _session(one) == number:
                return  # there's no pooler: those make up a number
            async with self.watched() as another:
                for _ in range(_LOOKS):
                    if await _session(one) == await _session(another):
                        raise StorageFailed(_POOLED)

    def _why(self, failed: StorageFailed) -> StorageFailed:
        """Why something failed: like this, or because `give_up` was called meanwhile."""
        return failed if self._over is None else self._over.copy()

    @asynccontextmanager
    async def connected(self, patience: float | None = None) -> AsyncIterator[AsyncConnection]:
        """A connection until the end of the block. Raises StorageFailed if the server can't be reached."""
        if self._over is not None:
            raise self._over.copy()
        connection = self._engine.connect()
        waiting = asyncio.timeout(CONNECTING_SECONDS if patience is None else patience)
        try:
            async with waiting:
                self._connecting.add(waiting)
                await connection.start()
        except (OSError, *_UNUSABLE, *DRIVER_ERRORS) as error:
            raise self._why(self.failed(error)) from error
        finally:
            self._connecting.discard(waiting)
        try:
            yield connection
        finally:
            await connection.close()

    @asynccontextmanager
    async def watched(self, patience: float | None = None) -> AsyncIterator[AsyncConnection]:
        """A connection like `connected`, while the server answers. Raises StorageFailed when it stops.

        It may be silent for `patience` seconds at most. End transactions before the end of the block.
        """
        async with self.connected(patience) as connection:
            raw = await connection.get_raw_connection()
            patience = patience or self._busy_timeout + SPARE_SECONDS
            with ServerTimeout(raw.driver_connection, patience) as timeout:
                raw.info[_TIMEOUT] = timeout
                try:
                    yield connection
                except (DBAPIError, _BeforeCommit) as error:
                    if timeout.has_ended or self._over is not None:
                        raise self._why(StorageFailed(_SILENT)) from error
                    raise
                finally:
                    raw.info.pop(_TIMEOUT, None)


async def _session(connection: AsyncConnection) -> int:
    """The number of the server's session in which this connection has its transactions now."""
    number = await connection.scalar(text("SELECT pg_backend_pid()"))
    await connection.rollback()
    return int(number or 0)


_LOOKS = 5
"""How often to look whether two connections get the same session: others may get it in between."""


class _BeforeCommit(Exception):
    """The connection was lost, or the server undid everything, while nothing had been committed."""


class OneTransaction(Postgres):
    """Everything that runs here is in the same transaction, for copying a whole database."""

    connection: AsyncConnection
    """Where it runs."""

    @classmethod
    @asynccontextmanager
    async def begun(cls, address: URL, *, is_snapshot: bool = False) -> AsyncIterator[Self]:
        """A transaction that is committed at the end of the block, unless that raises.

        A snapshot only reads, and sees everything as it was at its first query. Raises StorageFailed.
        Statements have no time limit, since one may concern every game.
        """
        async with cls(address, PATIENCE) as database:
            try:
                async with database.connected() as database.connection:
                    if is_snapshot:
                        await database.connection.execution_options(
                            isolation_level="REPEATABLE READ", postgresql_readonly=True
                        )
                    async with database.connection.begin():
                        yield database
            except (DBAPIError, *DRIVER_ERRORS) as error:
                raise database.failed(error) from error

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        return await self.change(work)

    async def change(self, work: Work[T], patience: float | None = None) -> T:
        """Run `work`. Raises StorageFailed."""
        with self.in_sentences():
            return await self.connection.run_sync(work)

    async def keep_bots_away(self, name: str) -> None:
        """Keep all bots away until the end of the transaction. Raises StorageFailed if there is one."""
        if not await self._within_a_moment(lambda connection: bool(connection.scalar(_TRY))):
            raise StorageFailed(f"A bot is running with {name}. Stop it first.")
        # Bots that share the database without knowing each other have no lock.
        if not await self._within_a_moment(_is_unused):
            raise StorageFailed(f"A program is using {name}. Stop it first.")

    async def _within_a_moment(self, holds: Callable[[Connection], bool]) -> bool:
        until = time.monotonic() + CLOSING_SECONDS
        while not await self.read(holds):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.05)
        return True


_TRY = text(f"SELECT pg_try_advisory_xact_lock({PLAYING})")

_LOOK_AGAIN = text("SELECT pg_stat_clear_snapshot()")
"""Within a transaction, the server remembers its first answer about who is connected."""

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = 'parlour' AND pid <> pg_backend_pid()"
)


def _is_unused(connection: Connection) -> bool:
    connection.execute(_LOOK_AGAIN)
    return not connection.scalar(_OTHERS)


class _Lock:
    """The advisory lock of the bot that plays with the database."""

    def __init__(self, database: Postgres, patience: float, kind: str) -> None:
        self.database = database
        self.is_ours: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._patience = patience
        self._try = text(f"SELECT pg_try_advisory_lock{kind}({PLAYING})")
        self._before: dict[str, object] | None = None
        """The server's side of the last connection."""

    async def keep(self) -> None:
        """Hold the lock until this is cancelled, or somebody else has it.

        Whatever goes wrong ends the wait for the lock, or the bot: nobody else looks at this task.
        """
        try:
            is_lost = await self._keep()
        except Exception as failed:
            if not self.is_ours.done():
                self.is_ours.set_exception(failed)
                return
            log.exception("the lock that keeps other bots away can't be kept")
            is_lost = True
        if is_lost:
            self.lost.set_result(None)
        else:
            self.is_ours.set_result(False)

    async def _keep(self) -> bool:
        """Hold the lock; returns when somebody else has it, and whether we had it before."""
        while True:
            try:
                async with self.database.connected() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                    is_lost = await self._watched(connection)
                    if not await self._is_taken(connection):
                        break
                    if not self.is_ours.done():
                        self.is_ours.set_result(True)
                    await is_lost.wait()
                    log.warning("the connection that keeps other bots away was lost: connecting again")
            except (StorageFailed, DBAPIError, OSError, *DRIVER_ERRORS) as failed:
                if not self.is_ours.done():
                    raise self.database.failed(failed) from failed
            await asyncio.sleep(AGAIN_SECONDS)
        return self.is_ours.done()

    async def _watched(self, connection: AsyncConnection) -> asyncio.Event:
        """An event for the loss of this connection, whose server's side takes the place of the one before.

        It comes before the lock: this connection may be lost as soon as the server has given it.
        """
        if self._before is not None:  # the server may not know yet that its connection is gone
            await connection.execute(_END, self._before)
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        is_lost = asyncio.Event()
        driver.add_termination_listener(lambda _: is_lost.set())
        self._before = dict((await connection.execute(_OWN)).mappings().one())
        return is_lost

    async def _is_taken(self, connection: AsyncConnection) -> bool:
        """Whether this connection got the lock in time."""
        until = asyncio.get_running_loop().time() + self._patience
        while not await connection.scalar(self._try):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.05)
        return True


_OWN = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid = :pid AND backend_start = :backend_start"
)


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


class ServerTimeout:
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

    def __enter__(self) -> Self:
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


_TIMEOUT = "timeout"
"""The key of a connection's ServerTimeout in its `info`."""


def _answered(connection: Connection, *_: object) -> None:
    if (timeout := connection.info.get(_TIMEOUT)) is not None:
        timeout.heard()


ROWS_AT_ONCE = 100
"""How many rows are sent before we wait for an answer."""


def _in_pieces(cursor: Any, statement: str, rows: Sequence[Any], context: Any) -> bool:
    """Write rows a few at a time, in place of all at once.

    A busy server may take longer for all of them than it may be silent. And if it's given up while more waits
    to be sent than fits into the connection, asyncpg never notices, so that we'd wait forever.
    """
    for start in range(0, len(rows), ROWS_AT_ONCE):
        cursor.executemany(statement, rows[start : start + ROWS_AT_ONCE])
        _answered(context.root_connection)
    return True


def _engine(address: URL, busy_timeout: float, **more: str) -> AsyncEngine:
    settings = {"lock_timeout": str(round(1000 * busy_timeout)), "jit": "off", **SERVERS_PROBES, **more}
    tls = {name: _last(value) for name, value in address.query.items() if name in _TLS}
    tls |= {"sslmode": tls.pop("ssl")} if "ssl" in tls else {}
    arguments: dict[str, Any] = {
        "server_settings": {"application_name": "parlour"},
        "connection_class": ProbedConnection,
    }
    if tls:  # asyncpg takes these in a URL only
        arguments["dsn"] = f"postgresql://?{urlencode(tls)}"
    engine = create_async_engine(
        address.set(drivername="postgresql+asyncpg").difference_update_query(_TLS),
        # An error's parameters are seeds and hands, which must not end up in a log.
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args=arguments,
    )
    # Not while connecting: a pooler such as PgBouncer refuses settings that it doesn't know.
    told = "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())
    event.listen(
        engine.sync_engine, "connect", lambda new, _: new.run_async(lambda driver: driver.execute(told))
    )
    return engine


def must_be_known(address: URL) -> None:
    """Raises StorageFailed unless we know each parameter in this address, and can read the files it names."""
    for name, value in address.query.items():
        if name not in (*_SERVER, *_TLS):
            raise StorageFailed(
                f"storage.url has a parameter that Parlour doesn't know, {name}. Remove it. For TLS there is "
                "sslmode; docs/hosting.md says more."
            )
        if name in ("ssl", "sslmode") and _last(value) not in _MODES:
            raise StorageFailed(f"{name} in storage.url has to be one of {', '.join(_MODES)}.")
        if name in _FILES and not (Path(_last(value)).is_file() and os.access(_last(value), os.R_OK)):
            raise StorageFailed(f"Can't read {_last(value)}, which {name} in storage.url names.")


def with_hosts_apart(url: str) -> str:
    """The URL with several servers, `h1:5432,h2:5432`, as parameters, where the driver looks for them."""
    if (found := _SEVERAL.match(url)) is None:
        return url
    hosts, _, ports = zip(*map(_host_and_port, found["hosts"].split(",")), strict=True)
    more = urlencode({"host": ",".join(hosts), "port": ",".join(port or _PORT for port in ports)})
    return f"{found['before']}{found['after']}{'&' if '?' in found['after'] else '?'}{more}"


_SEVERAL = re.compile(r"(?P<before>[\w+]+://(?:[^:/]*(?::[^@]*)?@)?)(?P<hosts>[^/?@]*,[^/?@]*)(?P<after>.*)")


def _host_and_port(text: str) -> tuple[str, str, str]:
    """A server in a list: its name or address without brackets, a colon, and its port, or twice nothing."""
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        return host, rest[:1], rest[1:]
    return text.partition(":")


def filled_in(address: URL) -> URL:
    """The address with what it leaves out, from where PostgreSQL's own programs take it.

    Raises StorageFailed if nobody says who the user is, or if a port can't be one.
    """
    query, said = dict(address.query), os.environ.get
    hosts = _listed(query.get("host"))
    ports = _listed(query.get("port"))
    if len(hosts) > 1:
        apart = [_host_and_port(one) if one.count(":") == 1 else (one, "", "") for one in hosts]
        ports = ports * len(hosts) if len(ports) == 1 else ports or [port for *_, port in apart]
        if len(ports) != len(hosts):
            raise StorageFailed("storage.url names several servers, but not as many ports, or one for all.")
        query["host"] = ",".join(host for host, *_ in apart)
        query["port"] = ",".join(port or _PORT for port in ports)
    for port in filter(None, [*ports, "" if address.port is None else str(address.port)]):
        if not port.isdecimal() or not 0 < int(port) <= _MOST_PORT:
            raise StorageFailed(NO_PORT)
    user = address.username or _last(query.get("user", "")) or said("PGUSER") or _account()
    if not user:
        raise StorageFailed(
            f"storage.url names no user, and the account that runs this command has no name. {FORM}"
        )
    if not address.username and "user" not in query:
        address = address.set(username=user)
    return address.set(database=address.database or said("PGDATABASE") or user, query=query)


def _listed(value: str | tuple[str, ...] | None) -> list[str]:
    return value.split(",") if isinstance(value, str) else list(value or ())


def _account() -> str:
    """The name of the account that this process runs as; empty if it has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


FORM = "storage.url has to look like postgresql://USER:PASSWORD@HOST:PORT/DATABASE."

NO_PORT = (
    "The port in storage.url isn't a number from 1 to 65535. If the password has signs besides letters and "
    "digits, write each as in a web address, such as %40 for @."
)

_PORT = "5432"
_MOST_PORT = 65_535


def _last(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else value[-1]


_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
_TLS = (
    "ssl",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "sslcrl",
    "sslpassword",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
)
"""Parameters for an encrypted connection, with libpq's meaning; `ssl` is another name for `sslmode`."""

_SERVER = ("host", "port", "user", "password", "passfile", "target_session_attrs")
"""Parameters that name a server and a user."""


def migrate(connection: Connection, revision: str = NEWEST) -> None:
    """Bring the schema up to date in the connection's current transaction. Raises StorageFailed."""
    # Bots that start at once take turns, however long the first one's migrations take.
    if not connection.scalar(text(f"SELECT pg_try_advisory_xact_lock({MIGRATING})")):
        log.info("another process is updating the database: waiting until it's done")
        patience = connection.scalar(text("SHOW lock_timeout"))
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{patience}'")
    if not is_ours(inspect(connection).get_table_names()):
        raise StorageFailed(FOREIGN)
    upgrade(connection, revision)


def name_of(address: URL) -> str:
    """A name for a database on a server, without user or password."""
    hosts = address.host or ", ".join(_listed(address.query.get("host"))) or os.environ.get("PGHOST", "")
    return f"{address.database} on {'this machine' if not hosts or hosts.startswith('/') else hosts}"


def revision_on_server(connection: Connection) -> str:
    """The version of the schema on a server; empty if the database is. Raises StorageFailed."""
    tables = inspect(connection).get_table_names()
    if not is_ours(tables):
        raise StorageFailed(FOREIGN)
    versions = "SELECT version_num FROM alembic_version"
    return known_revision(*connection.scalars(text(versions))) if tables else ""


def _must_have_every_sign(connection: Connection) -> None:
    """Raises the driver's error if the database's encoding lacks a sign that games have."""
    connection.scalar(select(cast(literal(texts.EVERY_SIGN), Text)))


def _read_and_write(connection: Connection) -> tuple[int, str]:
    """The database's size and its schema's version. Also writes something: roll it back."""
    revision = revision_on_server(connection)
    if revision:
        connection.execute(text(WRITE))
    connection.execute(text(texts.MAKE.format(create="CREATE TEMPORARY TABLE")))
    rows = [{"number": number, "said": said} for number, said in enumerate(texts.TEXTS)]
    connection.execute(text(texts.SAVE), rows)
    texts.must_be_the_same(list(connection.scalars(text(texts.READ))))
    return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0), revision


_GONE = "Can't reach the database server. Check that it runs and that storage.url names it."
_SILENT = "The database server doesn't answer. Check it, and the network on the way to it."
_DAMAGED = "The database is damaged. Restore it from a copy."
_REFUSED = "The database server doesn't accept the user or the password in storage.url."

_POOLED = (
    "The connection pooler before the database gives each transaction another session, and the bot needs one "
    "for as long as it's connected. Set pool_mode = session in PgBouncer, or let storage.url name the server."
)

_SENTENCES = {
    "": _GONE,
    "08P01": "The database server, or a pooler before it, refuses this: {cause}. docs/hosting.md says more.",
    "22P05": "The database lacks signs that games have, since its encoding isn't UTF8. Create one with "
    "ENCODING 'UTF8' TEMPLATE template0.",
    "26000": _POOLED,
    "42P05": _POOLED,
    "25006": "The database is read-only. Let the bot's user write to it.",
    "3D000": "There's no database of that name on the server. Create it first.",
    "42501": "The bot's user isn't allowed to do that in the database. Make it the database's owner.",
    "42P01": LACKING,
    "42703": LACKING,
    "53100": "The disk with the database is full. Free up some space.",
    "53300": "The database server has too many connections. Allow more, or run fewer bots.",
    "55P03": HELD,
    "58030": "The disk with the database failed. Check its health, quota and free space.",
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""By SQLSTATE. An error without one comes from the network."""

_CLASSES = {"08": _GONE, "28": _REFUSED, "57": _GONE}
"""By the first two characters of SQLSTATE."""

_LASTING = ("42P01", "42703", "XX001", "XX002")

_NETWORK = ("", "08", "57")
"""The connection was lost, or the server ended it."""

_DEADLOCK = "40P01"

_AGAIN = 3
"""How often a change is made again: on a busy server two processes may meet twice in the same way."""

_ASKER = ("22", "23")
"""Data that doesn't fit, and rows that violate a constraint."""


_UNUSABLE = (ValueError, LookupError, ArithmeticError, ArgumentError)
"""What the driver raises, before it connects, about what it was given."""


def _not_connected(error: Exception) -> str | None:
    """A sentence if it's the fault of a certificate or of a parameter that there's no connection."""
    cause = cause_of(error)
    match cause.__cause__ or cause:
        case ssl.SSLCertVerificationError(verify_message=why):
            return f"The server's certificate isn't trusted ({why}). Check sslrootcert in storage.url."
        case ssl.SSLError(reason=why):
            return f"There's no encrypted connection with the database server: {why}."
        case ConnectionError() as refused if "SSL upgrade" in str(refused):
            return "The database server doesn't offer TLS, and sslmode in storage.url asks for it."
        case asyncpg.ClientConfigurationError(args=(why, *_)):
            return f"storage.url can't be used: {why}. docs/hosting.md says more."
        case OSError(filename=str(name), strerror=str(why)):  # such as keys in another account's home
            return f"Can't read {name}, which belongs to the connection with the database server: {why}."
        case PermissionError(strerror=why) | IsADirectoryError(strerror=why):
            return (  # Python's TLS doesn't say which file
                f"Can't use a file that belongs to the connection with the database server: {why}. Look at "
                "what storage.url names, and at .postgresql in the home of the account that runs the bot."
            )
        case ValueError() | LookupError() | ArithmeticError() | ArgumentError() as why:
            return f"storage.url, or a PG… variable of the environment, can't be used: {why}."
    return None


def _state(error: Exception) -> str:
    """The SQLSTATE, or nothing."""
    return str(getattr(cause_of(error), "sqlstate", None) or "")


def _words(error: Exception) -> str:
    """What the server said, without the driver's class and without parameters."""
    return str(cause_of(error)).rpartition(": ")[2].rstrip(".")
