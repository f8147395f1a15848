"""PgBouncer with its default settings, between a bot and its database."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import URL, make_url

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")

_SETTINGS = """
[databases]
* = host={host} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
"""


@asynccontextmanager
async def pooled(url: str, mode: str) -> AsyncIterator[str]:
    """The URL of the same database through PgBouncer in this mode. Skips the test if that isn't installed."""
    if PGBOUNCER is None:
        pytest.skip("PgBouncer isn't here")
    address = make_url(url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        file = _set_up(Path(folder), _SETTINGS.format(**_server(address), port=port, mode=mode))
        process = await asyncio.create_subprocess_exec(
            PGBOUNCER, str(file), stderr=asyncio.subprocess.DEVNULL, user=_owner(_server(address)["host"])
        )
        try:
            async with asyncio.timeout(20):
                while not await _listens(port):
                    assert process.returncode is None
            yield f"postgresql://{address.username}:any@127.0.0.1:{port}/{address.database}"
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _server(address: URL) -> dict[str, str]:
    return {"host": str(address.query["host"]), "user": address.username or ""}


def _set_up(folder: Path, settings: str) -> Path:
    """The file with these settings, which anybody can read."""
    folder.chmod(0o755)
    file = folder / "pgbouncer.ini"
    file.write_text(settings)
    return file


def _owner(socket_folder: str) -> int | None:
    """Who may run PgBouncer, which refuses to do so as root: the account that has the server."""
    return None if os.getuid() else Path(socket_folder).stat().st_uid


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        await asyncio.sleep(0.02)
        return False
    writer.close()
    return True
