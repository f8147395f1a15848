"""Servers: the settings that their managers have chosen."""

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from storage.connected import Connected, insert_missing
from storage.schema import servers as _table

DEFAULTS = "{}"


class Servers(Connected):
    """The part of the archive that knows servers."""

    async def server_settings(self, guild_id: int) -> str:
        """The server's settings, JSON text; an empty object if nothing is stored."""
        rows = await self._rows(select(_table.c.settings).where(_table.c.guild_id == guild_id))
        return str(rows[0]["settings"]) if rows else DEFAULTS

    async def change_server_settings(self, guild_id: int, change: Callable[[str], str]) -> str:
        """Pass the settings through `change`, save and return them; no concurrent change is lost."""
        this = _table.c.guild_id == guild_id

        def changed(connection: Connection) -> str:
            insert_missing(connection, _table, {"guild_id": guild_id, "settings": DEFAULTS})
            before = connection.scalar(select(_table.c.settings).where(this).with_for_update())
            assert before is not None
            after = change(before)
            connection.execute(update(_table).where(this).values(settings=after))
            return after

        return await self._write(changed)
