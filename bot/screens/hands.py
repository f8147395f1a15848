"""The hands of one table: when each is shown, and what changes them besides a move."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial

from bot.limits.budget import Place
from bot.screens.answer import Answer
from bot.screens.board import Board
from bot.screens.context import DisplayContext
from bot.screens.direct_hand import hand_purpose, tell_closed
from bot.screens.hand import Hand
from bot.screens.latest_only import LatestOnly
from bot.screens.outbox import Outbox
from bot.screens.press import Press
from bot.tables.session import Session
from bot.trace import Stage
from bot.weakly import weakly
from games.core import Seat, Viewer

_FIRST_SECONDS = 1.0
"""How long the other hands wait for the pressed one, which may be slowed down by a rate limit."""


class Hands:
    """The hands of everybody who has a seat at a table, or had one."""

    def __init__(
        self,
        context: DisplayContext,
        board: Board,
        showing_board: LatestOnly,
        outbox: Outbox,
        directs: dict[str, tuple[int, int]],
    ) -> None:
        """`directs` has the channel and the message of direct messages from before a restart, by purpose."""
        self._context = context
        self._board = board
        self._showing_board = showing_board
        self._outbox = outbox
        self._directs = directs
        self._hands: dict[tuple[Seat, int | None], tuple[Hand, LatestOnly]] = {}
        self._told_closed: set[int] = set()

    def of(self, session: Session, seat: Seat) -> Hand:
        """The hand of the person who has this seat now."""
        return self._hand(session, seat)[0]

    @property
    def is_open(self) -> bool:
        """Whether somebody has their hand open on a message that only they see."""
        return any(hand.is_open for hand, _ in self._hands.values())

    def changed(self, session: Session, press: Press | None, where: Viewer, begun: Collection[int]) -> None:
        """Something happened at the table: show every hand, the pressed one first.

        `press` caused it, on the hand of the seat `where`. That hand and the board are what the person who
        pressed waits for. `begun` are the people whose turn has just begun, and who wait for theirs.
        """
        first = [self._hand(session, where)[1]] if press is not None and where is not None else []
        for seat in session.table.seats:
            self._hand(session, seat)
        others = {
            showing: hand.reader_id in begun for hand, showing in self._hands.values() if showing not in first
        }
        for one in first:
            one.changed(press)
        self._outbox.begin(self._show_later(first, others))

    async def open(self, hand: Hand, answer: Answer, *, again: bool = False) -> None:
        """Show a hand to its player alone, where they asked for it; see `Hand.open`."""
        table = hand.session.table
        await hand.open(answer, again=again)
        if hand.session.table is not table:
            self.refresh(hand)
        self._hand(hand.session, hand.seat)[1].changed()  # the direct message says where it is now

    @contextmanager
    def answering(self, hand: Hand) -> Iterator[None]:
        """While this hand is written as the answer to a press; see `Outbox.answering`."""
        with self._outbox.answering(self._hand(hand.session, hand.seat)[1], self):
            yield

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

    def refresh(self, hand: Hand, *, retries_direct: bool = False) -> None:
        """Show a hand again, and a board that shows it, though nothing happened at the table."""
        if self._board.viewer is not None:
            self._board.expire()
            self._showing_board.changed()
        hand.expire(retries_direct=retries_direct)
        self._hand(hand.session, hand.seat)[1].changed()

    def relink(self) -> None:
        """The board is another message: every hand links to it."""
        for _, showing in self._hands.values():
            showing.changed()

    def _hand(self, session: Session, seat: Seat) -> tuple[Hand, LatestOnly]:
        whose = seat, session.players[seat].reader_id
        if whose not in self._hands:
            kept = hand_purpose(session, seat)
            on_expiry = partial(weakly(self._show_again), whose)
            hand = Hand(self._context, self._board, session, seat, self._directs.get(kept), on_expiry)
            showing = LatestOnly(
                self._context.background,
                f"{kept} of {session.id}",
                partial(weakly(self._show), hand),
                Stage.HAND,
                partial(weakly(self._next_place), hand),
                weakly(hand.expire),
            )
            self._hands[whose] = hand, showing
            self._outbox.add(showing)
        return self._hands[whose]

    def _show_again(self, whose: tuple[Seat, int | None]) -> None:
        self._hands[whose][1].changed()

    async def _show(self, hand: Hand, press: Press | None) -> None:
        closed = await hand.show(press)
        if closed is not None:
            await self._tell_closed(closed)

    async def _show_later(self, first: list[LatestOnly], others: dict[LatestOnly, bool]) -> None:
        if first:
            shown = [one.shown() for one in (self._showing_board, *first)]
            await asyncio.wait([asyncio.ensure_future(one) for one in shown], timeout=_FIRST_SECONDS)
        for one, is_awaited in others.items():
            one.changed()
            if is_awaited:
                one.hurry()

    def _next_place(self, hand: Hand) -> Place | None:
        """A place for showing a hand; None if showing it sends nothing that Discord counts."""
        if hand.reader_id is None or hand.is_open:
            return None
        return self._context.budget.place(is_awaited=False)

    async def _tell_closed(self, user_id: int) -> None:
        """Tell a player whose direct messages are closed where their hand is; once, even with several."""
        if user_id in self._told_closed:
            return
        self._told_closed.add(user_id)
        await tell_closed(self._context.channel_of(self._board.lobby_or_session.stored), user_id)
