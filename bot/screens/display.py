"""All that is shown of one table: its board, its hands, and the reminder to the players it waits for.

One task a message draws and sends. What changes while a picture is on its way is shown with the next one, so
a fast game never queues boards; what was told meanwhile is in the log.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from bot.limits.budget import Place
from bot.screens.answer import Answer
from bot.screens.board import PANEL, Board
from bot.screens.board_tips import BoardTips
from bot.screens.context import DisplayContext
from bot.screens.direct_hand import tell_closed
from bot.screens.ephemerals import Ephemeral
from bot.screens.hand import Hand, purpose
from bot.screens.latest_only import LatestOnly
from bot.screens.open_notebook import OpenNotebook
from bot.screens.own_view import own_news, own_notebook
from bot.screens.panel import Screen
from bot.screens.press import Press
from bot.screens.reminders import Reminder
from bot.screens.reminding import Reminding
from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.session import Session
from bot.trace import Stage
from bot.weakly import weakly
from games.core import Seat, Viewer
from storage import StoredMessage, StoredWait

_FIRST_SECONDS = 1.0
"""How long the other hands wait for the pressed one, which may be slowed down by a rate limit."""


class Display:
    """One table's messages."""

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
        self.board.message_id = known[PANEL][1] if PANEL in known else None
        name, show = f"board of {lobby_or_session.id}", weakly(self._show_board)
        again = weakly(self.board.overtaken)
        self._showing_board = LatestOnly(
            context.background, name, show, Stage.BOARD, weakly(self._next_place), again
        )
        self.reminder = Reminder(context, reminding, self.board, self._showing_board, messages, waits)
        self._directs = known
        self._hands: dict[tuple[Seat, int | None], tuple[Hand, LatestOnly]] = {}
        self._notebooks: dict[Seat, tuple[OpenNotebook, LatestOnly]] = {}
        self._told_closed: set[int] = set()
        self._later: set[asyncio.Task[None]] = set()

    def now(self, lobby_or_session: LobbyOrSession) -> None:
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
                    self._show_hands(session, None if is_own else press, where, begun)
                for _, showing in self._notebooks.values():
                    showing.changed()
        self.await_faces()

    def await_faces(self) -> None:
        """Show everything again when avatars that aren't here yet have arrived."""
        table = self.board.lobby_or_session
        if arriving := self._context.faces.arriving(table):
            self._begin(self._show_faces(table, arriving))

    def hand(self, session: Session, seat: Seat) -> Hand:
        """The hand of a seat."""
        return self._hand(session, seat)[0]

    async def open_hand(self, hand: Hand, answer: Answer, *, again: bool = False) -> None:
        """Show a hand to its player alone, where they asked for it; see `Hand.open`."""
        table = hand.session.table
        await hand.open(answer, again=again)
        if hand.session.table is not table:
            self.refresh(hand)
        self._hand(hand.session, hand.seat)[1].changed()  # the direct message says where it is now

    @contextmanager
    def answering(self, hand: Hand | None) -> Iterator[None]:
        """While this hand, or the board, is written outside its own runs; see `LatestOnly.writing`."""
        showing = self._showing_board if hand is None else self._hand(hand.session, hand.seat)[1]
        try:
            with showing.writing():
                yield
        finally:
            if showing.is_showing:
                self._begin(self._shown(showing))

    async def _shown(self, showing: LatestOnly) -> None:
        """Keep the display until this is shown: after the end of a game nobody else does."""
        await showing.shown()

    async def used(self, hand: Hand, press: Press) -> None:
        """A player has pressed something on this hand: they have it there from now on."""
        if await hand.used(press):
            self._hand(hand.session, hand.seat)[1].changed()

    async def prefer(self, hand: Hand, answer: Answer, key: str, answers: tuple[str, ...]) -> None:
        """Show a hand as its player prefers it from now on; see `Hand.prefer`."""
        table = hand.session.table
        with self.answering(hand):
            await hand.prefer(answer, key, answers)
        if hand.session.table is not table:
            self.refresh(hand)

    async def notebook(self, session: Session, seat: Seat) -> Screen:
        """The notebook of a seat. Raises Refusal if the game keeps none."""
        return await own_notebook(self._context, session, seat, self.board.table_link)

    async def news(self, session: Session, user_id: int) -> Screen:
        """What happened since this person's last move, with the board."""
        return await own_news(self._context, session, user_id, self.board.table_link)

    def keep_notebook(self, session: Session, seat: Seat, opened: Ephemeral | None) -> None:
        """A player has opened the notebook of this seat: keep it up to date."""
        self._notebooks.pop(seat, None)
        if opened is not None:
            notebook = OpenNotebook(self._context, session, seat, self.board.table_link, opened)
            show = partial(weakly(self._show_notebook), seat, notebook)
            name = f"notebook {seat} of {session.id}"
            self._notebooks[seat] = notebook, LatestOnly(self._context.background, name, show)

    def refresh(self, hand: Hand, *, retries_direct: bool = False) -> None:
        """Show a hand again, though nothing happened at the table."""
        if self.board.viewer is not None:
            self.board.expire()
            self._showing_board.changed()
        hand.expire(retries_direct=retries_direct)
        self._hand(hand.session, hand.seat)[1].changed()

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, and notify these people. Raises HTTPException."""
        await self.board.post(called)
        self._relink()

    async def is_at(self, message_id: int) -> None:
        """This message is the board from now on."""
        await self.board.is_at(message_id)
        self._relink()

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
            await asyncio.gather(self.reminder.close(), self.sent())
        finally:
            for one in self._all_showing():
                one.end()

    async def ended(self) -> None:
        """Wait until everybody has seen the end. If cancelled, drop what isn't sent."""
        await asyncio.gather(self.reminder.ended(), self.sent())

    async def sent(self) -> None:
        """Wait until everything known now is shown. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(*self._later)
            # What is shown last may have something else shown again.
            while showing := [one for one in self._all_showing() if one.is_showing]:
                await asyncio.gather(*(one.shown() for one in showing))
        except asyncio.CancelledError:
            for one in self._all_showing():
                one.drop()
            raise

    def has_rested(self, session: Session, *, is_current: bool) -> None:
        """Everything was shown when the table left memory, and still is if `is_current`."""
        if is_current:
            self.board.is_as_it_was()
        self.reminder.has_rested(session, is_current=is_current)

    @property
    def is_current(self) -> bool:
        """Whether everything is shown, nobody has to be reminded, and nobody has a hand open."""
        is_busy = self._later or not all(one.is_current for one in self._all_showing())
        is_open = any(hand.is_open for hand, _ in self._hands.values())
        return not (is_busy or is_open or self.reminder.is_waiting) and self.board.is_current

    def _all_showing(self) -> list[LatestOnly]:
        kept = (*self._hands.values(), *self._notebooks.values())
        return [self._showing_board, *(showing for _, showing in kept)]

    async def _show_board(self, press: Press | None) -> None:
        before = self.board.message_id
        is_there = await self.board.show(press)
        if self.board.message_id != before:
            self._relink()
        if not is_there:
            self._lost(self.board.channel_id)
        match self.board.lobby_or_session:
            case Session(table=table) as session if table.over:
                self._over(session)

    async def _show_hand(self, hand: Hand, press: Press | None) -> None:
        closed = await hand.show(press)
        if closed is not None:
            await self._tell_closed(closed)

    async def _show_notebook(self, seat: Seat, notebook: OpenNotebook, _press: Press | None) -> None:
        if not await notebook.show() and self._notebooks.get(seat, (None,))[0] is notebook:
            del self._notebooks[seat]

    def _show_hands(
        self, session: Session, press: Press | None, where: Viewer, begun: Collection[int]
    ) -> None:
        """The pressed hand and the board come first: they are what the person who pressed waits for.

        `begun` are the people whose turn has just begun, and who wait for theirs.
        """
        first = [self._hand(session, where)[1]] if press is not None and where is not None else []
        for seat in session.table.seats:
            self._hand(session, seat)
        others = {
            showing: hand.reader_id in begun for hand, showing in self._hands.values() if showing not in first
        }
        for one in first:
            one.changed(press)
        self._begin(self._show_later(first, others))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._context.background.start(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _show_later(self, first: list[LatestOnly], others: dict[LatestOnly, bool]) -> None:
        if first:
            shown = [one.shown() for one in (self._showing_board, *first)]
            await asyncio.wait([asyncio.ensure_future(one) for one in shown], timeout=_FIRST_SECONDS)
        for one, is_awaited in others.items():
            one.changed()
            if is_awaited:
                one.hurry()

    def _next_place(self, hand: Hand | None = None) -> Place | None:
        """A place for showing the board or a hand; None if showing it sends nothing that Discord counts."""
        if self.board.is_sent_apart if hand is None else hand.reader_id is None or hand.is_open:
            return None
        return self._context.budget.place(is_awaited=False)

    async def _show_faces(self, table: LobbyOrSession, arriving: list[asyncio.Task[None]]) -> None:
        """Show everything again once these avatars are here, except what is over and forgotten by then."""
        await asyncio.wait(arriving)
        is_open = not table.table.over if isinstance(table, Session) else table.stored.phase == "lobby"
        if is_open and table is self.board.lobby_or_session:
            for one in self._all_showing():
                one.changed()

    def _hand(self, session: Session, seat: Seat) -> tuple[Hand, LatestOnly]:
        whose = seat, session.players[seat].reader_id
        if whose not in self._hands:
            kept = purpose(session, seat)
            hand = Hand(self._context, self.board, session, seat, self._directs.get(kept))
            showing = LatestOnly(
                self._context.background,
                f"{kept} of {session.id}",
                partial(weakly(self._show_hand), hand),
                Stage.HAND,
                partial(weakly(self._next_place), hand),
                weakly(hand.expire),
            )
            hand.put_away = weakly(showing.changed)
            self._hands[whose] = hand, showing
        return self._hands[whose]

    def _relink(self) -> None:
        """The board is another message: every hand links to it."""
        for _, showing in self._hands.values():
            showing.changed()

    async def _tell_closed(self, user_id: int) -> None:
        """Tell a player whose direct messages are closed where their hand is; once, even with several."""
        if user_id in self._told_closed:
            return
        self._told_closed.add(user_id)
        await tell_closed(self._context.channel_of(self.board.lobby_or_session.stored), user_id)
