"""The advisory lock of the bot that plays with a PostgreSQL database. It lasts as long as a connection.

If the connection is lost, we take the lock again on a new one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import StorageFailed
from storage.postgres import DRIVER_ERRORS, MIGRATING, Postgres

log = logging.getLogger(__name__)

PLAYING = MIGRATING + 1
"""The lock of the only bot that plays with a database; several processes of one bot share it."""

AGAIN_SECONDS = 0.5
"""How long to wait after a lost connection before another try."""

_OWN = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_start = :at")


@asynccontextmanager
async def locked_by_us(
    address: URL, patience: float, *, shares: bool = False
) -> AsyncIterator["asyncio.Future[None] | None"]:
    """Hold the lock until the end of the block; None if we didn't get it within `patience` seconds.

    If it `shares`, others that share can hold the lock too. The future is done if the connection was lost and
    somebody else has the database now. Raises StorageFailed.
    """
    lock = _Lock(Postgres.of(address, patience), patience, "_shared" if shares else "")
    keeping = asyncio.create_task(lock.keep())
    try:
        yield lock.lost if await lock.is_ours else None
    finally:
        keeping.cancel()
        await asyncio.wait({keeping})
        await lock.database.close()


class _Lock:
    def __init__(self, database: Postgres, patience: float, kind: str) -> None:
        self.database = database
        self.is_ours: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._patience = patience
        self._try = text(f"SELECT pg_try_advisory_lock{kind}({PLAYING})")
        self._before: _Backend | None = None

    async def keep(self) -> None:
        """Hold the lock until this is cancelled, or somebody else has it.

        Whatever goes wrong ends the wait for the lock, or the bot: nobody else looks at this task.
        """
        try:
            is_lost = await self._keep()
        except Exception as failed:
            if not self.is_ours.done():
                self.is_ours.set_exception(failed)
                return
            log.exception("the lock that keeps other bots away can't be kept")
            is_lost = True
        if is_lost:
            self.lost.set_result(None)
        else:
            self.is_ours.set_result(False)

    async def _keep(self) -> bool:
        """Hold the lock; returns when somebody else has it, and whether we had it before."""
        while True:
            try:
                async with self.database.connected() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                    if not await self._is_taken(connection):
                        break
                    await self._lose(connection)
            except (StorageFailed, DBAPIError, OSError, *DRIVER_ERRORS) as failed:
                if not self.is_ours.done():
                    raise self.database.failed(failed) from failed
            await asyncio.sleep(AGAIN_SECONDS)
        return self.is_ours.done()

    async def _is_taken(self, connection: AsyncConnection) -> bool:
        """Whether this connection got the lock in time."""
        if self._before is not None:  # the server may not know yet that its connection is gone
            await connection.execute(_END, {"pid": self._before.pid, "at": self._before.backend_start})
        until = asyncio.get_running_loop().time() + self._patience
        while not await connection.scalar(self._try):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    async def _lose(self, connection: AsyncConnection) -> None:
        """Hold the lock until the connection is lost."""
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        is_lost = asyncio.Event()
        driver.add_termination_listener(lambda _: is_lost.set())
        self._before = _Backend(*(await connection.execute(_OWN)).one())
        if not self.is_ours.done():
            self.is_ours.set_result(True)
        await is_lost.wait()
        log.warning("the connection that keeps other bots away was lost: connecting again")


@dataclass(frozen=True, slots=True)
class _Backend:
    """The server's side of a connection."""

    pid: int
    backend_start: object
