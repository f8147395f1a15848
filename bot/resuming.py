"""Taking up after a start what was being played, as soon as storage gives it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.tables.open_tables import LobbyOrSession, OpenTables
from bot.tables.restore import Incompatible
from storage import Archive, StorageFailed

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0
"""Each pause before another try is twice as long as the one before, up to this."""

ASKED_SECONDS = 1.0
"""How long who presses something just after the start waits for the first try."""

DAMAGED_TRIES = 5
"""So often damage is found before it is taken to be there for good: a quarter of a minute."""


class Resuming:
    """Reads the open tables and has each go on; what cannot be read is tried again, later and later."""

    def __init__(
        self,
        archive: Archive,
        tables: OpenTables,
        go_on: Callable[[LobbyOrSession], Awaitable[None]],
        tell: Callable[[Incompatible], object],
    ) -> None:
        self.has_begun = asyncio.Event()
        """Set once the open tables could be read, though one or the other may still be missing."""
        self._is_failing = False
        self._has_tried = asyncio.Event()
        self._archive = archive
        self._house = tables
        self._go_on = go_on
        self._tell = tell
        self._open: Sequence[int] | None = None
        self._done: set[int] = set()

    async def is_failing(self) -> bool:
        """Whether nothing can be read, so that nobody can be served; the first try is waited for a little."""
        if not self._has_tried.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_tried.wait(), ASKED_SECONDS)
        return self._is_failing

    async def run(self) -> None:
        """Take up all that can be. Raises StorageFailed where nothing can be, for good."""
        tries, pause = 1, FIRST_PAUSE_SECONDS
        while not await self._is_all(tries):
            await asyncio.sleep(pause)
            tries, pause = tries + 1, min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _is_all(self, tries: int) -> bool:
        """Whether no other try is needed. Raises StorageFailed."""
        try:
            failures = await self._take_up()
        except StorageFailed as failed:
            log.error("the open tables cannot be read: %s", failed)
            if failed.is_lasting and tries >= DAMAGED_TRIES:
                raise
            self._is_failing = True
            return False
        finally:
            self._has_tried.set()
        self._is_failing = False
        self.has_begun.set()
        log.info("%d open tables go on, %d are missing", len(self._done), len(failures))
        return all(one.is_lasting for one in failures)

    async def _take_up(self) -> list[StorageFailed]:
        """Why single tables could not be taken up. Raises StorageFailed where none could be."""
        if self._open is None:
            self._open = await self._archive.open_session_ids()
        failures = []
        for session_id in (one for one in self._open if one not in self._done):
            try:
                await self._one(session_id)
            except StorageFailed as failed:
                log.error("session %s cannot be read: %s", session_id, failed)
                failures.append(failed)
                continue
            except Exception:
                # One table that cannot be taken up must not keep the others away.
                log.exception("session %s cannot be picked up", session_id)
            self._done.add(session_id)
            self._is_failing = False
        if failures and not self._done:
            raise next((one for one in failures if not one.is_lasting), failures[0])
        return failures

    async def _one(self, session_id: int) -> None:
        try:
            lobby_or_session = await self._house.resume(session_id)
        except Incompatible as incompatible:
            self._tell(incompatible)
        else:
            await self._go_on(lobby_or_session)
