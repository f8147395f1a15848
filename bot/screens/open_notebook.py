"""A notebook that its player has open: it stays up to date for as long as its message can be changed."""

from bot.screens.context import DisplayContext
from bot.screens.ephemerals import Ephemeral
from bot.screens.hand_screen import TableLink
from bot.screens.notebook import notes_of
from bot.screens.own_view import own_notebook
from bot.tables.session import Session
from games.core import Seat


class OpenNotebook:
    """The notebook of a seat on a message that only its player sees."""

    def __init__(
        self, context: DisplayContext, session: Session, seat: Seat, link: TableLink, message: Ephemeral
    ) -> None:
        """It was shown on `message` just now; `link` is the way to its table."""
        self._link = link
        self._context = context
        self._session = session
        self._seat = seat
        self._reader_id = session.players[seat].user_id
        self._message = message
        self._shown = notes_of(session, seat)

    async def show(self) -> bool:
        """Show what is new. Returns whether it can be shown again. New marks are shown by their own press.

        Someone who no longer has the seat is shown nothing more. Raises StorageFailed.
        """
        if self._message.seconds_left <= 0 or self._session.players[self._seat].user_id != self._reader_id:
            return False
        notes = notes_of(self._session, self._seat)
        if notes == self._shown:
            return True
        screen = await own_notebook(self._context, self._session, self._seat, self._link)
        self._shown = notes
        return await self._message.show(screen)
