"""Opening a lobby with the message that shows it, and closing both."""

from collections.abc import Collection

from bot.screens.answer import Answer
from bot.screens.display import Display
from bot.screens.displays import Displays
from bot.screens.failures import NOT_SENT
from bot.screens.screen import Screen
from bot.tables import hosting
from bot.tables.lobby import Lobby
from bot.tables.open_tables import OpenTables
from storage import StorageFailed


class Lobbies:
    """Opens and closes lobbies as people see them."""

    def __init__(self, tables: OpenTables, displays: Displays) -> None:
        self._tables = tables
        self._displays = displays

    async def open(self, answer: Answer, lobby: Lobby, invited: Collection[int] = ()) -> Display:
        """Answer with the lobby, whose message becomes the board. A lobby that can't be shown is closed.

        The people `invited` are notified as they like, by their mention in it or by direct message; later
        edits notify nobody.
        """
        display = await self._displays.of(lobby)
        try:
            called, directly = await display.reminder.whom_to_invite(lobby, invited)
            message_id = await answer.post(await display.board.screen(), called)
            if message_id is None:
                await display.post(called)
            else:
                await display.set_message(message_id)
        except (*NOT_SENT, StorageFailed):
            await hosting.close_lobby(self._tables, lobby)
            self._displays.drop(lobby)
            raise
        display.await_faces()
        await display.reminder.invite_directly(lobby, directly)
        return display

    async def close(self, lobby: Lobby, last: Screen) -> None:
        """Close a lobby and leave `last` in its place. Raises Refusal if it isn't open."""
        display = await self._displays.of(lobby)
        async with lobby.lock:
            await hosting.close_lobby(self._tables, lobby)
        self._displays.drop(lobby)
        with display.answering():
            await display.board.leave(last)
