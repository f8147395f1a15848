"""Servers: how their managers have set the bot."""

from collections.abc import Callable

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connected import Connected
from storage.schema import servers as _table

AS_AT_FIRST = "{}"


class Servers(Connected):
    """The part of the archive that knows servers."""

    async def server_settings(self, guild_id: int) -> str:
        """The server's settings, JSON text; an empty object if nothing is stored."""
        rows = await self._rows(select(_table.c.settings).where(_table.c.guild_id == guild_id))
        return str(rows[0]["settings"]) if rows else AS_AT_FIRST

    async def change_server_settings(self, guild_id: int, change: Callable[[str], str]) -> str:
        """Pass the settings through `change` and save them; the new ones. Two at once lose nothing."""
        this = _table.c.guild_id == guild_id

        async def changed(connection: AsyncConnection) -> str:
            before = await connection.scalar(select(_table.c.settings).where(this))
            after = change(AS_AT_FIRST if before is None else before)
            await connection.execute(delete(_table).where(this))
            await connection.execute(insert(_table).values(guild_id=guild_id, settings=after))
            return after

        return await self._write(changed)
