"""A player's hand and notebook: a direct message edited in place, or the one they opened last.

While such an ephemeral message can be kept up to date, the direct message says only where the hand is.
"""

import asyncio
import logging
from collections.abc import Mapping

import discord

from bot.chat import failures
from bot.chat.answer import Answer
from bot.chat.drawing import Drawn
from bot.chat.ephemerals import Editable
from bot.chat.failures import NOT_SENT, reason_of
from bot.chat.first_answer import Press
from bot.chat.limits import Ticket
from bot.chat.parts import Screen, notice
from bot.chat.sending import Closed, MessageRef, once
from bot.chat.tasks import weakly
from bot.people.settings import change_settings
from bot.refusal import Refusal
from bot.table.messages.board import Board
from bot.table.messages.message import Message
from bot.table.messages.own_view import marks_of, own_screen
from bot.table.screens import hand as screens
from bot.table.screens.board import yours
from bot.table.screens.clock import time_shown
from bot.table.session import Session
from bot.telemetry.logs import Stage
from games.core import Preferences, Seat, letter
from storage import StorageFailed

log = logging.getLogger(__name__)


def hand_purpose(session: Session, seat: Seat) -> str:
    """The purpose under which storage has the direct message of this seat's hand.

    A player who took over the seat has a message of their own.
    """
    first, now = session.stays.first(seat).user_id, session.players[seat].reader_id
    return f"hand:{letter(seat)}" if first == now else f"hand:{letter(seat)}:{now}"


class Hand(Message):
    """What one person on a seat sees of it. Never blocks on the player.

    It stands in their direct messages. If they opened it last on a message that only they see, it is there,
    and the direct message says so. It is made for the person who has the seat then, and shows the hand to
    nobody else: while a computer plays for them, or once somebody has taken over, it says so.
    """

    def __init__(self, board: Board, seat: Seat, reader_id: int, refs: Mapping[str, MessageRef]) -> None:
        """The hand links to `board`; `refs` has its direct message, if there is one."""
        self.session = board.session
        purpose = hand_purpose(self.session, seat)
        super().__init__(board.context, self.session.id, purpose, refs, Stage.HAND)
        self.seat = seat
        self.reader_id = reader_id
        self._board = board
        self._closing: asyncio.TimerHandle | None = None
        self._retries_direct = False
        self._owed_word = ""  # for the channel: why the hand isn't in their direct messages, and where it is
        self._is_refused = False
        self._says_where: int | None = None  # the channel that the direct message names
        self._last: object = None
        board.linking.add(self)

    @property
    def ephemeral(self) -> str:
        """The purpose of an ephemeral message that shows this hand."""
        return f"hand:{self.session.seats.of(self.reader_id).index(self.seat)}"

    @property
    def is_open(self) -> bool:
        """Whether its player has it on a message that only they see and that can still be edited."""
        return self._opened is not None

    def can_be_on(self, message: discord.Message) -> bool:
        """Whether nobody else sees this message: it is ephemeral, or a direct message with this hand."""
        if message.flags.ephemeral or message.id == self.message_id:
            return True
        return self._board.viewer == self.seat and message.id == self._board.message_id

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The hand as it would be shown now, with the question that follows `answers`. It remembers them."""
        if self._is_away:
            return screens.away_screen(self.session, self.seat, self._board.table_link, self.reader_id)
        self._begun = self._version, answers
        return await own_screen(self.context, self.session, self.seat, self._board.table_link, answers)

    async def prefer(self, answer: Answer, key: str, answers: tuple[str, ...]) -> None:
        """Show the hand as its player prefers it from now on; the pressed message goes on after `answers`.

        Raises KeyError unless `key` is a value of one of the game's preferences.
        """
        game = self.session.game
        with self.writing():
            await change_settings(self.context.archive, self.reader_id, lambda had: had.preferring(game, key))
            await answer.replace(await self.screen(answers))
            await self._show_elsewhere(answer.press)

    async def open(self, answer: Answer, *, again: bool = False) -> None:
        """Show the hand to its player alone, where they asked for it; later shows keep it up to date.

        `again` shows it on the pressed message, which was a hand before.
        """
        with self.writing():
            before = self._opened
            if again and answer.press.ephemeral is not None:
                await answer.replace(await self.screen(), self.ephemeral)
                self._move_to(answer.press.ephemeral)
            else:
                self._move_to(await answer.send(await self.screen(), self.ephemeral))
            opened = self._opened
            if before is not None and opened is not None and before.channel_id != opened.channel_id:
                await before.delete()
        self.changed()  # the direct message says where it is now

    async def used(self, press: Press) -> None:
        """The player has pressed something on a message with this hand: they have it there from now on."""
        before = self._opened
        if not press.changes_message:
            return
        self._move_to(press.message)
        if before is not None and self._opened is None:
            self._says_where = None
            await before.delete()
        if (before is None) != (self._opened is None):
            self.changed()

    def refresh(self, *, retries_direct: bool = False) -> None:
        """Show it again, and a board that shows it, though nothing happened at the table.

        `retries_direct` tries direct messages that were closed.
        """
        self._retries_direct = self._retries_direct or retries_direct
        for one in (self,) if self._board.viewer is None else (self._board, self):
            one.expire()
            one.changed()

    async def show(self, press: Press | None) -> None:
        """Show the hand as it is now, if possible as the answer to this press.

        Raises StorageFailed, and what a request can raise if it may work later.
        """
        if not self._is_away:
            await self._put_away_late()
        now, is_away = self._now(), self._is_away
        is_new = self._is_expired or now != self._last
        self._last, self._is_expired = now, False
        try:
            if is_new:
                await (self._put_away() if is_away else self._send(press))
            elif not is_away and self._says_where != self._elsewhere:
                await self._send_direct()
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)
            self.expire()
            if not failures.is_refused_for_good(failed):
                raise

    def _now(self) -> object:
        """What there is to show."""
        session, table = self.session, self.session.table
        if self._is_away:
            return session.players[self.seat], table.over, yours(session)
        return (
            # Not the number of lines: an edit that shows nothing new would tell of a secret move.
            table.view(self.seat),
            self._version,
            session.last_heard(self.seat),
            self._board.table_link,
            time_shown(session),
            self.context.faces.of(session),
        )

    @property
    def _version(self) -> int:
        return self.session.table.prompt_version(self.seat)

    @property
    def _is_away(self) -> bool:
        """Whether its reader doesn't have the seat now."""
        return self.session.players[self.seat].user_id != self.reader_id

    @property
    def _opened(self) -> Editable | None:
        """The message that only its player sees, if they have the hand there."""
        return None if self._token is None or self._token.message_id == self.message_id else self._token

    @property
    def _elsewhere(self) -> int | None:
        """The channel where the hand is open, so that the direct message only names it; None at the end."""
        if self._opened is None or self.session.table.over or self.session.is_direct:
            return None
        return self._opened.channel_id

    def _next_ticket(self) -> Ticket | None:
        return None if self.is_open else super()._next_ticket()

    def _move_to(self, message: Editable | None) -> None:
        """The player has the hand on this message, for as long as it can be kept up to date."""
        self._token = message
        if self._closing is not None:
            self._closing.cancel()
        self._closing = None
        if self._opened is not None and not self.session.table.over:
            wait, put_away = max(self._opened.seconds_left, 0), weakly(self.changed)
            self._closing = asyncio.get_running_loop().call_later(wait, put_away)

    async def _newest(self) -> Screen:
        """What the direct message shows: the hand, or where it is open."""
        opened = self._opened
        self._says_where = self._elsewhere
        if opened is None or self._says_where is None:
            return await super()._newest()
        is_here = self.ref is not None and self.ref.channel_id == opened.channel_id
        where = None if is_here else opened.channel_id
        return screens.elsewhere_screen(self.session, self.seat, self._board.table_link, where)

    async def _put_away_late(self) -> None:
        """Say on an open message that it can't be kept up to date any more; the last hand stays as it is."""
        late = self._opened
        if late is not None and late.seconds_left <= 0:
            self._move_to(None)
            if not self.session.table.over:
                await late.show(screens.closed_screen(self.session, self.seat, self._board.table_link))

    async def _put_away(self) -> None:
        """Close the hand of somebody who is away, wherever it is; no message is sent for that."""
        await self._edit_opened()
        self._move_to(None)
        await self._edit()

    async def _send(self, press: Press | None) -> None:
        if self.session.is_direct:  # the board shows the hand
            await self._edit_opened()
            return
        pressed = None if press is None else press.changeable
        before = self._opened
        if pressed is not None:
            self._move_to(pressed)
        await self._edit_opened(before)
        await self._send_direct()
        if before is not None and pressed is not None and pressed.message_id == self.message_id:
            await before.delete()  # they play on in the direct message, which shows the hand again

    async def _edit_opened(self, before: Editable | None = None) -> None:
        """Show it where it is open: by the newest token, or, if that's dead, by the one `before`."""
        opened = self._opened
        if opened is None or await opened.show(await super()._newest()):
            return
        if self._opened is opened:  # and not another one, opened meanwhile in its place
            is_same = before is not None and before.message_id == opened.message_id
            self._move_to(before if is_same else None)
            await self._edit_opened()

    async def _send_direct(self) -> None:
        """Show on the direct message where the hand is, if it doesn't yet; send it if there is none."""
        if self._says_where is not None and self._says_where == self._elsewhere:
            return
        try:
            await self._write_direct()
        except NOT_SENT as failed:
            if failures.is_refused_for_good(failed):
                await self._say_refused()
            raise
        self._is_refused = False

    async def _write_direct(self) -> None:
        """Raises what a request can raise, and StorageFailed."""
        if await self._edit() or not (self._retries_direct or self._elsewhere is None):
            return
        retries, self._retries_direct = self._retries_direct, False
        context, user_id = self.context, self.reader_id
        try:
            ref = await self._sent(
                lambda nonce: context.write_directly(user_id, self._newest, nonce, retries=retries)
            )
        except Closed as closed:
            if closed.is_news:
                self._owed_word = _closed(user_id, self.session.game.about.hand)
            await self._say_owed("closed")
            return
        await self.stand_at(ref)

    async def _say_refused(self) -> None:
        """Say once in the channel where the hand is, until Discord takes it directly again."""
        if not (self._is_refused or self.is_open or self.session.table.over):
            self._owed_word = _refused(self.reader_id, self.session.game.about.hand)
        self._is_refused = True
        await self._say_owed("refused")

    async def _say_owed(self, why: str) -> None:
        """Raises what a request can raise: then it's still owed."""
        if self._owed_word and not self.session.answers_only:
            text, nonce = Screen(notice(self._owed_word)), once(why, self.session.id, self.reader_id)
            await self.context.post(self.session.stored, text, nonce, [self.reader_id])
        self._owed_word = ""

    async def _show_elsewhere(self, press: Press) -> None:
        """Show the hand on its other message, not on the one that was pressed."""
        try:
            if (pressed := press.ephemeral) is None:
                await self._edit_opened()
                return
            self._move_to(pressed)
            if self._says_where is None:
                await self._edit()
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)

    def _regret(self, failed: Exception) -> None:
        log.warning("a hand of session %s could not be shown: %s", self.session.id, reason_of(failed))


def _closed(user_id: int, hand: str) -> str:
    """For the table's channel: where the hand of a player is whose direct messages are closed."""
    return (
        f"<@{user_id}>, I can't send you direct messages, so your {hand} is here: press **My {hand}** under "
        "the board, or use **/hand**. Only you can see it."
    )


def _refused(user_id: int, hand: str) -> str:
    """For the table's channel: where the hand of a player is whose direct message Discord doesn't take."""
    return (
        f"<@{user_id}>, Discord doesn't take your {hand} as a direct message, so it's here: press "
        f"**My {hand}** under the board, or use **/hand**. Only you can see it."
    )


class Notebook(Message):
    """The notebook of a seat on a message that only its player sees. Storage doesn't know it."""

    def __init__(self, board: Board, seat: Seat, reader_id: int) -> None:
        """It is for this person only; `board` is that of its table."""
        super().__init__(board.context, board.session.id, f"notebook {seat}", {})
        self._board = board
        self._session = board.session
        self._seat = seat
        self._reader_id = reader_id
        self._last: object = None

    async def open(self, answer: Answer, *, again: bool) -> None:
        """Show it to its player alone, and keep it up to date; `again` shows it on the pressed message.

        Raises Refusal if the game keeps none, or if the seat isn't theirs.
        """
        screen = await self.screen()
        purpose = f"notebook:{self._session.seats.of(self._reader_id).index(self._seat)}"
        opened = answer.press.ephemeral if again else None
        if opened is not None:
            await answer.replace(screen, purpose)
        else:
            opened = await answer.send(screen, purpose)
        self._token, self._last = opened, screens.notes_of(self._session, self._seat)
        self.ref = None if opened is None else MessageRef(opened.channel_id, opened.message_id)

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The notebook as it is now, by its reader's marks.

        Raises Refusal if the game keeps none, or if the reader no longer has the seat.
        """
        session, seat = self._session, self._seat
        marks = await marks_of(self.context, session, seat)
        session.seats.must_be_of(self._reader_id, seat)
        pictures = self.context.pictures
        drawn, icons = await self._drawn(marks), pictures.icons.of(session.game)
        session.seats.must_be_of(self._reader_id, seat)
        return screens.notebook_screen(
            session, seat, drawn, marks, icons, screens.table_name(session, self._board.table_link)
        )

    async def _drawn(self, marks: Preferences) -> Drawn | None:
        session = self._session
        if session.table.over:
            return None
        view = session.table.view(self._seat, marks)
        return await self.context.pictures.notes(session.game, view, self.context.faces.of(session))

    async def show(self, press: Press | None) -> None:
        """Show what is new while that is possible. New marks are shown by their own press.

        Someone who no longer has the seat is shown nothing more. Raises StorageFailed.
        """
        if (token := self._token) is None:
            return
        notes = screens.notes_of(self._session, self._seat)
        if notes == self._last:
            return
        try:
            is_shown = token.seconds_left > 0 and await token.show(await self.screen())
        except Refusal:  # they have lost the seat
            is_shown = False
        if self._token is token:  # and not opened again meanwhile
            self._last, self._token = notes, token if is_shown else None
