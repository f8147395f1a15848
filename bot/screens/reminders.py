"""Calling people to the table: to a rematch, and whoever keeps it waiting, once a wait and after a while.

A call is taken away when it is answered.
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
    """The call for one table's next players.

    One task a table follows one wait after the other, so that no call is lost between being sent and being
    taken away. A call that stands from before a restart is for the wait of then, and is not made again; but
    where time is limited it is taken away, for that begins anew, perhaps with somebody else.
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
        """A move was made: those who owe one now have their own time."""
        wait = frozenset((int(seat), session.table.prompt_version(seat)) for seat in session.waits_for())
        if wait == self._wait:
            return
        stands = self._wait is None and self.message_id is not None
        self._wait = wait
        if stands and wait and not session.clock.running:
            return
        self._moved.set()
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow(session), name=f"nudge of {session.id}")
            self._following.add_done_callback(tell_failure)

    async def invite(self, lobby: Lobby, user_ids: list[int]) -> None:
        """Ask people to a rematch; the call goes when play begins. Raises HTTPException."""
        names = ", ".join(f"<@{one}>" for one in user_ids)
        self._wait = frozenset()
        await self._put(lobby, f"{names}: a rematch? Press Join on the board above.", user_ids)

    async def close(self) -> None:
        """Call nobody any more."""
        if self._following:
            self._following.cancel()
            await self.ended()

    async def ended(self) -> None:
        """Wait until the last call is taken away: nobody is waited for any more."""
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
                log.info("nobody could be called in session %s (%s)", session.id, code_of(failed))
            if self._wait:
                await self._moved.wait()

    async def _is_kept_waiting(self) -> bool:
        """Whether nobody moves for as long as a player may take without being called."""
        try:
            await asyncio.wait_for(self._moved.wait(), self._after)
        except TimeoutError:
            return True
        return False

    async def _call(self, session: Session) -> None:
        """Seats of people who are not in the server any more go to computers; the others are called."""
        await self._board.shown()
        if self._moved.is_set():
            return
        waiting = [session.players[seat].user_id for seat in session.waits_for()]
        people = [one for one in dict.fromkeys(waiting) if one is not None]
        left = [one for one in people if await self._has_left(session, one)]
        for user_id in left:
            await session.hand_to_computer(user_id)
            await self._say(session, f"<@{user_id}> has left the server: a computer plays on there.")
        if people and not left:
            names = words.listed([f"<@{one}>" for one in people])
            what = "the table waits" if session.late() is None else "a move whose time is over waits"
            text = f"{names}, {what} for you: [to the board]({self._board.link})"
            await self._put(session, text, people)

    async def _put(self, lobby_or_session: LobbyOrSession, text: str, called: list[int]) -> None:
        """A call that stands until it is taken away."""
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
