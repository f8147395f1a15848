"""All that is shown of one table: its board, hands and notebooks, and the reminder to those it waits for.

One task a message draws and sends. What changes while a picture is on its way is shown with the next one, so
a fast game never queues boards; what was told meanwhile is in the log.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from bot.limits.budget import Place
from bot.screens.board import BOARD, Board
from bot.screens.board_tips import BoardTips
from bot.screens.context import DisplayContext
from bot.screens.hands import Hands
from bot.screens.latest_only import LatestOnly
from bot.screens.open_notebook import OpenNotebooks
from bot.screens.outbox import Outbox
from bot.screens.own_view import own_news
from bot.screens.press import Press
from bot.screens.reminders import Reminder
from bot.screens.reminding import Reminding
from bot.screens.screen import Screen
from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.session import Session
from bot.trace import Stage
from bot.weakly import weakly
from games.core import Viewer
from storage import StoredMessage, StoredWait


class Display:
    """One table's messages. The board is shown from here; `hands` and `notebooks` show the others."""

    def __init__(
        self,
        context: DisplayContext,
        lobby_or_session: LobbyOrSession,
        reminding: Reminding,
        messages: tuple[StoredMessage, ...],
        waits: tuple[StoredWait, ...],
        over: Callable[[Session], None],
        lost: Callable[[int], None],
    ) -> None:
        """`messages` and `waits` are those it had before a restart.

        `over` is called after the board of a finished game was shown, and `lost` when a channel is gone.
        """
        known = {one.purpose: (one.channel_id, one.message_id) for one in messages}
        self._context = context
        self._over = over
        self._lost = lost
        self.board = Board(context, lobby_or_session)
        self.tips = BoardTips(context)
        self.board.message_id = known[BOARD][1] if BOARD in known else None
        name, show = f"board of {lobby_or_session.id}", weakly(self._show_board)
        again = weakly(self.board.overtaken)
        self._showing_board = LatestOnly(
            context.background, name, show, Stage.BOARD, weakly(self._next_place), again
        )
        self.outbox = Outbox(context.background)
        self.outbox.add(self._showing_board)
        self.reminder = Reminder(context, reminding, self.board, self._showing_board, messages, waits)
        self.hands = Hands(context, self.board, self._showing_board, self.outbox, known)
        self.notebooks = OpenNotebooks(context, self.board, self.outbox)

    def set_table(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby may have become a game."""
        if isinstance(self.board.lobby_or_session, Lobby):
            self.board.lobby_or_session = lobby_or_session

    def changed(self, press: Press | None = None, where: Viewer = None) -> None:
        """Something happened at the table: show it to everybody, and give the next player their time.

        `press` caused it, on the hand of the seat `where`, or on the board.
        """
        is_own = self.board.viewer is not None
        self._showing_board.changed(press if where is None or is_own else None)
        match self.board.lobby_or_session:
            case Session() as session:
                if begun := self.reminder.changed(session):
                    self._showing_board.hurry()
                if session.table.game.about.hands:
                    self.hands.changed(session, None if is_own else press, where, begun)
                self.notebooks.changed()
        self.await_faces()

    def await_faces(self) -> None:
        """Show everything again when avatars that aren't here yet have arrived."""
        table = self.board.lobby_or_session
        if arriving := self._context.faces.arriving(table):
            self.outbox.begin(self._show_faces(table, arriving))

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While the board is written as the answer to a press; see `Outbox.answering`."""
        with self.outbox.answering(self._showing_board, self):
            yield

    async def news(self, session: Session, user_id: int) -> Screen:
        """What happened since this person's last move, with the board."""
        return await own_news(self._context, session, user_id, self.board.table_link)

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, and notify these people. Raises HTTPException."""
        await self.board.post(called)
        self.hands.relink()

    async def set_message(self, message_id: int) -> None:
        """This message is the board from now on."""
        await self.board.set_message(message_id)
        self.hands.relink()

    def posted(self, message_id: int) -> None:
        """A message was posted in the channel: unless it is the board, it buries it."""
        self.board.below += message_id != self.board.message_id

    def deleted(self, message_id: int) -> None:
        """A message was deleted. A deleted board is posted again: a game never vanishes without /stop."""
        if message_id == self.board.message_id:
            self.board.message_id = None
            self._showing_board.changed()

    async def close(self) -> None:
        """Finish sending what is under way, and remind nobody. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(self.reminder.close(), self.outbox.sent())
        finally:
            self.outbox.end()

    async def ended(self) -> None:
        """Wait until everybody has seen the end. If cancelled, drop what isn't sent."""
        await asyncio.gather(self.reminder.ended(), self.outbox.sent())

    def wake(self, session: Session, *, is_current: bool) -> None:
        """Everything was shown when the table left memory, and still is if `is_current`."""
        if is_current:
            self.board.mark_shown()
        self.reminder.wake(session, is_current=is_current)

    @property
    def is_current(self) -> bool:
        """Whether everything is shown, nobody has to be reminded, and nobody has a hand open."""
        is_idle = self.outbox.is_empty and not self.hands.is_open and not self.reminder.is_waiting
        return is_idle and self.board.is_current

    async def _show_board(self, press: Press | None) -> None:
        before = self.board.message_id
        is_there = await self.board.show(press)
        if self.board.message_id != before:
            self.hands.relink()
        if not is_there:
            self._lost(self.board.channel_id)
        match self.board.lobby_or_session:
            case Session(table=table) as session if table.over:
                self._over(session)

    def _next_place(self) -> Place | None:
        """A place for showing the board; None if showing it sends nothing that Discord counts."""
        return None if self.board.is_sent_apart else self._context.budget.place(is_awaited=False)

    async def _show_faces(self, table: LobbyOrSession, arriving: list[asyncio.Task[None]]) -> None:
        """Show everything again once these avatars are here, except what is over and forgotten by then."""
        await asyncio.wait(arriving)
        is_open = not table.table.over if isinstance(table, Session) else table.stored.phase == "lobby"
        if is_open and table is self.board.lobby_or_session:
            self.outbox.changed()
