"""Backups: a copy of a database that may be in use, and a copy put in the place of one that isn't.

Either takes effect at once or not at all: it is written beside its place, checked, and then renamed.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from storage.alone import alone
from storage.checkup import is_in_use, must_be_sound, open_file, path_of, revision_of
from storage.errors import StorageFailed
from storage.opening import address_of
from storage.sqlite import failed, make_folder

OWN_MODE = 0o600
"""A copy contains the cards and seeds of games under way: only its owner reads it."""

COMPANIONS = ("-wal", "-shm")


def back_up(url: str, copy: Path, *, replaces: bool = False) -> Path:
    """Save the database as this file, as it is now; a bot can go on playing. Returns what was saved.

    The copy is one sound file. Raises StorageFailed, also if it's there already and not to be replaced.
    """
    file = path_of(url)
    if not file.exists():
        raise StorageFailed(f"There's no database at {file} to back up.")
    if copy.exists() and (not replaces or copy.samefile(file)):
        raise StorageFailed(f"{copy} is there already. Choose another name, or add --replace.")
    with _reading(file, "rw") as source, _written(copy, source) as part:
        part.replace(copy)
        _on_the_disk(copy.absolute().parent)
    return file


async def restore(copy: Path, url: str, *, replaces: bool = False) -> tuple[Path, Path | None]:
    """Put this copy in the place of the database, where no bot is running.

    Returns the place, and where the replaced database now is, if there was one. Raises StorageFailed if the
    copy isn't sound or too new, somebody uses the database, or there is one and it's not to be replaced.
    """
    file = path_of(url)
    await asyncio.to_thread(_must_be_allowed, copy, file, replaces)
    make_folder(address_of(url))
    async with alone(url, patience=0):
        return file, await asyncio.to_thread(_put, copy, file)


def _must_be_allowed(copy: Path, file: Path, replaces: bool) -> None:
    """Raises StorageFailed if this copy can't be put there."""
    if not copy.exists():
        raise StorageFailed(f"There's no copy at {copy}.")
    if file.exists():
        if copy.samefile(file):
            raise StorageFailed(f"{copy} is the database itself.")
        if not replaces:
            raise StorageFailed(
                f"{file} is there already. Add --replace: what is there now is kept beside it."
            )
        if is_in_use(file):
            raise StorageFailed(f"A bot is running with {file}. Stop it first.")


def _put(copy: Path, file: Path) -> Path | None:
    """Put the copy in the place of the file; where what was there now is."""
    _belong(file.with_name(f"{file.name}.lock"), file.absolute().parent)
    with _reading(copy, _mode_for(copy)) as source:
        _must_be_unused(file)
        with _written(file, source) as part:
            kept = _keep(file)
            part.replace(file)
            _on_the_disk(file.absolute().parent)
    return kept


@contextmanager
def _reading(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A sound database of Parlour's that isn't too new. Raises StorageFailed."""
    try:
        with closing(open_file(file, mode)) as database:
            revision_of(database)
            must_be_sound(database)
            yield database
    except sqlite3.Error as error:
        raise failed(error) from error


@contextmanager
def _written(place: Path, source: sqlite3.Connection) -> Iterator[Path]:
    """A copy of the source beside `place`, which is gone at the end of the block unless it was moved."""
    part = place.with_name(f"{place.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_MODE))
        _belong(part, place if place.exists() else place.absolute().parent)
        with closing(open_file(part)) as copy:
            source.backup(copy)
            # One file, without companions: the next start of a bot takes it back to write-ahead logging.
            copy.execute("PRAGMA journal_mode=DELETE")
            must_be_sound(copy)
        _on_the_disk(part)
        yield part
    except OSError as error:
        raise StorageFailed(f"Can't write {place}: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise StorageFailed(f"Can't write {place}. {failed(error)}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _mode_for(copy: Path) -> str:
    """How to open a copy: one without a companion file can be anywhere, even where nothing can be written."""
    return "rw" if copy.with_name(f"{copy.name}-wal").exists() else "ro&immutable=1"


def _must_be_unused(file: Path) -> None:
    """Raises StorageFailed if any program has the database open, even one that shares it.

    To leave write-ahead logging, SQLite needs the file for itself. A damaged file is as good as unused.
    """
    if not file.exists():
        return
    try:
        with closing(open_file(file, patience=0)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageFailed(f"A program is using {file}. Stop it first.") from error


def _keep(file: Path) -> Path | None:
    """Keep what is there under another name; None if nothing is.

    Companions that a damaged or deleted file has left go with it: SQLite would read them into the new file.
    """
    kept = file.with_name(f"{file.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")
    for ending in COMPANIONS:
        companion = file.with_name(file.name + ending)
        if companion.exists():
            companion.replace(kept.with_name(kept.name + ending))
    if not file.exists():
        return None
    try:
        os.link(file, kept)  # so that there's a database in its place at every moment
    except OSError:
        file.replace(kept)
    return kept


def _belong(file: Path, like: Path) -> None:
    """Give the file to the owner of another, if we may: the bot may run as somebody else than its host."""
    owner = like.stat()
    with suppress(PermissionError):
        os.chown(file, owner.st_uid, owner.st_gid)


def _on_the_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
