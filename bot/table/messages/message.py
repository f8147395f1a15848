"""A message of a table that goes on changing: where it stands, who writes it next, and when.

The board (which is the lobby first), a hand and a notebook are such messages. Each says what it shows.
"""

import asyncio
import logging
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import discord
from cachetools import FIFOCache

from bot.chat import failures
from bot.chat.drawing import Drawn, ResultPicture
from bot.chat.ephemerals import Editable, Ephemerals, as_taken
from bot.chat.failures import NOT_SENT, OnlyAnswers, code_of, new_nonce, reason_of
from bot.chat.limits import Budget, Ticket
from bot.chat.parts import Screen, notice
from bot.chat.pictures import Faces, Pictures
from bot.chat.redrawn import Redrawn
from bot.chat.sending import Closed, Deliveries, DirectPause, MessageRef
from bot.chat.tasks import Background
from bot.table.open_tables import OpenTables
from bot.table.ratings import Change, changes_of
from bot.table.screens import result
from bot.table.screens.story import told_to
from bot.table.session import Session
from bot.telemetry.logs import Stage
from games.core import AT_FIRST, IllegalMove, Preferences, Viewer
from storage import Archive, StorageFailed, StoredSession

log = logging.getLogger(__name__)


TRIES = 2
"""How often a picture is drawn at most to match the text below it."""

MOST = 10_000
"""How many people are remembered: the last ones who pressed something."""


class Presence:
    """When each person last pressed something, since the bot's start."""

    def __init__(self) -> None:
        self._seen = FIFOCache[int, float](MOST)

    def seen(self, user_id: int) -> None:
        """This person has just pressed or typed something."""
        self._seen[user_id] = time.monotonic()

    def seconds_ago(self, user_id: int) -> float:
        """How long ago this person last pressed something; infinity if unknown."""
        return time.monotonic() - self._seen.get(user_id, float("-inf"))


@dataclass(frozen=True, slots=True)
class MessageContext:
    """Where messages are sent and kept, and what is drawn into them.

    A board is posted again below `bury_after` messages; players are reminded after `remind_after` seconds,
    never if that is 0. Where people wait for each other, `minute` is how many seconds count as a minute.
    """

    client: discord.Client
    tables: OpenTables
    pictures: Pictures
    faces: Faces
    ephemerals: Ephemerals
    budget: Budget
    background: Background
    bury_after: int
    remind_after: float
    minute: float
    presence: Presence = field(default_factory=Presence)
    deliveries: Deliveries = field(default_factory=Deliveries)
    direct_pause: DirectPause = field(default_factory=DirectPause)
    below: Counter[int] = field(default_factory=Counter)
    """How many messages stand below the board of each table, in memory or not, by the tables' numbers."""

    @property
    def archive(self) -> Archive:
        """Where it is written down which message is which."""
        return self.tables.archive

    async def draw(
        self,
        session: Session,
        viewer: Viewer,
        answers: tuple[str, ...] = (),
        preferred: Preferences = AT_FIRST,
        caption: str = "",
    ) -> Drawn | None:
        """The picture of what this viewer sees when the picture is ready, so that the words under it match.

        It says the `caption`, or else what happened last. If moves come faster than pictures, it shows the
        table a moment ago, and the next one follows at once.
        """
        faces, drawn = self.faces.of(session), None
        for _ in range(TRIES):
            view, told = session.table.view(viewer, preferred), told_to(session, viewer, caption)
            drawn = await self.pictures.draw(session.game, view, answers, faces, told)
            if (session.table.view(viewer, preferred), told_to(session, viewer, caption)) == (view, told):
                break
        return drawn

    async def draw_with_result(
        self,
        session: Session,
        viewer: Viewer,
        answers: tuple[str, ...] = (),
        preferred: Preferences = AT_FIRST,
    ) -> tuple[Drawn | None, Drawn | None]:
        """The picture of what this viewer sees, and once the game is over its result card."""
        drawn, card = await asyncio.gather(
            self.draw(session, viewer, answers, preferred), self.draw_result(session)
        )
        if card is None and session.table.over:  # it ended while it was drawn
            card = await self.draw_result(session)
        return drawn, card

    async def draw_result(self, session: Session) -> Drawn | None:
        """The result card of a game that is over; None before that, or if it can't be drawn."""
        table, game = session.table, session.game
        if not table.over or game.pictures is None:
            return None
        changes: tuple[Change, ...] = ()
        stored = None
        with suppress(StorageFailed):  # the end is shown, whatever isn't known
            stored = await self.archive.sessions.find(session.id)
            changes = await changes_of(self.archive, session.id)
        ended = result.ended(session, changes, None if stored is None else stored.ended_at)
        card, faces = ResultPicture(ended, table.header, tuple(table.lines)), self.faces.of(session)
        key = session.id, len(table.lines), ended.ratings, ended.unrated, ended.took
        try:
            return await self.pictures.result(game, key, card, faces)
        except Exception:
            log.exception("session %s: its result card could not be drawn", session.id)
            return None

    def at(self, ref: MessageRef) -> discord.PartialMessage:
        """This message, to be edited or deleted."""
        return self.client.get_partial_messageable(ref.channel_id).get_partial_message(ref.message_id)

    async def post(
        self, table: StoredSession, screen: Screen, nonce: str, called: Collection[int] = ()
    ) -> MessageRef:
        """Post this in a table's channel. The people `called` are notified if it mentions them.

        Raises what a request can raise, and OnlyAnswers where the bot can't post.
        """
        if table.answers_only:
            raise OnlyAnswers
        channel = self.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        return MessageRef(table.channel_id, await self.deliveries.send_once(channel, screen, nonce, called))

    async def write_directly(
        self,
        user_id: int,
        make: Callable[[], Awaitable[Screen]],
        nonce: str,
        called: Collection[int] = (),
        *,
        retries: bool = False,
    ) -> MessageRef:
        """Send this person what this makes. Raises Closed if they don't allow that, which is remembered.

        For somebody of whom that is known, nothing is made and sent, unless it `retries`. It is raised for
        everybody while Discord lets the bot write to nobody; only that isn't remembered. Raises what a
        request can raise, and StorageFailed.
        """
        people = self.archive.people
        was_closed = (await people.person(user_id)).dms_closed
        if was_closed and not retries:
            raise Closed(is_news=False)
        self.direct_pause.must_be_over(user_id)
        screen = await make()
        try:
            channel = await self.client.create_dm(discord.Object(user_id))
            message_id = await self.deliveries.send_once(channel, screen, nonce, called)
        except discord.HTTPException as failed:
            if not failures.is_closed(failed):
                raise
            if failures.is_bots_own(failed):
                self.direct_pause.begin(failed)
                self.direct_pause.must_be_over(user_id)
            log.info("somebody's direct messages are closed (%s)", reason_of(failed))
            if not was_closed:
                await people.set_dms_closed(user_id, True)
            # Somebody who left the server, or Discord, doesn't read its channels either.
            is_gone = code_of(failed) in (failures.NO_SERVER_IN_COMMON, failures.UNKNOWN_USER)
            raise Closed(is_news=not (was_closed or is_gone)) from None
        if was_closed:
            with suppress(StorageFailed):  # it has arrived, and we have to remember where
                await people.set_dms_closed(user_id, False)
        return MessageRef(channel.id, message_id)

    async def tell_directly(self, user_id: int, text: str, nonce: str) -> MessageRef | None:
        """Send this person a direct message that notifies them; None if they don't allow that.

        Raises what a request can raise, and StorageFailed.
        """

        async def make() -> Screen:
            return Screen(notice(text))

        try:
            return await self.write_directly(user_id, make, nonce, [user_id])
        except Closed:
            return None


def left_behind(purpose: str, ref: MessageRef) -> str:
    """The purpose in storage of a message that is still to be deleted, and had this purpose before."""
    return f"old:{ref.message_id}:{purpose}"


class Message(Redrawn):
    """One such message. The newest press on it writes it while that press's token lives, else the bot does.

    Whatever it shows goes on after the answers that were begun on it, as long as their question stands.
    """

    def __init__(
        self,
        context: MessageContext,
        table_id: int,
        purpose: str,
        refs: Mapping[str, MessageRef],
        stage: Stage | None = None,
    ) -> None:
        """It stands where storage has its `purpose`, of all the table's messages, or nowhere yet.

        `stage` is what a press reaches once its change is shown here.
        """
        super().__init__(context.background, f"{purpose} of {table_id}", stage)
        self.ref = refs.get(purpose)
        self.context = context
        self._table_id = table_id
        self._purpose = purpose
        self._is_saved = True
        """Whether storage knows where it stands."""
        self._token: Editable | None = None
        """The newest press on it, or on another message that shows the same."""
        self._begun: tuple[int, tuple[str, ...]] = (0, ())
        self._behind = [ref for name, ref in refs.items() if name == left_behind(purpose, ref)]
        """The messages on which it stood before, and that couldn't be deleted yet."""
        self._noted = set(self._behind)
        """Those that storage has, for the next start."""
        self._nonce: str | None = None
        """The nonce of a new message that may or may not have arrived."""

    @property
    def message_id(self) -> int | None:
        """The message it stands on; None if there is none, as far as we know."""
        return None if self.ref is None else self.ref.message_id

    @abstractmethod
    async def screen(self, answers: tuple[str, ...] = ()) -> Screen:
        """What there is to see now, with the question that follows `answers`. It remembers them."""

    @property
    def _version(self) -> int:
        """The version of the question it asks; 0 if it asks none."""
        return 0

    @property
    def is_reached(self) -> bool:
        """Whether the bot can write it by itself; else only the newest press on it does."""
        return True

    async def stand_at(self, ref: MessageRef, token: Editable | None = None) -> None:
        """It is this message from now on, and the one before is deleted.

        Raises StorageFailed; then it still is the one before, and this one is deleted. Where the bot can't
        write it by itself, it's this one anyway, which is saved as soon as that works. `token` is of the
        answer that posted it, where the bot can only answer.
        """
        was_reached, written = self.is_reached, self._token_here
        before, self.ref = self.ref, ref
        self._token = token or self._token
        try:
            await self._save_place()
        except StorageFailed:
            if before != ref and was_reached:
                self.ref = before
                self._behind.append(ref)
                raise
            self.changed()  # which tries again
        if before is None or before == ref:
            return
        if was_reached:
            self._behind.append(before)
            with suppress(*NOT_SENT):
                await self._tidy()
            if self._behind:
                self.changed()  # which tries again
                await self._note_behind()
        elif written is not None:
            await written.delete()

    async def _save_place(self) -> None:
        """Save where it stands. Raises StorageFailed."""
        assert self.ref is not None
        ref, self._is_saved = self.ref, False
        await self.context.archive.messages.put(self._table_id, self._purpose, *ref)
        self._is_saved = self.ref == ref

    async def _note_behind(self) -> None:
        """The next start deletes what this one can't. Raises StorageFailed."""
        for ref in set(self._behind) - self._noted:
            self._noted.add(ref)
            await self.context.archive.messages.put(self._table_id, left_behind(self._purpose, ref), *ref)

    async def _tidy(self) -> None:
        """Save where it stands if that has failed, and delete the messages on which it stood before."""
        if self.ref is not None and not self._is_saved:
            await self._save_place()
        while self._behind:
            before = self._behind.pop()
            try:
                await self.context.at(before).delete()
            except NOT_SENT as failed:
                if not failures.is_refused_for_good(failed):
                    self._behind.append(before)
                    raise
                log.info("an old message could not be deleted and stays (%s)", reason_of(failed))
            if before in self._noted:
                self._noted.discard(before)
                with suppress(StorageFailed):  # then the next start finds out that it's gone
                    name = left_behind(self._purpose, before)
                    await self.context.archive.messages.drop(self._table_id, name)

    @property
    def _token_here(self) -> Editable | None:
        """The newest press on it, if its token can still edit it."""
        token = self._token
        is_here = token is not None and token.message_id == self.message_id and token.seconds_left > 0
        return token if is_here else None

    def _next_ticket(self) -> Ticket | None:
        return None if self._token_here is not None else self.context.budget.ticket(is_awaited=False)

    @property
    def is_stuck(self) -> bool:
        """Whether nobody can write it before somebody presses something on it."""
        return not self.is_reached and self._token_here is None

    async def _sent(self, send: Callable[[str], Awaitable[MessageRef]]) -> MessageRef:
        """Where `send` has sent it as a new message, with a nonce that is the same until a try has worked.

        If an earlier try had arrived after all, Discord answers with that one, which may show less; so it is
        shown again. Raises what `send` raises.
        """
        is_again = self._nonce is not None
        self._nonce = nonce = self._nonce or new_nonce()
        try:
            ref = await send(nonce)
        except Closed:
            self._nonce = None
            raise
        self._nonce = None
        if is_again:
            self.expire()
            self.changed()
        return ref

    async def _newest(self) -> Screen:
        """What it shows now, after the answers that were begun, if their question still stands."""
        version, answers = self._begun
        if answers and version == self._version:
            with suppress(IllegalMove):  # the question changed while it was drawn
                return await self.screen(answers)
        return await self.screen()

    async def _edit(self) -> bool:
        """Show on it what there is now. False if that takes a new message.

        This one is gone or worn out, the person has blocked the bot, or its thread is archived, which only a
        new message ends. If nobody can write it now, it stays as it is, and expired. Raises what a request
        can raise, and StorageFailed.
        """
        if self.is_stuck:
            self.expire()
            return True
        screen = await self._newest()
        ref, token = self.ref, self._token_here
        if ref is None:  # perhaps deleted while the picture was drawn
            return False
        try:
            await (self._write(ref, screen) if token is None else token.edit(screen))
        except NOT_SENT as failed:
            if token is not None and self._token is token:
                if not (self.is_reached or failures.is_refused_for_good(failed)):
                    raise  # it may work later, and the bot has no other way to write it
                self._token = None
            if (
                token is not None or self.ref != ref or self.is_stuck
            ):  # posted again meanwhile: only the old one is gone
                return await self._edit()
            if not (failures.takes_new_message(failed) or isinstance(failed, discord.NotFound)):
                raise
            if code_of(failed) == failures.UNKNOWN_MESSAGE or failures.is_closed(failed):
                self.ref = None
            if failures.is_closed(failed):
                self._behind.append(ref)  # if another one can be sent, this one is still there
            return False
        return True

    async def _write(self, ref: MessageRef, screen: Screen) -> None:
        """Show this there, as the bot."""
        await as_taken(screen, lambda one: self.context.at(ref).edit(**one.to_edit()))
