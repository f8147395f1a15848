"""The board's message in its channel: edited in place, posted anew when it is buried, always the newest.

One task a table draws and sends. Whatever changes while a picture is on its way is shown with the next one,
so a fast game never queues boards; what was told meanwhile stands in the log.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import discord

from bot.discord_time import DISCORD_TIME
from bot.screens import failures
from bot.screens.failures import NOT_SENT, code_of, new_nonce
from bot.screens.latest_only import LatestOnly
from bot.screens.lobby import lobby_screen
from bot.screens.panel import Screen, panel
from bot.screens.pictures import Pictures
from bot.screens.press import Press
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from storage import Archive, StorageFailed

log = logging.getLogger(__name__)

PANEL = "panel"
_UNREACHABLE = (
    failures.UNKNOWN_CHANNEL,
    failures.MISSING_ACCESS,
    failures.MISSING_PERMISSIONS,
    failures.THREAD_ARCHIVED,
)
_GONE = (
    failures.UNKNOWN_MESSAGE,
    failures.UNKNOWN_WEBHOOK,
    failures.TOO_MANY_EDITS,
    failures.TOKEN_OVER,
)
OLD_SECONDS = 3600.0
"""After this age Discord takes few edits of a message; discord.py waits in silence until one is taken."""

LIVELY_SECONDS = 60.0
"""Edits that follow one another faster than this would meet that."""

_QUIET = discord.AllowedMentions.none()


class Board:
    """What a channel sees of its table."""

    def __init__(
        self,
        client: discord.Client,
        archive: Archive,
        pictures: Pictures,
        lobby_or_session: LobbyOrSession,
        bury_after: int,
        on_over: Callable[[Session], None],
        on_lost: Callable[[int], None],
        on_placed: Callable[[], None],
    ) -> None:
        self.lobby_or_session = lobby_or_session
        self.message_id: int | None = None
        self.below = 0
        self._client = client
        self._archive = archive
        self._pictures = pictures
        self._bury_after = bury_after
        self._on_over = on_over
        self._on_lost = on_lost
        self._on_placed = on_placed
        self._seen_lines = 0
        self._edited_at = -LIVELY_SECONDS
        self._shown: object = None
        self._press: Press | None = None
        self._newest = LatestOnly(f"board of {lobby_or_session.id}", self._show)

    @property
    def channel_id(self) -> int:
        """Where the board stands."""
        return self.lobby_or_session.stored.channel_id

    @property
    def link(self) -> str:
        """The address of the board's message."""
        guild = self.lobby_or_session.stored.guild_id or "@me"
        place = f"https://discord.com/channels/{guild}/{self.channel_id}"
        return place if self.message_id is None else f"{place}/{self.message_id}"

    def changed(self) -> None:
        """Show the table as it is now, soon."""
        self._newest.changed()

    @contextmanager
    def pressed(self, interaction: discord.Interaction) -> Iterator[None]:
        """What is done inside answers this press: its edit, once acknowledged, can be the new board."""
        press = self._press = Press(interaction)
        try:
            yield
        finally:
            press.done.set()

    async def shown(self) -> None:
        """Wait until what is known now is on the board."""
        await self._newest.shown()

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The board as it would be posted now."""
        match self.lobby_or_session:
            case Lobby() as lobby:
                return lobby_screen(lobby)
            case Session() as session:
                game = session.table.game
                png = await self._pictures.draw_newest(game, lambda: session.table.view(None), answers)
                faces = self._pictures.icons.of(game)
                return panel(session, png, answers, self._seen_lines, faces)

    async def is_at(self, message_id: int) -> None:
        """This message is the board from now on."""
        self.message_id, self.below = message_id, 0
        self._on_placed()
        await self._archive.put_message(self.lobby_or_session.id, PANEL, self.channel_id, message_id)

    async def post_anew(self) -> None:
        """Post the board at the bottom of its channel, then delete the old one. Raises HTTPException."""
        old = self.message_id
        screen = await self.screen()
        sent = await self._channel().send(
            view=screen.layout, files=list(screen.files), allowed_mentions=_QUIET, nonce=new_nonce()
        )
        await self.is_at(sent.id)
        if old is not None:
            await self._delete(old)

    async def leave(self, last: Screen) -> None:
        """What stays where a board was."""
        if self.message_id is not None:
            message = self._channel().get_partial_message(self.message_id)
            await message.edit(view=last.layout, attachments=list(last.files), allowed_mentions=_QUIET)

    async def close(self) -> None:
        """Let what is being sent be sent."""
        await self._newest.shown()

    def drop(self) -> None:
        """Send no more."""
        self._newest.drop()

    async def _show(self) -> None:
        if self._press:
            # Drawing would slow the answer down, and the edit with the picture comes after it anyway.
            await self._press.answered()
        now, lines = self._now()
        is_shown = now is not None and now == self._shown and self.message_id is not None
        if not is_shown:  # sent again, it would only take back an answer that somebody has begun to give
            try:
                await self._send()
                self._shown, self._seen_lines = now, lines
            except (*NOT_SENT, StorageFailed) as failed:
                self._explain(failed)
        if isinstance(self.lobby_or_session, Session) and self.lobby_or_session.table.over:
            self._on_over(self.lobby_or_session)

    def _now(self) -> tuple[object, int]:
        """What there is to show, None where that cannot be told, and how many lines have led to it."""
        match self.lobby_or_session:
            case Session(table=table, players=players, clock=clock):
                # Not the number of lines: an edit that shows nothing new would tell of a secret move.
                told = (table.view(None), table.prompt_version(None), table.heard(None), players, clock.hands)
                return told, len(table.lines)
        return None, 0

    async def _send(self) -> None:
        if self._is_gone() or self.below >= self._bury_after or self._is_worn():
            await self.post_anew()
            return
        screen = await self.screen()
        if self._is_gone():  # deleted while the picture was drawn
            await self.post_anew()
            return
        try:
            await self._edit(screen)
        except discord.HTTPException as failed:
            if failed.code not in _GONE and failed.status != 404:
                raise
            self.message_id = None if failed.code == failures.UNKNOWN_MESSAGE else self.message_id
            await self.post_anew()

    def _is_gone(self) -> bool:
        """Whether the board has no message (any more)."""
        return self.message_id is None

    def _is_worn(self) -> bool:
        """Whether this message is too old for a game that has become lively."""
        assert self.message_id is not None
        before, self._edited_at = self._edited_at, time.monotonic()
        age = DISCORD_TIME.now() - discord.utils.snowflake_time(self.message_id).timestamp()
        return age > OLD_SECONDS and self._edited_at - before < LIVELY_SECONDS

    async def _edit(self, screen: Screen) -> None:
        assert self.message_id is not None
        press = self._press
        if press is not None and press.done.is_set():
            self._press = None
            if press.is_taken and press.is_on(self.message_id):
                await press.interaction.edit_original_response(
                    view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET
                )
                return
        message = self._channel().get_partial_message(self.message_id)
        await message.edit(view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET)

    async def _delete(self, message_id: int) -> None:
        try:
            await self._channel().get_partial_message(message_id).delete()
        except NOT_SENT as failed:
            log.info("an old board could not be deleted (%s)", code_of(failed))

    def _channel(self) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(
            self.channel_id, guild_id=self.lobby_or_session.stored.guild_id
        )

    def _explain(self, failed: Exception) -> None:
        """A board that cannot be shown stops nothing: the game is written down, and /board shows it again."""
        code = code_of(failed)
        if code == failures.UNKNOWN_CHANNEL:
            self._on_lost(self.channel_id)
        where = "its channel cannot be written to" if code in _UNREACHABLE else type(failed).__name__
        log.warning(
            "the board of session %s could not be shown: %s (%s)", self.lobby_or_session.id, where, code
        )
