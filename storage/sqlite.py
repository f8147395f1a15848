"""An SQLite file: aiosqlite's connections to it, its lock, looking at it, and its errors as sentences.

SQLite blocks until it has answered, so aiosqlite gives each connection a thread. One connection writes, and
some read. A whole transaction is one trip there and back.
"""

import asyncio
import os
import sqlite3  # for SQLAlchemy's driver, and for the codes of its errors, which aiosqlite doesn't have
import stat
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
from aiosqlite.core import set_exception, set_result
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, NullPool, Table, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from storage import texts
from storage.database import PATIENCE, Condition, Database, Work, cause_of
from storage.errors import CLOSED, FOREIGN, HELD, LACKING, MOVED, StorageFailed
from storage.migrations import NEWEST, WRITE, is_ours, known_revision, newest_revision, upgrade
from storage.pasted import trimmed

T = TypeVar("T")

READERS = 4
"""How many connections read at once; they are opened when needed."""

OWN_MODE = 0o600
"""Only its owner can read a database or a copy: it contains the cards and seeds of games under way."""


LARGEST_LOG = 16_000_000
"""The bytes to which the write-ahead log shrinks if it has grown while somebody, such as a backup, read."""


class Driver(aiosqlite.Connection):
    """A connection of aiosqlite's, with its thread."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, iter_chunk_size=64)
        # One that nobody closed before the event loop ended must not keep the process from exiting.
        self._thread.daemon = True

    async def _connect(self) -> Self:
        try:
            await super()._connect()
        except BaseException:
            # aiosqlite tells its thread to end without waiting, but the thread needs the loop to report it.
            await asyncio.to_thread(self._thread.join)
            raise
        return self


class _Worker(Driver):
    """A connection in whose thread a whole piece of work is run, in one trip."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._connected)
        self._engine = engine
        self._sql: Connection

    @classmethod
    async def open(cls, engine: Engine) -> Self:
        """An open connection. Raises the driver's errors as SQLAlchemy wraps them."""
        opened = cls(engine)
        await opened
        return opened

    def _connected(self) -> sqlite3.Connection:
        self._sql = self._engine.connect()
        self._sql.detach()  # SQLAlchemy executes statements on it, but it's aiosqlite that closes it
        driver: sqlite3.Connection = _driver(self._sql)
        return driver

    async def run(self, work: Work[T]) -> T:
        """Run `work` once everything asked for before is done. Returns its value.

        What has begun can't be cancelled. Raises StorageFailed if the connection is closed.
        """
        if not self._running:
            raise StorageFailed(CLOSED)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def job() -> None:  # its name is all that aiosqlite logs of it
            try:
                tell = partial(set_result, answer, work(self._sql))
            except BaseException as error:
                tell = partial(set_exception, answer, error)
            # If the loop has ended nobody waits any more, and the thread must live to close the connection.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(tell)

        self._tx.put_nowait((None, job))
        return await answer


class SQLite(Database):
    """A file that is a Parlour database with the newest schema.

    A commit is on the disk when a change returns (WAL, synchronous=FULL), in the file at its path: once that
    is another one, all changes are refused.
    """

    def __init__(self, engine: Engine, writer: _Worker, file: Path) -> None:
        """Use `open`."""
        self._engine = engine
        self._file = file
        self._written = _identities(file)
        self._writer = writer
        self._idle: list[_Worker] = []
        self._reading = asyncio.Semaphore(READERS)
        self._is_closed = False

    @classmethod
    async def open(cls, address: URL, busy_timeout: float, revision: str = NEWEST) -> Self:
        """Open the file, and bring its schema up to date.

        Missing folders and the file are made. Every connection waits `busy_timeout` seconds for another
        writer. Raises StorageFailed for anything but a sound file that can be written.
        """
        address = file_of(address)
        make_file(address)
        engine = _engine(address, busy_timeout)
        try:
            writer = await _Worker.open(engine)
            try:
                await writer.run(partial(_lay_out, busy_timeout=busy_timeout, revision=revision))
            except BaseException:
                await writer.close()
                raise
        except (DBAPIError, sqlite3.Error) as error:
            raise failed(error) from error
        return cls(engine, writer, place_of(address))

    @classmethod
    async def look_at(cls, address: URL) -> Condition:
        """See `Database`."""
        file = place_of(address)
        if not is_there(file):
            return Condition(str(file))
        try:
            async with open_file(file) as database:
                if not await database.execute_fetchall("SELECT name FROM sqlite_master LIMIT 1"):
                    return Condition(str(file))  # the first start fills it, as one that isn't there
                revision = await revision_of(database)
                await must_be_sound(database)
                await database.execute("BEGIN IMMEDIATE")
                await database.execute(WRITE)
                await _try_texts(database)
                await database.rollback()
        except aiosqlite.Error as error:
            raise failed(error) from error
        return Condition(str(file), True, size_of(file), revision == newest_revision(), is_in_use(file))

    @classmethod
    @asynccontextmanager
    async def alone(cls, address: URL, patience: float) -> AsyncIterator["asyncio.Future[None] | None"]:
        """See `Database`. The lock is a file next to the database; it isn't deleted."""
        must_be_plain(place_of(address))
        make_folder(address)
        lock = FileLock(f"{address.database}.lock", mode=OWN_MODE)
        try:
            lock.acquire(timeout=patience)
            lost: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        except Timeout:
            lost = None
        except OSError as error:
            raise StorageFailed(f"Can't lock the database file: {error.strerror}.") from error
        try:
            yield lost
        finally:
            lock.release()

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        try:
            return await self._read(partial(_read, work=work))
        except DBAPIError as error:
            raise self.failed(error, was_read=True) from error

    async def change(self, work: Work[T]) -> T:
        """See `Database`."""
        return await self._writer.run(partial(self._change, work=work))

    def _change(self, connection: Connection, work: Work[T]) -> T:
        # SQLite goes on writing to a file that was moved or deleted, where nobody looks for it.
        if _identities(self._file) != self._written:
            raise StorageFailed(MOVED)
        return _change(connection, work)

    async def pragma(self, setting: str) -> object:
        """Set or read a setting of the writing connection, outside transactions. Returns its value."""
        return await self._writer.run(partial(_setting, setting=setting))

    async def shrink(self) -> None:
        """See `Database`. It takes as much space again while it works."""
        try:
            await self._writer.run(_shrink)
        except (DBAPIError, sqlite3.Error) as error:
            raise self.failed(error) from error

    def insert_missing(self, connection: Connection, table: Table, row: Mapping[str, object]) -> None:
        """See `Database`."""
        connection.execute(insert(table).values(row).on_conflict_do_nothing())

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        cause = cause_of(error)
        if isinstance(cause, StorageFailed):
            return False
        return isinstance(cause, _ASKER) or not isinstance(cause, sqlite3.Error)

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        if isinstance(error, StorageFailed):
            return error
        return failed(error, was_read=was_read)

    async def close(self) -> None:
        """See `Database`."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            for _ in range(READERS):
                await self._reading.acquire()
            self._reading.release()  # so that reads from now on are refused
        finally:
            # The last connection to close puts the write-ahead log back into the file.
            for connection in (*self._idle, self._writer):
                await connection.close()

    async def _read(self, work: Work[T]) -> T:
        async with self._reading:
            if self._is_closed:
                raise StorageFailed(CLOSED)
            reader = self._idle.pop() if self._idle else await _Worker.open(self._engine)
            try:
                value = await reader.run(work)
            except DBAPIError:
                # It may keep using its cached pages, even when the file is sound again.
                await reader.close()
                raise
            except BaseException:
                self._idle.append(reader)
                raise
            self._idle.append(reader)
            return value


def _driver(connection: Connection) -> Any:
    """The driver's own connection: on SQLAlchemy's, every statement begins a transaction."""
    return connection.connection.dbapi_connection


def _read(connection: Connection, work: Work[T]) -> T:
    try:
        return work(connection)
    finally:
        connection.rollback()


def _change(connection: Connection, work: Work[T]) -> T:
    # A writer that begins as a reader may fail, without waiting, because somebody wrote in between.
    _driver(connection).execute("BEGIN IMMEDIATE")
    try:
        with connection.begin():
            return work(connection)
    except BaseException:
        # A commit that failed leaves the transaction open.
        connection.rollback()
        _driver(connection).rollback()
        raise


def _setting(connection: Connection, setting: str) -> object:
    row = _driver(connection).execute(f"PRAGMA {setting}").fetchone()
    return row[0] if row else None


def _shrink(connection: Connection) -> None:
    _driver(connection).execute("VACUUM")
    _setting(connection, "wal_checkpoint(TRUNCATE)")


def _lay_out(connection: Connection, busy_timeout: float, revision: str) -> None:
    """Update the schema, completely or not at all; two bots that start at once take turns.

    Raises StorageFailed if the file was written by a newer or another program, and the driver's errors.
    """
    _must_be_ours(connection)
    _write_ahead(connection, busy_timeout)
    # SQLite alters a table by copying and dropping it, which would delete the rows that refer to it.
    _setting(connection, "foreign_keys=OFF")
    _change(connection, partial(_upgrade, revision=revision))
    _setting(connection, "foreign_keys=ON")


def _upgrade(connection: Connection, revision: str) -> None:
    upgrade(connection, revision)
    # SQLite silently opens files that it can't write; this write finds out now.
    connection.exec_driver_sql(WRITE)


def file_of(address: URL) -> URL:
    """The address of a file, for this driver. Raises StorageFailed unless it names one."""
    name = address.database
    if not name or ":memory:" in name:
        raise StorageFailed(
            "storage.url has to name a file: a database in memory is lost when the bot stops."
        )
    return address.set(drivername="sqlite")


def place_of(address: URL) -> Path:
    """The database file that an address names. Raises StorageFailed unless it names one."""
    return Path((file_of(address).database or "").removeprefix("file:").partition("?")[0])


def must_be_plain(file: Path) -> None:
    """Raises StorageFailed unless an ordinary file is there, or one can be made there.

    A folder, a device or a pipe isn't one: SQLite could wait forever for it. Nor is a file made where a link
    leads nowhere, or where the one that was meant has white space at its end: the games may be there.
    """
    try:
        is_plain = stat.S_ISREG(file.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        _must_not_be_elsewhere(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise StorageFailed(f"Can't open {_short(file)}: {why}.") from error
    else:
        if not is_plain:
            raise StorageFailed(f"Can't open {file}, since it isn't an ordinary file. Choose another name.")


def _must_not_be_elsewhere(file: Path) -> None:
    """Raises StorageFailed if something suggests that a missing file is elsewhere."""
    if file.is_symlink():
        raise StorageFailed(
            f"{file} is a link to {file.readlink()}, which isn't there. Mount it, or remove the link."
        )
    with suppress(OSError):  # a folder that isn't there has no files
        for one in file.parent.iterdir():
            if one.name != file.name and trimmed(one.name) == file.name:
                raise StorageFailed(
                    f"There's no {file}, but a file whose name also has white space at its ends. Rename that "
                    "one if it has your games."
                )


def _short(file: Path) -> str:
    """The path, unless it's too long for a sentence."""
    return str(file) if len(str(file)) <= _MOST_OF_A_PATH else f"{str(file)[:_MOST_OF_A_PATH]}…"


_MOST_OF_A_PATH = 200


def make_folder(address: URL) -> None:
    """Create the folder of the database file if it's missing. Raises StorageFailed."""
    file = address.database or ""
    if file.startswith("file:"):
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"Can't create the folder for the database: {error.strerror}.") from error


def make_file(address: URL) -> None:
    """Create the database file, for its owner only, and its folder, if they're missing. Raises StorageFailed.

    SQLite gives the files next to it the same mode.
    """
    must_be_plain(place_of(address))
    make_folder(address)
    if (address.database or "").startswith("file:"):
        return  # which says itself whether SQLite may create it
    # An open file is left alone: if it were opened and closed here, this process would lose its locks.
    with suppress(OSError):  # also if it can't be created: SQLite finds a sentence for it
        os.close(os.open(place_of(address), os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_MODE))


def _identities(file: Path) -> tuple[tuple[int, int] | None, ...]:
    """Which files a database and its write-ahead log are; None for one that isn't there."""
    return tuple(_identity(one) for one in (file, file.with_name(f"{file.name}-wal")))


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def is_there(file: Path) -> bool:
    """Whether there's an ordinary file at this place. Raises StorageFailed as `must_be_plain` does."""
    must_be_plain(file)
    return file.exists()


def open_file(file: Path, mode: str = "rw", patience: float = PATIENCE) -> aiosqlite.Connection:
    """A connection that never creates the file, and only begins transactions explicitly.

    Open it by `async with`. Raises StorageFailed for what isn't an ordinary file.
    """
    must_be_plain(file)
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    # Another thread may use it only because a backup goes on in the thread of its source.
    options: dict[str, Any] = {"uri": True, "isolation_level": None, "check_same_thread": False}
    return Driver(partial(sqlite3.connect, uri, timeout=patience, **options))


async def revision_of(database: aiosqlite.Connection) -> str:
    """The version of the schema. Raises StorageFailed for a newer or another program's file."""
    if not await is_of_ours(database):
        raise StorageFailed(FOREIGN)
    versions = await database.execute_fetchall("SELECT version_num FROM alembic_version")
    return known_revision(*(version for (version,) in versions))


async def is_of_ours(database: aiosqlite.Connection) -> bool:
    """Whether it's a database of Parlour's with something in it."""
    names = await database.execute_fetchall("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = {name for (name,) in names}
    return bool(tables) and is_ours(tables)


async def must_be_sound(database: aiosqlite.Connection) -> None:
    """Raises StorageFailed for a damaged file."""
    ((found,),) = await database.execute_fetchall("PRAGMA quick_check(1)")
    if found != "ok":
        raise StorageFailed(_DAMAGED, is_lasting=True)


async def _try_texts(database: aiosqlite.Connection) -> None:
    """Save and read back every kind of text, in a transaction to be rolled back. Raises StorageFailed."""
    await database.execute(texts.MAKE.format(create="CREATE TABLE"))
    for number, said in enumerate(texts.TEXTS):
        await database.execute(texts.SAVE, {"number": number, "said": said})
    texts.must_be_the_same([said for (said,) in await database.execute_fetchall(texts.READ)])


def size_of(file: Path) -> int:
    """The size of a database with its companion files, in bytes."""
    parts = (file.with_name(file.name + ending) for ending in ("", "-wal", "-shm"))
    return sum(part.stat().st_size for part in parts if part.exists())


def is_in_use(file: Path) -> bool:
    """Whether a bot that locks out others is running with this file; see `SQLite.alone`."""
    lock = FileLock(f"{file}.lock")
    if not Path(lock.lock_file).exists():
        return False
    try:
        with lock.acquire(timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _engine(address: URL, busy_timeout: float) -> Engine:
    # An error's parameters are seeds and hands, which must not end up in a log.
    engine = create_engine(
        address, hide_parameters=True, connect_args={"timeout": busy_timeout}, poolclass=NullPool
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(driver: Any, _record: object) -> None:
    # No implicit BEGIN: readers need no transaction, and writers begin as writers.
    driver.isolation_level = None
    driver.execute("PRAGMA synchronous=FULL")
    driver.execute("PRAGMA foreign_keys=ON")
    driver.execute(f"PRAGMA journal_size_limit={LARGEST_LOG}")


def _must_be_ours(connection: Connection) -> None:
    """Raises StorageFailed for another program's database, before changing anything in it."""
    tables = _driver(connection).execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    if not is_ours({name for (name,) in tables}):
        raise StorageFailed(FOREIGN)


def _write_ahead(connection: Connection, busy_timeout: float) -> None:
    """Switch the file to write-ahead logging; the file itself remembers it."""
    patience = time.monotonic() + busy_timeout
    while True:
        try:
            _setting(connection, "journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # Only in this step, SQLite doesn't wait for others that are opening or closing the file.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
        time.sleep(0.01)


_DAMAGED = "The database file is damaged. Restore it from a copy."
_UNOPENED = "Can't open the database file. Check its path and permissions."

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk with {what} is full. Free up some space.",
    sqlite3.SQLITE_READONLY: "The database is read-only. Let the bot write to the file and its folder.",
    sqlite3.SQLITE_IOERR: "The disk with {what} failed. Check its health, quota and free space, and whether "
    "it's mounted read-only.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
    sqlite3.SQLITE_CANTOPEN: _UNOPENED,
    sqlite3.SQLITE_PERM: _UNOPENED,
}

_LASTING = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_ASKER = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


def failed(error: Exception, *, was_read: bool = False, what: str = "the database") -> StorageFailed:
    """SQLite's error as a sentence, or in the driver's own words if there is no sentence for it.

    `what` is on the disk that may be to blame.
    """
    cause = cause_of(error)
    # The low byte is the primary code; the rest says where in SQLite it happened.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith(("no such table", "no such column")):
        return StorageFailed(LACKING.format(cause=cause), is_lasting=True, was_read=was_read)
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith("Could not decode"):  # and the text
        return StorageFailed(_DAMAGED, is_lasting=True, was_read=was_read)
    sentence = _SENTENCES.get(code, f"The database refused the request: {cause}.")
    return StorageFailed(sentence.replace("{what}", what), is_lasting=code in _LASTING, was_read=was_read)
