"""A message of a table that goes on changing: where it stands, who writes it next, and when.

The board (which is the lobby first), a hand and a notebook are such messages. Each says what it shows.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.failures import NOT_SENT, TOO_MANY_EDITS, UNKNOWN_MESSAGE, code_of
from bot.limits import Ticket
from bot.logs import Stage
from bot.messages.redrawing import Redrawer
from bot.messages.sending import DisplayContext, Place
from bot.press.answer import Press
from bot.press.ephemerals import Editable
from bot.screens.parts import Screen
from bot.tasks import weakly
from games.core import IllegalMove

log = logging.getLogger(__name__)

QUIET = discord.AllowedMentions.none()


class Message(ABC):
    """One such message. The newest press on it writes it while that press's token lives, else the bot does.

    Whatever it shows goes on after the answers that were begun on it, as long as their question stands.
    """

    def __init__(
        self,
        context: DisplayContext,
        table_id: int,
        purpose: str,
        place: Place | None = None,
        stage: Stage | None = None,
    ) -> None:
        """It stands at `place`, which storage has under its `purpose`, or nowhere yet.

        `stage` is what a press reaches once its change is shown here.
        """
        self.place = place
        self._context = context
        self._table_id = table_id
        self._purpose = purpose
        self._token: Editable | None = None
        """The newest press on it, or on another message that shows the same."""
        self._begun: tuple[int, tuple[str, ...]] = (0, ())
        self._is_expired = False
        self.redrawing = Redrawer(
            context.background,
            f"{purpose} of {table_id}",
            weakly(self.show),
            stage,
            weakly(self._next_place),
            weakly(self.expire),
        )
        """When it is shown."""

    @property
    def message_id(self) -> int | None:
        """The message it stands on; None if there is none, as far as we know."""
        return None if self.place is None else self.place[1]

    @abstractmethod
    async def show(self, press: Press | None) -> None:
        """Show what there is now, if possible as the answer to this press. Raises StorageFailed."""

    @abstractmethod
    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """What there is to see now, with the question that follows `answers`. It remembers them."""

    @property
    def _version(self) -> int:
        """The version of the question it asks; 0 if it asks none."""
        return 0

    def changed(self, press: Press | None = None) -> None:
        """There is something new to show; this press caused it, if one is given."""
        self.redrawing.changed(press)

    def expire(self) -> None:
        """Have the next show send it even if nothing is new: something older may have arrived last."""
        self._is_expired = True

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While it is written as the answer to a press; see `Redrawer.writing`."""
        try:
            with self.redrawing.writing():
                yield
        finally:
            if self.redrawing.is_showing:
                # Until then this stays in memory: after the end of a game nobody else keeps it.
                self._context.background.start(self._shown())

    async def stand_at(self, place: Place) -> None:
        """It is this message from now on, and the one before is deleted. Raises StorageFailed."""
        before, self.place = self.place, place
        await self._context.archive.messages.put(self._table_id, self._purpose, *place)
        if before is not None:
            await self._delete(before)

    @property
    def _token_here(self) -> Editable | None:
        """The newest press on it, if its token can still edit it."""
        token = self._token
        is_here = token is not None and token.message_id == self.message_id and token.seconds_left > 0
        return token if is_here else None

    def _next_place(self) -> Ticket | None:
        """A place for showing it; None if showing it sends nothing that Discord counts."""
        return None if self._token_here is not None else self._context.budget.place(is_awaited=False)

    async def _newest(self) -> Screen:
        """What it shows now, after the answers that were begun, if their question still stands."""
        version, answers = self._begun
        if answers and version == self._version:
            try:
                return await self.screen(answers)
            except IllegalMove:  # the question changed while it was drawn
                pass
        return await self.screen()

    async def _edit(self) -> bool:
        """Show on it what there is now. False if that takes a new message: this one is gone, or worn out.

        Raises what a request can raise, and StorageFailed.
        """
        screen = await self._newest()
        place, token = self.place, self._token_here
        if place is None:  # perhaps deleted while the picture was drawn
            return False
        try:
            await (self._write(place, screen) if token is None else token.edit(screen))
        except NOT_SENT as failed:
            if token is not None and self._token is token:
                self._token = None
            if token is not None or self.place != place:  # posted again meanwhile: only the old one is gone
                return await self._edit()
            if code_of(failed) != TOO_MANY_EDITS and not isinstance(failed, discord.NotFound):
                raise
            if code_of(failed) == UNKNOWN_MESSAGE:
                self.place = None
            return False
        return True

    async def _write(self, place: Place, screen: Screen) -> None:
        """Show this there, as the bot."""
        await self._at(place).edit(view=screen.layout, attachments=list(screen.files), allowed_mentions=QUIET)

    async def _delete(self, place: Place) -> None:
        try:
            await self._at(place).delete()
        except NOT_SENT as failed:
            log.info("an old message could not be deleted and stays (%s)", code_of(failed))

    def _at(self, place: Place) -> discord.PartialMessage:
        channel_id, message_id = place
        return self._context.client.get_partial_messageable(channel_id).get_partial_message(message_id)

    async def _shown(self) -> None:
        await self.redrawing.shown()
