"""All open tables of this process, found by number or by channel, and loaded from storage."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from weakref import WeakValueDictionary

from bot.tables.clocks_at_rest import ClocksAtRest
from bot.tables.computers import Computers
from bot.tables.loading import ENDED, Loading, LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.refusal import Elsewhere, NoSuchTable, Refusal
from bot.tables.restore import Incompatible, stop
from bot.tables.rests import Rests
from bot.tables.server_settings import ServerBook
from bot.tables.session import Pace, Session
from bot.tables.share import Share
from storage import Archive, OpenTable, StorageFailed, StoredSession

log = logging.getLogger(__name__)


def everywhere(_guild_id: int | None) -> bool:
    """All servers, and direct messages."""
    return True


def is_as_it_rested(session: Session) -> bool:
    """Whether this game was at rest when it was loaded, and no line has been written since."""
    return session.stored.rests_at == len(session.table.lines)


def _phase(table: LobbyOrSession) -> str:
    """What is known of it without asking its rules."""
    if isinstance(table, Lobby):
        return "lobby"
    return "playing" if table.stored.paused_at is None else "paused"


class OpenTables:
    """The tables of this process. One open table per channel; a thread is a channel."""

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
        self.servers = ServerBook(archive)
        self.rests = Rests(archive, self.share)
        """When clocks rest at all of them."""
        self._reading = Loading(archive, self.servers, self.rests, computers, moved, pace, self.share)
        self.clocks = ClocksAtRest(archive, self.rests)
        """The running clocks of those that have left memory."""
        self._open: dict[int, LobbyOrSession] = {}
        self._used: dict[int, float] = {}
        self._in_channel: dict[int, int] = {}
        self.opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Held, by the id of a person, while they open a lobby: their lobbies are counted one by one."""
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many tables are kept in memory."""
        return len(self._open)

    @property
    def known(self) -> int:
        """How many tables are open, in memory or not."""
        return len(self._in_channel)

    def by_game_and_phase(self) -> Counter[tuple[str, str]]:
        """How many tables in memory there are of each game: lobbies, played and paused ones."""
        return Counter((one.stored.game, _phase(one)) for one in self._open.values())

    def know(self, tables: Iterable[OpenTable]) -> None:
        """These are open. Each is loaded when somebody asks for it, by `bring_in` or by its number."""
        for one in tables:
            self._in_channel.setdefault(one.channel_id, one.id)

    async def rest_on(self, session_ids: Container[int], shard: int, of: int) -> list[int]:
        """After a start: leave these tables at rest, except those returned. Raises StorageFailed."""
        return await self.clocks.take_up(session_ids, self._open, shard, of)

    async def bring_in(self, channel_id: int) -> None:
        """Have this channel's table in memory, if it has one that can be read."""
        if (session_id := self.id_in_channel(channel_id)) is not None:
            await self.bring(session_id)

    async def bring_all_of(self, user_id: int) -> None:
        """Have all tables of this person in memory, as far as they can be read. Raises StorageFailed."""
        for session_id in await self.archive.open_ids_of(user_id):
            await self.bring(session_id)

    async def bring(self, session_id: int) -> None:
        """Have this table in memory, if it can be read."""
        try:
            with suppress(Refusal):  # it can't continue, and who asks for it by its number is told
                await self.lobby_or_session(session_id)
        except StorageFailed as failed:
            log.info("session %s cannot be read: %s", session_id, failed)

    async def resume(self, session_id: int) -> LobbyOrSession:
        """Load an open table after a start. One that a press has loaded already is kept.

        Raises StorageFailed, and Incompatible for one that is now stopped.
        """
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await stop(self.archive, incompatible)
            self._in_channel.pop(incompatible.stored.channel_id, None)
            raise
        if isinstance(lobby_or_session, Session) and lobby_or_session.table.over:
            await lobby_or_session.journal.end()
            self.keep(lobby_or_session)  # until its last board is shown
        return lobby_or_session

    async def lobby_or_session(self, session_id: int) -> LobbyOrSession:
        """The table of this number, also a finished one. Raises Refusal if there is none, or Incompatible."""
        self._used[session_id] = time.monotonic()
        loading = self._loading.setdefault(session_id, asyncio.Lock())
        async with loading:
            if lobby_or_session := self._open.get(session_id):
                return lobby_or_session
            stored = await self.archive.session(session_id)
            if stored is None:
                raise NoSuchTable
            self.must_be_here(stored.guild_id)
            return await self.load(stored)

    def must_be_here(self, guild_id: int | None) -> None:
        """Raises Refusal if another process has the tables of this server."""
        if not self.share.has(guild_id):
            raise Elsewhere

    async def others_of(self, user_id: int) -> list[LobbyOrSession]:
        """This person's tables that other processes have, as storage has them, to be looked at and no more.

        One that can't continue is left out. Raises StorageFailed.
        """
        if self.share.is_all:
            return []
        found: list[LobbyOrSession] = []
        for session_id in await self.archive.open_ids_of(user_id):
            stored = await self.archive.session(session_id)
            if stored is not None and not self.share.has(stored.guild_id):
                with suppress(Incompatible):
                    found.append(await self._reading.read(stored))
        return found

    def those(self, is_meant: Callable[[int | None], bool]) -> list[LobbyOrSession]:
        """The tables in memory that are in these servers."""
        return [one for one in self._open.values() if is_meant(one.stored.guild_id)]

    async def stop(self, tables: Iterable[LobbyOrSession]) -> None:
        """Nothing more happens at these tables, which another process is about to have."""
        await asyncio.gather(*(one.close() for one in tables if isinstance(one, Session)))

    def let_go(self, tables: Iterable[LobbyOrSession], channels: Iterable[int]) -> None:
        """Another process has these tables from now on, and all others in these channels."""
        for one in tables:
            self.forget(one)
        for channel_id in channels:
            self._in_channel.pop(channel_id, None)

    async def channel_of(self, session_id: int) -> int:
        """The channel of this table, which isn't loaded for that. Raises Refusal if there is none."""
        kept = self._open.get(session_id)
        stored = await self.archive.session(session_id) if kept is None else kept.stored
        if stored is None:
            raise NoSuchTable
        return stored.channel_id

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
            raise Refusal("This game hasn't started yet.")
        return found

    def kept(self, session_id: int) -> LobbyOrSession | None:
        """This table, if it is kept in memory: it is open, or its end is still to be shown."""
        return self._open.get(session_id)

    def id_in_channel(self, channel_id: int) -> int | None:
        """The number of the open table in this channel, in memory or not."""
        return self._in_channel.get(channel_id)

    def in_channel(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel, if it is in memory; see `bring_in`."""
        return self._open.get(self._in_channel.get(channel_id, 0))

    def table_in(self, channel_id: int) -> LobbyOrSession:
        """The open table in this channel, if it is in memory. Raises Refusal if there is none."""
        if (found := self.in_channel(channel_id)) is None:
            raise Refusal("No game is running here. Use /play to start one.")
        return found

    def session_in(self, channel_id: int) -> Session:
        """The game under way in this channel. Raises Refusal if there is none."""
        found = self.table_in(channel_id)
        if isinstance(found, Lobby):
            raise Refusal("The game hasn't started yet. The host has to press Start.")
        return found

    def sessions_of(self, user_id: int, *, away: bool = False) -> list[Session]:
        """The games in memory at which this person sits; see `bring_all_of`.

        If `away`, also those where a computer plays for them.
        """
        return [
            one
            for one in self._open.values()
            if isinstance(one, Session)
            and not one.table.over
            and any(user_id == (seat.reader_id if away else seat.user_id) for seat in one.players)
        ]

    def lobbies_of(self, user_id: int) -> list[Lobby]:
        """The lobbies in memory in which this person has a seat."""
        return [one for one in self._open.values() if isinstance(one, Lobby) and one.is_seated(user_id)]

    async def set_pace(self, guild_id: int) -> None:
        """A server's settings have changed: the computers there go as fast as they say, at once."""
        pause = await self._reading.pause(guild_id)
        for session in self.sessions_in(guild_id):
            session.autoplay.pace = pause

    def sessions_in(self, guild_id: int) -> list[Session]:
        """The games under way in this server."""
        return [
            one for one in self._open.values() if isinstance(one, Session) and one.stored.guild_id == guild_id
        ]

    async def load(self, stored: StoredSession) -> LobbyOrSession:
        """Read a table from storage; it is kept while it is open. Raises Incompatible."""
        lobby_or_session = await self._reading.read(stored)
        is_over = isinstance(lobby_or_session, Session) and lobby_or_session.table.over
        if stored.phase not in ENDED and not is_over:
            await self._wake(lobby_or_session)
        return lobby_or_session

    async def _wake(self, lobby_or_session: LobbyOrSession) -> None:
        """From here on only memory knows whether there is something to do at this table."""
        if lobby_or_session.stored.rests_at is not None:
            await self.archive.wake(lobby_or_session.id)
        self.keep(lobby_or_session)
        if isinstance(lobby_or_session, Session):
            self.clocks.is_back(lobby_or_session)

    def keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Keep this table in memory. Raises Refusal if another process has got it meanwhile."""
        self.must_be_here(lobby_or_session.stored.guild_id)
        self._open[lobby_or_session.id] = lobby_or_session
        self._used[lobby_or_session.id] = time.monotonic()
        self._in_channel[lobby_or_session.stored.channel_id] = lobby_or_session.id

    def forget(self, lobby_or_session: LobbyOrSession) -> None:
        """Free the channel of a table that is over: storage has all that anybody asks of it later."""
        gone = self._open.pop(lobby_or_session.id, None)
        self._used.pop(lobby_or_session.id, None)
        if gone is not None and self._in_channel.get(gone.stored.channel_id) == gone.id:
            del self._in_channel[gone.stored.channel_id]

    def unused_since(self, instant: float) -> list[LobbyOrSession]:
        """The tables in memory that nobody has asked for since this moment, by the monotonic clock."""
        return [one for one in self._open.values() if self._used[one.id] <= instant]

    def is_unused_since(self, session_id: int, instant: float) -> bool:
        """Whether nobody here has asked for this table since this moment, by the monotonic clock."""
        return self._used.get(session_id, instant) <= instant

    def put_away(self, session: LobbyOrSession, instant: float) -> bool:
        """Take a table out of memory, unless somebody has asked for it since then. It stays open."""
        if self._open.get(session.id) is not session or self._used[session.id] > instant:
            return False
        self.leave_memory(session)
        return True

    def leave_memory(self, lobby_or_session: LobbyOrSession) -> None:
        """Take a table out of memory. Whoever asks for it next gets it as storage has it."""
        del self._open[lobby_or_session.id], self._used[lobby_or_session.id]

    async def close(self) -> None:
        """Stop thinking everywhere, and keep what clocks have counted."""
        await asyncio.gather(*(one.close() for one in self.sessions()))
        try:
            await self.clocks.keep(0)
        except StorageFailed as failed:
            log.warning("used time of tables at rest could not be saved: %s", failed)

    def sessions(self) -> list[Session]:
        """The games in memory."""
        return [one for one in self._open.values() if isinstance(one, Session)]
