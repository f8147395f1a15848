"""What happens in the channels of tables: messages are posted or deleted, and channels are deleted."""

from bot.background import Background
from bot.screens.displays import Displays
from bot.tables import hosting
from bot.tables.lobby import Lobby
from bot.tables.open_tables import OpenTables
from bot.tables.session import Session
from storage import Archive


class ChannelEvents:
    """What Discord says about channels, as far as it concerns the tables in them."""

    def __init__(
        self, archive: Archive, tables: OpenTables, displays: Displays, background: Background
    ) -> None:
        self._archive = archive
        self._tables = tables
        self._displays = displays
        self._background = background

    def posted(self, channel_id: int, message_id: int) -> None:
        """A message was posted in this channel: it may bury a board, also of a table that isn't in memory."""
        number = self._tables.channels.id_in(channel_id)
        if display := self._displays.in_channel(channel_id):
            display.posted(message_id)
        elif number is not None:
            self._displays.below[number] += 1

    def deleted(self, channel_id: int, message_id: int) -> None:
        """A message was deleted in this channel: it may be the board of a table that isn't in memory."""
        if display := self._displays.in_channel(channel_id):
            display.deleted(message_id)
        elif self._tables.channels.id_in(channel_id) is not None and not self._displays.is_closed:
            self._background.start(self._find_deleted(channel_id, message_id))

    async def gone(self, channel_id: int) -> None:
        """The channel is gone, and its table with it."""
        await self._tables.load_channel(channel_id)
        match await hosting.end_in_channel(self._tables, channel_id):
            case Session() as session:
                self._displays.show(session)
            case Lobby() as lobby:
                self._displays.drop(lobby)

    async def _find_deleted(self, channel_id: int, message_id: int) -> None:
        number = self._tables.channels.id_in(channel_id)
        messages = () if number is None else await self._archive.messages(number)
        if any(one.message_id == message_id for one in messages):
            await self._tables.load_channel(channel_id)
            if lobby_or_session := self._tables.channels.find(channel_id):
                (await self._displays.of(lobby_or_session)).deleted(message_id)
