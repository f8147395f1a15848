"""All that is shown of one table: board, hands, and the call for whoever is waited for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.screens.board import PANEL, Board
from bot.screens.hand import Hand, purpose
from bot.screens.hand_screen import TableLink
from bot.screens.parts import notice
from bot.screens.pictures import Pictures
from bot.screens.reminders import REMINDER, Reminder
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from games.core import Seat
from storage import Archive

log = logging.getLogger(__name__)

_FIRST_SECONDS = 1.0
"""How long the other hands wait for the one that was pressed, which may be slowed down by a rate limit."""


@dataclass(frozen=True, slots=True)
class DisplayContext:
    """What displays are made with, the same for all tables of a process."""

    client: discord.Client
    archive: Archive
    pictures: Pictures
    bury_after: int
    remind_after: float
    has_left: Callable[[int | None, int], Awaitable[bool]]
    on_over: Callable[[Session], None]
    on_lost: Callable[[int], None]


class Display:
    """One table's messages. They are found again in storage after a restart."""

    def __init__(self, means: DisplayContext, lobby_or_session: LobbyOrSession) -> None:
        self._context = means
        self.board = Board(
            means.client,
            means.archive,
            means.pictures,
            lobby_or_session,
            means.bury_after,
            on_over=means.on_over,
            on_lost=means.on_lost,
            on_placed=self._placed,
        )
        self.reminder = Reminder(means.client, means.archive, self.board, means.remind_after, self._has_left)
        self._hands: dict[Seat, Hand] = {}
        self._directs: dict[str, tuple[int, int]] = {}
        self._told_closed: set[int] = set()
        self._later: set[asyncio.Task[None]] = set()

    @classmethod
    async def found(cls, means: DisplayContext, lobby_or_session: LobbyOrSession) -> "Display":
        """The display of a table, with the messages it had before."""
        display = cls(means, lobby_or_session)
        for one in await means.archive.messages(lobby_or_session.id):
            if one.purpose == PANEL:
                display.board.message_id = one.message_id
            elif one.purpose == REMINDER:
                display.reminder.message_id = one.message_id
            else:
                display._directs[one.purpose] = (one.channel_id, one.message_id)
        return display

    def now(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby has become a game."""
        if isinstance(self.board.lobby_or_session, Lobby):
            self.board.lobby_or_session = lobby_or_session

    def changed(self) -> None:
        """Something happened at the table: show it to everybody, and give the next player his time."""
        self.board.changed()
        match self.board.lobby_or_session:
            case Session() as session:
                self.reminder.changed(session)
                if session.table.game.about.hands:
                    self._show_hands([self.hand(session, seat) for seat in session.table.seats])

    def _show_hands(self, hands: list[Hand]) -> None:
        """The hand that was pressed and the board come first: they are what the one who pressed waits for."""
        pressed = [hand for hand in hands if hand.is_being_pressed]
        for hand in pressed:
            hand.changed()
        others = [hand for hand in hands if hand not in pressed]
        task = asyncio.create_task(self._show_later(pressed, others))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _show_later(self, pressed: list[Hand], others: list[Hand]) -> None:
        if pressed:
            shown = [self.board.shown(), *(hand.close() for hand in pressed)]
            await asyncio.wait([asyncio.ensure_future(one) for one in shown], timeout=_FIRST_SECONDS)
        for hand in others:
            hand.changed()

    def hand(self, session: Session, seat: Seat) -> Hand:
        """The hand of a seat."""
        if seat not in self._hands:
            means = self._context
            hand = Hand(
                means.client, means.archive, means.pictures, session, seat, self._table_link, self._closed
            )
            hand.direct = self._directs.get(purpose(seat))
            self._hands[seat] = hand
        return self._hands[seat]

    async def close(self) -> None:
        """Let what is being sent be sent, and call nobody any more. Cancelled, it drops what is not sent."""
        await asyncio.gather(self.reminder.close(), self._sent())

    async def ended(self) -> None:
        """Wait until everybody has seen the end. Cancelled, it drops what is not sent."""
        await asyncio.gather(self.reminder.ended(), self._sent())

    async def _sent(self) -> None:
        try:
            await asyncio.gather(*self._later)
            await asyncio.gather(self.board.close(), *(hand.close() for hand in self._hands.values()))
        except asyncio.CancelledError:
            self.board.drop()
            for hand in self._hands.values():
                hand.drop()
            raise

    def _placed(self) -> None:
        """The board is another message: every hand links to it."""
        for hand in self._hands.values():
            hand.changed()

    def _table_link(self) -> TableLink:
        guild = self._context.client.get_guild(self.board.lobby_or_session.stored.guild_id or 0)
        return TableLink(guild.name if guild else "a server", self.board.link)

    async def _has_left(self, session: Session, user_id: int) -> bool:
        return await self._context.has_left(session.stored.guild_id, user_id)

    async def _closed(self, user_id: int) -> None:
        """Tell a player whose direct messages are closed where his hand is; once, though he holds several."""
        if user_id in self._told_closed:
            return
        self._told_closed.add(user_id)
        stored = self.board.lobby_or_session.stored
        channel = self._context.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
        await channel.send(
            view=notice(
                f"<@{user_id}>, I may not write to you, so your hand is here: press **My hand** under the "
                "board, or use **/hand**. Only you see it."
            ),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)]),
        )
