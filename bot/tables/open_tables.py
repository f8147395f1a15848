"""All open tables: found by number or by channel, opened, begun, and picked up again after a restart."""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import TypeAlias
from weakref import WeakValueDictionary

from bot.tables.computers import Computers
from bot.tables.journal import Journal, milliseconds
from bot.tables.lobby import Lobby, offered
from bot.tables.player import Player, from_stored, person, to_stored
from bot.tables.refusal import Refusal
from bot.tables.restore import Incompatible, fold, must_be_compatible, unfolded
from bot.tables.session import Pace, Session
from games import registry
from games.record import Record
from storage import Archive, ChannelTaken, Phase, PhasePassed, StorageFailed, StoredSession

log = logging.getLogger(__name__)

LobbyOrSession: TypeAlias = Lobby | Session
"""What a channel holds: people sitting down, or a game under way."""

SEED_BYTES = 32

ENDED: tuple[Phase, ...] = ("finished", "stopped")


class OpenTables:
    """The tables of this process. One open table a channel; a thread is a channel."""

    def __init__(
        self, archive: Archive, computers: Computers, changed: Callable[[Session], None], pace: Pace
    ) -> None:
        self.archive = archive
        self._computers = computers
        self._changed = changed
        self._pace = pace
        self._open: dict[int, LobbyOrSession] = {}
        self._in_channel: dict[int, int] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def resume(self, session_id: int) -> LobbyOrSession:
        """Pick up an open table after a start. One that a press picked up already stays the one it is.

        Raises StorageFailed, and CannotGoOn for one that is stopped for good.
        """
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await self._stop(incompatible)
            raise
        if isinstance(lobby_or_session, Session) and lobby_or_session.table.over:
            await lobby_or_session.end()
            self._keep(lobby_or_session)  # until its last board is shown
        return lobby_or_session

    async def _stop(self, incompatible: Incompatible) -> None:
        """Free the channel of a table that cannot go on; its lines stay as they are."""
        log.warning("session %s is stopped: %s", incompatible.stored.id, incompatible.why)
        try:
            await self.archive.end(incompatible.stored.id, "stopped", (), milliseconds())
        except (PhasePassed, StorageFailed) as failed:
            log.error("session %s could not be stopped: %s", incompatible.stored.id, failed)

    async def lobby_or_session(self, session_id: int) -> LobbyOrSession:
        """The table of this number, also a finished one. Raises Refusal if there is none, or CannotGoOn."""
        loading = self._loading.setdefault(session_id, asyncio.Lock())
        async with loading:
            lobby_or_session = self._open.get(session_id)
            return lobby_or_session or await self._pick_up(await self._known(session_id))

    async def lobby(self, session_id: int) -> Lobby:
        """The lobby of this number. Raises Refusal if the game has begun or the lobby is closed."""
        found = await self.lobby_or_session(session_id)
        if isinstance(found, Session):
            raise Refusal("This game has begun already.")
        found.must_be_open()
        return found

    async def session(self, session_id: int) -> Session:
        """The game of this number. Raises Refusal while it is a lobby."""
        found = await self.lobby_or_session(session_id)
        if isinstance(found, Lobby):
            raise Refusal("This game has not begun yet.")
        return found

    async def record(self, session_id: int) -> tuple[StoredSession, Record]:
        """A table that is over and its whole record, also of one that the rules here cannot take up.

        Raises Refusal while the game goes on, since the record tells everything.
        """
        try:
            session = await self.session(session_id)
        except Incompatible as incompatible:
            if incompatible.stored.phase not in ENDED:
                raise
            players = from_stored(await self.archive.seats(session_id))
            return incompatible.stored, unfolded(
                incompatible.stored, players, await self.archive.lines(session_id)
            )
        if not session.table.over:
            raise Refusal("The record tells everything, so it is given out when the game is over.")
        return session.stored, session.table.record(session.seed)

    def holds(self, session_id: int) -> bool:
        """Whether this table is kept in memory: it is open, or its end is still to be shown."""
        return session_id in self._open

    def is_begun_by(self, session_id: int, user_id: int) -> bool:
        """Whether this is a game under way, which this person has started."""
        lobby_or_session = self._open.get(session_id)
        return isinstance(lobby_or_session, Session) and lobby_or_session.stored.host_id == user_id

    def in_channel(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel."""
        return self._open.get(self._in_channel.get(channel_id, 0))

    def session_in(self, channel_id: int) -> Session:
        """The game under way in this channel. Raises Refusal if there is none."""
        match self.in_channel(channel_id):
            case Session() as session:
                return session
            case Lobby():
                raise Refusal("The game here has not begun yet: its host presses Start.")
            case None:
                raise Refusal("Nothing is being played in this channel. /play opens a table.")

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
        """The lobbies in which this person sits."""
        return [one for one in self._open.values() if isinstance(one, Lobby) and one.is_seated(user_id)]

    async def open(self, guild_id: int | None, channel_id: int, game: str, user: Player) -> Lobby:
        """A new lobby, its first seat taken by its host. Raises Refusal if the channel has a table."""
        assert user.user_id is not None
        try:
            stored = await self._create(guild_id, channel_id, game, user.user_id)
        except ChannelTaken as taken:
            await self._must_be_over(taken.session_id)
            stored = await self._create(guild_id, channel_id, game, user.user_id)
        lobby = Lobby(stored, (), {}, user.user_id, self.archive)
        await lobby.join(user.user_id, user.name, user.interaction_id)
        self._keep(lobby)
        return lobby

    async def begin(self, lobby: Lobby, user_id: int) -> Session:
        """The host starts the game. Raises Refusal; the lobby's lock is held."""
        lobby.must_be_ready(user_id)
        await self.archive.start(lobby.id, milliseconds(), to_stored(lobby.seated))
        lobby.stored = await self._stored(lobby.id)
        session = await self._pick_up(lobby.stored)
        assert isinstance(session, Session)
        await session.settle()
        return session

    async def close_lobby(self, lobby: Lobby) -> None:
        """Close a lobby for good; the lobby's lock is held. Raises Refusal if it is open no more."""
        lobby.must_be_open()
        await self.archive.end(lobby.id, "stopped", (), milliseconds())
        lobby.stored = await self._stored(lobby.id)
        self._forget(lobby.id)

    async def rematch(self, session: Session, user: Player) -> Lobby:
        """A lobby like the one this game came from: same options and computers, the sides turned by one
        unless the first is the host's.

        The other people are to join by themselves. Raises Refusal if the channel has a table.
        """
        assert user.user_id is not None
        if not session.table.over:
            raise Refusal("This game is still being played.")
        stored = session.stored
        if user.user_id != stored.host_id:
            session.seats_of(user.user_id)
        lobby = await self.open(stored.guild_id, stored.channel_id, stored.game, user)
        lobby.turned = (*session.participants[1:], session.participants[0])
        back = tuple(
            person(user.user_id, user.name, user.interaction_id) if one.user_id == user.user_id else one
            for one in session.participants
            if one.user_id == user.user_id or not one.is_person
        )
        places = lobby.in_order(back)
        await self.archive.set_seats(lobby.id, to_stored(places))
        kept = offered(lobby.game.options)
        options = {name: value for name, value in json.loads(stored.options).items() if name in kept}
        await self.archive.set_options(lobby.id, json.dumps(options))
        lobby.players = places
        lobby.options = options
        return lobby

    def cleared(self, session: Session) -> None:
        """A game is over: its channel is free for another, and storage has all that is asked of it later."""
        if session.id in self._open:
            self._forget(session.id)

    async def drop_channel(self, channel_id: int) -> None:
        """The channel is gone: its table ends."""
        match self.in_channel(channel_id):
            case Session(table=table) as session if not table.over:
                await session.stop(None)
            case Lobby() as lobby:
                await self.close_lobby(lobby)

    async def close(self) -> None:
        """Stop thinking everywhere."""
        sessions = [one for one in self._open.values() if isinstance(one, Session)]
        await asyncio.gather(*(one.close() for one in sessions))

    async def _create(self, guild_id: int | None, channel_id: int, game: str, host_id: int) -> StoredSession:
        edition = registry.find(game).about.edition
        seed = secrets.token_bytes(SEED_BYTES)
        return await self.archive.create_session(
            guild_id, channel_id, game, edition, "{}", seed, host_id, milliseconds()
        )

    async def _must_be_over(self, session_id: int) -> None:
        """Raises Refusal unless this table is over or cannot go on, which was not written down; now it is."""
        try:
            lobby_or_session = await self.lobby_or_session(session_id)
        except Incompatible as incompatible:
            await self._stop(incompatible)
            return
        if isinstance(lobby_or_session, Lobby) or not lobby_or_session.table.over:
            raise Refusal(
                "There is a table in this channel already: one at a time. "
                "/board shows it; a thread is a channel of its own."
            )
        await lobby_or_session.end()

    async def _stored(self, session_id: int) -> StoredSession:
        stored = await self.archive.session(session_id)
        assert stored is not None
        return stored

    async def _known(self, session_id: int) -> StoredSession:
        """What is stored of a table that a press names. Raises Refusal if there is none."""
        stored = await self.archive.session(session_id)
        if stored is None:
            raise Refusal("That table was cleared away.")
        return stored

    async def _pick_up(self, stored: StoredSession) -> LobbyOrSession:
        """Raises CannotGoOn."""
        must_be_compatible(stored)
        players = from_stored(await self.archive.seats(stored.id))
        if stored.started_at is None:
            options: dict[str, str] = json.loads(stored.options)
            lobby_or_session: LobbyOrSession = Lobby(stored, players, options, stored.host_id, self.archive)
        else:
            lobby_or_session = await self._fold(stored, players)
        if stored.phase not in ENDED and not (
            isinstance(lobby_or_session, Session) and lobby_or_session.table.over
        ):
            self._keep(lobby_or_session)
        return lobby_or_session

    async def _fold(self, stored: StoredSession, players: tuple[Player, ...]) -> Session:
        table = fold(stored, players, await self.archive.lines(stored.id))
        if stored.phase in ENDED and not table.over:
            raise Incompatible(stored, "it was stopped because its rules had changed")
        journal = Journal(stored, players, table, self.archive)
        return Session(journal, self._computers, self._changed, self._pace)

    def _keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Open tables stay in memory; one that is over is read anew whenever somebody asks for it."""
        self._open[lobby_or_session.id] = lobby_or_session
        self._in_channel[lobby_or_session.stored.channel_id] = lobby_or_session.id

    def _forget(self, session_id: int) -> None:
        gone = self._open.pop(session_id)
        if self._in_channel.get(gone.stored.channel_id) == session_id:
            del self._in_channel[gone.stored.channel_id]
