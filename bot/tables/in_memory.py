"""The tables that this process keeps in memory, found by number, by channel and by who plays there."""

import time
from collections import Counter
from collections.abc import Callable, Iterable

from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.refusal import Elsewhere, Refusal
from bot.tables.session import Session
from bot.tables.share import Share
from storage import OpenTable


class TablesInMemory:
    """The tables in memory, and which channels have one that isn't. One open table per channel or thread."""

    def __init__(self, share: Share) -> None:
        """No table outside `share` is kept."""
        self.share = share
        self._open: dict[int, LobbyOrSession] = {}
        self._used: dict[int, float] = {}
        """When somebody last asked for each, by the monotonic clock."""
        self._in_channel: dict[int, int] = {}
        """The numbers of all open tables, in memory or not."""

    def __len__(self) -> int:
        """How many tables are kept in memory."""
        return len(self._open)

    @property
    def known(self) -> int:
        """How many tables are open, in memory or not."""
        return len(self._in_channel)

    def by_game_and_phase(self) -> Counter[tuple[str, str]]:
        """How many tables of each game are in memory: lobbies, games under way and paused ones."""
        return Counter((one.stored.game, _phase(one)) for one in self._open.values())

    def know(self, tables: Iterable[OpenTable]) -> None:
        """Remember that these are open. Each is loaded when somebody asks `OpenTables` for it."""
        for one in tables:
            self._in_channel.setdefault(one.channel_id, one.id)

    def must_be_here(self, guild_id: int | None) -> None:
        """Raises Refusal if another process has the tables of this server."""
        if not self.share.has(guild_id):
            raise Elsewhere

    def keep(self, lobby_or_session: LobbyOrSession) -> None:
        """Keep this table in memory. Raises Refusal if another process has got it meanwhile."""
        self.must_be_here(lobby_or_session.stored.guild_id)
        self._open[lobby_or_session.id] = lobby_or_session
        self.use(lobby_or_session.id)
        self._in_channel[lobby_or_session.stored.channel_id] = lobby_or_session.id

    def use(self, session_id: int) -> None:
        """Somebody asks for this table."""
        self._used[session_id] = time.monotonic()

    def forget(self, lobby_or_session: LobbyOrSession) -> None:
        """Free the channel of a table that is over: storage has everything that may be asked later."""
        gone = self._open.pop(lobby_or_session.id, None)
        self._used.pop(lobby_or_session.id, None)
        if gone is not None and self._in_channel.get(gone.stored.channel_id) == gone.id:
            del self._in_channel[gone.stored.channel_id]

    def put_away(self, session: LobbyOrSession, instant: float) -> bool:
        """Take a table out of memory, unless somebody has asked for it since then. It stays open."""
        if self._open.get(session.id) is not session or self._used[session.id] > instant:
            return False
        self.leave_memory(session)
        return True

    def leave_memory(self, lobby_or_session: LobbyOrSession) -> None:
        """Take a table out of memory. The next one who asks for it gets it as storage has it."""
        del self._open[lobby_or_session.id], self._used[lobby_or_session.id]

    def let_go(self, tables: Iterable[LobbyOrSession], channels: Iterable[int]) -> None:
        """Forget these tables and all others in these channels: another process has them now."""
        for one in tables:
            self.forget(one)
        for channel_id in channels:
            self._in_channel.pop(channel_id, None)

    def unused_since(self, instant: float) -> list[LobbyOrSession]:
        """The tables in memory that nobody has asked for since this moment, by the monotonic clock."""
        return [one for one in self._open.values() if self._used[one.id] <= instant]

    def is_unused_since(self, session_id: int, instant: float) -> bool:
        """Whether nobody here has asked for this table since this moment, by the monotonic clock."""
        return self._used.get(session_id, instant) <= instant

    def kept(self, session_id: int) -> LobbyOrSession | None:
        """This table, if it is kept in memory: it is open, or its end is still to be shown."""
        return self._open.get(session_id)

    def those(self, is_meant: Callable[[int | None], bool]) -> list[LobbyOrSession]:
        """The tables in memory that are in these servers."""
        return [one for one in self._open.values() if is_meant(one.stored.guild_id)]

    def sessions(self) -> list[Session]:
        """The games in memory."""
        return [one for one in self._open.values() if isinstance(one, Session)]

    def sessions_in(self, guild_id: int) -> list[Session]:
        """The games under way in this server."""
        return [one for one in self.sessions() if one.stored.guild_id == guild_id]

    def sessions_of(self, user_id: int, *, away: bool = False) -> list[Session]:
        """The games in memory at which this person sits; see `OpenTables.bring_all_of`.

        If `away`, also those where a computer plays for them.
        """
        return [
            one
            for one in self.sessions()
            if not one.table.over
            and any(user_id == (seat.reader_id if away else seat.user_id) for seat in one.players)
        ]

    def lobbies_of(self, user_id: int) -> list[Lobby]:
        """The lobbies in memory in which this person has a seat."""
        return [one for one in self._open.values() if isinstance(one, Lobby) and one.is_seated(user_id)]

    def id_in_channel(self, channel_id: int) -> int | None:
        """The number of the open table in this channel, in memory or not."""
        return self._in_channel.get(channel_id)

    def in_channel(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel, if it is in memory; see `OpenTables.bring_in`."""
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


def _phase(table: LobbyOrSession) -> str:
    """The phase as far as we know it without asking the rules."""
    if isinstance(table, Lobby):
        return "lobby"
    return "playing" if table.stored.paused_at is None else "paused"
