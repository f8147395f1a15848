"""The database file: how it is opened, and brought to the schema of this program."""

import logging
from pathlib import Path
from typing import Any

from aiosqlite import Connection as Driver
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.errors import StorageFailed, storage_failed

SQLITE = "sqlite+aiosqlite"


def engine_for(url: str, busy_timeout: float) -> AsyncEngine:
    """An engine on the SQLite file that a URL or a plain path names; missing folders are made.

    Every connection waits `busy_timeout` seconds for another writer, and a commit is on the disk when it
    returns (WAL, synchronous=FULL). Raises StorageFailed for anything but a file of SQLite.
    """
    address = _address(url)
    # At DEBUG the driver logs every statement with its parameters: seeds and hands must not get there.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    engine = create_async_engine(address, hide_parameters=True, connect_args={"timeout": busy_timeout})
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _address(url: str) -> URL:
    try:
        address = make_url(url) if "://" in url else URL.create(SQLITE, database=url)
    except ArgumentError as error:
        raise StorageFailed("storage.url is neither a path nor a database URL.") from error
    if address.get_backend_name() != "sqlite":
        raise StorageFailed(f"storage.url names {address.get_backend_name()}; only sqlite is served.")
    name = address.database
    if not name or ":memory:" in name:
        raise StorageFailed("storage.url must name a file: a database in memory does not outlive the bot.")
    if not name.startswith("file:"):
        _make_folder(Path(name))
    return address.set(drivername=SQLITE)


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"The folder of the database cannot be made: {error.strerror}.") from error


def _prepare(connection: Any, _record: object) -> None:
    # No implicit BEGIN: a single statement then commits itself, in one trip to the driver's thread.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer that begins as a reader may find, too late to wait, that somebody wrote in between.
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def connect(engine: AsyncEngine) -> AsyncConnection:
    """The connection for writing, on a file that has the newest schema."""
    try:
        connection = await engine.connect()
    except DBAPIError as error:
        raise storage_failed(error) from error
    try:
        await connection.execution_options(writes=True)
        await migrate(connection)
    except BaseException:
        await connection.close()
        raise
    return connection


async def driver_of(connection: AsyncConnection) -> Driver:
    """The driver's own connection beneath SQLAlchemy's."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, Driver)
    return driver


async def migrate(connection: AsyncConnection, revision: str = "head") -> None:
    """Bring the file to a revision, all of it or nothing; two bots that start at once take turns.

    Raises StorageFailed if the file was written by a newer program or the database refuses.
    """
    driver = await driver_of(connection)
    try:
        # SQLite alters a table by copying and dropping it, which would take the rows that refer to it along.
        await driver.execute_fetchall("PRAGMA foreign_keys=OFF")
        async with connection.begin():
            await connection.run_sync(_upgrade, revision)
        await driver.execute_fetchall("PRAGMA foreign_keys=ON")
    except DBAPIError as error:
        raise storage_failed(error) from error
    except CommandError as error:
        raise StorageFailed(
            "The database was written by a newer version of this program. Update it."
        ) from error


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "storage:migrations")
    command.upgrade(config, revision)
