"""The reminders of all tables: each table is looked at when one there may be due."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable

from bot.background import Background
from bot.screens.display import Display
from bot.tables.open_tables import OpenTables
from bot.tables.refusal import Refusal
from bot.tables.schedule import Schedule
from bot.tables.session import Session
from bot.trace import own_work
from storage import Archive, StorageFailed

log = logging.getLogger(__name__)


class DueReminders:
    """Has tables check their reminders: when time has passed, or when somebody changed their settings."""

    def __init__(
        self,
        archive: Archive,
        tables: OpenTables,
        background: Background,
        display_of: Callable[[Session], Awaitable[Display]],
    ) -> None:
        """`display_of` finds the display of a table."""
        self._archive = archive
        self._tables = tables
        self._background = background
        self._display_of = display_of
        self.schedule = Schedule(self._look_soon)
        """When each table has to be looked at."""

    async def expect(self, session_ids: Collection[int]) -> None:
        """After a start: look at these tables when a reminder there is due. Raises StorageFailed."""
        for wait in reversed(await self._archive.waits_to_look_at()):
            if wait.session_id in session_ids:
                self.schedule.set(wait.session_id, (wait.look_at or 0) / 1000)

    async def reconsider(self, sessions: Iterable[Session]) -> None:
        """A person or a server has changed their settings: check the reminders of these tables."""
        for session in sessions:
            (await self._display_of(session)).reminder.look(session)

    def _look_soon(self, session_id: int) -> None:
        self._background.start(self._look(session_id))

    async def _look(self, session_id: int) -> None:
        """Time has passed at a table, which may have left memory. One that can't be read is left alone."""
        own_work(session_id)
        try:
            session = await self._tables.session(session_id)
        except (Refusal, StorageFailed) as failed:
            log.info("nobody can be reminded in session %s: %s", session_id, failed)
            return
        (await self._display_of(session)).reminder.look(session)
