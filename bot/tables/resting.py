"""Tables leave memory when nothing happens there until somebody comes, and are read again when they do."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable

from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.open_tables import OpenTables
from bot.tables.session import Session
from storage import StorageFailed

log = logging.getLogger(__name__)

IDLE_SECONDS = 1200.0
"""After this long a table at which nobody does anything leaves memory.

It is longer than a message that only one person sees can be edited, so none of those is forgotten.
"""

_ROUND_SECONDS = 60.0


def is_at_rest(lobby_or_session: LobbyOrSession) -> bool:
    """Whether nothing happens here by itself: people alone have to move, in as much time as they like."""
    if isinstance(lobby_or_session, Session):
        return waits_for_people(lobby_or_session) and not lobby_or_session.clock.running
    return True


def waits_for_people(session: Session) -> bool:
    """Whether people alone have to move here."""
    is_quiet = not (session.lock.locked() or session.autoplay.is_playing)
    return is_quiet and not session.table.over and session.autoplay.due() is None


class Resting:
    """Puts tables away. `is_shown` says whether all there is to see of a table is current."""

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
        """Put tables away when they have been idle long enough, for as long as the bot runs."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.wake_due()
                await self._tables.clocks.keep()
                await self.put_away(IDLE_SECONDS)
            except StorageFailed as failed:
                log.error("idle tables stay in memory, since that could not be written: %s", failed)

    async def wake_due(self) -> None:
        """Have the tables in memory whose clocks ring soon. One that can't be read now is read later."""
        for session_id in self._tables.clocks.due():
            if await self._tables.bring(session_id):
                self._tables.clocks.forget(session_id)  # it may have ended

    async def put_away(self, seconds: float) -> int:
        """Games at rest that nobody has asked for in so many seconds leave memory; how many.

        Raises StorageFailed. Lobbies stay: they take little room.
        """
        before = time.monotonic() - seconds
        idle = [one for one in self._tables.unused_since(before) if isinstance(one, Session)]
        resting = await self._note_resting(idle)
        away = [one for one in resting if self._tables.put_away(one, before)]
        for one in away:
            self._leave(one)
        for one in resting:
            if one not in away:  # somebody came while it was written down
                await self._tables.archive.wake(one.id)
        running = [one for one in idle if one.clock.running]
        return len(away) + sum([await self._put_away_running(one, before) for one in running])

    async def _put_away_running(self, session: Session, before: float) -> bool:
        """A game whose clock won't ring for a while leaves memory, and comes back before it rings."""
        if not self._can_run_elsewhere(session):
            return False
        await session.clock.close()
        is_away = False
        try:
            if self._can_run_elsewhere(session):
                await self._note_running([session])
            is_away = self._can_run_elsewhere(session) and self._tables.put_away(session, before)
        finally:
            if not is_away:
                session.go_on()  # somebody came meanwhile, or it couldn't be written
        if not is_away:
            await self._tables.archive.wake(session.id)
            return False
        self._tables.clocks.rests(session)
        self._leave(session)
        return True

    def _can_run_elsewhere(self, session: Session) -> bool:
        is_shown = waits_for_people(session) and self._is_shown(session)
        return is_shown and self._tables.clocks.can_rest(session)

    async def note_all(self) -> None:
        """Before the bot stops: the next start doesn't have to load those at rest."""
        try:
            await self.note(self._tables.unused_since(time.monotonic()))
        except StorageFailed as failed:
            log.error("the next start loads every table, since that could not be written: %s", failed)

    async def note(self, tables: Collection[LobbyOrSession]) -> None:
        """Write down which of these are at rest, and which can be though their clocks run, which are closed.

        Raises StorageFailed.
        """
        await self._note_resting(tables)
        running = [one for one in tables if isinstance(one, Session) and one.clock.running]
        await self._note_running([one for one in running if self._can_run_elsewhere(one)])

    async def _note_running(self, sessions: Collection[Session]) -> None:
        await asyncio.gather(*map(self._tables.clocks.note, sessions))
        await self._tables.archive.rest({one.id: _lines(one) for one in sessions})

    async def _note_resting(self, tables: Iterable[LobbyOrSession]) -> list[LobbyOrSession]:
        """Write down which of these are at rest, and return them. Raises StorageFailed."""
        resting = [one for one in tables if is_at_rest(one) and self._is_shown(one)]
        await self._tables.archive.rest({one.id: _lines(one) for one in resting})
        return [one for one in resting if is_at_rest(one)]


def _lines(lobby_or_session: LobbyOrSession) -> int:
    return 0 if isinstance(lobby_or_session, Lobby) else len(lobby_or_session.table.lines)
