"""Backing up a database while it is in use, and restoring one that isn't. A backup is always an SQLite file.

A copy is made next to its place, checked, and then renamed, so backing up and restoring either work
completely or change nothing. A backup of a server is a file like any other, so it can be restored to a file
or to a server. A copy whose name ends in `.gz` is compressed.
"""

import asyncio
import gzip
import os
import shutil
import sqlite3  # for the codes of its errors, which aiosqlite doesn't have
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, select, text

from storage.database import PATIENCE, Database
from storage.errors import StorageFailed
from storage.migrations import newest_revision
from storage.moving import TABLES, clear, copy_rows, is_empty
from storage.opening import address_of, is_file, only_bot, path_of
from storage.postgres import OneTransaction, migrate, name_of, revision_on_server
from storage.schema import last_copy
from storage.sqlite import (
    OWN_MODE,
    SQLite,
    failed,
    is_in_use,
    is_of_ours,
    is_there,
    make_folder,
    must_be_sound,
    open_file,
    place_of,
    revision_of,
)

T = TypeVar("T")

COMPANIONS = ("-wal", "-shm")

RESERVED = ("", *COMPANIONS, "-journal", ".lock")
"""What is added to a database's name for the files that belong to it."""

PACKED = ".gz"
"""How the name of a compressed copy ends."""

_MARK = b"parlour copy"
"""What a compressed copy has as its name inside, so that nothing else is taken for one."""

_DAMAGED = "{copy} is damaged: it can't be unpacked."

CANNOT_WRITE = "Can't write {place}. {why}"

THIS_FILE = "this file"

_UNREADABLE = (
    "This version of Parlour can't read what is in {name}, so it can't keep it. Create an empty database, "
    "set storage.url to it, and restore the copy there."
)


@dataclass(frozen=True, slots=True)
class Saved:
    """The name of the database that was saved, and how many games the copy has, those under way included."""

    name: str
    games: int


async def back_up(url: str, copy: Path, *, replaces: bool = False) -> Saved:
    """Save the database as this file; a bot can go on playing meanwhile.

    The copy is one sound file. Raises StorageFailed, also if there's a file in its place, unless that is a
    copy, too, and it `replaces` that one.
    """
    if copy.suffix == PACKED:
        saved = await _back_up_packed(url, copy, replaces=replaces)
    else:
        saved = await _back_up(url, copy, replaces=replaces)
    with suppress(StorageFailed, aiosqlite.Error):  # an older version has no place for it
        await _note(address_of(url))
    return saved


async def _back_up_packed(url: str, copy: Path, *, replaces: bool) -> Saved:
    await _must_be_free(copy, replaces=replaces)
    plain = copy.with_suffix(".unpacked")
    try:
        saved = await _back_up(url, plain)
        with _new(copy) as part:
            await asyncio.to_thread(_pack, plain, part)
    finally:
        with suppress(OSError):
            _remove(plain)
    return saved


async def _note(address: URL) -> None:
    """Note in the database that a copy of it was saved just now."""
    row = {"now": round(time.time() * 1000)}
    if is_file(address):
        async with open_file(place_of(address)) as database:
            await database.execute(_NOTE, row)
    else:
        async with OneTransaction.begun(address) as server:
            await server.change(lambda connection: connection.execute(text(_NOTE), row))


_NOTE = (
    "INSERT INTO last_copy (id, saved_at) VALUES (1, :now) "
    "ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at"
)


async def last_copied(database: Database) -> int | None:
    """When a copy of the database was last saved, in milliseconds since the epoch; None if none was.

    Raises StorageFailed.
    """
    return await database.read(lambda connection: connection.scalar(select(last_copy.c.saved_at)))


@dataclass(frozen=True, slots=True)
class Rotated:
    """The newest copy, how many there are with how many bytes, and how many older ones were deleted."""

    copy: Path
    kept: int
    size: int
    deleted: int


async def back_up_into(url: str, folder: Path, keep: int) -> tuple[Saved, Rotated]:
    """Save a compressed copy in this folder, named by the time, and keep only the newest of those there.

    Raises StorageFailed; then nothing is deleted.
    """
    copy = folder / time.strftime(f"parlour-%Y%m%d-%H%M%S.sqlite3{PACKED}")
    return await back_up(url, copy), _rotate(copy, keep)


def _rotate(copy: Path, keep: int) -> Rotated:
    """Delete all but the newest copies next to this one. Raises StorageFailed."""
    try:
        there = sorted(copy.parent.glob(f"parlour-{'?' * 8}-{'?' * 6}.sqlite3{PACKED}"))
        for old in there[:-keep]:
            old.unlink()
        kept = there[-keep:]
        return Rotated(copy, len(kept), sum(one.stat().st_size for one in kept), len(there[:-keep]))
    except OSError as error:
        raise StorageFailed(f"Can't delete older copies in {copy.parent}: {error.strerror}.") from error


async def _back_up(url: str, copy: Path, *, replaces: bool = False) -> Saved:
    """See `back_up`, for a copy that isn't compressed."""
    address = address_of(url)
    if not is_file(address):
        await _must_be_free(copy, replaces=replaces)
        return await _back_up_server(address, copy)
    file = path_of(url)
    _must_be_another(file, copy)
    await _must_be_free(copy, replaces=replaces)
    async with _reading(file) as source:
        with _new(copy) as part:
            games = await _fill(part, source)
    return Saved(str(file), games)


async def restore(copy: Path, url: str, *, replaces: bool = False) -> tuple[str, Path | None]:
    """Put this copy in place of the database, which no bot may be using.

    Returns the place, and where the replaced database now is, if there was one. Raises StorageFailed if the
    copy is damaged or too new, somebody uses the database, or there is one, unless it `replaces` that one.
    """
    address = address_of(url)
    if not is_there(copy):
        raise StorageFailed(f"There's no copy at {copy}.")
    if not is_file(address):
        return await _restore_server(copy, address, replaces=replaces)
    file = path_of(url)
    _must_be_allowed(copy, file, replaces)
    make_folder(address)
    async with only_bot(url, patience=0):
        return str(file), await _put(copy, file)


def _must_be_another(file: Path, copy: Path) -> None:
    """Raises StorageFailed if there's nothing to back up, or the copy would be one of its own files."""
    if not is_there(file):
        raise StorageFailed(f"There's no database at {file} to back up.")
    own = [file.resolve().with_name(f"{file.resolve().name}{ending}") for ending in RESERVED]
    if copy.parent.resolve() / copy.name in own or (is_there(copy) and copy.samefile(file)):
        raise StorageFailed(f"{copy} belongs to the database itself. Choose another name.")


def _must_be_allowed(copy: Path, file: Path, replaces: bool) -> None:
    """Raises StorageFailed if this copy can't be put there."""
    if is_there(file):
        if copy.samefile(file):
            raise StorageFailed(f"{copy} is the database itself. Choose a copy of it.")
        if not replaces:
            raise StorageFailed(
                f"{file} already exists. Add --replace: the current database is renamed, not deleted."
            )
        if is_in_use(file):
            raise StorageFailed(f"A bot is running with {file}. Stop it first.")


async def _put(copy: Path, file: Path) -> Path | None:
    """Put the copy in place of the file. Returns where the replaced file is now, if there was one."""
    _belong(file.with_name(f"{file.name}.lock"), file.parent)
    async with _reading_copy(copy, file.parent) as source:
        await _must_be_unused(file)
        with _new(file) as part:
            await _fill(part, source)
            return _keep(file)


async def _must_be_unused(file: Path) -> None:
    """Raises StorageFailed if any program has the database open, even one that shares it.

    To leave write-ahead logging, SQLite needs the file to itself. A damaged file counts as unused.
    """
    if not is_there(file):
        return
    try:
        async with open_file(file, patience=0) as database:
            await database.execute_fetchall("PRAGMA journal_mode=DELETE")
    except aiosqlite.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageFailed(f"A program is using {file}. Stop it first.") from error


def _keep(file: Path) -> Path | None:
    """Keep the file under another name, which is returned; None if there's no file.

    Companions that a damaged or deleted file left behind move too: SQLite would read them into the new file.
    """
    kept = file.with_name(f"{file.name}.{_replaced_now()}")
    for ending in COMPANIONS:
        companion = file.with_name(file.name + ending)
        if companion.exists():
            companion.replace(kept.with_name(kept.name + ending))
    if not file.exists():
        return None
    try:
        os.link(file, kept)  # so that there's a database in this place at every moment
    except OSError:
        file.replace(kept)
    return kept


def _replaced_now() -> str:
    """The end of a name for what is replaced now."""
    return time.strftime("replaced-%Y%m%d-%H%M%S")


async def _back_up_server(address: URL, copy: Path) -> Saved:
    """Save a snapshot of everything in one file; bots go on playing.

    It leaves out what belongs to running processes. Raises StorageFailed.
    """
    name = name_of(address)
    async with OneTransaction.begun(address, is_snapshot=True) as origin:
        revision = await origin.read(revision_on_server)
        if not revision:
            raise StorageFailed(f"There's nothing in {name} to back up.")
        games = await _save(origin, copy, revision)
    return Saved(name, games)


async def _restore_server(copy: Path, address: URL, *, replaces: bool = False) -> tuple[str, Path | None]:
    """Replace what is in the database with this copy. No bot may be using it.

    Returns the database's name, and the file that has its old contents, if there were any. It's one
    transaction: all of it happens, or nothing. Raises StorageFailed.
    """
    name, kept = name_of(address), None
    async with OneTransaction.begun(address) as target:
        await target.keep_bots_away(name)
        has_rows = await _readable(name, target.change(_has_rows))
        if has_rows and not replaces:
            raise StorageFailed(
                f"There are games in {name} already. Add --replace: they're saved as a file next to {copy}."
            )
        async with _opened(copy) as origin:
            if has_rows:
                kept = copy.with_name(f"{address.database}.{_replaced_now()}.sqlite3")
                await _readable(name, _save(target, kept, newest_revision()))
            await target.change(clear)
            await copy_rows(origin, target)
    return name, kept


async def _readable(name: str, looking: Awaitable[T]) -> T:
    """What it finds. Raises StorageFailed, which for a newer or damaged database says what a host can do."""
    try:
        return await looking
    except StorageFailed as error:
        if error.is_lasting:
            raise StorageFailed(_UNREADABLE.format(name=name)) from error
        raise


def _has_rows(connection: Connection) -> bool:
    """Whether there's anything; nobody else writes until the end of the transaction, but reading is fine."""
    migrate(connection)
    connection.execute(text(f"LOCK TABLE {', '.join(table.name for table in TABLES)} IN EXCLUSIVE MODE"))
    return not is_empty(connection)


@asynccontextmanager
async def _opened(copy: Path) -> AsyncIterator[SQLite]:
    """The copy with the newest schema: a duplicate, since a backup is never changed. Raises StorageFailed."""
    with TemporaryDirectory(prefix="parlour-") as folder:
        own = Path(folder) / "copy.sqlite3"
        async with _reading_copy(copy, Path(folder)) as source:
            with _new(own) as part:
                await _fill(part, source)
        async with await SQLite.open(address_of(str(own)), PATIENCE) as opened:
            yield opened


async def _save(origin: OneTransaction, place: Path, revision: str) -> int:
    """Save everything as a sound file in this place, with the schema of `revision`; how many games it has.

    Raises StorageFailed.
    """
    with _new(place) as part:
        try:
            copy = await _Part.open(address_of(str(part)), PATIENCE, revision)
        except StorageFailed as error:
            raise StorageFailed(CANNOT_WRITE.format(place=place, why=error)) from error
        copy.place = place
        async with copy:
            await copy.pragma("synchronous=OFF")  # `_finish` waits for the disk, once
            await copy_rows(origin, copy)
        return await _finish(part)


class _Part(SQLite):
    """The file being written. Its errors name it, since the other database can fail too."""

    place: Path
    """Where it will be."""

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        why = failed(error, was_read=was_read, what=THIS_FILE)
        return StorageFailed(CANNOT_WRITE.format(place=self.place, why=why))


async def _must_be_free(copy: Path, *, replaces: bool) -> None:
    """Raises StorageFailed if there's anything in this place, unless it `replaces` a copy."""
    if not is_there(copy):
        return
    if not replaces:
        raise StorageFailed(f"{copy} already exists. Choose another name, or add --replace.")
    if not await _is_copy(copy):
        raise StorageFailed(f"{copy} isn't a copy of Parlour's games, so it stays. Choose another name.")


async def _is_copy(file: Path) -> bool:
    """Whether this file was made by a backup. A database that was ever in use isn't a copy."""
    if _writes_ahead(file):
        return False
    if _is_packed(file):
        return True
    try:
        async with open_file(file, "ro&immutable=1") as database:
            return await is_of_ours(database)
    except aiosqlite.Error:
        return False


def _is_packed(file: Path) -> bool:
    """Whether this file is a compressed copy, by its header."""
    try:
        with file.open("rb") as opened:
            return opened.read(10 + len(_MARK) + 1)[10:] == _MARK + b"\0"
    except OSError:
        return False


def _pack(plain: Path, part: Path) -> None:
    with (
        plain.open("rb") as source,
        part.open("wb") as file,
        gzip.GzipFile(_MARK.decode(), "wb", 6, file, mtime=0) as packed,
    ):
        shutil.copyfileobj(source, packed, 1 << 20)
    _on_the_disk(part)


def _unpack(copy: Path, plain: Path) -> None:
    """Raises StorageFailed if it's damaged, or can't be written."""
    try:
        with gzip.open(copy) as packed, plain.open("wb") as file:
            shutil.copyfileobj(packed, file, 1 << 20)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise StorageFailed(_DAMAGED.format(copy=copy)) from error
    except OSError as error:
        raise StorageFailed(CANNOT_WRITE.format(place=plain, why=f"{error.strerror}.")) from error


def _writes_ahead(file: Path) -> bool:
    """Whether it's in write-ahead logging, by its header; `_finish` takes copies out of it."""
    try:
        with file.open("rb") as opened:
            return opened.read(20)[18:] == b"\2\2"
    except OSError:
        return False


@asynccontextmanager
async def _reading(file: Path, mode: str = "rw") -> AsyncIterator[aiosqlite.Connection]:
    """Open a database that is Parlour's and not too new. Raises StorageFailed.

    Whether it's sound is seen in the copy of it that is made: a bot's log can't shrink while we read.
    """
    try:
        async with open_file(file, mode) as database:
            await revision_of(database)
            yield database
    except aiosqlite.Error as error:
        raise failed(error) from error


@asynccontextmanager
async def _reading_copy(copy: Path, folder: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Open a copy; a compressed one is unpacked into this folder for so long. Raises StorageFailed."""
    is_packed = _is_packed(copy)
    with TemporaryDirectory(prefix=".parlour-", dir=folder) if is_packed else nullcontext("") as own:
        plain = Path(own) / "copy.sqlite3" if is_packed else copy
        if is_packed:
            await asyncio.to_thread(_unpack, copy, plain)
        async with _reading(plain, _mode_for(plain)) as source:
            yield source


def _mode_for(copy: Path) -> str:
    """The mode to open a copy in: without companion files, it can even be in a read-only folder."""
    return "rw" if copy.with_name(f"{copy.name}-wal").exists() else "ro&immutable=1"


@contextmanager
def _new(place: Path) -> Iterator[Path]:
    """An empty file to fill, which comes to this place at the end of the block, unless that raises.

    It does so in a way that survives a crash of the machine. Raises StorageFailed if it can't be written.
    """
    part = place.with_name(f"{place.name}.part")
    try:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_MODE))
        _belong(part, place if place.exists() else place.absolute().parent)
        yield part
        part.replace(place)
        _on_the_disk(place.absolute().parent)
    except OSError as error:
        raise StorageFailed(f"Can't write {place}: {error.strerror}.") from error
    except aiosqlite.Error as error:
        raise StorageFailed(CANNOT_WRITE.format(place=place, why=failed(error, what=THIS_FILE))) from error
    finally:
        with suppress(OSError):
            _remove(part)


async def _fill(part: Path, source: aiosqlite.Connection) -> int:
    """Copy the source to this file; see `_finish`."""
    async with open_file(part) as copy:
        await source.backup(copy)
    return await _finish(part)


async def _finish(part: Path) -> int:
    """Make it one file, check it, and wait for the disk. Returns how many games it has that have begun.

    Raises StorageFailed, and the driver's errors.
    """
    async with open_file(part) as copy:
        # This leaves no companion files. The bot's next start switches back to write-ahead logging.
        await copy.execute_fetchall("PRAGMA journal_mode=DELETE")
        await must_be_sound(copy)
        ((games,),) = await copy.execute_fetchall("SELECT count(started_at) FROM sessions")
    await asyncio.to_thread(_on_the_disk, part)
    return int(games)


def _belong(file: Path, like: Path) -> None:
    """Give the file to the owner of another, if we may: the bot may run as a different user than its host."""
    owner = like.stat()
    with suppress(PermissionError):
        os.chown(file, owner.st_uid, owner.st_gid)


def _on_the_disk(path: Path) -> None:
    """Wait until the contents of this file or folder are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    for ending in ("", *COMPANIONS):
        part.with_name(part.name + ending).unlink(missing_ok=True)
