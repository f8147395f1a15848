"""A look at a database that changes nothing in it: is it ours, sound, up to date, and can it be written?"""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from storage.errors import FOREIGN, NEWER, StorageFailed
from storage.locking import locked_by_us
from storage.migrating import is_ours, newest_revision
from storage.opening import address_of, is_file, name_of
from storage.postgres import Postgres
from storage.sqlite import failed, file_of

PATIENCE = 5.0
"""Seconds to wait for another writer."""

ON_A_SERVER = "The games are on a database server, not in a file."


@dataclass(frozen=True, slots=True)
class Condition:
    """The state of a database. `size` is in bytes, including the companion files of a file in use."""

    name: str
    """The file, or the database and its server; never a password."""
    exists: bool = False
    size: int = 0
    is_newest: bool = True
    """Whether it has the schema of this version; if not, the next start updates it."""
    is_in_use: bool = False
    """Whether a bot that locks out others is running with it."""


def path_of(url: str) -> Path:
    """The database file that a URL or a path names. Raises StorageFailed if it's on a server."""
    address = address_of(url)
    if not is_file(address):
        raise StorageFailed(ON_A_SERVER)
    return Path((file_of(address).database or "").removeprefix("file:").partition("?")[0])


async def look_at(url: str) -> Condition:
    """The state of the database. Raises StorageFailed if it can't be read or written, or isn't Parlour's."""
    address = address_of(url)
    if is_file(address):
        return await asyncio.to_thread(_look_at_file, path_of(url))
    return await _look_at_server(address)


def open_file(file: Path, mode: str = "rw", patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that never creates the file, and only begins transactions explicitly."""
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def revision_of(database: sqlite3.Connection) -> str:
    """The version of the schema. Raises StorageFailed for a newer or another program's file."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables or not is_ours(tables):
        raise StorageFailed(FOREIGN)
    return _known(str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0]))


def must_be_sound(database: sqlite3.Connection) -> None:
    """Raises StorageFailed for a damaged file."""
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StorageFailed("The database file is damaged. Restore it from a copy.", is_lasting=True)


def size_of(file: Path) -> int:
    """The size of a database with its companion files, in bytes."""
    parts = (file.with_name(file.name + ending) for ending in ("", "-wal", "-shm"))
    return sum(part.stat().st_size for part in parts if part.exists())


def is_in_use(file: Path) -> bool:
    """Whether a bot that locks out others is running with this file; see `storage.only_bot`."""
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


def _look_at_file(file: Path) -> Condition:
    if not file.exists():
        return Condition(str(file))
    try:
        with closing(open_file(file)) as database:
            revision = revision_of(database)
            must_be_sound(database)
            database.execute("BEGIN IMMEDIATE")
            database.execute(_WRITE)
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise failed(error) from error
    return Condition(str(file), True, size_of(file), revision == newest_revision(), is_in_use(file))


async def _look_at_server(address: URL) -> Condition:
    database = Postgres.of(address, PATIENCE)
    try:
        async with database.connected() as connection:
            size, revision = await connection.run_sync(_read_and_write)
            await connection.rollback()
    except DBAPIError as error:
        raise database.failed(error) from error
    finally:
        await database.close()
    name = name_of(address)
    if not revision:
        return Condition(name)
    async with locked_by_us(address, 0) as lock:
        return Condition(name, True, size, revision == newest_revision(), lock is None)


def revision_on_server(connection: Connection) -> str:
    """The version of the schema on a server; empty if the database is. Raises StorageFailed."""
    tables = inspect(connection).get_table_names()
    if not is_ours(tables):
        raise StorageFailed(FOREIGN)
    return _known(str(connection.scalar(text("SELECT version_num FROM alembic_version")))) if tables else ""


def _read_and_write(connection: Connection) -> tuple[int, str]:
    """The database's size and its schema's version. Also writes something: roll it back."""
    revision = revision_on_server(connection)
    if revision:
        connection.execute(text(_WRITE))
    return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0), revision


_WRITE = "UPDATE alembic_version SET version_num = version_num"


def _known(revision: str) -> str:
    """Raises StorageFailed for the revision of a newer program."""
    if revision > newest_revision():
        raise StorageFailed(NEWER)
    return revision
