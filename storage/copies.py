"""Copying a database into one file, which is made next to its place, checked, and then renamed.

So the copy appears complete or not at all.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import aiosqlite

from storage.checkup import is_of_ours, is_there, must_be_sound, open_file, revision_of
from storage.errors import StorageFailed
from storage.sqlite import OWN_MODE, failed, must_be_plain

COMPANIONS = ("-wal", "-shm")

RESERVED = ("", *COMPANIONS, "-journal", ".lock")
"""What is added to a database's name for the files that belong to it."""

CANNOT_WRITE = "Can't write {place}. {why}"


async def must_be_free(copy: Path, *, replaces: bool) -> None:
    """Raises StorageFailed if there's anything in this place, unless it `replaces` a copy."""
    must_be_plain(copy)
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
    try:
        async with open_file(file, "ro&immutable=1") as database:
            return await is_of_ours(database)
    except aiosqlite.Error:
        return False


def _writes_ahead(file: Path) -> bool:
    """Whether it's in write-ahead logging, by its header; `finish` takes copies out of it."""
    try:
        with file.open("rb") as opened:
            return opened.read(20)[18:] == b"\2\2"
    except OSError:
        return False


def must_be_there(copy: Path) -> None:
    """Raises StorageFailed if there's no copy."""
    must_be_plain(copy)
    if not copy.exists():
        raise StorageFailed(f"There's no copy at {copy}.")


@asynccontextmanager
async def reading(file: Path, mode: str = "rw") -> AsyncIterator[aiosqlite.Connection]:
    """Open a database that is Parlour's, sound and not too new. Raises StorageFailed."""
    try:
        async with open_file(file, mode) as database:
            await revision_of(database)
            await must_be_sound(database)
            yield database
    except aiosqlite.Error as error:
        raise failed(error) from error


def mode_for(copy: Path) -> str:
    """The mode to open a copy in: without companion files, it can even be in a read-only folder."""
    return "rw" if copy.with_name(f"{copy.name}-wal").exists() else "ro&immutable=1"


@contextmanager
def part_of(place: Path) -> Iterator[Path]:
    """An empty file next to `place`, deleted at the end of the block unless it was moved there.

    Raises StorageFailed if it can't be written.
    """
    part = place.with_name(f"{place.name}.part")
    try:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_MODE))
        belong(part, place if place.exists() else place.absolute().parent)
        yield part
    except OSError as error:
        raise StorageFailed(f"Can't write {place}: {error.strerror}.") from error
    except aiosqlite.Error as error:
        raise StorageFailed(CANNOT_WRITE.format(place=place, why=failed(error))) from error
    finally:
        with suppress(OSError):
            _remove(part)


@asynccontextmanager
async def written(place: Path, source: aiosqlite.Connection) -> AsyncIterator[Path]:
    """A copy of the source, as a file like that of `part_of`."""
    with part_of(place) as part:
        async with open_file(part) as copy:
            await source.backup(copy)
        await finish(part)
        yield part


async def finish(part: Path) -> None:
    """Make it one file, check it, and wait for the disk. Raises StorageFailed, and the driver's errors."""
    async with open_file(part) as copy:
        # This leaves no companion files. The bot's next start switches back to write-ahead logging.
        await copy.execute_fetchall("PRAGMA journal_mode=DELETE")
        await must_be_sound(copy)
    await asyncio.to_thread(on_the_disk, part)


def put_in_place(part: Path, place: Path) -> None:
    """Give the part its final name, in a way that survives a crash of the machine."""
    part.replace(place)
    on_the_disk(place.absolute().parent)


def belong(file: Path, like: Path) -> None:
    """Give the file to the owner of another, if we may: the bot may run as a different user than its host."""
    owner = like.stat()
    with suppress(PermissionError):
        os.chown(file, owner.st_uid, owner.st_gid)


def on_the_disk(path: Path) -> None:
    """Wait until the contents of this file or folder are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    for ending in ("", *COMPANIONS):
        part.with_name(part.name + ending).unlink(missing_ok=True)
