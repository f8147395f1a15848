"""Bringing a database's schema up to date, with Alembic."""

from collections.abc import Collection

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from storage.errors import StorageFailed
from storage.schema import lines

NEWEST = "head"


def is_ours(tables: Collection[str]) -> bool:
    """Whether a database with these tables is Parlour's, or still empty."""
    return not tables or {"alembic_version", lines.name} <= set(tables)


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Run the migrations that are missing, in the transaction that the connection is in.

    Raises StorageFailed if a newer program wrote this database, and the driver's errors as they are.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "storage:migrations")
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise StorageFailed("A newer version of Parlour wrote this database. Update this one.") from error
