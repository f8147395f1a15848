"""A player's hand: a direct message edited in place, and the last "My hand" he opened in a channel."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import discord

from bot.screens.answer import Answer
from bot.screens.failures import DMS_CLOSED, NOT_SENT, new_nonce
from bot.screens.newest import Newest
from bot.screens.panel import Screen
from bot.screens.pictures import Pictures
from bot.screens.press import Press
from bot.screens.private import Door, private_screen
from bot.sessions.session import Session
from games.core import Seat, letter
from storage import Archive, StorageFailed

log = logging.getLogger(__name__)

_QUIET = discord.AllowedMentions.none()


def purpose(seat: Seat) -> str:
    """Under which name storage keeps the direct message of this seat's hand."""
    return f"hand:{letter(seat)}"


class Hand:
    """What the person on a seat sees of it. Nothing here waits for him: a closed door is remembered."""

    def __init__(
        self,
        client: discord.Client,
        archive: Archive,
        pictures: Pictures,
        session: Session,
        seat: Seat,
        door: Callable[[], Door],
        on_closed: Callable[[int], Awaitable[None]],
    ) -> None:
        self.session = session
        self.seat = seat
        self.direct: tuple[int, int] | None = None
        self._client = client
        self._archive = archive
        self._pictures = pictures
        self._door = door
        self._on_closed = on_closed
        self._opened: discord.Interaction | None = None
        self._press: Press | None = None
        self._shown: object = None
        self._newest = Newest(f"hand {letter(seat)} of {session.id}", self._show)

    def changed(self) -> None:
        """Show the hand as it is now, soon."""
        self._newest.changed()

    async def close(self) -> None:
        """Let what is being sent be sent."""
        await self._newest.shown()

    @contextmanager
    def pressed(self, interaction: discord.Interaction) -> Iterator[None]:
        """What is done inside answers this press: its edit, once acknowledged, can be the new hand."""
        press = self._press = Press(interaction)
        try:
            yield
        finally:
            press.done.set()

    def is_seen_by_its_player_alone(self, message: discord.Message) -> bool:
        """Whether this message can hold the hand: it is ephemeral, or it is the hand's direct message."""
        return message.flags.ephemeral or (self.direct is not None and message.id == self.direct[1])

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The hand as it would be shown now."""
        table = self.session.table
        png = await self._pictures.draw(table.game, table.view(self.seat), answers)
        return private_screen(self.session, self.seat, png, self._door(), answers)

    async def open(self, answer: Answer) -> None:
        """Show the hand to its player alone, where he asked for it, and keep that up to date as well."""
        await answer.show(await self.screen())
        self._opened = answer.interaction

    async def knock(self) -> None:
        """Try the direct message again, although it was closed before."""
        await self._archive.set_dms_closed(self._user_id(), False)
        self._shown = None
        self.changed()

    def _user_id(self) -> int:
        user_id = self.session.occupants[self.seat].user_id
        assert user_id is not None
        return user_id

    async def _show(self) -> None:
        if not self.session.occupants[self.seat].is_person:
            return
        table = self.session.table
        now = (table.view(self.seat), table.decision(self.seat), len(table.lines))
        if now == self._shown:
            return
        try:
            await self._send_everywhere()
        except (*NOT_SENT, StorageFailed) as failed:
            log.warning("a hand of session %s could not be shown: %s", self.session.id, type(failed).__name__)
        self._shown = now

    async def _send_everywhere(self) -> None:
        press, self._press = self._press, None
        answered = await self._edit_pressed(press) if press else None
        if answered is None or self.direct is None or answered != self.direct[1]:
            await self._send_direct()
        if self._opened is not None and (press is None or self._opened is not press.interaction):
            await self._edit_opened()

    async def _edit_pressed(self, press: Press) -> int | None:
        """Show the hand on the message that was pressed; its id, or None if that cannot be."""
        if not await press.may_edit():
            return None
        await self._edit_by(press.interaction)
        message = press.interaction.message
        if message is not None and message.flags.ephemeral:
            self._opened = press.interaction
        return press.message_id

    async def _edit_opened(self) -> None:
        """A token lives 15 minutes; after that the player opens his hand anew."""
        assert self._opened is not None
        try:
            await self._edit_by(self._opened)
        except NOT_SENT:
            self._opened = None

    async def _edit_by(self, interaction: discord.Interaction) -> None:
        screen = await self.screen()
        await interaction.edit_original_response(view=screen.layout, attachments=list(screen.files))

    async def _send_direct(self) -> None:
        if self.direct is not None:
            try:
                await self._edit_direct(*self.direct)
            except discord.NotFound:
                self.direct = None
        if self.direct is None:
            await self._post_direct()

    async def _edit_direct(self, channel_id: int, message_id: int) -> None:
        screen = await self.screen()
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await message.edit(view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET)

    async def _post_direct(self) -> None:
        user_id = self._user_id()
        if (await self._archive.person(user_id)).dms_closed:
            return
        screen = await self.screen()
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            sent = await channel.send(
                view=screen.layout, files=list(screen.files), allowed_mentions=_QUIET, nonce=new_nonce()
            )
        except discord.Forbidden as failed:
            if failed.code != DMS_CLOSED:
                raise
            await self._archive.set_dms_closed(user_id, True)
            await self._on_closed(user_id)
            return
        self.direct = (channel.id, sent.id)
        await self._archive.put_message(self.session.id, purpose(self.seat), channel.id, sent.id)
