"""A player's hand: a direct message edited in place, and the last "My hand" he opened in a channel."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import discord

from bot.screens import preferences
from bot.screens.answer import Answer, Edit
from bot.screens.failures import DMS_CLOSED, NO_SERVER_IN_COMMON, NOT_SENT, new_nonce
from bot.screens.hand_screen import TableLink, private_screen
from bot.screens.latest_only import LatestOnly
from bot.screens.panel import Screen
from bot.screens.pictures import Pictures
from bot.screens.press import Press
from bot.tables.session import Session
from games.core import AT_FIRST, IllegalMove, Preferences, Seat, letter
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
        door: Callable[[], TableLink],
        on_closed: Callable[[int], Awaitable[None]],
    ) -> None:
        self.session = session
        self.seat = seat
        self.direct: tuple[int, int] | None = None
        self._client = client
        self._archive = archive
        self._pictures = pictures
        self._table_link = door
        self._on_closed = on_closed
        self._opened: Edit | None = None
        self._retries_direct = False
        self._press: Press | None = None
        self._shown: object = None
        self._given: tuple[int, tuple[str, ...]] = (0, ())
        self._newest = LatestOnly(f"hand {letter(seat)} of {session.id}", self._show)

    @property
    def ephemeral(self) -> str:
        """What serves as this hand among the messages that its player alone sees in a channel."""
        return f"hand:{self.session.seats_of(self._user_id()).index(self.seat)}"

    @property
    def is_being_pressed(self) -> bool:
        """Whether somebody waits for the answer to a press on this hand."""
        return self._press is not None and not self._press.done.is_set()

    def changed(self) -> None:
        """Show the hand as it is now, soon."""
        self._newest.changed()

    async def close(self) -> None:
        """Let what is being sent be sent."""
        await self._newest.shown()

    def drop(self) -> None:
        """Send no more."""
        self._newest.drop()

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
        """The hand as it would be shown now, asked on after `answers`; shown anew, it goes on after these."""
        self._given = self.session.table.prompt_version(self.seat), answers
        preferred = await self._liked()
        game = self.session.table.game
        png = await self._pictures.draw_newest(
            game, lambda: self.session.table.view(self.seat, preferred), answers
        )
        faces = self._pictures.icons.of(game)
        return private_screen(self.session, self.seat, png, self._table_link(), answers, preferred, faces)

    async def like(self, answer: Answer, key: str, answers: tuple[str, ...]) -> None:
        """Show the hand as its player likes it from now on: the message he pressed goes on after `answers`.

        Raises KeyError unless `key` is a value of one of the game's likings.
        """
        game, shown = self.session.table.game, self.session.table
        await self._archive.change_settings(self._user_id(), lambda had: preferences.write(had, game, key))
        await answer.replace(await self.screen(answers))
        await self._show_elsewhere(answer.interaction)
        if self.session.table is not shown:
            self.freshen()

    async def open(self, answer: Answer) -> None:
        """Show the hand to its player alone, where he asked for it, and keep that up to date as well."""
        shown = self.session.table
        self._opened = await answer.send(await self.screen(), self.ephemeral)
        if self.session.table is not shown:
            self.freshen()

    def freshen(self) -> None:
        """Show the hand anew, though nothing happened at the table: its player likes it otherwise."""
        self._shown = None
        self.changed()

    def retry_direct(self) -> None:
        """Show the direct message anew, and try it again although it was closed before."""
        self._retries_direct = True
        self.freshen()

    async def _screen_anew(self) -> Screen:
        """The hand as it is now; what was answered of a question that still stands is not asked again."""
        prompt_version, answers = self._given
        if answers and prompt_version == self.session.table.prompt_version(self.seat):
            try:
                return await self.screen(answers)
            except IllegalMove:  # while it was drawn the question became another
                pass
        return await self.screen()

    async def _liked(self) -> Preferences:
        """What its player likes; read anew, for he may hold other hands at other tables."""
        game = self.session.table.game
        if not preferences.preferences_in(game):
            return AT_FIRST
        return preferences.read((await self._archive.person(self._user_id())).settings, game)

    async def _show_elsewhere(self, press: discord.Interaction) -> None:
        """Show the hand on the other one of its messages than that which was pressed."""
        try:
            if press.message is not None and press.message.flags.ephemeral:
                self._opened = press.edit_original_response
                if self.direct is not None:
                    await self._edit_direct(*self.direct)
            else:
                await self._edit_opened()
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)

    def _regret(self, failed: Exception) -> None:
        log.warning("a hand of session %s could not be shown: %s", self.session.id, type(failed).__name__)

    def _user_id(self) -> int:
        user_id = self.session.players[self.seat].user_id
        assert user_id is not None
        return user_id

    async def _show(self) -> None:
        if not self.session.players[self.seat].is_person:
            return
        table = self.session.table
        # Not the number of lines: an edit that shows nothing new would tell of a secret move.
        now = (
            table.view(self.seat),
            table.prompt_version(self.seat),
            table.heard(self.seat),
            self._table_link(),
            self.session.clock.hands,
        )
        if now == self._shown:
            return
        self._shown = now
        try:
            await self._send_everywhere()
        except (*NOT_SENT, StorageFailed) as failed:
            self._regret(failed)

    async def _send_everywhere(self) -> None:
        press, self._press = self._press, None
        edited = await self._edit_pressed(press) if press else None
        if edited is None or edited.flags.ephemeral:
            await self._send_direct()
        if press and edited is not None and edited.flags.ephemeral:
            self._opened = press.interaction.edit_original_response
        else:
            await self._edit_opened()

    async def _edit_opened(self) -> None:
        opened = self._opened
        if opened is not None and not await self._edit_by(opened) and self._opened is opened:
            self._opened = None  # unless another was opened meanwhile, in the place of this one

    async def _edit_pressed(self, press: Press) -> discord.Message | None:
        """Show the hand on the message that was pressed; that message, or None if that cannot be."""
        await press.answered()
        if not press.is_taken or not await self._edit_by(press.interaction.edit_original_response):
            return None
        return press.interaction.message

    async def _edit_by(self, edit: Edit) -> bool:
        """Whether it could be shown there. A token lives 15 minutes; then the player opens his hand anew."""
        screen = await self._screen_anew()
        try:
            await edit(view=screen.layout, attachments=list(screen.files))
        except NOT_SENT:
            return False
        return True

    async def _send_direct(self) -> None:
        if self.direct is not None:
            try:
                await self._edit_direct(*self.direct)
            except discord.NotFound:
                self.direct = None
        if self.direct is None:
            await self._post_direct()

    async def _edit_direct(self, channel_id: int, message_id: int) -> None:
        screen = await self._screen_anew()
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await message.edit(view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET)

    async def _post_direct(self) -> None:
        user_id, retries_direct = self._user_id(), self._retries_direct
        self._retries_direct = False
        was_closed = (await self._archive.person(user_id)).dms_closed
        if was_closed and not retries_direct:
            return
        screen = await self._screen_anew()
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            sent = await channel.send(
                view=screen.layout, files=list(screen.files), allowed_mentions=_QUIET, nonce=new_nonce()
            )
        except discord.Forbidden as failed:
            if failed.code not in (DMS_CLOSED, NO_SERVER_IN_COMMON):
                raise
            if not was_closed:
                await self._archive.set_dms_closed(user_id, True)
                if failed.code == DMS_CLOSED:  # who left the server reads nothing in its channels either
                    await self._on_closed(user_id)
            return
        self.direct = (channel.id, sent.id)
        if was_closed:
            await self._archive.set_dms_closed(user_id, False)
        await self._archive.put_message(self.session.id, purpose(self.seat), channel.id, sent.id)
