"""What makes time rest or run at many tables at once: the connection to Discord, and people's quiet hours."""

import math
import time
from collections.abc import Callable

from bot.tables.open_tables import OpenTables
from bot.tables.session import Session


class EveryonesTime:
    """The clocks of all tables of this process, in memory or not."""

    def __init__(self, tables: OpenTables, moved: Callable[[Session], None]) -> None:
        """`moved` is called for a table whose shown times change."""
        self._tables = tables
        self._moved = moved

    @property
    def runs(self) -> bool:
        """Whether Discord can be reached everywhere, so that time runs."""
        return not self._tables.rests.cut_off

    async def quiet_hours_changed(self, user_id: int) -> None:
        """This person has changed their quiet hours: apply them at all their tables. Raises StorageFailed."""
        tables = self._tables
        for session_id in tables.clocks.among(await tables.archive.open_ids_of(user_id)):
            await tables.try_to_load(session_id)
        for session in tables.in_memory.sessions_of(user_id):
            session.timekeeper.count()
        await tables.rests.reread(user_id)
        self._go_on(tables.in_memory.sessions_of(user_id))

    def disconnected(self, shard: int = 0, since: float = math.inf) -> None:
        """Discord can't be reached: nobody's time in this shard runs until `connected`.

        If it couldn't be reached `since` an earlier instant, by the monotonic clock, give back what has run
        since then.
        """
        if shard in self._tables.rests.cut_off:
            return
        since = min(since, time.monotonic())
        for session in self._sessions_in(shard):
            session.timekeeper.give_back_since(since)
        self._tables.rests.cut_off.add(shard)
        self._tables.clocks.disconnected(shard, since)

    def connected(self, shard: int = 0) -> None:
        """Discord can be reached again."""
        if shard not in self._tables.rests.cut_off:
            return
        sessions = self._sessions_in(shard)
        for session in sessions:
            session.timekeeper.count()
        self._tables.rests.cut_off.discard(shard)
        self._tables.clocks.connected(shard)
        self._go_on(sessions)

    def _sessions_in(self, shard: int) -> list[Session]:
        rests = self._tables.rests
        return [
            one for one in self._tables.in_memory.sessions() if rests.shard_of(one.stored.guild_id) == shard
        ]

    def _go_on(self, sessions: list[Session]) -> None:
        for session in sessions:
            if session.clock.running:
                session.go_on()
                self._moved(session)
