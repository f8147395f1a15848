"""Tables leave memory when nothing happens there until somebody comes, and are read again when they do."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession, OpenTables
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
    match lobby_or_session:
        case Session(table=table, autoplay=autoplay, clock=clock, lock=lock):
            is_quiet = not (lock.locked() or autoplay.is_playing or clock.running)
            return is_quiet and not table.over and autoplay.due() is None
    return True


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
                await self.put_away(IDLE_SECONDS)
            except StorageFailed as failed:
                log.error("idle tables stay in memory, since that could not be written: %s", failed)

    async def put_away(self, seconds: float) -> int:
        """Games at rest that nobody has asked for in so many seconds leave memory; how many.

        Raises StorageFailed. Lobbies stay: they take little room.
        """
        before = time.monotonic() - seconds
        idle = [one for one in self._tables.unused_since(before) if isinstance(one, Session)]
        resting = await self.note(idle)
        away = [one for one in resting if self._tables.put_away(one, before)]
        for one in away:
            self._leave(one)
        for one in resting:
            if one not in away:  # somebody came while it was written down
                await self._tables.archive.wake(one.id)
        return len(away)

    async def note_all(self) -> None:
        """Before the bot stops: the next start doesn't have to load those at rest."""
        try:
            await self.note(self._tables.unused_since(time.monotonic()))
        except StorageFailed as failed:
            log.error("the next start loads every table, since that could not be written: %s", failed)

    async def note(self, tables: Iterable[LobbyOrSession]) -> list[LobbyOrSession]:
        """Write down which of these are at rest, and return them. Raises StorageFailed."""
        resting = [one for one in tables if is_at_rest(one) and self._is_shown(one)]
        await self._tables.archive.rest({one.id: _lines(one) for one in resting})
        return [one for one in resting if is_at_rest(one)]


def _lines(lobby_or_session: LobbyOrSession) -> int:
    return 0 if isinstance(lobby_or_session, Lobby) else len(lobby_or_session.table.lines)
