"""The bot on Discord: log in, load commands, resume what was being played, shut down in order."""

import asyncio
import logging
from collections.abc import Coroutine
from types import ModuleType
from typing import Any

import discord

from bot.commands import guide, hand, leaderboard, play, table
from bot.commands.tree import Commands, tell_out_of_reach
from bot.config import Settings
from bot.deadline import Deadline
from bot.discord_time import DISCORD_TIME, listening
from bot.interactions.dispatch import answer_press
from bot.logs import tell_failure
from bot.resuming import Resuming
from bot.screens.answer import Answer
from bot.screens.board import Board
from bot.screens.display import Display, DisplayContext
from bot.screens.ephemerals import Ephemerals, take_away
from bot.screens.failures import NOT_SENT, UNKNOWN_MEMBER, UNKNOWN_USER, code_of
from bot.screens.hand import Hand
from bot.screens.incompatible import tell_of
from bot.screens.lobby import lobby_screen
from bot.screens.pictures import Pictures
from bot.tables.computers import Computers
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession, OpenTables
from bot.tables.restore import Incompatible
from bot.tables.session import Pace, Session
from games import registry
from games.core import Seat
from storage import Archive

log = logging.getLogger(__name__)

COMMANDS: tuple[ModuleType, ...] = (play, table, hand, leaderboard, guide)

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)

GUILDS_SECONDS = 0.2
"""How long to wait for another server to be told of before going on with the tables."""

CLOSING_SECONDS = 6.0
"""How long the bot takes to shut down at most. What is not shown by then is shown at the next start."""

ANSWERING_SECONDS = 3.0
"""How long presses have to be answered when the bot shuts down: Discord waits no longer either."""

SHOWING_SECONDS = 2.0
"""How long boards and hands have after that."""


class Parlour(discord.Client):
    """One process of the bot. Everything it must not lose is in the archive."""

    def __init__(self, settings: Settings, archive: Archive) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=GUILDS_SECONDS,
            http_trace=listening(),
        )
        self.tree = Commands(self)
        self.ephemerals = Ephemerals()
        self.answering: set[asyncio.Task[Any]] = set()
        self.leaving = False
        self.settings = settings
        self.archive = archive
        self.computers = Computers(settings.play.computers, settings.play.patience)
        self.pictures = Pictures(settings.play.draw_threads)
        pace = Pace(settings.play.pace, settings.play.minute)
        self.tables = OpenTables(archive, self.computers, self.changed, pace)
        self._displays: dict[int, Display] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._icons: asyncio.Task[None] | None = None
        self._taking_up: asyncio.Task[None] | None = None
        self.resuming = Resuming(archive, self.tables, self._resume, self._tell_of)
        self.lost: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        """Done when the bot cannot go on, and why."""

    async def setup_hook(self) -> None:
        """Make the commands known before the first event arrives."""
        for subject in COMMANDS:
            subject.add_to(self)
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Resume once; discord.py calls this again after every lost session."""
        if self._taking_up is not None:
            return
        log.info("logged in as %s", self.user)
        self._taking_up = self._soon(self._take_up())
        if self.settings.play.icons:
            self._icons = self._soon(self._settle_emblems())

    async def on_interaction(self, interaction: discord.Interaction["Parlour"]) -> None:
        """Presses and forms; commands find their own way."""
        DISCORD_TIME.told(interaction.created_at.timestamp())
        if interaction.type not in PRESSES or self.leaving:
            return
        if await self.resuming.is_failing():
            await tell_out_of_reach(interaction)
        else:
            await answer_press(self, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what buries a board."""
        board = self._board_in(message.channel.id)
        if board is not None and message.id != board.message_id:
            board.below += 1

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        """A board that somebody deletes is posted anew: a game never vanishes without /stop."""
        board = self._board_in(gone.channel_id)
        if board is not None and board.message_id == gone.message_id:
            board.message_id = None
            board.changed()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The table goes with its channel."""
        await self._drop_channel(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """The table goes with its thread."""
        await self._drop_channel(thread.thread_id)

    def changed(self, session: Session) -> None:
        """A line was written: show it to everybody."""
        if session.id in self._displays:
            self._displays[session.id].changed()
        else:
            self._soon(self._show(session))

    async def display(self, lobby_or_session: LobbyOrSession) -> Display:
        """What is shown of a table; found again in storage after a restart, or when it is over already."""
        display = self._displays.get(lobby_or_session.id)
        if display is None:
            found = await Display.found(self._context(), lobby_or_session)
            if not self.tables.holds(lobby_or_session.id):
                return found  # for the one who asks; nothing of a table that is over stays in memory
            display = self._displays.setdefault(lobby_or_session.id, found)
        display.now(lobby_or_session)
        return display

    async def board(self, lobby_or_session: LobbyOrSession) -> Board:
        """The board of a table."""
        return (await self.display(lobby_or_session)).board

    async def hand(self, session: Session, seat: Seat) -> Hand:
        """The hand of a seat."""
        return (await self.display(session)).hand(session, seat)

    async def freshen_others(self, preferred: Hand, user_id: int) -> None:
        """This person likes one of his hands otherwise: show all others of that game so too, at any table."""
        game = preferred.session.table.game
        for session in self.tables.sessions_of(user_id):
            if session.table.game is not game:
                continue
            for seat in session.seats_of(user_id):
                if (hand := await self.hand(session, seat)) is not preferred:
                    hand.freshen()

    async def open_board(self, answer: Answer, lobby: Lobby) -> None:
        """Answer with the lobby, which is the board from then on. A lobby that cannot be shown is closed."""
        board = await self.board(lobby)
        try:
            message_id = await answer.post(lobby_screen(lobby))
            if message_id is None:
                await board.post_anew()
            else:
                await board.is_at(message_id)
        except discord.HTTPException:
            await self.tables.close_lobby(lobby)
            self.closed(lobby)
            raise

    def closed(self, lobby: Lobby) -> None:
        """A lobby is closed, and that is shown: nothing of it need stay in memory."""
        self._displays.pop(lobby.id, None)
        self.settled(lobby)

    def settled(self, lobby_or_session: LobbyOrSession) -> None:
        """A lobby has become a game, or a table is over: what its people are asked alone is void."""
        self._soon(take_away(self.ephemerals.void_in(lobby_or_session.stored.channel_id)))

    async def send_away_who_left(self, lobby: Lobby) -> bool:
        """Free the seats of people who are not in the server any more; whether there were any.

        The lobby's lock is held.
        """
        people = [one.user_id for one in lobby.players if one.user_id is not None]
        left = [one for one in people if await self._has_left(lobby.stored.guild_id, one)]
        for user_id in left:
            await lobby.leave(user_id)
        return bool(left)

    async def close(self) -> None:
        """Finish what is being answered and shown, end the workers, log out. What is written stays."""
        deadline = Deadline(CLOSING_SECONDS)
        self.leaving = True
        for task in (self._icons, self._taking_up):  # the next start does what is missing
            if task:
                task.cancel()
        await self.tables.close()
        await deadline.wait(self.answering, ANSWERING_SECONDS)
        await self.tables.close()  # the last answers may have begun something
        self.computers.close()
        showing = [display.close() for display in self._displays.values()]
        await deadline.wait([*showing, *self._tasks], SHOWING_SECONDS)
        if not await deadline.wait([super().close()]):
            await self.http.close()
        self.pictures.close()

    async def _take_up(self) -> None:
        try:
            await self.resuming.run()
        except Exception as failed:  # to be online and play nothing would help nobody
            self.lost.set_result(failed)

    async def _settle_emblems(self) -> None:
        await self.resuming.has_begun.wait()
        await self.pictures.icons.settle(self, self.pictures.icon, registry.all_games().values())

    def _tell_of(self, incompatible: Incompatible) -> None:
        self._soon(tell_of(incompatible, self, self.archive))

    async def _resume(self, lobby_or_session: LobbyOrSession) -> None:
        board = await self.board(lobby_or_session)
        if isinstance(lobby_or_session, Session):
            await lobby_or_session.settle()
            self.changed(lobby_or_session)
        else:
            board.changed()

    async def _drop_channel(self, channel_id: int) -> None:
        lobby_or_session = self.tables.in_channel(channel_id)
        await self.tables.drop_channel(channel_id)
        if isinstance(lobby_or_session, Lobby):
            self.closed(lobby_or_session)

    async def _show(self, session: Session) -> None:
        (await self.display(session)).changed()

    def _board_in(self, channel_id: int) -> Board | None:
        lobby_or_session = self.tables.in_channel(channel_id)
        display = self._displays.get(lobby_or_session.id) if lobby_or_session else None
        return display.board if display else None

    def _context(self) -> DisplayContext:
        return DisplayContext(
            client=self,
            archive=self.archive,
            pictures=self.pictures,
            bury_after=self.settings.play.bury_after,
            remind_after=self.settings.play.remind_after,
            has_left=self._has_left,
            on_over=self._over,
            on_lost=self._lost,
        )

    def _lost(self, channel_id: int) -> None:
        self._soon(self._drop_channel(channel_id))

    def _over(self, session: Session) -> None:
        """The last board is shown: nothing of this table need stay in memory."""
        self.tables.cleared(session)
        self.settled(session)
        if display := self._displays.pop(session.id, None):
            self._soon(display.ended())

    async def _has_left(self, guild_id: int | None, user_id: int) -> bool:
        guild = self.get_guild(guild_id or 0)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user_id)
        except NOT_SENT as failed:
            return code_of(failed) in (UNKNOWN_MEMBER, UNKNOWN_USER)
        return False

    def _soon(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(tell_failure)
        return task
