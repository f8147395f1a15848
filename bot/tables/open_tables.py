"""All open tables of this process, found by number or by channel, and loaded from storage."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakValueDictionary

from bot.tables.computers import Computers
from bot.tables.journal import Journal
from bot.tables.lobby import Lobby
from bot.tables.player import Player, from_stored
from bot.tables.refusal import Refusal
from bot.tables.restore import Incompatible, fold, must_be_compatible, stop
from bot.tables.rests import Rests
from bot.tables.server_settings import ServerBook
from bot.tables.session import Pace, Session
from bot.tables.table_options import TableOptions
from storage import Archive, Phase, StoredSession

LobbyOrSession: TypeAlias = Lobby | Session
"""What a channel holds: people sitting down, or a game under way."""

ENDED: tuple[Phase, ...] = ("finished", "stopped")


class OpenTables:
    """The tables of this process. One open table per channel; a thread is a channel."""

    def __init__(
        self, archive: Archive, computers: Computers, moved: Callable[[Session], None], pace: Pace
    ) -> None:
        """`moved` is called after a change that no press caused; see `Session`."""
        self.archive = archive
        self.servers = ServerBook(archive)
        self._computers = computers
        self._moved = moved
        self._pace = pace
        self.rests = Rests(archive)
        """When clocks rest at all of them."""
        self._open: dict[int, LobbyOrSession] = {}
        self._in_channel: dict[int, int] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many tables are kept in memory."""
        return len(self._open)

    async def resume(self, session_id: int) -> LobbyOrSession:
        """Load an open table after a start. One that a press has loaded already is kept.

        Raises StorageFailed, and Incompatible for one that is now stopped.
        """
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await stop(self.archive, incompatible)
            raise
        if isinstance(lobby_or_session, Session) and lobby_or_session.table.over:
            await lobby_or_session.journal.end()
            self.keep(lobby_or_session)  # until its last board is shown
        return lobby_or_session

    async def lobby_or_session(self, session_id: int) -> LobbyOrSession:
        """The table of this number, also a finished one. Raises Refusal if there is none, or Incompatible."""
        loading = self._loading.setdefault(session_id, asyncio.Lock())
        async with loading:
            if lobby_or_session := self._open.get(session_id):
                return lobby_or_session
            stored = await self.archive.session(session_id)
            if stored is None:
                raise Refusal("That game no longer exists.")
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
            raise Refusal("This game hasn't started yet.")
        return found

    def kept(self, session_id: int) -> LobbyOrSession | None:
        """This table, if it is kept in memory: it is open, or its end is still to be shown."""
        return self._open.get(session_id)

    def in_channel(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel."""
        return self._open.get(self._in_channel.get(channel_id, 0))

    def session_in(self, channel_id: int) -> Session:
        """The game under way in this channel. Raises Refusal if there is none."""
        match self.in_channel(channel_id):
            case Session() as session:
                return session
            case Lobby():
                raise Refusal("The game hasn't started yet. The host has to press Start.")
            case None:
                raise Refusal("No game is running here. Use /play to start one.")

    def sessions_of(self, user_id: int) -> list[Session]:
        """The games under way at which this person sits."""
        return [
            one
            for one in self._open.values()
            if isinstance(one, Session)
            and not one.table.over
            and any(seat.user_id == user_id for seat in one.players)
        ]

    def lobbies_of(self, user_id: int) -> list[Lobby]:
        """The lobbies in which this person has a seat."""
        return [one for one in self._open.values() if isinstance(one, Lobby) and one.is_seated(user_id)]

    async def set_pace(self, guild_id: int) -> None:
        """A server's settings have changed: the computers there go as fast as they say, at once."""
        pause = (await self.servers.of(guild_id)).pause(self._pace.pause)
        for session in self.sessions_in(guild_id):
            session.autoplay.pace = pause

    def sessions_in(self, guild_id: int) -> list[Session]:
        """The games under way in this server."""
        return [
            one for one in self._open.values() if isinstance(one, Session) and one.stored.guild_id == guild_id
        ]

    async def load(self, stored: StoredSession) -> LobbyOrSession:
        """Read a table from storage; it is kept while it is open. Raises Incompatible."""
        must_be_compatible(stored)
        players = from_stored(await self.archive.seats(stored.id))
        if stored.started_at is None:
            options: dict[str, str] = json.loads(stored.options)
            table_options = TableOptions.read(stored.table_options)
            lobby = Lobby(stored, players, options, stored.host_id, self.archive, table_options)
            if stored.phase not in ENDED:
                self.keep(lobby)
            return lobby
        session = await self._fold(stored, players)
        if stored.phase not in ENDED and not session.table.over:
            self.keep(session)
        return session

    def keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Keep this table in memory; one that isn't kept is read again whenever somebody asks for it."""
        self._open[lobby_or_session.id] = lobby_or_session
        self._in_channel[lobby_or_session.stored.channel_id] = lobby_or_session.id

    def forget(self, lobby_or_session: LobbyOrSession) -> None:
        """Free the channel of a table that is over: storage has all that anybody asks of it later."""
        gone = self._open.pop(lobby_or_session.id, None)
        if gone is not None and self._in_channel.get(gone.stored.channel_id) == gone.id:
            del self._in_channel[gone.stored.channel_id]

    async def quiet_hours_changed(self, user_id: int) -> None:
        """This person has changed their quiet hours: they hold at all their tables. Raises StorageFailed."""
        for session in self.sessions_of(user_id):
            session.clock.count()
        await self.rests.reread(user_id)
        for session in self.sessions_of(user_id):
            if session.clock.running:
                session.go_on()
                self._moved(session)

    def disconnected(self) -> None:
        """Discord can't be reached: nobody's time runs until `connected`."""
        for session in self._sessions():
            session.clock.count()
        self.rests.is_connected = False

    def connected(self) -> None:
        """Discord can be reached again."""
        if self.rests.is_connected:
            return
        for session in self._sessions():
            session.clock.count()
        self.rests.is_connected = True
        for session in self._sessions():
            if session.clock.running:
                session.go_on()
                self._moved(session)

    async def close(self) -> None:
        """Stop thinking everywhere."""
        await asyncio.gather(*(one.close() for one in self._sessions()))

    def _sessions(self) -> list[Session]:
        return [one for one in self._open.values() if isinstance(one, Session)]

    async def _fold(self, stored: StoredSession, players: tuple[Player, ...]) -> Session:
        table = fold(stored, players, await self.archive.lines(stored.id))
        if stored.phase in ENDED and not table.over:
            raise Incompatible(stored, "its rules have changed since it started")
        journal = Journal(stored, players, table, self.archive)
        pause = (await self.servers.of(stored.guild_id)).pause(self._pace.pause)
        pace = replace(self._pace, pause=pause)
        session = Session(journal, self._computers, self._moved, pace, self.rests)
        await session.clock.load()
        return session
