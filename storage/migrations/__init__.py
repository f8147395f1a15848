"""The versions of the schema, and bringing a database up to the newest, with Alembic."""

from collections.abc import Collection
from pathlib import Path

from sqlalchemy import Connection, inspect

from storage.errors import LACKING, NEWER, StorageFailed
from storage.schema import lines

NEWEST = "head"

WRITE = "UPDATE alembic_version SET version_num = version_num"
"""Changes nothing, but fails where nothing can be written."""

_VERSIONS = Path(__file__).parent / "versions"


def is_ours(tables: Collection[str]) -> bool:
    """Whether a database with these tables is Parlour's, or still empty."""
    return not tables or {"alembic_version", lines.name} <= set(tables)


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Run the missing migrations, in the connection's current transaction.

    Raises StorageFailed if a newer program wrote this database, and the driver's errors as they are.
    """
    if revision == NEWEST and _is_newest(connection):
        return
    # Imported here because most starts have nothing to migrate, and it would take a tenth of their time.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "storage:migrations")
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise StorageFailed(NEWER, is_lasting=True) from error


def newest_revision() -> str:
    """The revision of the last migration, by the names of their files."""
    return max(file.name for file in _VERSIONS.glob("v*.py"))[1:5]


def known_revision(*revisions: str) -> str:
    """The only revision. Raises StorageFailed for that of a newer program, and if there isn't one."""
    if len(revisions) != 1:
        raise StorageFailed(LACKING.format(cause="its version"), is_lasting=True)
    if revisions[0] > newest_revision():
        raise StorageFailed(NEWER)
    return revisions[0]


def _is_newest(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return found == [newest_revision()]
