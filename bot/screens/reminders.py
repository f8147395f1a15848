"""Reminders: invite people to a rematch, and ping players who have been due to move for a while.

Each wait gets one reminder, which is deleted when the player moves.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.logs import tell_failure
from bot.screens import words
from bot.screens.board import Board
from bot.screens.failures import NOT_SENT, code_of, new_nonce
from bot.screens.parts import notice
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from storage import Archive, StorageFailed

log = logging.getLogger(__name__)

REMINDER = "nudge"


class Reminder:
    """The reminder for one table's next players.

    One task per table handles one wait after another, so no reminder is lost between sending and deleting it.
    A reminder from before a restart still counts for its wait and isn't sent twice. With a time limit it is
    deleted, because the limit starts again, perhaps for another player.
    """

    def __init__(
        self,
        client: discord.Client,
        archive: Archive,
        board: Board,
        after: float,
        has_left: Callable[[Session, int], Awaitable[bool]],
    ) -> None:
        self.message_id: int | None = None
        self._client = client
        self._archive = archive
        self._board = board
        self._after = after
        self._has_left = has_left
        self._wait: frozenset[tuple[int, int]] | None = None
        self._moved = asyncio.Event()
        self._following: asyncio.Task[None] | None = None

    def changed(self, session: Session) -> None:
        """A move was made: the next players get a new wait."""
        wait = frozenset((int(seat), session.table.prompt_version(seat)) for seat in session.waits_for())
        if wait == self._wait:
            return
        stands = self._wait is None and self.message_id is not None
        self._wait = wait
        if stands and wait and not session.clock.running:
            return
        self._moved.set()
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow(session), name=f"reminder of {session.id}")
            self._following.add_done_callback(tell_failure)

    async def invite(self, lobby: Lobby, user_ids: list[int]) -> None:
        """Invite people to a rematch, until the game starts. Raises HTTPException."""
        names = ", ".join(f"<@{one}>" for one in user_ids)
        self._wait = frozenset()
        await self._put(lobby, f"{names}, want a rematch? Press Join above.", user_ids)

    async def close(self) -> None:
        """Send no more reminders."""
        if self._following:
            self._following.cancel()
            await self.ended()

    async def ended(self) -> None:
        """Wait until the last reminder is deleted: nobody is due to move."""
        if self._following:
            await asyncio.wait({self._following})

    async def _follow(self, session: Session) -> None:
        while self._moved.is_set():
            self._moved.clear()
            try:
                await self._take_away(session)
                if self._wait and self._after and await self._is_kept_waiting():
                    await self._call(session)
            except (*NOT_SENT, StorageFailed) as failed:
                log.info("couldn't send a reminder in session %s (%s)", session.id, code_of(failed))
            if self._wait:
                await self._moved.wait()

    async def _is_kept_waiting(self) -> bool:
        """Whether nobody moves before the reminder is due."""
        try:
            await asyncio.wait_for(self._moved.wait(), self._after)
        except TimeoutError:
            return True
        return False

    async def _call(self, session: Session) -> None:
        """Give the seats of people who left the server to computers; remind the others."""
        await self._board.shown()
        if self._moved.is_set():
            return
        waiting = [session.players[seat].user_id for seat in session.waits_for()]
        people = [one for one in dict.fromkeys(waiting) if one is not None]
        left = [one for one in people if await self._has_left(session, one)]
        for user_id in left:
            await session.hand_to_computer(user_id)
            await self._say(session, f"<@{user_id}> left the server, so a computer plays for them now.")
        if people and not left:
            names = words.listed([f"<@{one}>" for one in people])
            board = f"[go to the board]({self._board.link})"
            text = f"{names}, it's your turn: {board}."
            if session.late() is not None:
                text = f"{names}, another player's time is up and you can make the move: {board}."
            await self._put(session, text, people)

    async def _put(self, lobby_or_session: LobbyOrSession, text: str, called: list[int]) -> None:
        """Send a reminder and remember it, so that it can be deleted."""
        sent = await self._say(lobby_or_session, text, *called)
        self.message_id = sent.id
        await self._archive.put_message(
            lobby_or_session.id, REMINDER, lobby_or_session.stored.channel_id, sent.id
        )

    async def _say(self, lobby_or_session: LobbyOrSession, text: str, *called: int) -> discord.Message:
        return await self._channel(lobby_or_session).send(
            view=notice(text),
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(one) for one in called], roles=False, everyone=False
            ),
            nonce=new_nonce(),
        )

    async def _take_away(self, session: Session) -> None:
        if self.message_id is None:
            return
        message_id, self.message_id = self.message_id, None
        await self._archive.drop_message(session.id, REMINDER)
        await self._channel(session).get_partial_message(message_id).delete()

    def _channel(self, lobby_or_session: LobbyOrSession) -> discord.PartialMessageable:
        stored = lobby_or_session.stored
        return self._client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
