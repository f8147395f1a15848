"""All open tables of this process, found by number or by channel, and loaded from storage."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from weakref import WeakValueDictionary

from bot.tables.channels import Channels
from bot.tables.clocks_at_rest import ClocksAtRest
from bot.tables.computers import Computers
from bot.tables.in_memory import TablesInMemory
from bot.tables.loading import ENDED, Loading, LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.refusal import NoSuchTable, Refusal
from bot.tables.restore import Incompatible, stop
from bot.tables.rests import Rests
from bot.tables.server_settings import ServerBook
from bot.tables.session import Pace, Session, close_all
from bot.tables.share import Share
from storage import Archive, StorageFailed, StoredSession

log = logging.getLogger(__name__)


def is_as_it_rested(session: Session) -> bool:
    """Whether this game was at rest when it was loaded, and no line has been written since."""
    return session.stored.rests_at == len(session.table.lines)


class OpenTables:
    """The tables of this process. One that isn't in memory is loaded when somebody asks for it."""

    def __init__(
        self,
        archive: Archive,
        computers: Computers,
        moved: Callable[[Session], None],
        pace: Pace,
        share: Share | None = None,
    ) -> None:
        """`moved` is called after a change that no press caused; no table outside `share` is played here."""
        self.share = share or Share()
        self.archive = archive
        self.in_memory = TablesInMemory()
        self.channels = Channels(self.in_memory)
        self.servers = ServerBook(archive)
        self.rests = Rests(archive, self.share)
        """When the clocks of all tables rest."""
        self.loading = Loading(archive, self.servers, self.rests, computers, moved, pace, self.share)
        self.clocks = ClocksAtRest(archive, self.rests)
        """The running clocks of tables that have left memory."""
        self.opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By user id, held while that person opens a lobby, so that the limit counts one lobby at a time."""
        self._loads: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By number, held while that table is loaded."""

    def keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Keep this table in memory. Raises Refusal if another process has got it meanwhile."""
        self.share.must_have(lobby_or_session.stored.guild_id)
        self.in_memory.add(lobby_or_session)
        self.channels.take(lobby_or_session)

    def forget(self, lobby_or_session: LobbyOrSession) -> None:
        """Free the channel of a table that is over: storage has everything that may be asked later."""
        if self.in_memory.take_out(lobby_or_session):
            self.channels.free(lobby_or_session)

    def forget_all(self, tables: Iterable[LobbyOrSession], channel_ids: Iterable[int]) -> None:
        """Forget these tables and all others in these channels: another process has them now."""
        for one in tables:
            self.forget(one)
        self.channels.forget(channel_ids)

    async def load_channel(self, channel_id: int) -> None:
        """Load this channel's table into memory, if it has one that can be read."""
        if (session_id := self.channels.id_in(channel_id)) is not None:
            await self.try_to_load(session_id)

    async def load_all_of(self, user_id: int) -> None:
        """Load all tables of this person that can be read. Raises StorageFailed."""
        for session_id in await self.archive.open_ids_of(user_id):
            await self.try_to_load(session_id)

    async def try_to_load(self, session_id: int) -> bool:
        """Load this table into memory, if it can continue; False if storage can't be read now."""
        try:
            with suppress(Refusal):  # it can't continue; a press on it says why
                await self.lobby_or_session(session_id)
        except StorageFailed as failed:
            log.info("session %s cannot be read: %s", session_id, failed)
            return False
        return True

    async def resume(self, session_id: int) -> LobbyOrSession:
        """Load an open table after a start. One that a press has loaded already is kept.

        Raises StorageFailed, and Incompatible for one that is now stopped.
        """
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await stop(self.archive, incompatible)
            self.channels.forget([incompatible.stored.channel_id])
            raise
        if isinstance(lobby_or_session, Session) and lobby_or_session.table.over:
            await lobby_or_session.journal.end()
            self.keep(lobby_or_session)  # until its last board is shown
        return lobby_or_session

    async def lobby_or_session(self, session_id: int) -> LobbyOrSession:
        """The table of this number, also a finished one. Raises Refusal if there is none, or Incompatible."""
        self.in_memory.use(session_id)
        load = self._loads.setdefault(session_id, asyncio.Lock())
        async with load:
            if lobby_or_session := self.in_memory.get(session_id):
                return lobby_or_session
            stored = await self.archive.session(session_id)
            if stored is None:
                raise NoSuchTable
            self.share.must_have(stored.guild_id)
            return await self.load(stored)

    async def lobby(self, session_id: int) -> Lobby:
        """The lobby of this number. Raises Refusal if the game has begun or the lobby is closed."""
        found = await self.lobby_or_session(session_id)
        if isinstance(found, Session):
            raise Refusal("This game has already started.")
        found.must_be_open()
        return found

    async def session(self, session_id: int) -> Session:
        """The game of this number. Raises Refusal while it is a lobby."""
        found = await self.lobby_or_session(session_id)
        if isinstance(found, Lobby):
            raise Refusal("This game hasn't started yet. The host has to press Start.")
        return found

    async def set_pace(self, guild_id: int) -> None:
        """A server's settings have changed: let the computers there play at that pace at once."""
        pause = await self.loading.pause(guild_id)
        for session in self.in_memory.sessions_in(guild_id):
            session.autoplay.pace = pause

    async def load(self, stored: StoredSession) -> LobbyOrSession:
        """Read a table from storage; it is kept while it is open. Raises Incompatible."""
        lobby_or_session = await self.loading.read(stored)
        is_over = isinstance(lobby_or_session, Session) and lobby_or_session.table.over
        if stored.phase not in ENDED and not is_over:
            await self._wake(lobby_or_session)
        return lobby_or_session

    async def _wake(self, lobby_or_session: LobbyOrSession) -> None:
        """Mark this table as awake: from here on only memory knows whether there is something to do."""
        if lobby_or_session.stored.rests_at is not None:
            await self.archive.wake(lobby_or_session.id)
        self.keep(lobby_or_session)
        if isinstance(lobby_or_session, Session):
            self.clocks.loaded(lobby_or_session)

    async def close(self) -> None:
        """Stop thinking everywhere, and save what the clocks have counted."""
        await close_all(self.in_memory.sessions())
        try:
            await self.clocks.keep(0)
        except StorageFailed as failed:
            log.warning("used time of tables at rest could not be saved: %s", failed)
