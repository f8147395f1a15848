"""A player's hand, in one place: a direct message edited in place, or the "My hand" they opened last.

While such an ephemeral message can be kept up to date, the direct message says only where the hand is.
"""

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.screens import away, preferences
from bot.screens.answer import Answer
from bot.screens.board import Board
from bot.screens.clock import time_shown
from bot.screens.context import DisplayContext
from bot.screens.direct_hand import DirectHand, hand_purpose
from bot.screens.ephemerals import Ephemeral
from bot.screens.failures import NOT_SENT
from bot.screens.hand_screen import away_screen, closed_screen, elsewhere_screen
from bot.screens.own_view import own_screen
from bot.screens.press import Press
from bot.screens.screen import Screen
from bot.tables.session import Session
from games.core import IllegalMove, Seat
from storage import StorageFailed

log = logging.getLogger(__name__)


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
        await self._context.archive.change_settings(
            self._user_id(), lambda had: preferences.write(had, game, key)
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
        now = self.session.players[self.seat], self.session.table.over, away.yours(self.session)
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
