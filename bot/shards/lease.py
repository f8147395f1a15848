"""The lease of this process: it is renewed regularly, and once it has run out, this process stops."""

import asyncio
import logging
from collections.abc import Callable

from storage import Shards, StorageFailed, TakenOver
from storage.shards import LEASE_SECONDS

log = logging.getLogger(__name__)

RENEW_SECONDS = 2.5
"""How often the lease is renewed."""

AGAIN_SECONDS = 0.5
"""How long to wait before another try if that failed."""

_NOT_RENEWED = StorageFailed(
    "The database couldn't be reached for too long, so another process has taken over these tables."
)


class Lease:
    """Renews the lease, and counts by the event loop's clock, so that it runs out even if a renewal hangs."""

    def __init__(self, shards: Shards, lost: Callable[[StorageFailed], None]) -> None:
        """`lost` is called as soon as others may take over everything that this process has."""
        self._shards = shards
        self._lost = lost
        self._renewing: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None

    def start(self) -> asyncio.Task[None]:
        """Renew it until `stop`. Returns the task that does."""
        self._lives_since(asyncio.get_running_loop().time())
        self._shards.taken_over.add_done_callback(lambda done: self._lost(done.result()))
        self._renewing = asyncio.create_task(self._renew())
        return self._renewing

    def stop(self) -> None:
        """Stop renewing it."""
        for one in (self._renewing, self._end):
            if one is not None:
                one.cancel()

    async def _renew(self) -> None:
        while True:
            at = asyncio.get_running_loop().time()
            try:
                await self._shards.renew()
            except TakenOver:
                return
            except StorageFailed as failed:
                log.error("the database can't be reached: %s", failed)
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self._lives_since(at)
                await asyncio.sleep(RENEW_SECONDS)

    def _lives_since(self, at: float) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_at(at + LEASE_SECONDS, self._expire)

    def _expire(self) -> None:
        self._lost(_NOT_RENEWED)
        self._shards.give_up()
