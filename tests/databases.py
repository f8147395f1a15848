"""A database as the first start leaves it: made once, for every test that isn't about making one."""

import tempfile
from functools import cache
from pathlib import Path

from storage import Archive
from storage.opening import address_of
from storage.sqlite import SQLite, migrate


def laid_out(file: Path) -> Path:
    """The file, which is now a database of the newest schema with nothing in it, unless there was one."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_empty())
    return file


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        migrate(address_of(str(file)), busy_timeout=5.0)
        return file.read_bytes()


async def pragma(archive: Archive, setting: str) -> object:
    """Set or read a setting of SQLite on the connection that writes."""
    assert isinstance(archive.database, SQLite)
    return await archive.database.pragma(setting)
