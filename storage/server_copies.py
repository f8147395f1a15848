"""Backups of a database on a server: saved as a file while bots play, and restored while none does.

The file is a database like any other, so it can be restored to a file or to a server.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from sqlalchemy import URL, Connection, text

from storage.checkup import revision_on_server
from storage.copies import CANNOT_WRITE, finish, mode_for, part_of, put_in_place, reading, written
from storage.errors import StorageFailed
from storage.held import PATIENCE, Held, one_transaction
from storage.locking import PLAYING
from storage.migrating import newest_revision
from storage.moving import TABLES, clear, copy_rows, is_empty
from storage.opening import name_of
from storage.postgres import migrate
from storage.sqlite import SQLite

T = TypeVar("T")

CLOSING_SECONDS = 1.0
"""How long a server may take to notice that a bot has stopped."""

_AGAIN_SECONDS = 0.05

_UNREADABLE = (
    "This version of Parlour can't read what is in {name}, so it can't keep it. Create an empty database, "
    "set storage.url to it, and restore the copy there."
)

_TRY = text(f"SELECT pg_try_advisory_xact_lock({PLAYING})")

_LOOK_AGAIN = text("SELECT pg_stat_clear_snapshot()")
"""Within a transaction, the server remembers its first answer about who is connected."""

_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = 'parlour' AND pid <> pg_backend_pid()"
)


async def back_up(address: URL, copy: Path) -> str:
    """Save a snapshot of everything in one file; bots go on playing. Returns the database's name.

    It leaves out what belongs to running processes. Raises StorageFailed.
    """
    name = name_of(address)
    async with one_transaction(address, is_snapshot=True) as origin:
        revision = await origin.read(revision_on_server)
        if not revision:
            raise StorageFailed(f"There's nothing in {name} to back up.")
        async with _saved(origin, copy, revision) as part:
            put_in_place(part, copy)
    return name


async def restore(copy: Path, address: URL, *, replaces: bool = False) -> tuple[str, Path | None]:
    """Replace what is in the database with this copy. No bot may be using it.

    Returns the database's name, and the file that has its old contents, if there were any. It's one
    transaction: all of it happens, or nothing. Raises StorageFailed.
    """
    name = name_of(address)
    async with one_transaction(address) as target:
        await _lock(target, name)
        has_rows = await _readable(name, target.change(_has_rows))
        if has_rows and not replaces:
            raise StorageFailed(
                f"There are games in {name} already. Add --replace: they're saved as a file next to {copy}."
            )
        async with _opened(copy) as origin:
            kept = await _readable(name, _keep(target, copy, address)) if has_rows else None
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


async def _lock(target: Held, name: str) -> None:
    """Keep all bots away until the end of the transaction. Raises StorageFailed if there is one."""
    if not await _within_a_moment(target, lambda connection: bool(connection.scalar(_TRY))):
        raise StorageFailed(f"A bot is running with {name}. Stop it first.")
    # Bots that share the database without knowing each other have no lock.
    if not await _within_a_moment(target, _is_unused):
        raise StorageFailed(f"A program is using {name}. Stop it first.")


async def _within_a_moment(target: Held, holds: Callable[[Connection], bool]) -> bool:
    until = time.monotonic() + CLOSING_SECONDS
    while not await target.read(holds):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(_AGAIN_SECONDS)
    return True


def _is_unused(connection: Connection) -> bool:
    connection.execute(_LOOK_AGAIN)
    return not connection.scalar(_OTHERS)


def _has_rows(connection: Connection) -> bool:
    """Whether there's anything; nobody else writes until the end of the transaction, but reading is fine."""
    migrate(connection)
    connection.execute(text(f"LOCK TABLE {', '.join(table.name for table in TABLES)} IN EXCLUSIVE MODE"))
    return not is_empty(connection)


async def _keep(target: Held, copy: Path, address: URL) -> Path:
    """Save the current contents as a file next to the copy. Returns that file."""
    kept = copy.with_name(f"{address.database}.replaced-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3")
    async with _saved(target, kept, newest_revision()) as part:
        put_in_place(part, kept)
    return kept


@asynccontextmanager
async def _opened(copy: Path) -> AsyncIterator[SQLite]:
    """The copy with the newest schema: a duplicate, since a backup is never changed. Raises StorageFailed."""
    with TemporaryDirectory(prefix="parlour-") as folder:
        own = Path(folder) / "copy.sqlite3"
        await _duplicate(copy, own)
        opened = await SQLite.open(_address(own), PATIENCE)
        try:
            yield opened
        finally:
            await opened.close()


async def _duplicate(copy: Path, own: Path) -> None:
    async with reading(copy, mode_for(copy)) as source, written(own, source) as part:
        part.replace(own)


@asynccontextmanager
async def _saved(origin: Held, place: Path, revision: str) -> AsyncIterator[Path]:
    """Everything in a sound file next to this place, with the schema of `revision`. Raises StorageFailed."""
    with part_of(place) as part:
        try:
            copy = await _Part.open(_address(part), PATIENCE, revision)
        except StorageFailed as error:
            raise StorageFailed(CANNOT_WRITE.format(place=place, why=error)) from error
        copy.place = place
        try:
            await copy.pragma("synchronous=OFF")  # `finish` waits for the disk, once
            await copy_rows(origin, copy)
        finally:
            await copy.close()
        await finish(part)
        yield part


class _Part(SQLite):
    """The file being written. Its errors name it, since the other database can fail too."""

    place: Path
    """Where it will be."""

    def failed(self, error: Exception, *, was_read: bool = False) -> StorageFailed:
        """See `Database`."""
        why = super().failed(error, was_read=was_read)
        return StorageFailed(CANNOT_WRITE.format(place=self.place, why=why))


def _address(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))
