"""Which channels have an open table, in memory or not. One open table per channel or thread."""

from collections.abc import Iterable, Mapping

from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from storage import OpenTable


class Channels:
    """The number of the open table in each channel, and the table itself if it is in memory."""

    def __init__(self, in_memory: Mapping[int, LobbyOrSession]) -> None:
        """`in_memory` has the tables in memory, by number."""
        self._in_memory = in_memory
        self._ids: dict[int, int] = {}

    def __len__(self) -> int:
        """How many tables are open."""
        return len(self._ids)

    def know(self, tables: Iterable[OpenTable]) -> None:
        """Remember that these are open. Each is loaded when somebody asks `OpenTables` for it."""
        for one in tables:
            self._ids.setdefault(one.channel_id, one.id)

    def take(self, table: LobbyOrSession) -> None:
        """This is now the open table in its channel."""
        self._ids[table.stored.channel_id] = table.id

    def free(self, table: LobbyOrSession) -> None:
        """This table is over. Its channel is free, unless another table has it by now."""
        if self._ids.get(table.stored.channel_id) == table.id:
            del self._ids[table.stored.channel_id]

    def forget(self, channel_ids: Iterable[int]) -> None:
        """Forget the tables in these channels: they are stopped, or another process has them."""
        for one in channel_ids:
            self._ids.pop(one, None)

    def id_in(self, channel_id: int) -> int | None:
        """The number of the open table in this channel, in memory or not."""
        return self._ids.get(channel_id)

    def find(self, channel_id: int) -> LobbyOrSession | None:
        """The open table in this channel, if it is in memory; see `OpenTables.load_channel`."""
        return self._in_memory.get(self._ids.get(channel_id, 0))

    def table_in(self, channel_id: int) -> LobbyOrSession:
        """The open table in this channel, if it is in memory. Raises Refusal if there is none."""
        if (found := self.find(channel_id)) is None:
            raise Refusal("No game is running here. Use /play to start one.")
        return found

    def session_in(self, channel_id: int) -> Session:
        """The game under way in this channel. Raises Refusal if there is none."""
        found = self.table_in(channel_id)
        if isinstance(found, Lobby):
            raise Refusal("The game hasn't started yet. The host has to press Start.")
        return found
