"""What several processes of one bot tell each other; each listens on a connection of its own."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from storage.archive import Archive
from storage.errors import StorageFailed
from storage.forwarding import Forwarded, Forwarding, Pieces
from storage.postgres import DRIVER_ERRORS, Postgres
from storage.shards import ALIVE, CHANNEL, Shards

log = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
"""How long a process waits for rows that another one has locked."""

AGAIN_SECONDS = 0.5
"""How long to wait after a lost connection before listening again."""

DEAF_SECONDS = 6.0
"""A process that hasn't heard its own renewals of its lease for this long doesn't hear the others either: a
connection can be gone without either end noticing."""

Heard: TypeAlias = str | Forwarded
"""A word, or an interaction. An empty word means that something may have been missed."""


@dataclass(frozen=True, slots=True)
class SharedArchive:
    """The archive that several processes share, and what one of them needs for that."""

    archive: Archive
    shards: Shards
    forwarding: Forwarding
    turns: Callable[[], AbstractAsyncContextManager[None]]
    """Only one process at a time is in such a block."""
    heard: "asyncio.Queue[Heard]" = field(default_factory=asyncio.Queue)
    """What other processes sent, in order."""


async def listen(address: URL, opened: SharedArchive) -> None:
    """Put what processes tell each other into `opened.heard`. Reconnects whenever the connection is lost.

    Until then, nothing that others may change is cached.
    """
    database = Postgres.of(address, BUSY_SECONDS)
    opened.archive.hears_others(False)
    try:
        while True:
            try:
                await _listen_once(database, opened)
            except (StorageFailed, DBAPIError, OSError, *DRIVER_ERRORS) as failed:
                log.warning("can't hear the other processes: %s", database.failed(failed))
            opened.archive.hears_others(False)
            await asyncio.sleep(AGAIN_SECONDS)
    finally:
        await database.close()


async def _listen_once(database: Postgres, opened: SharedArchive) -> None:
    """Returns when the connection is lost."""
    told, pieces = asyncio.Event(), Pieces()
    own_word, is_lost = opened.shards.alive, False

    def hear(word: str) -> None:
        if word == own_word:
            told.set()
        elif not word.startswith(ALIVE):
            opened.heard.put_nowait(word)

    def hear_forwarded(said: str) -> None:
        if (forwarded := pieces.add(said)) is not None:
            opened.heard.put_nowait(forwarded)

    def lose() -> None:
        nonlocal is_lost
        is_lost = True
        told.set()

    async with database.connected() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        raw = await connection.get_raw_connection()
        driver = raw.driver_connection
        assert driver is not None
        driver.add_termination_listener(lambda _: lose())
        try:
            async with asyncio.timeout(DEAF_SECONDS):
                await driver.add_listener(CHANNEL, _payload_to(hear))
                await driver.add_listener(opened.forwarding.channel, _payload_to(hear_forwarded))
            opened.archive.hears_others(True)
            opened.heard.put_nowait("")
            while not is_lost:
                told.clear()
                async with asyncio.timeout(DEAF_SECONDS):
                    await told.wait()
        except TimeoutError:
            log.warning("can't hear the other processes: the connection is silent")
        finally:
            await connection.invalidate()  # so that the pool doesn't reuse a connection that listens


def _payload_to(hear: Callable[[str], None]) -> Callable[..., None]:
    return lambda *told: hear(told[-1])
