"""All messages of a table, looked up in one place, and what happens in their channels.

One task a message draws and sends. What changes while a picture is on its way is shown with the next one, so
a fast game never queues boards; what was told meanwhile is in the log.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from typing import Any

from bot.discord_time import Schedule
from bot.failures import NOT_SENT
from bot.logs import own_work
from bot.messages.board import BOARD, Board
from bot.messages.hand import Hand, Notebook, hand_purpose
from bot.messages.message import Message, MessageContext, MessageRef
from bot.messages.own_view import BoardTips, own_news, own_notebook
from bot.messages.reminders import Digests, Reminder, ReminderPolicy
from bot.press.answer import Answer, Editable, Ephemerals, Press, delete_all
from bot.refusal import Refusal
from bot.screens.hand import TableLink, purposes
from bot.screens.lists import OwnTable, places_of
from bot.screens.parts import Screen
from bot.tables import hosting
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession, OpenTables, is_as_it_rested
from bot.tables.session import Session
from bot.tasks import Background, weakly
from games.core import Seat, Viewer
from storage import Archive, StorageFailed, StoredMessage, StoredWait

log = logging.getLogger(__name__)


_FIRST_SECONDS = 1.0
"""How long the other hands wait for the pressed one, which may be slowed down by a rate limit."""


class TableMessages:
    """One table's messages: its board, the hands of everybody who has or had a seat, and open notebooks."""

    def __init__(
        self,
        context: MessageContext,
        lobby_or_session: LobbyOrSession,
        reminding: ReminderPolicy,
        messages: tuple[StoredMessage, ...],
        waits: tuple[StoredWait, ...],
        over: Callable[[Session], None],
        lost: Callable[[int], None],
    ) -> None:
        """`messages` and `waits` are those it had before a restart.

        `over` is called after the board of a finished game was shown, and `lost` when a channel is gone.
        """
        self._places = {one.purpose: MessageRef(one.channel_id, one.message_id) for one in messages}
        self._context = context
        self._over = over
        self._lost = lost
        self.board = Board(context, lobby_or_session, self._places.get(BOARD), weakly(self._board_shown))
        self.tips = BoardTips(context)
        self.reminder = Reminder(context, reminding, self.board, self.board.redrawing, messages, waits)
        self._hands: dict[tuple[Seat, int | None], Hand] = {}
        self._notebooks: dict[Seat, Notebook] = {}
        self._link = self.board.table_link
        self._begun: set[asyncio.Task[None]] = set()
        """Tasks that are going to have messages shown."""

    def hand(self, session: Session, seat: Seat) -> Hand:
        """The hand of the person who has this seat now."""
        whose = seat, session.players[seat].reader_id
        if whose not in self._hands:
            place = self._places.get(hand_purpose(session, seat))
            self._hands[whose] = Hand(self._context, self.board, session, seat, place)
        return self._hands[whose]

    async def notebook(self, session: Session, seat: Seat, user_id: int) -> Screen:
        """The notebook of a seat, to be shown to this person now.

        Raises Refusal if the game keeps none, or if the seat isn't theirs.
        """
        return await own_notebook(self._context, session, seat, user_id, self.board.table_link)

    def keep_notebook(self, session: Session, seat: Seat, user_id: int, opened: Editable | None) -> None:
        """This person has opened the notebook of this seat: keep it up to date while they have the seat."""
        if session.players[seat].user_id != user_id:
            return
        self._notebooks.pop(seat, None)
        if opened is not None:
            self._notebooks[seat] = Notebook(self._context, self.board, session, seat, user_id, opened)

    def set_table(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby may have become a game."""
        if isinstance(self.board.lobby_or_session, Lobby):
            self.board.lobby_or_session = lobby_or_session

    def changed(self, press: Press | None = None, where: Viewer = None) -> None:
        """Something happened at the table: show it to everybody, and give the next player their time.

        `press` caused it, on the hand of the seat `where`, or on the board.
        """
        is_own = self.board.viewer is not None
        self.board.changed(press if where is None or is_own else None)
        match self.board.lobby_or_session:
            case Session() as session:
                if begun := self.reminder.changed(session):
                    self.board.redrawing.hurry()
                if session.table.game.about.hands:
                    self._change_hands(session, None if is_own else press, where, begun)
                for notebook in self._notebooks.values():
                    notebook.changed()
        self.await_faces()

    def await_faces(self) -> None:
        """Show everything again when avatars that aren't here yet have arrived."""
        table = self.board.lobby_or_session
        if arriving := self._context.faces.arriving(table):
            self._begin(self._show_faces(table, arriving))

    async def news(self, session: Session, user_id: int) -> Screen:
        """What happened since this person's last move, with the board."""
        return await own_news(self._context, session, user_id, self.board.table_link)

    async def post(self, called: Collection[int] = ()) -> None:
        """Post the board at the bottom of its channel, and notify these people. Raises HTTPException."""
        await self.board.post(called)
        self._relink()

    async def set_message(self, message_id: int) -> None:
        """This message is the board from now on."""
        await self.board.stand_at(MessageRef(self.board.channel_id, message_id))
        self._relink()

    def posted(self, message_id: int) -> None:
        """A message was posted in the channel: unless it is the board, it buries it."""
        self.board.below += message_id != self.board.message_id

    def deleted(self, message_id: int) -> None:
        """A message was deleted. A deleted board is posted again: a game never vanishes without /stop."""
        if message_id == self.board.message_id:
            self.board.place = None
            self.board.changed()

    async def close(self) -> None:
        """Finish sending what is under way, and remind nobody. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(self.reminder.close(), self.sent())
        finally:
            for one in self._messages:
                one.redrawing.end()

    async def ended(self) -> None:
        """Wait until everybody has seen the end. If cancelled, drop what isn't sent."""
        await asyncio.gather(self.reminder.ended(), self.sent())

    def wake(self, session: Session, *, is_current: bool) -> None:
        """Everything was shown when the table left memory, and still is if `is_current`."""
        if is_current:
            self.board.mark_shown()
        self.reminder.wake(session, is_current=is_current)

    @property
    def is_current(self) -> bool:
        """Whether everything is shown, nobody has to be reminded, and nobody has a hand open."""
        is_sent = not self._begun and all(one.redrawing.is_current for one in self._messages)
        is_open = any(one.is_open for one in self._hands.values())
        return is_sent and not is_open and not self.reminder.is_waiting and self.board.is_current

    async def sent(self) -> None:
        """Wait until everything known now is shown. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(*self._begun)
            # What is shown last may have something else shown again.
            while showing := [one.redrawing for one in self._messages if one.redrawing.is_showing]:
                await asyncio.gather(*(one.shown() for one in showing))
        except asyncio.CancelledError:
            for one in self._messages:
                one.redrawing.drop()
            raise

    @property
    def _messages(self) -> list[Message]:
        return [self.board, *self._hands.values(), *self._notebooks.values()]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in the background. It may have messages shown, so it counts as something to be sent."""
        task = self._context.background.start(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    def _change_hands(
        self, session: Session, press: Press | None, where: Viewer, begun: Collection[int]
    ) -> None:
        """Show every hand, the pressed one first: the one of the seat `where`.

        That hand and the board are what the person who pressed waits for. `begun` are the people whose turn
        has just begun, and who wait for theirs.
        """
        first = [self.hand(session, where)] if press is not None and where is not None else []
        for seat in session.table.seats:
            self.hand(session, seat)
        others = [one for one in self._hands.values() if one not in first]
        awaited = [one for one in others if one.reader_id in begun]
        for hand in first:
            hand.changed(press)
        self._begin(self._show_later(first, others, awaited))

    async def _show_later(self, first: list[Hand], others: list[Hand], awaited: list[Hand]) -> None:
        if first:
            shown = [one.redrawing.shown() for one in (self.board, *first)]
            await asyncio.wait([asyncio.ensure_future(one) for one in shown], timeout=_FIRST_SECONDS)
        for one in others:
            one.changed()
            if one in awaited:
                one.redrawing.hurry()

    def _relink(self) -> None:
        """The board may be another message now: every hand links to it."""
        if (link := self.board.table_link) != self._link:
            self._link = link
            for hand in self._hands.values():
                hand.changed()

    def _board_shown(self, is_there: bool) -> None:
        self._relink()
        if not is_there:
            self._lost(self.board.channel_id)
        match self.board.lobby_or_session:
            case Session(table=table) as session if table.over:
                self._over(session)

    async def _show_faces(self, table: LobbyOrSession, arriving: list[asyncio.Task[None]]) -> None:
        """Show everything again once these avatars are here, except what is over and forgotten by then."""
        await asyncio.wait(arriving)
        is_open = not table.table.over if isinstance(table, Session) else table.stored.phase == "lobby"
        if is_open and table is self.board.lobby_or_session:
            for message in self._messages:
                message.changed()


class DueReminders:
    """Has tables check their reminders: when time has passed, or when somebody changed their settings."""

    def __init__(
        self,
        archive: Archive,
        tables: OpenTables,
        background: Background,
        messages_of: Callable[[Session], Awaitable[TableMessages]],
    ) -> None:
        """`messages_of` finds the messages of a table."""
        self._archive = archive
        self._tables = tables
        self._background = background
        self._messages_of = messages_of
        self.schedule = Schedule(self._look_soon)
        """When each table has to be looked at."""

    async def expect(self, session_ids: Collection[int]) -> None:
        """After a start: look at these tables when a reminder there is due. Raises StorageFailed."""
        for wait in reversed(await self._archive.reminders.waits_to_look_at()):
            if wait.session_id in session_ids:
                self.schedule.set(wait.session_id, (wait.look_at or 0) / 1000)

    async def reconsider(self, sessions: Iterable[Session]) -> None:
        """A person or a server has changed their settings: check the reminders of these tables."""
        for session in sessions:
            (await self._messages_of(session)).reminder.look(session)

    def _look_soon(self, session_id: int) -> None:
        self._background.start(self._look(session_id))

    async def _look(self, session_id: int) -> None:
        """Time has passed at a table, which may have left memory. One that can't be read is left alone."""
        own_work(session_id)
        try:
            session = await self._tables.session(session_id)
        except (Refusal, StorageFailed) as failed:
            log.info("nobody can be reminded in session %s: %s", session_id, failed)
            return
        (await self._messages_of(session)).reminder.look(session)


class AllMessages:
    """The messages of this process's tables. After a restart, they are found again in storage."""

    def __init__(
        self,
        context: MessageContext,
        tables: OpenTables,
        ephemerals: Ephemerals,
        background: Background,
        minute: float,
        lost: Callable[[int], None],
    ) -> None:
        """`minute` is how many seconds count as a minute where people wait for each other.

        `lost` is called with a channel that turns out to be gone.
        """
        self._context = context
        self._tables = tables
        self._ephemerals = ephemerals
        self._background = background
        self._lost = lost
        self._kept: dict[int, TableMessages] = {}
        self.reminders = DueReminders(context.archive, tables, background, self.of)
        digests = Digests(context, self.places_of)
        self._reminding = ReminderPolicy(context, tables.servers, self.reminders.schedule, digests, minute)
        self.below: Counter[int] = Counter()
        """How many messages stand below the boards whose messages aren't kept, by the tables' numbers."""
        self.is_closed = False
        """Whether the bot is shutting down."""

    def __len__(self) -> int:
        """How many messages are kept in memory."""
        return len(self._kept)

    async def of(self, lobby_or_session: LobbyOrSession) -> TableMessages:
        """The messages of a table. If the table isn't in memory, it is made for this caller alone."""
        messages = self._kept.get(lobby_or_session.id)
        if messages is None:
            number, archive = lobby_or_session.id, self._context.archive
            stored, waits = await archive.messages.of(number), await archive.reminders.waits(number)
            found = TableMessages(
                self._context, lobby_or_session, self._reminding, stored, waits, self._over, self._lost
            )
            found.board.below = self.below[number]
            if isinstance(lobby_or_session, Session) and lobby_or_session.stored.rests_at is not None:
                found.wake(lobby_or_session, is_current=is_as_it_rested(lobby_or_session))
            if self._tables.in_memory.get(number) is None:
                return found
            messages = self._kept.setdefault(lobby_or_session.id, found)
            self.below.pop(lobby_or_session.id, None)
        messages.set_table(lobby_or_session)
        return messages

    def show(self, session: Session, press: Press | None = None, where: Viewer = None) -> None:
        """New lines were saved: show them to everybody. Returns at once.

        `press` caused them, on the hand of the seat `where`, or on the board: its message is shown first,
        as the answer to the press. Hints for questions that are over are deleted.
        """
        if void := self._ephemerals.void_hints(session.id, purposes(session)):
            self._background.start(delete_all(void))
        if (messages := self._kept.get(session.id)) is not None:
            messages.set_table(session)
            messages.changed(press, where)
        else:
            self._background.start(self._find_and_show(session, press, where))

    async def places_of(self, user_id: int) -> list[OwnTable]:
        """The tables of this person in all servers, with the way to each."""
        await self._tables.load_all_of(user_id)
        return await places_of(self._tables, self._link_of, user_id)

    def close_those(self, session_ids: Iterable[int]) -> list[Coroutine[Any, Any, None]]:
        """Awaiting all of these shows everything that is known now about these tables."""
        return [self._kept[one].close() for one in session_ids if one in self._kept]

    def forget(self, session_ids: Iterable[int]) -> None:
        """Forget these tables: another process shows them now."""
        for one in session_ids:
            self.reminders.schedule.set(one, None)
            self.below.pop(one, None)
            self._kept.pop(one, None)

    def in_channel(self, channel_id: int) -> TableMessages | None:
        """The messages of the open table in this channel, if something was shown of it."""
        lobby_or_session = self._tables.channels.find(channel_id)
        return self._kept.get(lobby_or_session.id) if lobby_or_session else None

    def is_current(self, lobby_or_session: LobbyOrSession) -> bool:
        """Whether everything there is to see of a table in memory is shown."""
        messages = self._kept.get(lobby_or_session.id)
        if messages is not None:
            return messages.is_current
        return isinstance(lobby_or_session, Session) and is_as_it_rested(lobby_or_session)

    def unload(self, lobby_or_session: LobbyOrSession) -> None:
        """A table was unloaded: forget its messages, except how deep its board is buried."""
        if messages := self._kept.pop(lobby_or_session.id, None):
            self.below[lobby_or_session.id] = messages.board.below
            self._background.start(messages.close())

    async def refresh_others(self, preferred: Hand, user_id: int) -> None:
        """This person changed how they see one of their hands: show their others in that game like it."""
        game = preferred.session.table.game
        await self._tables.load_all_of(user_id)
        for session in self._tables.in_memory.sessions_of(user_id):
            if session.table.game is not game:
                continue
            messages = await self.of(session)
            for seat in session.seats.of(user_id):
                if (hand := messages.hand(session, seat)) is not preferred:
                    hand.refresh()

    def drop(self, lobby: Lobby) -> None:
        """A lobby is closed, and its message says so: forget its messages."""
        self._kept.pop(lobby.id, None)
        self.void(lobby)

    def void(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby has become a game, or a table is over: delete the ephemeral messages about it."""
        self._background.start(delete_all(self._ephemerals.void_in(lobby_or_session.stored.channel_id)))

    def close(self) -> list[Coroutine[Any, Any, None]]:
        """Awaiting all of these shows everything that is known now."""
        self.reminders.schedule.close()
        self.is_closed = True
        return [messages.close() for messages in self._kept.values()]

    async def _link_of(self, lobby_or_session: LobbyOrSession) -> TableLink:
        return (await self.of(lobby_or_session)).board.table_link

    async def _find_and_show(self, session: Session, press: Press | None, where: Viewer) -> None:
        messages = await self.of(session)
        messages.changed(press, where)
        if session.id not in self._kept:
            await messages.sent()  # nobody else waits for a messages that isn't kept

    def _over(self, session: Session) -> None:
        """The last board was shown: nothing of this table has to stay in memory."""
        self._tables.forget(session)
        self.void(session)
        if messages := self._kept.pop(session.id, None):
            self._background.start(messages.ended())


class ChannelEvents:
    """What Discord says about channels, as far as it concerns the tables in them."""

    def __init__(
        self, archive: Archive, tables: OpenTables, messages: AllMessages, background: Background
    ) -> None:
        self._archive = archive
        self._tables = tables
        self._messages = messages
        self._background = background

    def posted(self, channel_id: int, message_id: int) -> None:
        """A message was posted in this channel: it may bury a board, also of a table that isn't in memory."""
        number = self._tables.channels.id_in(channel_id)
        if messages := self._messages.in_channel(channel_id):
            messages.posted(message_id)
        elif number is not None:
            self._messages.below[number] += 1

    def deleted(self, channel_id: int, message_id: int) -> None:
        """A message was deleted in this channel: it may be the board of a table that isn't in memory."""
        if messages := self._messages.in_channel(channel_id):
            messages.deleted(message_id)
        elif self._tables.channels.id_in(channel_id) is not None and not self._messages.is_closed:
            self._background.start(self._find_deleted(channel_id, message_id))

    async def gone(self, channel_id: int) -> None:
        """The channel is gone, and its table with it."""
        await self._tables.load_channel(channel_id)
        match await hosting.end_in_channel(self._tables, channel_id):
            case Session() as session:
                self._messages.show(session)
            case Lobby() as lobby:
                self._messages.drop(lobby)

    async def _find_deleted(self, channel_id: int, message_id: int) -> None:
        number = self._tables.channels.id_in(channel_id)
        messages = () if number is None else await self._archive.messages.of(number)
        if any(one.message_id == message_id for one in messages):
            await self._tables.load_channel(channel_id)
            if lobby_or_session := self._tables.channels.find(channel_id):
                (await self._messages.of(lobby_or_session)).deleted(message_id)


class Lobbies:
    """Opens and closes lobbies as people see them."""

    def __init__(self, tables: OpenTables, messages: AllMessages) -> None:
        self._tables = tables
        self._messages = messages

    async def open(self, answer: Answer, lobby: Lobby, invited: Collection[int] = ()) -> TableMessages:
        """Answer with the lobby, whose message becomes the board. A lobby that can't be shown is closed.

        The people `invited` are notified as they like, by their mention in it or by direct message; later
        edits notify nobody.
        """
        messages = await self._messages.of(lobby)
        try:
            called, directly = await messages.reminder.whom_to_invite(lobby, invited)
            message_id = await answer.post(await messages.board.screen(), called)
            if message_id is None:
                await messages.post(called)
            else:
                await messages.set_message(message_id)
        except (*NOT_SENT, StorageFailed):
            await hosting.close_lobby(self._tables, lobby)
            self._messages.drop(lobby)
            raise
        messages.await_faces()
        await messages.reminder.invite_directly(lobby, directly)
        return messages

    async def close(self, lobby: Lobby, last: Screen) -> None:
        """Close a lobby and leave `last` in its place. Raises Refusal if it isn't open."""
        messages = await self._messages.of(lobby)
        async with lobby.lock:
            await hosting.close_lobby(self._tables, lobby)
        self._messages.drop(lobby)
        with messages.board.answering():
            await messages.board.leave(last)
