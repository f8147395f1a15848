"""Reading a table from storage: a lobby, or a game at the position to which its lines lead."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from bot.tables.checkpoints import EVERY
from bot.tables.computers import Computers
from bot.tables.interrupted import interrupted_after
from bot.tables.journal import Journal
from bot.tables.lobby import Lobby
from bot.tables.restore import Incompatible, fold_on, must_be_compatible
from bot.tables.rests import Rests
from bot.tables.server_settings import ServerBook
from bot.tables.session import Pace, Session
from bot.tables.share import Share
from bot.tables.stays import Stays
from bot.tables.table_options import TableOptions
from storage import Archive, Phase, StoredSession

LobbyOrSession: TypeAlias = Lobby | Session
"""What a channel holds: people sitting down, or a game under way."""

ENDED: tuple[Phase, ...] = ("finished", "stopped")


class Loading:
    """Reads tables. It doesn't cache them, and nothing happens at one until the caller lets it go on."""

    def __init__(
        self,
        archive: Archive,
        servers: ServerBook,
        rests: Rests,
        computers: Computers,
        moved: Callable[[Session], None],
        pace: Pace,
        share: Share,
    ) -> None:
        """`moved` is called after a change that no press caused; see `Session`.

        Nothing changes at tables outside `share`.
        """
        self._archive = archive
        self._servers = servers
        self._rests = rests
        self._computers = computers
        self._moved = moved
        self._pace = pace
        self._share = share

    async def read(self, stored: StoredSession) -> LobbyOrSession:
        """This table as storage has it. Raises Incompatible and StorageFailed."""
        must_be_compatible(stored)
        stays = Stays.read(await self._archive.seats(stored.id), await self._archive.stays(stored.id))
        if stored.started_at is None:
            options: dict[str, str] = json.loads(stored.options)
            table_options = TableOptions.read(stored.table_options)
            return Lobby(
                stored, stays.players, options, stored.host_id, self._archive, table_options, self._share
            )
        return await self._session(stored, stays)

    async def read_elsewhere(self, user_id: int) -> list[LobbyOrSession]:
        """This person's tables in other processes, only to look at.

        One that can't continue is left out. Raises StorageFailed.
        """
        if self._share.is_all:
            return []
        found: list[LobbyOrSession] = []
        for session_id in await self._archive.open_ids_of(user_id):
            stored = await self._archive.session(session_id)
            if stored is not None and not self._share.has(stored.guild_id):
                with suppress(Incompatible):
                    found.append(await self.read(stored))
        return found

    async def pause(self, guild_id: int | None) -> float:
        """Seconds between two computer moves in this server. Raises StorageFailed."""
        return (await self._servers.of(guild_id)).pause(self._pace.pause)

    async def _session(self, stored: StoredSession, stays: Stays) -> Session:
        lines = await self._archive.lines(stored.id)
        kept = await self._archive.checkpoint(stored.id) if len(lines) >= EVERY else None
        table, checkpoint_at = fold_on(stored, stays.players, lines, kept)
        if stored.phase in ENDED and not table.over:
            raise Incompatible(stored, "its rules have changed since it started")
        journal = Journal(stored, stays, table, self._archive, self._share)
        pace = replace(self._pace, pause=await self.pause(stored.guild_id))
        session = Session(journal, self._computers, self._moved, pace, self._rests)
        session.interrupted_after = interrupted_after(lines)
        session.checkpoint_at = checkpoint_at
        await session.timekeeper.load()
        return session
