"""The tables that this process keeps in memory, found by number and by who plays there."""

import time
from collections.abc import Iterator, Mapping

from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.session import Session


class TablesInMemory(Mapping[int, LobbyOrSession]):
    """The tables in memory, by number. Each is open, or its end is still to be shown."""

    def __init__(self) -> None:
        self._tables: dict[int, LobbyOrSession] = {}
        self._used: dict[int, float] = {}
        """When somebody last asked for each, by the monotonic clock."""

    def __getitem__(self, session_id: int) -> LobbyOrSession:
        """This table. Raises KeyError if it isn't in memory."""
        return self._tables[session_id]

    def __iter__(self) -> Iterator[int]:
        """The numbers of the tables."""
        return iter(self._tables)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def add(self, table: LobbyOrSession) -> None:
        """Keep this table, in place of one with the same number. Somebody has asked for it now."""
        self._tables[table.id] = table
        self.use(table.id)

    def take_out(self, table: LobbyOrSession) -> bool:
        """Take this table out of memory: the next person to ask for it gets it as storage has it.

        Returns whether it was there.
        """
        self._used.pop(table.id, None)
        return self._tables.pop(table.id, None) is not None

    def unload(self, table: LobbyOrSession, instant: float) -> bool:
        """Take a table out of memory, unless somebody has asked for it since then. It stays open."""
        if self._tables.get(table.id) is not table or self._used[table.id] > instant:
            return False
        return self.take_out(table)

    def use(self, session_id: int) -> None:
        """Somebody asks for this table."""
        self._used[session_id] = time.monotonic()

    def unused_since(self, instant: float) -> list[LobbyOrSession]:
        """The tables in memory that nobody has asked for since this moment, by the monotonic clock."""
        return [one for one in self._tables.values() if self._used[one.id] <= instant]

    def is_unused_since(self, session_id: int, instant: float) -> bool:
        """Whether nobody here has asked for this table since this moment, by the monotonic clock."""
        return self._used.get(session_id, instant) <= instant

    def sessions(self) -> list[Session]:
        """The games in memory."""
        return [one for one in self._tables.values() if isinstance(one, Session)]

    def sessions_in(self, guild_id: int) -> list[Session]:
        """The games in memory that are in this server."""
        return [one for one in self.sessions() if one.stored.guild_id == guild_id]

    def sessions_of(self, user_id: int, *, away: bool = False) -> list[Session]:
        """The games in memory at which this person sits; see `OpenTables.load_all_of`.

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
        return [one for one in self._tables.values() if isinstance(one, Lobby) and one.is_seated(user_id)]
