"""Notebooks that players have open: each stays up to date for as long as its message can be changed."""

from functools import partial

from bot.screens.board import Board
from bot.screens.context import DisplayContext
from bot.screens.ephemerals import Ephemeral
from bot.screens.hand_screen import TableLink
from bot.screens.latest_only import LatestOnly
from bot.screens.notebook import notes_of
from bot.screens.outbox import Outbox
from bot.screens.own_view import own_notebook
from bot.screens.press import Press
from bot.screens.screen import Screen
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from bot.weakly import weakly
from games.core import Seat


class OpenNotebook:
    """The notebook of a seat on a message that only its player sees."""

    def __init__(
        self,
        context: DisplayContext,
        session: Session,
        seat: Seat,
        reader_id: int,
        link: TableLink,
        message: Ephemeral,
    ) -> None:
        """It was shown to this reader on `message` just now; `link` is the way to its table."""
        self._link = link
        self._context = context
        self._session = session
        self._seat = seat
        self._reader_id = reader_id
        self._message = message
        self._shown = notes_of(session, seat)

    async def show(self) -> bool:
        """Show what is new. Returns whether it can be shown again. New marks are shown by their own press.

        Someone who no longer has the seat is shown nothing more. Raises StorageFailed.
        """
        if self._message.seconds_left <= 0 or not _has_seat(self._session, self._reader_id, self._seat):
            return False
        notes = notes_of(self._session, self._seat)
        if notes == self._shown:
            return True
        try:
            screen = await own_notebook(self._context, self._session, self._seat, self._reader_id, self._link)
        except Refusal:  # they have just lost the seat
            return False
        self._shown = notes
        return await self._message.show(screen)


class OpenNotebooks:
    """The open notebooks of one table: for each seat the one its player opened last."""

    def __init__(self, context: DisplayContext, board: Board, outbox: Outbox) -> None:
        """The notebooks link to `board`."""
        self._context = context
        self._board = board
        self._outbox = outbox
        self._open: dict[Seat, tuple[OpenNotebook, LatestOnly]] = {}

    async def screen(self, session: Session, seat: Seat, user_id: int) -> Screen:
        """The notebook of a seat, to be shown to this person now.

        Raises Refusal if the game keeps none, or if the seat isn't theirs.
        """
        return await own_notebook(self._context, session, seat, user_id, self._board.table_link)

    def keep(self, session: Session, seat: Seat, user_id: int, opened: Ephemeral | None) -> None:
        """This person has opened the notebook of this seat: keep it up to date while they have the seat."""
        if not _has_seat(session, user_id, seat):
            return
        self._close(seat)
        if opened is not None:
            notebook = OpenNotebook(self._context, session, seat, user_id, self._board.table_link, opened)
            show = partial(weakly(self._show), seat, notebook)
            showing = LatestOnly(self._context.background, f"notebook {seat} of {session.id}", show)
            self._open[seat] = notebook, showing
            self._outbox.add(showing)

    def changed(self) -> None:
        """Something happened at the table: show what is new in each."""
        for _, showing in self._open.values():
            showing.changed()

    async def _show(self, seat: Seat, notebook: OpenNotebook, _press: Press | None) -> None:
        if not await notebook.show() and self._open.get(seat, (None,))[0] is notebook:
            self._close(seat)

    def _close(self, seat: Seat) -> None:
        if seat in self._open:
            self._outbox.remove(self._open.pop(seat)[1])


def _has_seat(session: Session, user_id: int, seat: Seat) -> bool:
    return session.players[seat].user_id == user_id
