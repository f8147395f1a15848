"""A look at a database that changes nothing in it: is it ours, sound, up to date, and can it be written?"""

import sqlite3
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from storage.errors import FOREIGN, LACKING, NEWER, StorageFailed
from storage.locking import locked_by_us
from storage.migrating import is_ours, newest_revision
from storage.opening import address_of, is_file, name_of
from storage.postgres import Postgres
from storage.sqlite import Driver, failed, must_be_plain, place_of

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
    return place_of(address)


async def look_at(url: str) -> Condition:
    """The state of the database. Raises StorageFailed if it can't be read or written, or isn't Parlour's."""
    address = address_of(url)
    if is_file(address):
        file = path_of(url)
        return await _look_at_file(file) if is_there(file) else Condition(str(file))
    return await _look_at_server(address)


def is_there(file: Path) -> bool:
    """Whether there's anything at this place."""
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
    return _known(*(version for (version,) in versions))


async def is_of_ours(database: aiosqlite.Connection) -> bool:
    """Whether it's a database of Parlour's with something in it."""
    names = await database.execute_fetchall("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = {name for (name,) in names}
    return bool(tables) and is_ours(tables)


async def must_be_sound(database: aiosqlite.Connection) -> None:
    """Raises StorageFailed for a damaged file."""
    ((found,),) = await database.execute_fetchall("PRAGMA quick_check(1)")
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


async def _look_at_file(file: Path) -> Condition:
    try:
        async with open_file(file) as database:
            revision = await revision_of(database)
            await must_be_sound(database)
            await database.execute("BEGIN IMMEDIATE")
            await database.execute(_WRITE)
            await database.rollback()
    except aiosqlite.Error as error:
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
    return _known(*connection.scalars(text("SELECT version_num FROM alembic_version"))) if tables else ""


def _read_and_write(connection: Connection) -> tuple[int, str]:
    """The database's size and its schema's version. Also writes something: roll it back."""
    revision = revision_on_server(connection)
    if revision:
        connection.execute(text(_WRITE))
    return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0), revision


_WRITE = "UPDATE alembic_version SET version_num = version_num"


def _known(*revisions: str) -> str:
    """The only revision. Raises StorageFailed for that of a newer program, and if there isn't one."""
    if len(revisions) != 1:
        raise StorageFailed(LACKING.format(cause="its version"), is_lasting=True)
    if revisions[0] > newest_revision():
        raise StorageFailed(NEWER)
    return revisions[0]
