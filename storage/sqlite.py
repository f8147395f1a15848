"""An SQLite file: opening it, its threads, and its errors as sentences.

SQLite blocks until it has answered, so queries run in threads: one that writes and some that read.
A whole transaction is one trip there and back.
"""

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from storage.database import Work, cause_of
from storage.errors import FOREIGN, HELD, LACKING, StorageFailed
from storage.migrating import NEWEST, is_ours, upgrade

T = TypeVar("T")

READERS = 4
"""How many threads read at once; they start when needed."""


class SQLite:
    """A file that is a Parlour database with the newest schema.

    A commit is on the disk when a change returns (WAL, synchronous=FULL).
    """

    def __init__(self, address: URL, busy_timeout: float) -> None:
        """Every connection waits `busy_timeout` seconds for another writer."""
        self._reading = _engine(address, busy_timeout, READERS)
        self._writing = _engine(address, busy_timeout, 1)
        # A writer that begins as a reader may fail, without waiting, because somebody wrote in between.
        event.listen(self._writing, "begin", _begin_writing)
        self._readers = ThreadPoolExecutor(READERS, "database reader")
        self._writer = ThreadPoolExecutor(1, "database writer")

    @classmethod
    async def open(cls, address: URL, busy_timeout: float) -> "SQLite":
        """Open the file, and bring its schema up to date.

        Missing folders and the file are made. Raises StorageFailed for anything but a sound file that can be
        written.
        """
        address = file_of(address)
        await asyncio.to_thread(migrate, address, busy_timeout)
        return cls(address, busy_timeout)

    async def read(self, work: Work[T]) -> T:
        """See `Database`."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _read, self._reading, work)

    async def change(self, work: Work[T]) -> T:
        """See `Database`."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, _change, self._writing, work)

    async def pragma(self, setting: str) -> object:
        """Set or read a setting of the writing connection, outside transactions. Returns its value."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, _setting, self._writing, setting)

    def tell(self, connection: Connection, word: str) -> None:
        """See `Database`. Nothing to do: nobody shares it."""

    def is_request_at_fault(self, error: Exception) -> bool:
        """See `Database`."""
        cause = cause_of(error)
        return isinstance(cause, _ASKER) or not isinstance(cause, sqlite3.Error)

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        return failed(error, was_read=was_read)

    async def close(self) -> None:
        """See `Database`."""
        await asyncio.get_running_loop().run_in_executor(None, self._close)

    def _close(self) -> None:
        # The writer last: the last connection to close puts the write-ahead log back into the file.
        for threads, engine in ((self._readers, self._reading), (self._writer, self._writing)):
            threads.shutdown()
            engine.dispose()


def _read(engine: Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        try:
            return work(connection)
        except DBAPIError:
            # It may keep using its cached pages, even when the file is sound again.
            connection.invalidate()
            raise


def _change(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _setting(engine: Engine, setting: str) -> object:
    with engine.connect() as connection:
        # The driver's own connection: SQLAlchemy would begin a transaction first.
        driver = connection.connection.dbapi_connection
        assert driver is not None
        row = driver.cursor().execute(f"PRAGMA {setting}").fetchone()
        return row[0] if row else None


def file_of(address: URL) -> URL:
    """The address of a file, for this driver. Raises StorageFailed unless it names one."""
    name = address.database
    if not name or ":memory:" in name:
        raise StorageFailed(
            "storage.url has to name a file: a database in memory is lost when the bot stops."
        )
    return address.set(drivername="sqlite")


def migrate(address: URL, busy_timeout: float, revision: str = NEWEST) -> None:
    """Update the schema, completely or not at all; two bots that start at once take turns.

    Raises StorageFailed if the file was written by a newer program, or cannot be opened or written.
    """
    make_folder(address)
    engine = _engine(address, busy_timeout)
    event.listen(engine, "begin", _begin_writing)
    try:
        with engine.connect() as connection:
            _must_be_ours(connection.connection.dbapi_connection)
            _write_ahead(connection, busy_timeout)
            # SQLite alters a table by copying and dropping it, which would delete the rows that refer to it.
            _pragma(connection.connection.dbapi_connection, "foreign_keys=OFF")
            with connection.begin():
                upgrade(connection, revision)
                # SQLite silently opens files that it can't write; this write finds out now.
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    except (DBAPIError, sqlite3.Error) as error:
        raise failed(error) from error


def make_folder(address: URL) -> None:
    """Create the folder of the database file if it's missing. Raises StorageFailed."""
    file = address.database or ""
    if file.startswith("file:"):
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"Can't create the folder for the database: {error.strerror}.") from error


def _engine(address: URL, busy_timeout: float, connections: int = 0) -> Engine:
    """An engine that keeps this many connections open; none if 0."""
    pool = {"poolclass": QueuePool, "pool_size": connections} if connections else {"poolclass": NullPool}
    # An error's parameters are seeds and hands, which must not end up in a log.
    engine = create_engine(address, hide_parameters=True, connect_args={"timeout": busy_timeout}, **pool)
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    # No implicit BEGIN: readers need no transaction, and writers begin as writers.
    connection.isolation_level = None
    _pragma(connection, "synchronous=FULL", "foreign_keys=ON")


def _begin_writing(connection: Connection) -> None:
    # Straight to the driver, because every change comes through here.
    connection.connection.cursor().execute("BEGIN IMMEDIATE")


def _pragma(connection: Any, *settings: str) -> None:
    cursor = connection.cursor()
    for setting in settings:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _must_be_ours(connection: Any) -> None:
    """Raises StorageFailed for another program's database, before changing anything in it."""
    cursor = connection.cursor()
    tables = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    cursor.close()
    if not is_ours(tables):
        raise StorageFailed(FOREIGN)


def _write_ahead(connection: Connection, busy_timeout: float) -> None:
    """Switch the file to write-ahead logging; the file itself remembers it."""
    patience = time.monotonic() + busy_timeout
    while True:
        try:
            return _pragma(connection.connection.dbapi_connection, "journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # Only in this step, SQLite doesn't wait for others that are opening or closing the file.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
        time.sleep(0.01)


_DAMAGED = "The database file is damaged. Restore it from a copy."
_UNOPENED = "Can't open the database file. Check its path and permissions."

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk with the database is full. Free up some space.",
    sqlite3.SQLITE_READONLY: "The database is read-only. Let the bot write to the file and its folder.",
    sqlite3.SQLITE_IOERR: "The disk with the database failed. Check its health, quota and free space.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
    sqlite3.SQLITE_CANTOPEN: _UNOPENED,
    sqlite3.SQLITE_PERM: _UNOPENED,
}

_LASTING = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_ASKER = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


def failed(error: Exception, *, was_read: bool = False) -> StorageFailed:
    """SQLite's error as a sentence, or in the driver's own words if there is no sentence for it."""
    cause = cause_of(error)
    # The low byte is the primary code; the rest says where in SQLite it happened.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith(("no such table", "no such column")):
        return StorageFailed(LACKING.format(cause=cause), is_lasting=True, was_read=was_read)
    if code == sqlite3.SQLITE_ERROR and str(cause).startswith("Could not decode"):  # and the text
        return StorageFailed(_DAMAGED, is_lasting=True, was_read=was_read)
    sentence = _SENTENCES.get(code, f"The database refused the request: {cause}.")
    return StorageFailed(sentence, is_lasting=code in _LASTING, was_read=was_read)
