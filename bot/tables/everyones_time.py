"""What makes time rest or run at many tables at once: the connection to Discord, and people's quiet hours."""

import math
import time
from collections.abc import Callable

from bot.tables.open_tables import OpenTables
from bot.tables.session import Session


class EveryonesTime:
    """The clocks of all tables of this process, in memory or not."""

    def __init__(self, tables: OpenTables, moved: Callable[[Session], None]) -> None:
        """`moved` is called for a table at which people see another time from now on."""
        self._tables = tables
        self._moved = moved

    @property
    def runs(self) -> bool:
        """Whether Discord can be reached, so that time runs."""
        return self._tables.rests.is_connected

    async def quiet_hours_changed(self, user_id: int) -> None:
        """This person has changed their quiet hours: they hold at all their tables. Raises StorageFailed."""
        tables = self._tables
        for session_id in tables.clocks.among(await tables.archive.open_ids_of(user_id)):
            await tables.bring(session_id)
        for session in tables.sessions_of(user_id):
            session.clock.count()
        await tables.rests.reread(user_id)
        self._go_on(tables.sessions_of(user_id))

    def disconnected(self, since: float = math.inf) -> None:
        """Discord can't be reached: nobody's time runs until `connected`.

        If it couldn't be reached `since` an earlier instant, by the monotonic clock, everybody gets back what
        has run since then.
        """
        if not self.runs:
            return
        since = min(since, time.monotonic())
        for session in self._tables.sessions():
            session.clock.has_rested_since(since)
        self._tables.rests.is_connected = False
        self._tables.clocks.disconnected(since)

    def connected(self) -> None:
        """Discord can be reached again."""
        if self.runs:
            return
        sessions = self._tables.sessions()
        for session in sessions:
            session.clock.count()
        self._tables.rests.is_connected = True
        self._tables.clocks.connected()
        self._go_on(sessions)

    def _go_on(self, sessions: list[Session]) -> None:
        for session in sessions:
            if session.clock.running:
                session.go_on()
                self._moved(session)
