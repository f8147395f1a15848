"""A PostgreSQL database: opening it, and its errors as sentences.

asyncpg works in the event loop, so its queries run there: SQLAlchemy lets an ordinary function wait for them.
"""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar
from urllib.parse import urlencode
from weakref import WeakSet

import asyncpg
from sqlalchemy import URL, Connection, event, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.database import Work, cause_of
from storage.errors import FOREIGN, HELD, LACKING, StorageFailed, Unconfirmed
from storage.migrating import NEWEST, is_ours, upgrade
from storage.silence import SERVERS_PROBES, WATCH, ProbedConnection, Watch, tell_watches

T = TypeVar("T")

CONNECTIONS = 6
"""How many connections a process opens at most: one writes, and the others read."""

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the driver raises where SQLAlchemy doesn't wrap it."""

MIGRATING = 0x7061726C6F7572
"""The advisory lock for updating the schema."""

SPARE_SECONDS = 1.0
"""How much longer we wait than the server does for a locked row: it reports that itself."""

CONNECTING_SECONDS = 5.0
"""How long the server has to accept a connection, or one of ours to become free."""

CLOSING_SECONDS = 1.0
"""How long connections have to close cleanly."""


class Postgres:
    """A PostgreSQL database with the newest schema. A change is on the server's disk when it returns.

    A server that doesn't answer within `busy_timeout` and SPARE_SECONDS counts as one that can't be reached.
    """

    def __init__(self, engine: AsyncEngine, busy_timeout: float) -> None:
        self._engine = engine
        self._busy_timeout = busy_timeout
        self._over: StorageFailed | None = None
        self._drivers: WeakSet[asyncpg.Connection] = WeakSet()
        self._connecting: set[asyncio.Timeout] = set()
        event.listen(engine.sync_engine, "connect", lambda new, _: self._drivers.add(new.driver_connection))
        tell_watches(engine)

    @classmethod
    async def open(
        cls, address: URL, busy_timeout: float, revision: str = NEWEST, **settings: str
    ) -> "Postgres":
        """Connect, and bring the schema up to date, completely or not at all.

        Every statement waits `busy_timeout` seconds at most for rows that another process has locked.
        `settings` are the server's, for these connections. Raises StorageFailed if the server can't be
        reached, or the database is another program's or of a newer one.
        """
        opened = cls.of(address, busy_timeout, **settings)
        try:
            async with opened.connected() as connection, connection.begin():
                await connection.run_sync(migrate, revision)
        except DBAPIError as error:
            await opened.close()
            raise opened.failed(error) from error
        except BaseException:
            await opened.close()
            raise
        return opened

    @classmethod
    def of(cls, address: URL, busy_timeout: float, **settings: str) -> "Postgres":
        """The same without connecting at once, for a database that has the newest schema."""
        return cls(_engine(address, busy_timeout, **settings), busy_timeout)

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        try:
            return await self._read(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The server went away and may be back: all open connections are useless.
        return await self._read(work)

    async def change(self, work: Work[T], patience: float | None = None) -> T:
        """See `Database`. The server may be silent for `patience` seconds at most.

        Raises Unconfirmed if the connection was lost during the commit.
        """
        try:
            return await self._change(work, patience)
        except _BeforeCommit:
            # The server went away before anything was settled, and may be back.
            return await self._change(work, patience)

    def tell(self, connection: Connection, word: str) -> None:
        """See `Database`. Nothing to do: nobody shares it."""

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return False
        return not isinstance(error, DBAPIError) or _state(error)[:2] in _ASKER

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return error
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
        except (OSError, *DRIVER_ERRORS) as error:
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
            with Watch(raw.driver_connection, patience or self._busy_timeout + SPARE_SECONDS) as watch:
                raw.info[WATCH] = watch
                try:
                    yield connection
                except (DBAPIError, _BeforeCommit) as error:
                    if watch.has_ended or self._over is not None:
                        raise self._why(StorageFailed(_SILENT)) from error
                    raise
                finally:
                    raw.info.pop(WATCH, None)


class _BeforeCommit(Exception):
    """The connection was lost while nothing had been committed."""


def _engine(address: URL, busy_timeout: float, **more: str) -> AsyncEngine:
    lock_timeout = str(round(1000 * busy_timeout))
    settings = {"application_name": "parlour", "lock_timeout": lock_timeout, "jit": "off", **SERVERS_PROBES}
    tls = {name: _last(value) for name, value in address.query.items() if name in _TLS}
    tls |= {"sslmode": tls.pop("ssl")} if "ssl" in tls else {}
    arguments = {"server_settings": settings | more, "connection_class": ProbedConnection}
    if tls:  # asyncpg takes these in a URL only
        arguments["dsn"] = f"postgresql://?{urlencode(tls)}"
    return create_async_engine(
        address.set(drivername="postgresql+asyncpg").difference_update_query(_TLS),
        # An error's parameters are seeds and hands, which must not end up in a log.
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args=arguments,
    )


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
        if name in _FILES and not os.access(_last(value), os.R_OK):
            raise StorageFailed(f"Can't read {_last(value)}, which {name} in storage.url names.")


def _last(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else value[-1]


_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
_TLS = (
    "ssl",
    "sslmode",
    *_FILES,
    "sslpassword",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
)
"""Parameters for an encrypted connection, with libpq's meaning; `ssl` is another name for `sslmode`."""

_SERVER = ("host", "port", "user", "password", "passfile", "target_session_attrs")
"""Parameters that name a server and a user."""


def migrate(connection: Connection, revision: str = NEWEST) -> None:
    """Bring the schema up to date in the connection's current transaction. Raises StorageFailed."""
    # Bots that start at once take turns.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    if not is_ours(inspect(connection).get_table_names()):
        raise StorageFailed(FOREIGN)
    upgrade(connection, revision)


_GONE = "Can't reach the database server. Check that it runs and that storage.url names it."
_SILENT = "The database server doesn't answer. Check it, and the network on the way to it."
_DAMAGED = "The database is damaged. Restore it from a copy."
_REFUSED = "The database server doesn't accept the user or the password in storage.url."

_SENTENCES = {
    "": _GONE,
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

_ASKER = ("22", "23")
"""Data that doesn't fit, and rows that violate a constraint."""


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
    return None


def _state(error: Exception) -> str:
    """The SQLSTATE, or nothing."""
    return str(getattr(cause_of(error), "sqlstate", None) or "")


def _words(error: Exception) -> str:
    """What the server said, without the driver's class and without parameters."""
    return str(cause_of(error)).rpartition(": ")[2].rstrip(".")
