"""Backing up a database while it is in use, and restoring one that isn't.

A backup of any database is an SQLite file. Backing up and restoring either work completely or change nothing.
"""

import os
import sqlite3  # for the codes of its errors, which aiosqlite doesn't have
import time
from pathlib import Path

import aiosqlite

from storage import server_copies
from storage.checkup import is_in_use, is_there, open_file, path_of
from storage.copies import (
    COMPANIONS,
    RESERVED,
    belong,
    mode_for,
    must_be_free,
    must_be_there,
    put_in_place,
    reading,
    written,
)
from storage.errors import StorageFailed
from storage.only_bot import only_bot
from storage.opening import address_of, is_file
from storage.sqlite import make_folder


async def back_up(url: str, copy: Path, *, replaces: bool = False) -> str:
    """Save the database as this file; a bot can go on playing meanwhile. Returns the name of what was saved.

    The copy is one sound file. Raises StorageFailed, also if there's a file in its place, unless that is a
    copy, too, and it `replaces` that one.
    """
    address = address_of(url)
    if not is_file(address):
        await must_be_free(copy, replaces=replaces)
        return await server_copies.back_up(address, copy)
    file = path_of(url)
    _must_be_another(file, copy)
    await must_be_free(copy, replaces=replaces)
    async with reading(file) as source, written(copy, source) as part:
        put_in_place(part, copy)
    return str(file)


async def restore(copy: Path, url: str, *, replaces: bool = False) -> tuple[str, Path | None]:
    """Put this copy in place of the database, which no bot may be using.

    Returns the place, and where the replaced database now is, if there was one. Raises StorageFailed if the
    copy is damaged or too new, somebody uses the database, or there is one, unless it `replaces` that one.
    """
    address = address_of(url)
    must_be_there(copy)
    if not is_file(address):
        return await server_copies.restore(copy, address, replaces=replaces)
    file = path_of(url)
    _must_be_allowed(copy, file, replaces)
    make_folder(address)
    async with only_bot(url, patience=0):
        return str(file), await _put(copy, file)


def _must_be_another(file: Path, copy: Path) -> None:
    """Raises StorageFailed if there's nothing to back up, or the copy would be one of its own files."""
    if not file.exists():
        raise StorageFailed(f"There's no database at {file} to back up.")
    own = [file.resolve().with_name(f"{file.resolve().name}{ending}") for ending in RESERVED]
    if copy.parent.resolve() / copy.name in own or (copy.exists() and copy.samefile(file)):
        raise StorageFailed(f"{copy} belongs to the database itself. Choose another name.")


def _must_be_allowed(copy: Path, file: Path, replaces: bool) -> None:
    """Raises StorageFailed if this copy can't be put there."""
    if file.exists():
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
    belong(file.with_name(f"{file.name}.lock"), file.parent)
    async with reading(copy, mode_for(copy)) as source:
        await _must_be_unused(file)
        async with written(file, source) as part:
            kept = _keep(file)
            put_in_place(part, file)
    return kept


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
    kept = file.with_name(f"{file.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")
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
