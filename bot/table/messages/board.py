"""The board's message in its channel: edited in place, posted again when it is buried."""

import logging
import math
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from weakref import WeakSet

import discord

from bot.chat import failures
from bot.chat.answer import Answer
from bot.chat.discord_time import DISCORD_TIME
from bot.chat.ephemerals import Editable
from bot.chat.failures import NOT_SENT, code_of, new_nonce, reason_of
from bot.chat.first_answer import Press
from bot.chat.gate import is_visiting
from bot.chat.limits import Ticket
from bot.chat.names import amid
from bot.chat.parts import Screen, escaped, notice
from bot.chat.sending import MessageRef, once
from bot.table import leaving
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby
from bot.table.messages.message import Message, MessageContext
from bot.table.messages.own_view import board_tip, own_screen, pictured
from bot.table.open_tables import LobbyOrSession
from bot.table.screens.board import as_a_guest, board_screen, kept_out
from bot.table.screens.clock import time_shown
from bot.table.screens.hand import TableLink
from bot.table.screens.lobby import closed_screen, lobby_card, lobby_screen
from bot.table.session import Session
from bot.telemetry.logs import Stage
from games.core import Viewer
from games.kit.faces import Face
from storage import StorageFailed

log = logging.getLogger(__name__)


BOARD = "board"
"""The purpose of a board's message in storage."""

WOKE = "woke"
"""The purpose of the last board that was posted only to wake its thread."""

OWN_BOARD = "own game"
"""The purpose of a message that only its player sees, with the way to their table; or, with its number, the
table itself."""

GONE_SECONDS = 3 * 86_400.0
"""A channel is gone once Discord hasn't known it for this long: in an outage it may not for a while."""

OLD_SECONDS = 3600.0
"""Discord accepts few edits of an older message; discord.py waits in silence until one is accepted."""

KEPT_OUT_SECONDS = 600.0
"""How long a board can't be shown in its channel until its host is told, who can have that mended."""

LIVELY_SECONDS = 60.0
"""Edits that follow each other faster than this would run into that."""


class Board(Message):
    """What a channel sees of its table: the lobby, then the game."""

    def __init__(
        self,
        context: MessageContext,
        lobby_or_session: LobbyOrSession,
        refs: Mapping[str, MessageRef],
        on_shown: Callable[[LobbyOrSession, bool], None],
    ) -> None:
        """`on_shown` is called after it was shown, or never can be: with False if its channel is gone."""
        super().__init__(context, lobby_or_session.id, BOARD, refs, Stage.BOARD)
        self.playing: Session | None = None
        """The game, if it has begun."""
        self.set_table(lobby_or_session)
        self.linking = WeakSet[Message]()
        """The messages with a link to the board, which are shown again when it's another message, or none."""
        self._on_shown = on_shown
        self._edited_at = -LIVELY_SECONDS
        self._is_sent = self._wakes = self._goes_away = False
        self._has_told_host = self._has_said_refused = False
        self._kept_out_since = math.inf
        self._woke = refs.get(WOKE)
        self._left: Screen | None = None
        self._last: tuple[object, tuple[Face, ...]] = (None, ())
        """What was shown last."""

    def set_table(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby may have become a game; a game never becomes a lobby again."""
        if self.playing is None:
            self.lobby_or_session = lobby_or_session
            self.playing = lobby_or_session if isinstance(lobby_or_session, Session) else None

    @property
    def session(self) -> Session:
        """The game, which has begun."""
        assert self.playing is not None
        return self.playing

    @property
    def below(self) -> int:
        """How many messages stand below the board."""
        return self.context.below[self._table_id]

    @property
    def is_reached(self) -> bool:
        """Not where the bot can only answer, nor on a message that only the player sees."""
        stored = self.lobby_or_session.stored
        is_home = not self._goes_away if self.ref is None else self.ref.channel_id == stored.channel_id
        return is_home and not stored.answers_only

    @property
    def ephemeral(self) -> str:
        """The purpose of an ephemeral message that is this board. A channel may have several for a person."""
        return f"{OWN_BOARD}:{self._table_id}"

    @property
    def table_link(self) -> TableLink:
        """The way to the board from somewhere else."""
        stored = self.lobby_or_session.stored
        guild = self.context.client.get_guild(stored.guild_id or 0)
        channel = f"https://discord.com/channels/{stored.guild_id or '@me'}/{stored.channel_id}"
        link = channel if self.message_id is None else f"{channel}/{self.message_id}"
        place = (
            f"{escaped(amid(guild.name)) if guild and guild.name else 'a server'} · <#{stored.channel_id}>"
        )
        if stored.answers_only:  # Discord shows its name only where it is
            place = "a group message" if stored.guild_id is None else "a server without me"
        return TableLink(place, link)

    @property
    def viewer(self) -> Viewer:
        """Whose view it shows: the channel's, or in direct messages a player's if the game has hands."""
        session = self.playing
        if session is None or not (session.is_direct and session.game.about.hands):
            return None
        player = next((one.user_id for one in session.players if one.user_id is not None), None)
        return None if player is None else session.seats.at_hand(player)

    async def screen(self, answers: tuple[str, ...] = (), *, is_alone: bool = False) -> Screen:
        """The board as it would be posted now, with the question that follows `answers`.

        `is_alone` says that it'll be shown to its player alone, elsewhere.
        """
        session = self.lobby_or_session
        if isinstance(session, Lobby):
            return await self._lobby_screen(session)
        viewer = self.viewer
        self._begun = self._version, answers
        limits = as_a_guest(session) if is_alone or not self.is_reached else ""
        if viewer is not None:
            return await own_screen(self.context, session, viewer, self.table_link, answers, limits)
        tip = await board_tip(self.context, session, answers)
        shown = await pictured(self.context, session, None, answers)
        return board_screen(session, shown, answers, tip, limits)

    async def _lobby_screen(self, lobby: Lobby) -> Screen:
        """The lobby with its picture, free seats included; or the message that it's closed."""
        if lobby.stored.phase == "stopped":
            return self._left or closed_screen(lobby)
        archive = self.context.archive
        is_new = not await archive.sessions.has_played_before(lobby.host_id, lobby.id)
        beaten = await archive.standings.beaten_levels(lobby.host_id, lobby.game.about.name)
        card = lobby_card(lobby, self.context.faces.of(lobby), beaten)
        png = await self.context.pictures.card(card) if card is not None else None
        return lobby_screen(lobby, png, is_new=is_new, beaten=beaten)

    def deleted(self, message_ids: Collection[int]) -> None:
        """Messages were deleted. A deleted board is posted again: a game never vanishes without /stop."""
        if self.message_id in message_ids:
            self.ref = None
            self.changed()

    async def archived(self) -> None:
        """Its thread was archived, where many people can't press: a new board wakes it. Raises StorageFailed.

        That happens once after each move. If nobody moves then, the thread may sleep.
        """
        if self.lobby_or_session.is_open and not await self._has_woken():
            self._wakes = True
            self.expire()
            self.changed()

    async def _has_woken(self) -> bool:
        """Whether a board was posted to wake the thread, and nothing has happened at the table since."""
        if self._woke is None:
            return False
        last = self.lobby_or_session.line_count - 1
        lines = await self.context.archive.record.lines(self._table_id, since=max(last, 0))
        woke_at = discord.utils.snowflake_time(self._woke.message_id).timestamp() * 1000
        return not lines or lines[-1].at < woke_at

    async def stand_at(self, ref: MessageRef, token: Editable | None = None) -> None:
        """This message, the newest in its channel, is the board from now on; the one before is deleted."""
        self._is_sent = True
        self.context.below.pop(self._table_id, None)
        await super().stand_at(ref, token)
        self._moved()

    def _moved(self) -> None:
        """It's another message now, or none."""
        for one in self.linking:
            one.changed()

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, then delete the old one.

        It stays where it is while nothing can be saved. Raises StorageFailed and HTTPException. The people
        `called` are notified if it mentions them.
        """
        with self.composing():
            await self._post(called)

    async def _post(self, called: Collection[int] = ()) -> None:
        screen, stored = await self.screen(), self.lobby_or_session.stored
        await self._must_be_able_to_move()
        ref = await self._sent(lambda nonce: self.context.post(stored, screen, nonce, called))
        wakes, self._wakes = self._wakes, False
        await self.stand_at(ref)
        if wakes:
            self._woke = ref
            await self.context.archive.messages.put(self._table_id, WOKE, *ref)

    async def _must_be_able_to_move(self) -> None:
        """Raises StorageFailed if nobody could note where the board goes: then it stays."""
        if self.ref is not None:
            await self.context.archive.messages.put(self._table_id, BOARD, *self.ref)

    async def recognise(self, pressed: Editable) -> None:
        """Let there be one board if this message, on which its table's button was pressed, is another one.

        It was posted just before the bot was killed, or its answer was lost, or where it stands couldn't be
        saved. The newer one is the board from now on, and the other is deleted. Raises StorageFailed.
        """
        ref = MessageRef(pressed.channel_id, pressed.message_id)
        stored = self.lobby_or_session.stored
        if ref == self.ref or not self.is_reached or ref.channel_id != stored.channel_id:
            return
        if any(one.message_id == ref.message_id for one in await self.context.archive.messages.of(stored.id)):
            return  # it's known for something else, or is to be deleted
        log.info("session %s: somebody pressed a board that nobody had noted", self._table_id)
        if self.ref is None or self.ref.message_id < ref.message_id:
            await self.stand_at(ref)
            self.expire()
        else:
            self._behind.append(ref)
        self.changed()

    async def answer_with(self, answer: Answer, called: Collection[int] = ()) -> bool:
        """Post the board as the answer. False if it's too late for that.

        The people `called` are notified if it mentions them. Raises what a request can raise, and
        StorageFailed.
        """
        with self.composing():
            await self._must_be_able_to_move()
            posted = await answer.post(await self.screen(), called)
            if posted is not None:
                await self._stand_on(posted)
        return posted is not None

    async def bring(self, answer: Answer) -> None:
        """Post the board again, where the person is. Raises what a request can raise."""
        # People who share no server with the bot get its answers, but no other direct messages.
        is_free = self.is_reached and not self.lobby_or_session.is_direct
        if is_free or not await self.answer_with(answer):
            await self.post()
        self.changed()  # it may have been where nobody could write it, or something happened meanwhile

    async def show_alone(self, answer: Answer) -> None:
        """Show the board to the person alone, where they are, and keep it there. Raises as `bring` does."""
        self._goes_away = True  # a computer that moves meanwhile mustn't bring the board home
        try:
            with self.composing():
                shown = await answer.send(await self.screen(is_alone=True), self.ephemeral)
                if shown is not None:
                    await self._stand_on(shown)
        finally:
            self._goes_away = False
        if shown is not None:
            self.changed()  # something may have happened meanwhile

    async def _stand_on(self, made: Editable) -> None:
        ref = MessageRef(made.channel_id, made.message_id)
        stored = self.lobby_or_session.stored
        is_own = ref.channel_id == stored.channel_id and not stored.answers_only
        await self.stand_at(ref, None if is_own else made)

    async def take_over(self, press: Press) -> bool:
        """Let this press write the board from now on, where the bot can't.

        Whether it only shows the board again, because what the person pressed was out of date.
        """
        pressed, message = press.changeable, press.interaction.message
        if self.is_reached or pressed is None or message is None:
            return False
        is_here = pressed.message_id == self.message_id
        is_old = not is_here or (self._is_expired and (self.is_stuck or self.is_tried_later))
        if is_visiting(press.interaction):
            is_board = is_here or (self.is_stuck and not message.flags.ephemeral)
        else:  # any other press may be answered with another message, and can't write this one after that
            is_board = is_here and is_old
        if not is_board:
            return False
        self._token = pressed
        if not is_here:
            await self.stand_at(MessageRef(pressed.channel_id, pressed.message_id), pressed)
        if is_old:
            self.expire()
            self.changed(press)
        return is_old

    async def leave(self, last: Screen) -> None:
        """Leave this where the board was, also if something that was under way arrives after it."""
        self._left = last
        with self.writing():
            token = None if self.is_reached else self._token_here
            if token is not None:
                await token.edit(last)
            elif self.ref is not None and self.is_reached:
                await self._write(self.ref, last)

    @property
    def is_current(self) -> bool:
        """Whether everything has been shown, and the message shows the table as it is now."""
        is_there = self._is_sent and self.ref is not None and not self._is_expired
        return super().is_current and is_there and self._last == self._now()

    def mark_shown(self) -> None:
        """Its message already showed the current table when the table was loaded."""
        self._last, self._is_sent = self._now(), True

    async def show(self, press: Press | None) -> None:
        """Show the table as it is now, if possible as the answer to this press.

        A board that can't be shown stops nothing: the game is written down. Raises StorageFailed, and what a
        request can raise if it may work later.
        """
        if press is not None:
            pressed = press.changeable
            is_here = pressed is not None and pressed.message_id == self.message_id
            if is_here:
                self._token = pressed
            if not is_here or self._has_to_move:
                await press.acknowledge()  # it's another message that shows the board
        is_there = True
        try:
            await self._show_new()
            await self.lobby_or_session.note_missing(None)
            self._kept_out_since, self._has_said_refused = math.inf, False
        except (*NOT_SENT, StorageFailed) as failed:
            self._is_sent = False
            self.expire()
            if self.ref is None:
                self._moved()  # what led to it leads to its channel meanwhile
            is_kept_out = code_of(failed) in failures.KEPT_OUT
            reason = "its channel can't be written to" if is_kept_out else type(failed).__name__
            log.warning(
                "the board of session %s could not be shown: %s (%s)",
                self._table_id,
                reason,
                failures.reason_of(failed),
            )
            if is_kept_out and not isinstance(failed, discord.NotFound):
                await self._tell_host()
            is_there = not await self._is_gone(failed)
            if is_there and not failures.is_refused_for_good(failed):
                raise
            if is_there:
                await self._say_refused(failed)
        if not (self.is_stuck and self._is_expired):  # else its end is still to be shown
            self._on_shown(self.lobby_or_session, is_there)

    async def _say_refused(self, failed: Exception) -> None:
        """Say in the channel that Discord doesn't take the board, once until it does."""
        if self._has_said_refused:
            return
        self._has_said_refused = True
        text = Screen(notice(failures.refused_board(failed)))
        with suppress(*NOT_SENT):
            await self.context.post(self.lobby_or_session.stored, text, new_nonce())

    async def _tell_host(self) -> None:
        """Tell the host once that nobody sees the board if that goes on for a while. Raises StorageFailed."""
        self._kept_out_since = min(self._kept_out_since, time.monotonic())
        table = self.lobby_or_session
        if self._has_told_host or time.monotonic() - self._kept_out_since < KEPT_OUT_SECONDS:
            return
        self._has_told_host = True
        try:
            text = kept_out(table.game.about.title, table.stored.channel_id)
            await self.context.tell_directly(table.host_id, text, once("kept out", table.id))
        except NOT_SENT as failed:
            log.info("the host of session %s could not be told (%s)", self._table_id, reason_of(failed))

    @property
    def has_lost_channel(self) -> bool:
        """Whether Discord hasn't known the channel for so long that it's gone."""
        since = self.lobby_or_session.stored.missing_since
        return since is not None and milliseconds() - since >= GONE_SECONDS * 1000

    async def _is_gone(self, failed: Exception) -> bool:
        """Whether the channel is gone by now, this time included. Raises StorageFailed."""
        if code_of(failed) != failures.UNKNOWN_CHANNEL:
            return False
        if self.lobby_or_session.stored.missing_since is None:
            await self.lobby_or_session.note_missing(milliseconds())
        return self.has_lost_channel

    async def _show_new(self) -> None:
        """Show what is new. Raises what a request can raise, and StorageFailed."""
        now = self._now()
        is_same = now[0] is not None and now[0] == self._last[0]
        was_expired, self._is_expired = self._is_expired, False
        if is_same and now == self._last and self.ref is not None and not was_expired:
            return  # sent again, it would only take back an answer that somebody has begun to give
        if not is_same:
            self._begun = 0, ()
        has_to_move = self._has_to_move
        self._edited_at = time.monotonic()
        if has_to_move or not await self._edit():
            try:
                await self._post()
            except discord.Forbidden as failed:
                if code_of(failed) != failures.NO_SERVER_IN_COMMON or not (
                    has_to_move and await self._edit()
                ):
                    raise
        self._last, self._is_sent = now, True

    def _now(self) -> tuple[object, tuple[Face, ...]]:
        """What there is to show, and the faces; None for a lobby, which is sent after every change."""
        if (session := self.playing) is None:
            return None, ()
        # Not the number of lines: an edit that shows nothing new would tell of a secret move.
        viewer = self.viewer
        shown = session.last_heard(viewer), session.players, time_shown(session), leaving.newcomer(session)
        return (session.table.view(viewer), self._version, shown), self.context.faces.of(session)

    @property
    def _version(self) -> int:
        return 0 if self.playing is None else self.playing.table.prompt_version(self.viewer)

    def _next_ticket(self) -> Ticket | None:
        if self._has_to_move:
            return self.context.budget.ticket(is_awaited=False)
        return super()._next_ticket()

    @property
    def _has_to_move(self) -> bool:
        """Whether the next show posts it at the bottom of its channel: it is gone, buried or worn.

        Where the bot can only answer, it stays where it is until somebody asks for it.
        """
        ref = self.ref
        if not self.is_reached:
            return False
        is_buried = self.below >= self.context.bury_after
        return ref is None or self._wakes or is_buried or self._is_worn(ref.message_id)

    def _is_worn(self, message_id: int) -> bool:
        """Whether this message is too old for a game that has become lively."""
        age = DISCORD_TIME.now() - discord.utils.snowflake_time(message_id).timestamp()
        return age > OLD_SECONDS and time.monotonic() - self._edited_at < LIVELY_SECONDS
