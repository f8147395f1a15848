"""A look at a database that changes nothing in it: is it ours, sound, up to date, and can it be written?"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout

from storage.database import address_of
from storage.errors import FOREIGN, StorageFailed, storage_failed
from storage.schema import lines

PATIENCE = 5.0
"""Seconds to wait for somebody who is writing."""

NEWER = "A newer version of Parlour wrote this database. Update this one."


@dataclass(frozen=True, slots=True)
class Condition:
    """How a database file is. `size` is in bytes, with the companion files that it has while in use."""

    file: Path
    exists: bool = False
    size: int = 0
    is_newest: bool = True
    """Whether it has the schema of this version; if not, the next start updates it."""
    is_in_use: bool = False
    """Whether a bot that keeps others off runs with it."""


def file_of(url: str) -> Path:
    """The database file that a URL or a path names. Raises StorageFailed if it names none."""
    name = address_of(url).database or ""
    return Path(name.removeprefix("file:").partition("?")[0])


def look_at(url: str) -> Condition:
    """How the database is. Raises StorageFailed if it can't be read or written, or isn't Parlour's."""
    file = file_of(url)
    if not file.exists():
        return Condition(file)
    try:
        with closing(open_file(file)) as database:
            revision = revision_of(database)
            must_be_sound(database)
            _must_take_writes(database)
    except sqlite3.Error as error:
        raise storage_failed(error) from error
    return Condition(file, True, size_of(file), revision == newest_revision(), is_in_use(file))


def open_file(file: Path, mode: str = "rw", patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that makes no file, and begins transactions when told."""
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def revision_of(database: sqlite3.Connection) -> str:
    """The version of the schema. Raises StorageFailed for a newer or another program's file."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables >= {"alembic_version", lines.name}:
        raise StorageFailed(FOREIGN)
    revision = str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    if revision not in {one.revision for one in _revisions().walk_revisions()}:
        raise StorageFailed(NEWER)
    return revision


def newest_revision() -> str | None:
    """The version of the schema that this program brings every database to."""
    return _revisions().get_current_head()


def size_of(file: Path) -> int:
    """The bytes of a database with its companion files."""
    parts = (file.with_name(file.name + ending) for ending in ("", "-wal", "-shm"))
    return sum(part.stat().st_size for part in parts if part.exists())


def _revisions() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    return ScriptDirectory.from_config(config)


def must_be_sound(database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StorageFailed("The database file is damaged. Restore it from a copy.", is_lasting=True)


def _must_take_writes(database: sqlite3.Connection) -> None:
    """Write something and take it back."""
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE alembic_version SET version_num = version_num")
    database.execute("ROLLBACK")


def is_in_use(file: Path) -> bool:
    """Whether a bot that keeps others off runs with this file; see `storage.alone`."""
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
