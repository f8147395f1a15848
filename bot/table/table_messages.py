"""All messages of a table, looked up in one place, and what happens in their channels.

One task a message draws and sends. What changes while a picture is on its way is shown with the next one, so
a fast game never queues boards; what was told meanwhile is in the log.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable
from functools import partial
from typing import Any

from bot.chat.answer import Answer
from bot.chat.ephemerals import delete_all
from bot.chat.failures import NOT_SENT
from bot.chat.first_answer import Press
from bot.chat.parts import Screen, screen
from bot.chat.sending import MessageRef
from bot.chat.tasks import Backoff
from bot.refusal import Refusal
from bot.table import hosting
from bot.table.lobby import Lobby
from bot.table.messages.board import Board
from bot.table.messages.hand import Hand, Notebook
from bot.table.messages.message import Message, MessageContext
from bot.table.messages.own_view import own_hint, own_news
from bot.table.moves import Hint, hint_told
from bot.table.open_tables import LobbyOrSession
from bot.table.reminders.reminders import AllReminders, Reminder
from bot.table.screens.board import private_result
from bot.table.screens.hand import TableLink, purposes, table_name
from bot.table.screens.lists import OwnTable, tables_with_links
from bot.table.session import Session
from bot.telemetry.logs import own_work
from games.core import Seat, Viewer
from storage import LoggedAction, StorageFailed, StoredMessage, StoredSession, StoredWait

log = logging.getLogger(__name__)


SAVING_SECONDS, LONGEST_SECONDS, MOST_TRIES = 60.0, 3600.0, 48
"""The first and the longest pause between tries to save that an end was shown; how often: for two days."""

_FIRST_SECONDS = 3.0
"""How long other hands wait for what was pressed and for the board, which a rate limit may slow down."""


class TableMessages:
    """One table's messages: its board, the hands of everybody who has or had a seat, and open notebooks."""

    def __init__(
        self,
        context: MessageContext,
        lobby_or_session: LobbyOrSession,
        reminders: AllReminders,
        stored: Iterable[StoredMessage],
        waits: Iterable[StoredWait],
        on_shown: Callable[[LobbyOrSession, bool], None],
    ) -> None:
        """`stored` and `waits` are from before a restart; for `on_shown` see `Board`."""
        self._context = context
        self._refs = {one.purpose: MessageRef(one.channel_id, one.message_id) for one in stored}
        self.board = Board(context, lobby_or_session, self._refs, on_shown)
        self.reminder = Reminder(self.board, reminders, self._refs, waits)
        self._hands: dict[tuple[Seat, int], Hand] = {}
        self._notebooks: dict[tuple[Seat, int], Notebook] = {}
        self._begun: set[asyncio.Task[None]] = set()
        """Tasks that are going to have messages shown."""
        if self.board.playing is not None:
            self._know_hands(self.board.playing)

    def hand(self, seat: Seat) -> Hand:
        """The hand of the person who has this seat now, or whom a computer plays for there."""
        reader_id = self.board.session.players[seat].reader_id
        assert reader_id is not None
        if (seat, reader_id) not in self._hands:
            self._hands[seat, reader_id] = Hand(self.board, seat, reader_id, self._refs)
        return self._hands[seat, reader_id]

    def notebook(self, seat: Seat, user_id: int) -> Notebook:
        """The notebook of this seat for this person, who can read it while they have the seat."""
        if (seat, user_id) not in self._notebooks:
            self._notebooks[seat, user_id] = Notebook(self.board, seat, user_id)
        return self._notebooks[seat, user_id]

    async def news(self, user_id: int) -> Screen:
        """What happened since this person's last move, with the board."""
        return await own_news(self._context, self.board.session, user_id, self.board.table_link)

    async def hint(self, hint: Hint, *, here: bool = False) -> Screen:
        """A hint for its player alone. It names the table, unless they ask for it `here`, at the table."""
        where = "" if here else table_name(self.board.session, self.board.table_link)
        return await own_hint(self._context, self.board.session, hint, where)

    async def learned(self, user_id: int, *notes: str) -> Screen | None:
        """What only this person learned from their last move, with these notes; None if that is nothing.

        A hint is shown on their picture.
        """
        session = self.board.session
        told = private_result(session, user_id)
        seats = session.seats.of(user_id) if told else ()
        text = "\n".join(filter(None, (told, *notes)))
        hint = next(filter(None, (hint_told(session, seat, text) for seat in seats)), None)
        if hint is not None:
            return await self.hint(hint, here=True)
        return screen(text) if text else None

    def changed(self, press: Press | None = None, where: Viewer = None) -> None:
        """Something happened at the table: show it to everybody, and give the next player their time.

        `press` caused it, on the hand of the seat `where`, or on the board.
        """
        on_hand = where if self.board.viewer is None else None
        pressed = None if on_hand is None or press is None else self.hand(on_hand)
        if pressed is not None:
            pressed.changed(press)  # before the board, whose picture would be drawn first
        self.board.changed(press if pressed is None else None)
        if (session := self.board.playing) is not None:
            begun = self.reminder.note_asked()
            if begun:
                self.board.hurry()
            self._know_hands(session)
            self._change_hands(press, pressed, begun)
            for notebook in self._notebooks.values():
                notebook.changed()
        self.await_faces()

    def _know_hands(self, session: Session) -> None:
        """Everybody who has a hand has it here from now on: it links to the board, wherever that goes."""
        for seat in session.table.seats if session.game.about.hands else ():
            if session.players[seat].reader_id is not None:
                self.hand(seat)

    def _change_hands(self, press: Press | None, pressed: Hand | None, begun: Collection[int]) -> None:
        """Show every hand; after a press the `pressed` one and the board first, which the person waits for.

        `begun` are the people whose turn has just begun, and who wait for their hands.
        """
        others = [one for one in self._hands.values() if one is not pressed]
        first = [] if press is None else [one for one in (self.board, pressed) if one is not None]
        if others:
            self._begin(self._show_later(others, first, begun))

    async def _show_later(
        self, others: list[Hand], first: list[Board | Hand], begun: Collection[int]
    ) -> None:
        if first:
            shown = [asyncio.ensure_future(one.shown()) for one in first]
            await asyncio.wait(shown, timeout=_FIRST_SECONDS)
        for one in others:
            one.changed()
            if one.reader_id in begun:
                one.hurry()

    def await_faces(self) -> None:
        """Show everything again when avatars that aren't here yet have arrived."""
        table = self.board.lobby_or_session
        if arriving := self._context.faces.arriving(table):
            self._begin(self._show_faces(table, arriving))

    async def _show_faces(self, table: LobbyOrSession, arriving: list[asyncio.Task[None]]) -> None:
        """Show everything again once these avatars are here, except what is over and forgotten by then."""
        await asyncio.wait(arriving)
        if table.is_open and table is self.board.lobby_or_session:
            for message in self._messages:
                message.changed()

    def mark_shown(self) -> None:
        """Everything was shown when the table left memory, and still is."""
        self.board.mark_shown()
        if self.board.playing is not None:
            self.reminder.mark_shown()

    @property
    def is_current(self) -> bool:
        """Whether everything is shown, nobody has to be reminded, and nobody has a hand open."""
        is_sent = not self._begun and all(one.is_current for one in self._messages)
        is_open = any(one.is_open for one in self._hands.values())
        return is_sent and not is_open and self.reminder.is_current

    def try_now(self) -> None:
        """What couldn't be shown may be possible now."""
        for one in (*self._messages, self.reminder):
            one.try_now()

    async def finish(self) -> None:
        """Finish sending what is under way, and remind nobody. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(self.reminder.finish(), self.sent())
        finally:
            for one in self._messages:
                one.end()

    async def ended(self) -> bool:
        """Wait until everybody has seen the end, or never can, however often that has to be tried.

        False if the bot stops before.
        """
        await asyncio.gather(self.reminder.shown(), self.sent())
        return all(await asyncio.gather(*(one.settled() for one in (*self._messages, self.reminder))))

    async def sent(self) -> None:
        """Wait until everything known now is shown. If cancelled, drop what isn't sent."""
        try:
            await asyncio.gather(*self._begun)
            # What is shown last may have something else shown again.
            while showing := [one for one in self._messages if one.is_showing]:
                await asyncio.gather(*(one.shown() for one in showing))
        except asyncio.CancelledError:
            for one in self._messages:
                one.drop()
            raise

    @property
    def _messages(self) -> list[Message]:
        return [self.board, *self._hands.values(), *self._notebooks.values()]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in the background. It may have messages shown, so it counts as something to be sent."""
        task = self._context.background.start(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)


class AllMessages:
    """The messages of this process's tables. After a restart, they are found again in storage."""

    def __init__(self, context: MessageContext, over: Callable[[StoredSession], object]) -> None:
        """`over` is called once the last board of a table has been shown."""
        self._context = context
        self._tables = context.tables
        self._background = context.background
        self._over = over
        self._kept: dict[int, TableMessages] = {}
        self._ending: set[TableMessages] = set()
        """Those of tables that are over, which not everybody has seen yet."""
        self.reminders = AllReminders(context, self._look_soon, self.tables_of)
        self.below = context.below
        self._has_ended = False

    def __len__(self) -> int:
        """How many tables' messages are kept in memory."""
        return len(self._kept)

    async def of(self, lobby_or_session: LobbyOrSession) -> TableMessages:
        """The messages of a table. If the table isn't in memory, they are for this caller alone."""
        number = lobby_or_session.id
        messages = self._kept.get(number)
        if messages is None:
            archive = self._context.archive
            stored, waits = await archive.messages.of(number), await archive.reminders.waits(number)
            found = TableMessages(
                self._context, lobby_or_session, self.reminders, stored, waits, self._board_shown
            )
            if lobby_or_session.is_as_it_rested:
                found.mark_shown()
            if self._tables.in_memory.get(number) is None:
                return found
            messages = self._kept.setdefault(number, found)
        messages.board.set_table(lobby_or_session)
        return messages

    def show(self, session: Session, press: Press | None = None, where: Viewer = None) -> None:
        """New lines were saved: show them to everybody. Returns at once.

        `press` caused them, on the hand of the seat `where`, or on the board: its message is shown first,
        as the answer to the press. Hints for questions that are over are deleted.
        """
        if void := self._context.ephemerals.void_hints(session.id, purposes(session)):
            self._background.start(delete_all(void))
        if (messages := self._kept.get(session.id)) is not None:
            messages.board.set_table(session)
            messages.changed(press, where)
        else:
            self._background.start(self._find_and_show(session, press, where))

    async def open_lobby(self, answer: Answer, lobby: Lobby, invited: Collection[int] = ()) -> TableMessages:
        """Answer with the lobby, whose message becomes the board. A lobby that can't be shown is closed.

        The people `invited` are notified as they like, by their mention in it or by direct message; later
        edits notify nobody.
        """
        messages = await self.of(lobby)
        board, reminder = messages.board, messages.reminder
        try:
            called, directly = await reminder.whom_to_invite(lobby, invited)
            if not await board.answer_with(answer, called):
                await board.post(called)
        except (*NOT_SENT, StorageFailed):
            try:
                async with lobby.lock:
                    await hosting.close_lobby(self._tables, lobby)
            except StorageFailed:
                board.changed()  # it's still open, so it's shown as soon as that can be done
            except Refusal:  # it has gone with its channel
                self._forget_lobby(lobby)
            else:
                self._forget_lobby(lobby)
            raise
        messages.await_faces()
        reminder.invite_directly(lobby, directly)
        return messages

    async def recognise(self, table: int, press: Press) -> bool:
        """Learn from a press on this table's messages which one is the board.

        It may write the board where the bot can't, or have been on a second board; see `Board.take_over` and
        `Board.recognise`. Whether it only shows the board again, because what the person pressed was out of
        date. If the table can't be had, the answer to the press says why.
        """
        try:
            lobby_or_session = await self._tables.lobby_or_session(table)
        except Refusal:
            return False
        board = (await self.of(lobby_or_session)).board
        if await board.take_over(press):
            return True
        if press.message is not None and press.ephemeral is None and lobby_or_session.is_open:
            await board.recognise(press.message)
        return False

    async def close_lobby(self, lobby: Lobby, last: Screen, action: LoggedAction | None = None) -> None:
        """Close a lobby and leave `last` in its place. Raises Refusal if it isn't open.

        The `action` is noted with it, if somebody did it who manages the server.
        """
        messages = await self.of(lobby)
        async with lobby.lock:
            await hosting.close_lobby(self._tables, lobby, action)
        self._forget_lobby(lobby)
        await messages.board.leave(last)

    def posted(self, channel_id: int, message_id: int) -> None:
        """A message was posted in this channel: it may bury a board, also of a table that isn't in memory."""
        messages, number = self.in_channel(channel_id), self._tables.channels.id_in(channel_id)
        is_board = messages is not None and messages.board.message_id == message_id
        if number is not None and not is_board:
            self.below[number] += 1

    def deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Messages were deleted in this channel: the board of a table may be among them, in memory or not."""
        if messages := self.in_channel(channel_id):
            messages.board.deleted(message_ids)
        elif self._tables.channels.id_in(channel_id) is not None and not self._has_ended:
            self._background.start(self._find_deleted(channel_id, message_ids))

    async def archived(self, thread_id: int) -> None:
        """This thread was archived: see `Board.archived`."""
        await self._tables.load_channel(thread_id)
        if lobby_or_session := self._tables.channels.find(thread_id):
            try:
                await (await self.of(lobby_or_session)).board.archived()
            except StorageFailed as failed:
                log.info(
                    "the board of session %s stays in its archived thread: %s", lobby_or_session.id, failed
                )

    async def show_again(self, channel_id: int) -> None:
        """Nobody knows whether the board in this channel is as it should be: show it again."""
        await self._tables.load_channel(channel_id)
        if lobby_or_session := self._tables.channels.find(channel_id):
            board = (await self.of(lobby_or_session)).board
            board.expire()
            board.changed()

    def look_again(self, guild_id: int | None) -> None:
        """Something has changed in this server: what couldn't be shown there may be possible now."""
        for messages in (*self._kept.values(), *self._ending):
            if messages.board.lobby_or_session.stored.guild_id == guild_id:
                messages.try_now()

    async def channel_gone(self, channel_id: int) -> None:
        """This channel is gone, and its table with it."""
        await self._tables.load_channel(channel_id)
        match await hosting.end_in_channel(self._tables, channel_id):
            case Session() as session:
                await session.note_missing(0)  # so nobody waits for its last board
                self.show(session)
            case Lobby() as lobby:
                self._forget_lobby(lobby)

    async def expect_reminders(self, session_ids: Collection[int]) -> None:
        """After a start: look at these tables when a reminder there is due. Raises StorageFailed."""
        for wait in reversed(await self._context.archive.reminders.waits_to_look_at()):
            if wait.session_id in session_ids:
                self.reminders.schedule.set(wait.session_id, (wait.look_at or 0) / 1000)

    async def reconsider(self, sessions: Iterable[Session]) -> None:
        """A person or a server has changed their settings: check the reminders of these tables."""
        for session in sessions:
            (await self.of(session)).reminder.changed()

    async def tables_of(self, user_id: int) -> list[OwnTable]:
        """The tables of this person in all servers, with the link to each."""
        await self._tables.load_all_of(user_id)
        return await tables_with_links(self._tables, self._link_to, user_id)

    async def refresh_others(self, preferred: Hand, user_id: int) -> None:
        """This person changed how they see one of their hands: show their others in that game like it."""
        game = preferred.session.game
        await self._tables.load_all_of(user_id)
        for session in self._tables.in_memory.sessions_of(user_id):
            if session.game is not game:
                continue
            messages = await self.of(session)
            for seat in session.seats.of(user_id):
                if (hand := messages.hand(seat)) is not preferred:
                    hand.refresh()

    def in_channel(self, channel_id: int) -> TableMessages | None:
        """The messages of the open table in this channel, if something was shown of it."""
        lobby_or_session = self._tables.channels.find(channel_id)
        return self._kept.get(lobby_or_session.id) if lobby_or_session else None

    def is_current(self, lobby_or_session: LobbyOrSession) -> bool:
        """Whether everything there is to see of a table in memory is shown."""
        messages = self._kept.get(lobby_or_session.id)
        if messages is not None:
            return messages.is_current
        return lobby_or_session.is_as_it_rested

    def unload(self, lobby_or_session: LobbyOrSession) -> None:
        """A table was unloaded: forget its messages."""
        if messages := self._kept.pop(lobby_or_session.id, None):
            self._background.start(messages.finish())

    def forget(self, session_ids: Iterable[int]) -> None:
        """Forget these tables: another process shows them now."""
        for one in session_ids:
            self.reminders.schedule.set(one, None)
            self.below.pop(one, None)
            self._kept.pop(one, None)

    def void(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby has become a game, or a table is over: delete the ephemeral messages about it."""
        void = self._context.ephemerals.void_in(lobby_or_session.stored.channel_id)
        self._background.start(delete_all(void))

    def finish_those(self, session_ids: Iterable[int]) -> list[Coroutine[Any, Any, None]]:
        """Awaiting all of these shows everything that is known now about these tables."""
        return [self._kept[one].finish() for one in session_ids if one in self._kept]

    def finish(self) -> list[Coroutine[Any, Any, None]]:
        """Awaiting all of these shows everything that is known now."""
        self.reminders.schedule.close()
        self._has_ended = True
        return [*self.finish_those(self._kept), *(one.finish() for one in self._ending)]

    def _forget_lobby(self, lobby: Lobby) -> None:
        """A lobby is closed, and its message says so."""
        self._kept.pop(lobby.id, None)
        self.below.pop(lobby.id, None)
        self.void(lobby)

    async def _link_to(self, lobby_or_session: LobbyOrSession) -> TableLink:
        return (await self.of(lobby_or_session)).board.table_link

    async def _find_and_show(self, session: Session, press: Press | None, where: Viewer) -> None:
        messages = await self.of(session)
        messages.changed(press, where)
        if session.id not in self._kept:
            await messages.sent()  # nobody else waits for messages that aren't kept

    async def _find_deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        stored = await self._context.archive.messages.of(self._tables.channels.id_in(channel_id) or 0)
        if any(one.message_id in message_ids for one in stored):
            await self._tables.load_channel(channel_id)
            if lobby_or_session := self._tables.channels.find(channel_id):
                (await self.of(lobby_or_session)).board.deleted(message_ids)

    def _board_shown(self, lobby_or_session: LobbyOrSession, is_there: bool) -> None:
        """A board was shown, or its channel isn't there. After the last one nothing has to stay in memory."""
        if not is_there:
            self._background.start(self.channel_gone(lobby_or_session.stored.channel_id))
        if lobby_or_session.is_over:
            self._tables.forget(lobby_or_session)
            self._over(lobby_or_session.stored)
            self.below.pop(lobby_or_session.id, None)
            self.void(lobby_or_session)
            self._background.start(self._end(lobby_or_session, self._kept.pop(lobby_or_session.id, None)))

    async def _end(self, over: LobbyOrSession, messages: TableMessages | None) -> None:
        """The last board of a table was shown: once the hands are, too, nothing is owed any more."""
        if messages is not None:
            self._ending.add(messages)
            is_seen = await messages.ended()
            self._ending.discard(messages)
            if not is_seen:
                return
        backoff = Backoff(SAVING_SECONDS, LONGEST_SECONDS)
        self._background.persist(partial(self._is_end_noted, over), backoff, MOST_TRIES)

    async def _is_end_noted(self, over: LobbyOrSession) -> bool:
        """Save that everybody has seen this end, and the end itself if that failed. Whether it worked."""
        if isinstance(over, Session) and over.is_end_unsaved:
            async with over.lock:
                if not await over.end():
                    return False
            self._over(over.stored)  # what was told of it before couldn't know that it's over
        try:
            await self._context.archive.sessions.end_shown(over.id)
        except StorageFailed as failed:
            log.info("session %s: that its end was shown could not be saved: %s", over.id, failed)
            return False
        return True

    def _look_soon(self, session_id: int) -> None:
        self._background.start(self._look(session_id))

    async def _look(self, session_id: int) -> None:
        """A reminder may be due. A table that has left memory and can't be read is left alone."""
        own_work(session_id)
        try:
            session = await self._tables.session(session_id)
        except (Refusal, StorageFailed) as failed:
            log.info("nobody can be reminded in session %s: %s", session_id, failed)
            return
        (await self.of(session)).reminder.changed()
