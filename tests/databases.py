"""A database as the first start leaves it: made once, for every test that isn't about making one."""

import tempfile
from functools import cache
from pathlib import Path

from storage.database import address_of, migrate


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
