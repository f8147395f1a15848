"""What happens to many tables at once: the idle ones leave memory, and time stops in outages."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession, OpenTables
from bot.table.session import Session
from storage import StorageFailed

log = logging.getLogger(__name__)


IDLE_SECONDS = 1200.0
"""A table leaves memory when nobody has done anything there for this long.

Ephemeral messages can't be edited for that long, so none of them is forgotten too early.
"""

_ROUND_SECONDS = 60.0


def waits_for_people(session: Session) -> bool:
    """Whether only people have to move here."""
    is_quiet = not (session.lock.locked() or session.autoplay.is_playing)
    return is_quiet and not session.table.over and session.autoplay.due() is None


class Unloader:
    """Unloads tables: takes those at rest out of memory. They stay open, and are loaded when somebody asks.

    `is_shown` says whether everything is shown of a table.
    """

    def __init__(
        self,
        tables: OpenTables,
        is_shown: Callable[[LobbyOrSession], bool],
        leave: Callable[[LobbyOrSession], None],
    ) -> None:
        """`leave` is called for a table that leaves memory."""
        self._tables = tables
        self._is_shown = is_shown
        self._leave = leave

    async def run(self) -> None:
        """Unload tables when they have been idle long enough, while the bot runs."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.wake_due()
                await self._tables.clocks.keep()
                await self.unload(IDLE_SECONDS)
            except StorageFailed as failed:
                log.error("idle tables stay in memory, since storage failed: %s", failed)

    async def wake_due(self) -> None:
        """Load the tables whose clocks ring soon. One that can't be read now is tried again later."""
        for session_id in self._tables.clocks.due():
            if await self._tables.try_to_load(session_id):
                self._tables.clocks.forget(session_id)  # it may have ended

    async def unload(self, seconds: float) -> int:
        """Take games at rest out of memory that nobody has used in this many seconds. Returns how many.

        A game whose clock runs comes back before it rings. Lobbies stay: they take little room.
        Raises StorageFailed.
        """
        before, tables = time.monotonic() - seconds, self._tables
        idle = [one for one in tables.in_memory.unused_since(before) if isinstance(one, Session)]
        resting = list(filter(self._can_rest, idle))
        try:
            await asyncio.gather(*(one.timer.close() for one in resting))
            await self.note(resting)
        except BaseException:
            for one in resting:
                one.go_on()
            raise
        stay = [one for one in resting if not (self._can_rest(one) and tables.in_memory.unload(one, before))]
        for one in set(resting).difference(stay):
            tables.clocks.rests(one)
            self._leave(one)
        for one in stay:  # somebody came while that was saved
            one.go_on()
        await asyncio.gather(*(tables.archive.clocks.wake(one.id) for one in stay))
        return len(resting) - len(stay)

    def _can_rest(self, lobby_or_session: LobbyOrSession) -> bool:
        """Whether nothing happens here by itself for a while, and everything is shown."""
        if not self._is_shown(lobby_or_session):
            return False
        if isinstance(lobby_or_session, Lobby):
            return True
        is_quiet = not lobby_or_session.clock.running or self._tables.clocks.can_rest(lobby_or_session)
        return waits_for_people(lobby_or_session) and is_quiet

    async def note_all(self) -> None:
        """Before the bot stops, save which tables are at rest: the next start doesn't have to load those."""
        try:
            await self.note(self._tables.in_memory.unused_since(time.monotonic()))
        except StorageFailed as failed:
            log.error("the next start loads every table, since storage failed: %s", failed)

    async def note(self, tables: Iterable[LobbyOrSession]) -> None:
        """Save which of these are at rest, including those whose clocks run. The clocks must be closed.

        Raises StorageFailed.
        """
        resting = list(filter(self._can_rest, tables))
        running = [one for one in resting if isinstance(one, Session) and one.clock.running]
        await asyncio.gather(*map(self._tables.clocks.note, running))
        await self._tables.archive.clocks.rest({one.id: one.line_count for one in resting})


PULSE_SECONDS = 2.5
"""How often a server with the database is asked whether it still answers."""

AGAIN_SECONDS = 0.5
"""How long to wait, while nothing can be saved, before another try."""


class Outages:
    """When Discord or the database can't be reached, or quiet hours change: what it means for all tables."""

    def __init__(self, tables: OpenTables, moved: Callable[[Session], None]) -> None:
        """`moved` is called for a table whose shown times change."""
        self._tables = tables
        self._moved = moved

    async def run(self) -> None:
        """Notice, while the bot runs, that nothing can be saved, and when it can be again.

        A file is tried only once something couldn't be saved there.
        """
        archive, stopped, worked_at = self._tables.archive, self._tables.stopped, time.monotonic()
        asks = archive.database.is_on_server
        while True:
            at = time.monotonic()
            if (since := archive.writer.failing_since) is not None:
                self.cannot_save(min(since, worked_at) if asks else since)
            try:
                await (archive.sessions.find(0) if stopped.unsaved_since is None else archive.must_work())
            except StorageFailed:
                self.cannot_save(worked_at)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            worked_at = at
            self.can_save()
            with suppress(TimeoutError):
                async with asyncio.timeout(PULSE_SECONDS if asks else None):
                    await archive.writer.fails.wait()

    @property
    def runs(self) -> bool:
        """Whether Discord can be reached everywhere."""
        return not self._tables.stopped.cut_off

    def cannot_save(self, since: float) -> None:
        """Nothing can be saved since this instant: nobody's time runs until `can_save`."""
        self._tables.stopped.cannot_save(since)

    def can_save(self) -> None:
        """Everything can be saved, perhaps again."""
        if self._tables.stopped.unsaved_since is not None:
            self._tables.stopped.can_save()
            self._go_on(self._tables.in_memory.sessions())

    async def quiet_hours_changed(self, user_id: int) -> None:
        """This person has changed their quiet hours: apply them at all their tables. Raises StorageFailed."""
        tables = self._tables
        for session_id in tables.clocks.among(await tables.archive.sessions.open_ids_of(user_id)):
            await tables.try_to_load(session_id)
        await tables.stopped.reread(user_id)
        self._go_on(tables.in_memory.sessions_of(user_id))

    def disconnected(self, shard: int = 0, since: float = math.inf) -> None:
        """Discord can't be reached: nobody's time in this shard runs until `connected`.

        If it couldn't be reached `since` an earlier instant, by the monotonic clock, none has run since then.
        """
        self._tables.stopped.lost(shard, min(since, time.monotonic()))

    def connected(self, shard: int = 0) -> None:
        """Discord can be reached again."""
        if shard in self._tables.stopped.cut_off:
            self._tables.stopped.found(shard)
            sessions = self._tables.in_memory.sessions()
            self._go_on([one for one in sessions if one.clock.used.shard == shard])

    def _go_on(self, sessions: list[Session]) -> None:
        for session in sessions:
            if session.clock.running:
                session.go_on()
                self._moved(session)
