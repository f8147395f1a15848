"""The database file: opening it and updating its schema."""

import asyncio
import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import FOREIGN, StorageFailed, storage_failed
from storage.schema import lines

# Executed with this option, a transaction is begun for writing.
WRITES = {"writes": True}


async def open_database(url: str, busy_timeout: float) -> AsyncEngine:
    """An engine on the SQLite file that a URL or a plain path names, with the newest schema.

    Missing folders and the file are made. Every connection waits `busy_timeout` seconds for another
    writer, and a commit is on the disk when it returns (WAL, synchronous=FULL). Raises StorageFailed for
    anything but a sound file that can be written.
    """
    address = address_of(url)
    await asyncio.to_thread(migrate, address, busy_timeout)
    # At DEBUG the driver logs every statement with its parameters: seeds and hands must not end up there.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    engine = create_async_engine(address, hide_parameters=True, connect_args={"timeout": busy_timeout})
    _listen(engine.sync_engine)
    return engine


def address_of(url: str) -> URL:
    """The database URL; raises StorageFailed unless it is an SQLite file."""
    try:
        address = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError as error:
        raise StorageFailed("storage.url is neither a path nor a database URL.") from error
    if address.get_backend_name() != "sqlite":
        raise StorageFailed(f"storage.url names {address.get_backend_name()}, but only sqlite works.")
    name = address.database
    if not name or ":memory:" in name:
        raise StorageFailed(
            "storage.url has to name a file: a database in memory is lost when the bot stops."
        )
    return address.set(drivername="sqlite+aiosqlite")


def migrate(address: URL, busy_timeout: float, revision: str = "head") -> None:
    """Update the schema, completely or not at all; two bots that start at once take turns.

    Raises StorageFailed if the file was written by a newer program, or cannot be opened or written.
    """
    make_folder(address)
    # A plain connection, before there are others: no driver's thread is left behind if the file is bad.
    engine = create_engine(
        address.set(drivername="sqlite"),
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={"timeout": busy_timeout},
    )
    _listen(engine)
    try:
        with engine.connect().execution_options(**WRITES) as connection:
            _must_be_ours(connection.connection.dbapi_connection)
            _write_ahead(connection, busy_timeout)
            _upgrade(connection, revision)
    except (DBAPIError, sqlite3.Error) as error:
        raise storage_failed(error) from error
    except CommandError as error:
        raise StorageFailed("A newer version of Parlour wrote this database. Update this one.") from error


def make_folder(address: URL) -> None:
    """Create the folder of the database file if it's missing. Raises StorageFailed."""
    file = address.database or ""
    if file.startswith("file:"):
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"Can't create the folder for the database: {error.strerror}.") from error


def _must_be_ours(connection: Any) -> None:
    """Raises StorageFailed for another program's database, before changing anything in it."""
    cursor = connection.cursor()
    tables = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    cursor.close()
    if tables and not tables >= {"alembic_version", lines.name}:
        raise StorageFailed(FOREIGN)


def _write_ahead(connection: Connection, busy_timeout: float) -> None:
    """Switch the file to write-ahead logging; the file itself remembers it."""
    patience = time.monotonic() + busy_timeout
    while True:
        try:
            return _pragma(connection.connection.dbapi_connection, "journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # For this step alone SQLite doesn't wait for others that are opening or closing the file.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
        time.sleep(0.01)


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "storage:migrations")
    # SQLite alters a table by copying and dropping it, which would also delete the rows that refer to it.
    _pragma(connection.connection.dbapi_connection, "foreign_keys=OFF")
    with connection.begin():
        command.upgrade(config, revision)
        # SQLite silently opens files that it can't write; this write finds out now.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)


def _prepare(connection: Any, _record: object) -> None:
    # No implicit BEGIN: a single statement then commits itself, in one trip to the driver's thread.
    connection.isolation_level = None
    _pragma(connection, "synchronous=FULL", "foreign_keys=ON")


def _pragma(connection: Any, *settings: str) -> None:
    cursor = connection.cursor()
    for setting in settings:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer that begins as a reader may find out too late to wait that somebody wrote in between.
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
