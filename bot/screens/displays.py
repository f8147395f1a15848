"""The displays of all tables, looked up in this one place."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from bot.background import Background
from bot.screens import hint
from bot.screens.context import DisplayContext
from bot.screens.digests import Digests
from bot.screens.display import Display
from bot.screens.due_reminders import DueReminders
from bot.screens.ephemerals import Ephemerals, delete_all
from bot.screens.hand import Hand
from bot.screens.hand_screen import TableLink
from bot.screens.own_tables import Place, places_of
from bot.screens.press import Press
from bot.screens.reminding import Reminding
from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.open_tables import OpenTables, is_as_it_rested
from bot.tables.session import Session
from games.core import Viewer


class Displays:
    """The messages of this process's tables. After a restart, they are found again in storage."""

    def __init__(
        self,
        context: DisplayContext,
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
        self._kept: dict[int, Display] = {}
        self.reminders = DueReminders(context.archive, tables, background, self.of)
        digests = Digests(context, self.places_of)
        self._reminding = Reminding(context, tables.servers, self.reminders.schedule, digests, minute)
        self.below: Counter[int] = Counter()
        """How many messages stand below the boards whose displays aren't kept, by the tables' numbers."""
        self.is_closed = False
        """Whether the bot is shutting down."""

    def __len__(self) -> int:
        """How many displays are kept in memory."""
        return len(self._kept)

    async def of(self, lobby_or_session: LobbyOrSession) -> Display:
        """The display of a table. If the table isn't in memory, it is made for this caller alone."""
        display = self._kept.get(lobby_or_session.id)
        if display is None:
            number, archive = lobby_or_session.id, self._context.archive
            messages, waits = await archive.messages(number), await archive.waits(number)
            found = Display(
                self._context, lobby_or_session, self._reminding, messages, waits, self._over, self._lost
            )
            found.board.below = self.below[number]
            if isinstance(lobby_or_session, Session) and lobby_or_session.stored.rests_at is not None:
                found.wake(lobby_or_session, is_current=is_as_it_rested(lobby_or_session))
            if self._tables.in_memory.get(number) is None:
                return found
            display = self._kept.setdefault(lobby_or_session.id, found)
            self.below.pop(lobby_or_session.id, None)
        display.set_table(lobby_or_session)
        return display

    def show(self, session: Session, press: Press | None = None, where: Viewer = None) -> None:
        """New lines were saved: show them to everybody. Returns at once.

        `press` caused them, on the hand of the seat `where`, or on the board: its message is shown first,
        as the answer to the press. Hints for questions that are over are deleted.
        """
        if void := self._ephemerals.void_hints(session.id, hint.purposes(session)):
            self._background.start(delete_all(void))
        if (display := self._kept.get(session.id)) is not None:
            display.set_table(session)
            display.changed(press, where)
        else:
            self._background.start(self._find_and_show(session, press, where))

    async def places_of(self, user_id: int) -> list[Place]:
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

    def in_channel(self, channel_id: int) -> Display | None:
        """The display of the open table in this channel, if something was shown of it."""
        lobby_or_session = self._tables.channels.find(channel_id)
        return self._kept.get(lobby_or_session.id) if lobby_or_session else None

    def is_current(self, lobby_or_session: LobbyOrSession) -> bool:
        """Whether everything there is to see of a table in memory is shown."""
        display = self._kept.get(lobby_or_session.id)
        if display is not None:
            return display.is_current
        return isinstance(lobby_or_session, Session) and is_as_it_rested(lobby_or_session)

    def unload(self, lobby_or_session: LobbyOrSession) -> None:
        """A table was unloaded: forget its display, except how deep its board is buried."""
        if display := self._kept.pop(lobby_or_session.id, None):
            self.below[lobby_or_session.id] = display.board.below
            self._background.start(display.close())

    async def refresh_others(self, preferred: Hand, user_id: int) -> None:
        """This person changed how they see one of their hands: show their others in that game like it."""
        game = preferred.session.table.game
        await self._tables.load_all_of(user_id)
        for session in self._tables.in_memory.sessions_of(user_id):
            if session.table.game is not game:
                continue
            display = await self.of(session)
            for seat in session.seats.of(user_id):
                if (hand := display.hands.of(session, seat)) is not preferred:
                    display.hands.refresh(hand)

    def drop(self, lobby: Lobby) -> None:
        """A lobby is closed, and its message says so: forget its display."""
        self._kept.pop(lobby.id, None)
        self.void(lobby)

    def void(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby has become a game, or a table is over: delete the ephemeral messages about it."""
        self._background.start(delete_all(self._ephemerals.void_in(lobby_or_session.stored.channel_id)))

    def close(self) -> list[Coroutine[Any, Any, None]]:
        """Awaiting all of these shows everything that is known now."""
        self.reminders.schedule.close()
        self.is_closed = True
        return [display.close() for display in self._kept.values()]

    async def _link_of(self, lobby_or_session: LobbyOrSession) -> TableLink:
        return (await self.of(lobby_or_session)).board.table_link

    async def _find_and_show(self, session: Session, press: Press | None, where: Viewer) -> None:
        display = await self.of(session)
        display.changed(press, where)
        if session.id not in self._kept:
            await display.outbox.sent()  # nobody else waits for a display that isn't kept

    def _over(self, session: Session) -> None:
        """The last board was shown: nothing of this table has to stay in memory."""
        self._tables.forget(session)
        self.void(session)
        if display := self._kept.pop(session.id, None):
            self._background.start(display.ended())
