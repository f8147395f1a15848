"""Servers from which the bot was removed: forgotten after a while, unless it comes back.

Nobody has to see it happen: now and then the servers that are known here are compared with those of Discord.
"""

import asyncio
import logging

import discord

from bot.table.journal import milliseconds
from bot.table.open_tables import OpenTables
from storage import StorageFailed

log = logging.getLogger(__name__)

FORGET_DAYS = 30
"""So long the bot remembers a server that removed it, or where people who brought it along played."""

_ROUND_SECONDS = 3600.0
_DAY = 24 * 60 * 60 * 1000


class Departures:
    """Looks for servers that the bot has left."""

    def __init__(self, client: discord.Client, tables: OpenTables) -> None:
        self._client = client
        self._tables = tables

    async def run(self) -> None:
        """Look every hour."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.look(milliseconds())
            except StorageFailed as failed:
                log.error("servers that the bot has left can't be looked for: %s", failed)

    async def look(self, now: int) -> None:
        """Note who is gone or back, and forget those gone for long. Raises StorageFailed."""
        if not self._client.is_ready():
            return
        departures, share = self._tables.archive.departures, self._tables.share
        gone = await departures.gone()
        for guild_id in await departures.known():
            if not share.has(guild_id):
                continue
            is_here = self._client.get_guild(guild_id) is not None
            if is_here and guild_id in gone:
                await departures.is_back(guild_id)
            elif not is_here and guild_id not in gone:
                await departures.left(guild_id, now)
            elif not is_here and await self._is_long_gone(guild_id, gone[guild_id], now):
                await self._forget(guild_id, now)

    async def _is_long_gone(self, guild_id: int, left_at: int, now: int) -> bool:
        since = now - FORGET_DAYS * _DAY
        return left_at <= since and not await self._tables.archive.departures.is_visited(guild_id, since)

    async def _forget(self, guild_id: int, now: int) -> None:
        here = [one for one in self._tables.in_memory.values() if one.stored.guild_id == guild_id]
        for table in here:
            await table.close()
        await self._tables.archive.departures.forget(guild_id, now)
        for table in here:
            self._tables.forget(table)
        self._tables.servers.forget(lambda one: one == guild_id)
        log.info("server %s is forgotten: the bot was removed from it %d days ago", guild_id, FORGET_DAYS)
