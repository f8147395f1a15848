"""The board's message in its channel: edited in place, posted again when it is buried."""

import logging
import time
from collections.abc import Collection

import discord
from discord import ui

from bot import failures, routes
from bot.discord_time import DISCORD_TIME
from bot.failures import NOT_SENT, code_of, new_nonce
from bot.messages.own_view import own_screen
from bot.messages.sending import DisplayContext
from bot.press.answer import Press
from bot.screens.board import board_screen
from bot.screens.clock import paused, time_shown
from bot.screens.hand import TableLink
from bot.screens.lobby import closed_screen, lobby_screen
from bot.screens.parts import Layout, Screen, button, calling, notice
from bot.tables import leaving
from bot.tables.lobby import Lobby, either
from bot.tables.open_tables import LobbyOrSession
from bot.tables.saved import Incompatible
from bot.tables.session import Session
from games.core import IllegalMove, Viewer
from games.faces import Face
from storage import Archive, StorageFailed, StoredMessage

log = logging.getLogger(__name__)


BOARD = "panel"
"""The purpose of a board's message in storage."""

_UNREACHABLE = (
    failures.UNKNOWN_CHANNEL,
    failures.MISSING_ACCESS,
    failures.MISSING_PERMISSIONS,
    failures.THREAD_ARCHIVED,
)
_GONE = (failures.UNKNOWN_MESSAGE, failures.TOO_MANY_EDITS)
_TOKEN_GONE = (failures.UNKNOWN_WEBHOOK, failures.TOKEN_OVER)
OLD_SECONDS = 3600.0
"""Discord accepts few edits of an older message; discord.py waits in silence until one is accepted."""

LIVELY_SECONDS = 60.0
"""Edits that follow each other faster than this would run into that."""

_QUIET = discord.AllowedMentions.none()


class Board:
    """What a channel sees of its table. When it is shown is up to `Display`."""

    def __init__(self, context: DisplayContext, lobby_or_session: LobbyOrSession) -> None:
        self.lobby_or_session = lobby_or_session
        self.message_id: int | None = None
        self.below = 0
        """How many messages stand below the board."""
        self._context = context
        self._seen_lines = 0
        self._edited_at = -LIVELY_SECONDS
        self._is_sent = False
        self._shown: tuple[object, tuple[Face, ...]] = (None, ())
        self._given: tuple[int, tuple[str, ...]] = (0, ())
        self._is_overtaken = False
        self._pressed: Press | None = None
        """The newest press on its message, whose token may edit it for a while."""

    @property
    def channel_id(self) -> int:
        """Where the board stands."""
        return self.lobby_or_session.stored.channel_id

    @property
    def table_link(self) -> TableLink:
        """The way to the board from somewhere else."""
        stored = self.lobby_or_session.stored
        guild = self._context.client.get_guild(stored.guild_id or 0)
        place = f"https://discord.com/channels/{stored.guild_id or '@me'}/{self.channel_id}"
        link = place if self.message_id is None else f"{place}/{self.message_id}"
        return TableLink(guild.name if guild else "a server", link)

    @property
    def viewer(self) -> Viewer:
        """Whose view it shows: the channel's, or in direct messages a player's if the game has hands."""
        match self.lobby_or_session:
            case Session(is_direct=True, table=table) as session if table.game.about.hands:
                player = next((one.user_id for one in session.players if one.user_id is not None), None)
                return None if player is None else session.seats.at_hand(player)
        return None

    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """The board as it would be posted now, with the question that follows `answers`."""
        match self.lobby_or_session:
            case Lobby() as lobby:
                return await self._lobby_screen(lobby)
            case Session() as session:
                viewer = self.viewer
                self._given = session.table.prompt_version(viewer), answers
                if viewer is not None:
                    return await own_screen(self._context, session, viewer, self.table_link, answers)
                game, pictures = session.table.game, self._context.pictures
                faces = self._context.faces.of(session)
                drawn = await pictures.draw_newest(
                    game, lambda: session.table.view(None), answers, faces, paused(session)
                )
                return board_screen(
                    session,
                    drawn,
                    answers,
                    self._seen_lines,
                    pictures.icons.of(game),
                    shows_players=pictures.shows_players(game),
                )

    async def _lobby_screen(self, lobby: Lobby) -> Screen:
        """The lobby with its picture, free seats included; or the message that it's closed."""
        if lobby.stored.phase == "stopped":
            return closed_screen(lobby)
        about = lobby.game.about
        faces = self._context.faces.of(lobby)
        host = next((seat for seat, one in enumerate(lobby.players) if one.user_id == lobby.host_id), None)
        facts = f"{either(lobby.seating)} players, about {about.minutes} minutes"
        png = await self._context.pictures.lobby(lobby.game, lobby.most, faces, host, facts)
        return lobby_screen(lobby, png)

    async def set_message(self, message_id: int) -> None:
        """This message is the board from now on."""
        self.message_id, self.below, self._is_sent = message_id, 0, True
        await self._context.archive.messages.put(self.lobby_or_session.id, BOARD, self.channel_id, message_id)

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, then delete the old one. Raises HTTPException.

        The people `called` are notified if it mentions them.
        """
        old = self.message_id
        screen = await self.screen()
        sent = await self._channel().send(
            view=screen.layout, files=list(screen.files), allowed_mentions=calling(called), nonce=new_nonce()
        )
        await self.set_message(sent.id)
        if old is not None:
            await self._delete(old)

    async def leave(self, last: Screen) -> None:
        """Leave this where the board was."""
        if self.message_id is not None:
            message = self._channel().get_partial_message(self.message_id)
            await message.edit(view=last.layout, attachments=list(last.files), allowed_mentions=_QUIET)

    @property
    def is_current(self) -> bool:
        """Whether the message shows the table as it is now."""
        is_same = isinstance(self.lobby_or_session, Lobby) or self._shown == self._now()[0]
        return self._is_sent and self.message_id is not None and is_same

    def mark_shown(self) -> None:
        """Its message already showed the current table when the table was loaded."""
        self._shown, self._seen_lines = self._now()
        self._is_sent = True

    def expire(self) -> None:
        """Have the next show send it even if nothing is new."""
        self._shown = None, ()

    def overtaken(self) -> None:
        """Something older may have arrived last: have the next show send what is newest."""
        self._is_overtaken = True

    async def show(self, press: Press | None) -> bool:
        """Show the table as it is now, if possible as the answer to this press. False if the channel is gone.

        A board that can't be shown stops nothing: the game is written down, and /board shows it again. Raises
        StorageFailed.
        """
        if press is not None:
            # Drawing would slow the answer down, and the edit with the picture comes after it anyway.
            await press.answered()
            if press.is_acknowledged:
                self._pressed = press
        now, lines = self._now()
        is_same = now[0] is not None and now[0] == self._shown[0]
        is_overtaken, self._is_overtaken = self._is_overtaken, False
        if is_same and now == self._shown and self.message_id is not None and not is_overtaken:
            return True  # sent again, it would only take back an answer that somebody has begun to give
        try:
            await self._send(self._begun() if is_same else ())
        except (*NOT_SENT, StorageFailed) as failed:
            self._is_sent = False
            self._explain(failed)
            if isinstance(failed, StorageFailed):
                raise
            return code_of(failed) != failures.UNKNOWN_CHANNEL
        self._shown, self._seen_lines, self._is_sent = now, lines, True
        return True

    def _now(self) -> tuple[tuple[object, tuple[Face, ...]], int]:
        """What there is to show (None if unknown) and the faces, and how many lines led to it."""
        match self.lobby_or_session:
            case Session(table=table, players=players) as session:
                # Not the number of lines: an edit that shows nothing new would tell of a secret move.
                viewer = self.viewer
                heard = session.last_heard(viewer)
                asked = leaving.newcomer(session)
                shown = heard, players, time_shown(session), asked
                now = (table.view(viewer), table.prompt_version(viewer), shown)
                return (now, self._context.faces.of(session)), len(table.lines)
        return (None, ()), 0

    def _begun(self) -> tuple[str, ...]:
        """What was answered of a question that still stands."""
        match self.lobby_or_session:
            case Session(table=table) if self._given[0] == table.prompt_version(self.viewer):
                return self._given[1]
        return ()

    @property
    def is_sent_apart(self) -> bool:
        """Whether the next edit belongs to a press: Discord doesn't count it towards the bot's limit."""
        return not self._is_buried() and self._can_be_answered()

    async def _send(self, answers: tuple[str, ...]) -> None:
        if self._is_buried() or self._is_worn():
            await self.post()
            return
        try:
            screen = await self.screen(answers)
        except IllegalMove:  # the question changed while it was drawn
            screen = await self.screen()
        if self._is_gone():  # deleted while the picture was drawn
            await self.post()
            return
        edited = self.message_id
        try:
            await self._edit(screen)
        except discord.HTTPException as failed:
            if self.message_id != edited:  # it was posted again meanwhile, so only the old one is gone
                await self._send(answers)
                return
            if failed.code in _TOKEN_GONE and self._pressed is not None:
                self._pressed = None
                await self._send(answers)
                return
            if failed.code not in _GONE and failed.status != 404:
                raise
            self.message_id = None if failed.code == failures.UNKNOWN_MESSAGE else self.message_id
            await self.post()

    def _is_buried(self) -> bool:
        """Whether the next show should post it at the bottom of its channel."""
        return self._is_gone() or self.below >= self._context.bury_after

    def _can_be_answered(self) -> bool:
        """Whether the newest press on it can still edit it."""
        message_id, pressed = self.message_id, self._pressed
        return message_id is not None and pressed is not None and pressed.can_edit(message_id)

    def _is_gone(self) -> bool:
        """Whether the board has no message."""
        return self.message_id is None

    def _is_worn(self) -> bool:
        """Whether this message is too old for a game that has become lively."""
        assert self.message_id is not None
        before, self._edited_at = self._edited_at, time.monotonic()
        age = DISCORD_TIME.now() - discord.utils.snowflake_time(self.message_id).timestamp()
        return age > OLD_SECONDS and self._edited_at - before < LIVELY_SECONDS

    async def _edit(self, screen: Screen) -> None:
        assert self.message_id is not None
        if self._pressed is not None and self._can_be_answered():
            await self._pressed.edit(screen)
            return
        self._pressed = None
        message = self._channel().get_partial_message(self.message_id)
        await message.edit(view=screen.layout, attachments=list(screen.files), allowed_mentions=_QUIET)

    async def _delete(self, message_id: int) -> None:
        try:
            await self._channel().get_partial_message(message_id).delete()
        except NOT_SENT as failed:
            log.info("an old board could not be deleted and stays (%s)", code_of(failed))

    def _channel(self) -> discord.PartialMessageable:
        return self._context.channel_of(self.lobby_or_session.stored)

    def _explain(self, failed: Exception) -> None:
        code = code_of(failed)
        reason = "its channel can't be written to" if code in _UNREACHABLE else type(failed).__name__
        log.warning(
            "the board of session %s could not be shown: %s (%s)", self.lobby_or_session.id, reason, code
        )


async def tell_of(incompatible: Incompatible, client: discord.Client, archive: Archive) -> None:
    """Say why in the channel, and replace the board and every hand with the same sentence."""
    stored = incompatible.stored
    channel = client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
    try:
        await channel.send(view=_last_words(incompatible), allowed_mentions=_QUIET, nonce=new_nonce())
        for one in await archive.messages.of(stored.id):
            await _replace(one, incompatible, client)
    except (*NOT_SENT, StorageFailed) as failed:
        log.warning("could not tell the channel that session %s has ended (%s)", stored.id, code_of(failed))


async def _replace(old: StoredMessage, incompatible: Incompatible, client: discord.Client) -> None:
    message = client.get_partial_messageable(old.channel_id).get_partial_message(old.message_id)
    try:
        if old.channel_id == incompatible.stored.channel_id:
            await message.delete()
        else:
            await message.edit(view=_last_words(incompatible), attachments=[], allowed_mentions=_QUIET)
    except NOT_SENT as failed:
        log.info("could not replace a message of session %s (%s)", incompatible.stored.id, code_of(failed))


def _last_words(incompatible: Incompatible) -> Layout:
    stored = incompatible.stored
    if stored.started_at is None:
        return notice(
            f"The {incompatible.title} lobby here is closed: {incompatible.why}. Use /play to open a new one."
        )
    return notice(
        f"The game of {incompatible.title} in <#{stored.channel_id}> has ended: {incompatible.why}. "
        "Nobody wins, and its record is kept. Use /play to start a new one.",
        ui.ActionRow(button("Record", routes.Record(stored.id))),
    )
