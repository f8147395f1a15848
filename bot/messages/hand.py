"""A player's hand and notebook: a direct message edited in place, or the one they opened last.

While such an ephemeral message can be kept up to date, the direct message says only where the hand is.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial

import discord

from bot.failures import DMS_CLOSED, NO_SERVER_IN_COMMON, NOT_SENT, new_nonce
from bot.limits import Ticket
from bot.logs import Stage
from bot.messages.board import Board
from bot.messages.own_view import own_notebook, own_screen
from bot.messages.redrawing import Redrawer, TableRedraws
from bot.messages.sending import DisplayContext
from bot.press.answer import Answer, Press
from bot.press.ephemerals import Ephemeral
from bot.refusal import Refusal
from bot.screens import hand
from bot.screens.board import yours
from bot.screens.clock import time_shown
from bot.screens.hand import TableLink, away_screen, closed_screen, elsewhere_screen
from bot.screens.notebook import notes_of
from bot.screens.parts import Screen, calling, notice
from bot.tables.session import Session
from bot.tasks import weakly
from games.core import IllegalMove, Seat, Viewer, letter
from storage import StorageFailed

log = logging.getLogger(__name__)


_QUIET = discord.AllowedMentions.none()


async def tell_closed(channel: discord.PartialMessageable, user_id: int) -> None:
    """Tell a player in the table's channel where their hand is, since their direct messages are closed."""
    await channel.send(
        view=notice(
            f"<@{user_id}>, I can't send you direct messages, so your hand is here: press **My hand** "
            "under the board, or use **/hand**. Only you can see it."
        ),
        allowed_mentions=calling([user_id]),
    )


def hand_purpose(session: Session, seat: Seat) -> str:
    """The purpose under which storage has the direct message of this seat's hand.

    A player who took over the seat has a message of their own.
    """
    first, now = session.journal.stays.first(seat).user_id, session.players[seat].reader_id
    return f"hand:{letter(seat)}" if first == now else f"hand:{letter(seat)}:{now}"


class DirectHand:
    """One person's message from one table, saved under a purpose.

    It remembers who has closed their direct messages.
    """

    def __init__(
        self, context: DisplayContext, session_id: int, purpose: str, place: tuple[int, int] | None
    ) -> None:
        """`place` is the channel and the message, if there is one already."""
        self._context = context
        self._session_id = session_id
        self._purpose = purpose
        self._place = place

    @property
    def is_there(self) -> bool:
        """Whether there is such a message, as far as we know."""
        return self._place is not None

    @property
    def channel_id(self) -> int | None:
        """The channel it is in."""
        return self._place[0] if self._place is not None else None

    def is_on(self, message: discord.Message) -> bool:
        """Whether it is this message."""
        return self._place is not None and message.id == self._place[1]

    async def edit(self, screen: Screen) -> None:
        """Show this on the message, which must exist; if it was deleted, forget it."""
        assert self._place is not None
        channel_id, message_id = self._place
        channel = self._context.client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET
            )
        except discord.NotFound:
            self._place = None

    async def post(
        self, user_id: int, make: Callable[[], Awaitable[Screen]], *, retries: bool = False
    ) -> int | None:
        """Send what this makes to the person, as the message that `edit` changes.

        Sends nothing to someone who has closed their direct messages, unless it `retries`. Returns their
        id if that turned out just now.
        """
        archive, client = self._context.archive, self._context.client
        was_closed = (await archive.people.person(user_id)).dms_closed
        if was_closed and not retries:
            return None
        screen = await make()
        try:
            channel = await client.create_dm(discord.Object(user_id))
            sent = await channel.send(
                view=screen.layout, files=list(screen.files), allowed_mentions=_QUIET, nonce=new_nonce()
            )
        except discord.Forbidden as failed:
            if failed.code not in (DMS_CLOSED, NO_SERVER_IN_COMMON):
                raise
            if was_closed:
                return None
            await archive.people.set_dms_closed(user_id, True)
            # Somebody who left the server doesn't read its channels either.
            return user_id if failed.code == DMS_CLOSED else None
        self._place = (channel.id, sent.id)
        if was_closed:
            await archive.people.set_dms_closed(user_id, False)
        await archive.messages.put(self._session_id, self._purpose, channel.id, sent.id)
        return None


class Hand:
    """What one person on a seat sees of it. Never blocks on the player; remembers closed DMs.

    It is made for the person who has the seat then, and shows the hand to nobody else: while a computer
    plays for them, or once somebody has taken over, it says so. When it is shown is up to `Hands`.
    """

    def __init__(
        self,
        context: DisplayContext,
        board: Board,
        session: Session,
        seat: Seat,
        direct: tuple[int, int] | None,
        on_expiry: Callable[[], object],
    ) -> None:
        """The hand links to `board`; `direct` is the channel and the message of the hand's direct message.

        `on_expiry` is called when the message that the player opened can no longer be kept up to date.
        """
        self.session = session
        self.seat = seat
        self.reader_id = session.players[seat].reader_id
        self._direct = DirectHand(context, session.id, hand_purpose(session, seat), direct)
        self._context = context
        self._board = board
        self._on_expiry = on_expiry
        self._opened: Ephemeral | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._retries_direct = False
        self._says_where: int | None = None  # the channel that the direct message names
        self._shown: object = None
        self._given: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def ephemeral(self) -> str:
        """The purpose of an ephemeral message that shows this hand."""
        return f"hand:{self.session.seats.of(self._user_id()).index(self.seat)}"

    @property
    def is_open(self) -> bool:
        """Whether its player has it on a message that only they see and that can still be edited."""
        return self._opened is not None

    def can_be_on(self, message: discord.Message) -> bool:
        """Whether nobody else sees this message: it is ephemeral, or a direct message with this hand."""
        if message.flags.ephemeral or self._direct.is_on(message):
            return True
        return self._board.viewer == self.seat and message.id == self._board.message_id

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The hand as it would be shown now, with the question that follows `answers`. It remembers them."""
        if self._is_away:
            return away_screen(self.session, self.seat, self._board.table_link, self.reader_id)
        self._given = self.session.table.prompt_version(self.seat), answers
        return await own_screen(self._context, self.session, self.seat, self._board.table_link, answers)

    async def prefer(self, answer: Answer, key: str, answers: tuple[str, ...]) -> None:
        """Show the hand as its player prefers it from now on; the pressed message goes on after `answers`.

        Raises KeyError unless `key` is a value of one of the game's preferences.
        """
        game = self.session.table.game
        await self._context.archive.people.change_settings(
            self._user_id(), lambda had: hand.write_preferences(had, game, key)
        )
        await answer.replace(await self.screen(answers))
        await self._show_elsewhere(answer.press)

    async def open(self, answer: Answer, *, again: bool = False) -> None:
        """Show the hand to its player alone, where they asked for it; later shows keep it up to date.

        `again` shows it on the pressed message, which was a hand before.
        """
        before = self._opened
        if again and answer.press.ephemeral is not None:
            await answer.replace(await self.screen(), self.ephemeral)
            self._open_on(answer.press.ephemeral)
        else:
            self._open_on(await answer.send(await self.screen(), self.ephemeral))
        if before is not None and self._opened is not None and before.channel_id != self._opened.channel_id:
            await before.delete()

    async def used(self, press: Press) -> bool:
        """The player has pressed something on a message with this hand. Returns whether it moved there."""
        was_open = self._opened is not None
        if not press.changes_message:
            return False
        if press.ephemeral is not None:
            self._open_on(press.ephemeral)
        elif was_open:
            self._says_where = None
            await self._close_opened()
        return was_open != (self._opened is not None)

    def expire(self, *, retries_direct: bool = False) -> None:
        """Have the next show send it even if nothing is new, or try direct messages that were closed."""
        self._shown = None
        self._retries_direct = self._retries_direct or retries_direct

    async def show(self, press: Press | None) -> int | None:
        """Show the hand as it is now, if possible as the answer to this press.

        Returns its player's id if this is when we find out that their direct messages are closed. Raises
        StorageFailed.
        """
        if self.reader_id is None:
            return None
        if self._is_away:
            await self._show_away()
            return None
        session, table = self.session, self.session.table
        late = self._opened if self._opened is not None and self._opened.seconds_left <= 0 else None
        if late is not None:
            self._open_on(None)
            if not table.over:  # the last hand stays as it is
                await late.show(closed_screen(session, self.seat, self._board.table_link))
        # Not the number of lines: an edit that shows nothing new would tell of a secret move.
        now = (
            table.view(self.seat),
            table.prompt_version(self.seat),
            session.last_heard(self.seat),
            self._board.table_link,
            time_shown(session),
            self._context.faces.of(session),
        )
        is_shown, self._shown = now == self._shown, now
        try:
            if is_shown:
                return None if self._says_where == self._elsewhere else await self._send_direct()
            return await self._send_everywhere(press)
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)
            if isinstance(failed, StorageFailed):
                self.expire()
                raise
            return None

    @property
    def _is_away(self) -> bool:
        """Whether its reader doesn't have the seat now."""
        return self.reader_id is None or self.session.players[self.seat].user_id != self.reader_id

    async def _show_away(self) -> None:
        """Put the hand away, wherever it is; no message is sent for that."""
        now = self.session.players[self.seat], self.session.table.over, yours(self.session)
        if now == self._shown:
            return
        self._shown = now
        try:
            await self._edit_opened()
            self._open_on(None)
            await self._edit_direct()
        except NOT_SENT as failed:
            self._regret(failed)

    async def _screen_again(self) -> Screen:
        """The current hand; it goes on after what was answered of a question that still stands."""
        prompt_version, answers = self._given
        if answers and prompt_version == self.session.table.prompt_version(self.seat):
            try:
                return await self.screen(answers)
            except IllegalMove:  # the question changed while it was drawn
                pass
        return await self.screen()

    async def _show_elsewhere(self, press: Press) -> None:
        """Show the hand on its other message, not on the one that was pressed."""
        try:
            if (pressed := press.ephemeral) is not None:
                self._open_on(pressed)
                if self._says_where is None:
                    await self._edit_direct()
            else:
                await self._edit_opened()
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)

    def _regret(self, failed: Exception) -> None:
        log.warning("a hand of session %s could not be shown: %s", self.session.id, type(failed).__name__)

    def _user_id(self) -> int:
        assert self.reader_id is not None
        return self.reader_id

    async def _send_everywhere(self, press: Press | None) -> int | None:
        if self.session.is_direct:  # the board shows the hand
            await self._edit_opened()
            return None
        is_edited = press is not None and await self._edit_pressed(press)
        if press is not None and is_edited and press.ephemeral is None:
            self._says_where = None  # played in the direct message, which shows the hand again
            await self._close_opened()
            return None
        if press is not None and is_edited:
            self._open_on(press.ephemeral)
        else:
            await self._edit_opened()
        return await self._send_direct()

    async def _edit_opened(self) -> None:
        opened = self._opened
        if opened is None or await opened.show(await self._screen_again()):
            return
        if self._opened is opened:  # and not another one, opened meanwhile in its place
            self._open_on(None)

    async def _close_opened(self) -> None:
        opened = self._opened
        self._open_on(None)
        if opened is not None:
            await opened.delete()

    def _open_on(self, message: Ephemeral | None) -> None:
        """The player has the hand on this message, for as long as it can be kept up to date."""
        self._opened = message
        if self._closing is not None:
            self._closing.cancel()
        self._closing = None
        if message is not None and not self.session.table.over:
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(max(message.seconds_left, 0), self._on_expiry)

    @property
    def _elsewhere(self) -> int | None:
        """The channel where the hand is open, so that the direct message only names it; None at the end."""
        if self._opened is None or self.session.table.over or self.session.is_direct:
            return None
        return self._opened.channel_id

    async def _direct_screen(self) -> Screen:
        """What the direct message shows: the hand, or where it is open."""
        opened = self._opened
        self._says_where = self._elsewhere
        if opened is None or self._says_where is None:
            return await self._screen_again()
        link, is_here = self._board.table_link, opened.channel_id == self._direct.channel_id
        return elsewhere_screen(self.session, self.seat, link, None if is_here else opened.channel_id)

    async def _edit_pressed(self, press: Press) -> bool:
        """Show the hand on the pressed message. Returns whether that worked."""
        await press.answered()
        if not press.is_acknowledged:
            return False
        try:
            await press.edit(await self._screen_again())
        except NOT_SENT:
            return False
        return True

    async def _send_direct(self) -> int | None:
        """Return the id of a player whose direct messages turn out to be closed."""
        if self._says_where is not None and self._says_where == self._elsewhere:
            return None
        await self._edit_direct()
        is_wanted = self._retries_direct or self._elsewhere is None
        if self._direct.is_there or not is_wanted:
            return None
        retries, self._retries_direct = self._retries_direct, False
        return await self._direct.post(self._user_id(), self._direct_screen, retries=retries)

    async def _edit_direct(self) -> None:
        if self._direct.is_there:
            await self._direct.edit(await self._direct_screen())


_FIRST_SECONDS = 1.0
"""How long the other hands wait for the pressed one, which may be slowed down by a rate limit."""


class Hands:
    """The hands of everybody who has a seat at a table, or had one."""

    def __init__(
        self,
        context: DisplayContext,
        board: Board,
        showing_board: Redrawer,
        outbox: TableRedraws,
        directs: dict[str, tuple[int, int]],
    ) -> None:
        """`directs` has the channel and the message of direct messages from before a restart, by purpose."""
        self._context = context
        self._board = board
        self._showing_board = showing_board
        self._outbox = outbox
        self._directs = directs
        self._hands: dict[tuple[Seat, int | None], tuple[Hand, Redrawer]] = {}
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
        """While this hand is written as the answer to a press; see `TableRedraws.answering`."""
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

    def _hand(self, session: Session, seat: Seat) -> tuple[Hand, Redrawer]:
        whose = seat, session.players[seat].reader_id
        if whose not in self._hands:
            kept = hand_purpose(session, seat)
            on_expiry = partial(weakly(self._show_again), whose)
            hand = Hand(self._context, self._board, session, seat, self._directs.get(kept), on_expiry)
            showing = Redrawer(
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

    async def _show_later(self, first: list[Redrawer], others: dict[Redrawer, bool]) -> None:
        if first:
            shown = [one.shown() for one in (self._showing_board, *first)]
            await asyncio.wait([asyncio.ensure_future(one) for one in shown], timeout=_FIRST_SECONDS)
        for one, is_awaited in others.items():
            one.changed()
            if is_awaited:
                one.hurry()

    def _next_place(self, hand: Hand) -> Ticket | None:
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

    def __init__(self, context: DisplayContext, board: Board, outbox: TableRedraws) -> None:
        """The notebooks link to `board`."""
        self._context = context
        self._board = board
        self._outbox = outbox
        self._open: dict[Seat, tuple[OpenNotebook, Redrawer]] = {}

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
            showing = Redrawer(self._context.background, f"notebook {seat} of {session.id}", show)
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
