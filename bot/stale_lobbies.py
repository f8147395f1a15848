"""Lobbies that nobody joins close by themselves, so that old ones don't get in the way."""

import asyncio
import logging
import time

import discord

from bot.screens.failures import NOT_SENT, code_of
from bot.screens.lobbies import Lobbies
from bot.screens.lobby import stale_screen
from bot.tables.journal import milliseconds
from bot.tables.open_tables import OpenTables
from bot.tables.refusal import Refusal
from storage import StorageFailed, StoredSeat

log = logging.getLogger(__name__)

STALE_SECONDS = 24 * 3600.0
"""A lobby closes this long after it was opened or last joined."""

IDLE_SECONDS = 1200.0
"""It stays open if somebody pressed something on it within this time: a host may be choosing options."""

_ROUND_SECONDS = 600.0


class StaleLobbies:
    """Looks for old lobbies now and then while the bot runs. Only storage knows how old they are."""

    def __init__(self, tables: OpenTables, lobbies: Lobbies) -> None:
        self._tables = tables
        self._lobbies = lobbies

    async def run(self) -> None:
        """Close stale lobbies every ten minutes."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.close_all()
            except StorageFailed as failed:
                log.error("old lobbies stay open, since storage failed: %s", failed)

    async def close_all(self) -> int:
        """Close the lobbies that are stale now. Returns how many. Raises StorageFailed."""
        closed, before = 0, milliseconds() - round(STALE_SECONDS * 1000)
        for session_id in await self._tables.archive.lobbies_before(before):
            is_idle = self._tables.in_memory.is_unused_since(session_id, time.monotonic() - IDLE_SECONDS)
            seats = await self._tables.archive.seats(session_id)
            if is_idle and all(_joined_at(one) < before for one in seats):
                closed += await self._close(session_id)
        return closed

    async def _close(self, session_id: int) -> bool:
        """Returns whether it was still a lobby."""
        try:
            lobby = await self._tables.lobby(session_id)
            await self._lobbies.close(lobby, stale_screen(lobby))
        except Refusal:
            return False
        except NOT_SENT as failed:
            log.info("session %s was closed, but that could not be shown (%s)", session_id, code_of(failed))
        log.info("session %s is closed: nobody had joined its lobby for a day", session_id)
        return True


def _joined_at(seat: StoredSeat) -> float:
    """When this player pressed Join, in milliseconds since the epoch; 0 for a computer."""
    click = seat.click_id
    return discord.utils.snowflake_time(int(click)).timestamp() * 1000 if click.isdecimal() else 0
