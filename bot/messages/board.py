"""The board's message in its channel: edited in place, posted again when it is buried."""

import logging
import time
from collections.abc import Callable, Collection

import discord
from discord import ui

from bot import failures, routes
from bot.discord_time import DISCORD_TIME
from bot.failures import NOT_SENT, code_of, new_nonce
from bot.limits import Ticket
from bot.logs import Stage
from bot.messages.message import QUIET, Message, MessageContext, MessageRef
from bot.messages.own_view import own_screen
from bot.press.answer import Press
from bot.screens.board import board_screen
from bot.screens.clock import paused, time_shown
from bot.screens.hand import TableLink
from bot.screens.lobby import closed_screen, lobby_screen
from bot.screens.parts import Layout, Screen, button, calling, notice
from bot.tables import leaving
from bot.tables.lobby import Lobby, either
from bot.tables.open_tables import Incompatible, LobbyOrSession
from bot.tables.session import Session
from games.core import Viewer
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
OLD_SECONDS = 3600.0
"""Discord accepts few edits of an older message; discord.py waits in silence until one is accepted."""

LIVELY_SECONDS = 60.0
"""Edits that follow each other faster than this would run into that."""


class Board(Message):
    """What a channel sees of its table: the lobby, then the game."""

    def __init__(
        self,
        context: MessageContext,
        lobby_or_session: LobbyOrSession,
        place: MessageRef | None,
        shown: Callable[[bool], None],
    ) -> None:
        """`shown` is called after it was shown, or could not be: False if its channel is gone."""
        super().__init__(context, lobby_or_session.id, BOARD, place, Stage.BOARD)
        self.lobby_or_session = lobby_or_session
        self.below = 0
        """How many messages stand below the board."""
        self._on_shown = shown
        self._seen_lines = 0
        self._edited_at = -LIVELY_SECONDS
        self._is_sent = False
        self._last: tuple[object, tuple[Face, ...]] = (None, ())
        """What was shown last."""

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
                self._begun = self._version, answers
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

    async def stand_at(self, place: MessageRef) -> None:
        """This message, the newest in its channel, is the board from now on; the one before is deleted."""
        self.below, self._is_sent = 0, True
        await super().stand_at(place)

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, then delete the old one. Raises HTTPException.

        The people `called` are notified if it mentions them.
        """
        screen = await self.screen()
        sent = await self._context.channel_of(self.lobby_or_session.stored).send(
            view=screen.layout, files=list(screen.files), allowed_mentions=calling(called), nonce=new_nonce()
        )
        await self.stand_at(MessageRef(self.channel_id, sent.id))

    async def leave(self, last: Screen) -> None:
        """Leave this where the board was."""
        if self.place is not None:
            await self._write(self.place, last)

    @property
    def is_current(self) -> bool:
        """Whether the message shows the table as it is now."""
        is_same = isinstance(self.lobby_or_session, Lobby) or self._last == self._now()[0]
        return self._is_sent and self.place is not None and is_same and not self._is_expired

    def mark_shown(self) -> None:
        """Its message already showed the current table when the table was loaded."""
        self._last, self._seen_lines = self._now()
        self._is_sent = True

    async def show(self, press: Press | None) -> None:
        """Show the table as it is now, if possible as the answer to this press.

        A board that can't be shown stops nothing: the game is written down, and /board shows it again. Raises
        StorageFailed.
        """
        if press is not None:
            # Drawing would slow the answer down, and the edit with the picture comes after it anyway.
            pressed = await press.changeable()
            if pressed is not None and pressed.message_id == self.message_id:
                self._token = pressed
        self._on_shown(await self._is_there())

    async def _is_there(self) -> bool:
        """Show what is new. False if the channel is gone."""
        now, lines = self._now()
        is_same = now[0] is not None and now[0] == self._last[0]
        was_expired, self._is_expired = self._is_expired, False
        if is_same and now == self._last and self.place is not None and not was_expired:
            return True  # sent again, it would only take back an answer that somebody has begun to give
        if not is_same:
            self._begun = 0, ()
        try:
            await self._send()
        except (*NOT_SENT, StorageFailed) as failed:
            self._is_sent, self._is_expired = False, self._is_expired or was_expired
            self._explain(failed)
            if isinstance(failed, StorageFailed):
                raise
            return code_of(failed) != failures.UNKNOWN_CHANNEL
        self._last, self._seen_lines, self._is_sent = now, lines, True
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
                now = (table.view(viewer), self._version, shown)
                return (now, self._context.faces.of(session)), len(table.lines)
        return (None, ()), 0

    @property
    def _version(self) -> int:
        match self.lobby_or_session:
            case Session(table=table):
                return table.prompt_version(self.viewer)
        return 0

    def _next_ticket(self) -> Ticket | None:
        if self._has_to_move:
            return self._context.budget.ticket(is_awaited=False)
        return super()._next_ticket()

    async def _send(self) -> None:
        has_to_move = self._has_to_move
        self._edited_at = time.monotonic()
        if has_to_move or not await self._edit():
            await self.post()

    @property
    def _has_to_move(self) -> bool:
        """Whether the next show posts it at the bottom of its channel: it is gone, buried or worn."""
        return (
            self.message_id is None
            or self.below >= self._context.bury_after
            or self._is_worn(self.message_id)
        )

    def _is_worn(self, message_id: int) -> bool:
        """Whether this message is too old for a game that has become lively."""
        age = DISCORD_TIME.now() - discord.utils.snowflake_time(message_id).timestamp()
        return age > OLD_SECONDS and time.monotonic() - self._edited_at < LIVELY_SECONDS

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
        await channel.send(view=_last_words(incompatible), allowed_mentions=QUIET, nonce=new_nonce())
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
            await message.edit(view=_last_words(incompatible), attachments=[], allowed_mentions=QUIET)
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
