"""Order in a server: who is kept from its tables, and the list of who did what there."""

from typing import Any

from sqlalchemy import Connection, Executable, Select, delete, func, insert, select

from storage.schema import kept_away, server_log
from storage.stored import KeptAway, LoggedAction, row_of
from storage.subject import Subject, columns_of, put


class Order(Subject):
    """What people who manage a server do there. Each change comes with its line in the list."""

    async def keep_away(self, one: KeptAway, action: LoggedAction) -> None:
        """Keep somebody from a server's tables, in place of what was decided about them before."""

        def change(connection: Connection) -> None:
            connection.execute(delete(kept_away).where(kept_away.c.until <= action.at))
            for statement in put(kept_away, row_of(one)):
                connection.execute(statement)
            for statement in noted(action):
                connection.execute(statement)

        await self._writer.run(change)

    async def let_back(self, guild_id: int, mark: str, action: LoggedAction) -> bool:
        """Let somebody back; whether they were kept away."""
        its = (kept_away.c.guild_id == guild_id) & (kept_away.c.mark == mark)

        def change(connection: Connection) -> bool:
            was = connection.execute(delete(kept_away).where(its)).rowcount > 0
            for statement in noted(action) if was else ():
                connection.execute(statement)
            return was

        return await self._writer.run(change)

    async def kept_away(self, guild_id: int) -> tuple[KeptAway, ...]:
        """Who is kept from this server's tables, perhaps until a time that has passed."""
        query = select(*columns_of(KeptAway, kept_away)).where(kept_away.c.guild_id == guild_id)
        return await self._all(KeptAway, query.order_by(kept_away.c.until, kept_away.c.mark))

    async def note(self, action: LoggedAction) -> None:
        """Add a line to the list of who did what."""
        (line,) = noted(action)
        await self._writer.run(lambda connection: connection.execute(line))

    async def log(self, guild_id: int, *, offset: int = 0, limit: int = 10) -> tuple[LoggedAction, ...]:
        """A server's list of who did what, the newest first."""
        query = select(*columns_of(LoggedAction, server_log)).where(server_log.c.guild_id == guild_id)
        return await self._all(
            LoggedAction, query.order_by(server_log.c.id.desc()).limit(limit).offset(offset)
        )

    async def logged(self, guild_id: int) -> int:
        """How many lines that list has."""
        query: Select[Any] = select(func.count()).select_from(server_log)
        found = await self._column(query.where(server_log.c.guild_id == guild_id))
        return int(found[0])

    async def decided(self, guild_id: int, by_id: int, since: int) -> int:
        """How often something was decided about a person since then: in this server, or by this manager."""
        row = server_log.c
        meant = row.about_id.is_not(None), row.at >= since, (row.guild_id == guild_id) | (row.by_id == by_id)
        query: Select[Any] = select(func.count()).select_from(server_log)
        found = await self._column(query.where(*meant))
        return int(found[0])


def noted(action: LoggedAction | None) -> tuple[Executable, ...]:
    """The statement that adds a line to a server's list, if there is one, together with what was done."""
    return () if action is None else (insert(server_log).values(row_of(action)),)
