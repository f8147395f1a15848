"""Calling whoever keeps the table waiting: once a wait, after a while, and taken away when he has moved."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.logs import tell_failure
from bot.screens import words
from bot.screens.board import Board
from bot.screens.failures import new_nonce
from bot.screens.parts import notice
from bot.sessions.session import Session
from storage import Archive

log = logging.getLogger(__name__)

NUDGE = "nudge"


class Nudge:
    """The call for one table's next players."""

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
        self._wait: frozenset[tuple[int, int]] = frozenset()
        self._timer: asyncio.Task[None] | None = None

    def changed(self, session: Session) -> None:
        """A move was made: those who owe one now have their own time."""
        wait = frozenset((int(seat), session.table.decision(seat)) for seat in session.waits_for())
        if wait == self._wait:
            return
        self._wait = wait
        self.close()
        self._timer = asyncio.create_task(self._call(session, wait), name=f"nudge of {session.id}")
        self._timer.add_done_callback(tell_failure)

    def close(self) -> None:
        """Call nobody any more."""
        if self._timer:
            self._timer.cancel()

    async def _call(self, session: Session, wait: frozenset[tuple[int, int]]) -> None:
        try:
            await self._take_away(session)
            if not wait or not self._after:
                return
            await asyncio.sleep(self._after)
            if await self._somebody_left(session):
                return
            await self._post(session)
        except discord.HTTPException as failed:
            log.info("nobody could be called in session %s (%s)", session.id, failed.code)

    async def _somebody_left(self, session: Session) -> bool:
        """Seats of people who are not in the server any more go to computers; the table tells it."""
        left = False
        for seat in session.waits_for():
            user_id = session.occupants[seat].user_id
            if user_id is not None and await self._has_left(session, user_id):
                left = bool(await session.hand_to_computer(user_id)) or left
        return left

    async def _post(self, session: Session) -> None:
        people = [session.occupants[seat].user_id for seat in session.waits_for()]
        called = [discord.Object(one) for one in people if one is not None]
        if not called:
            return
        names = words.listed([f"<@{one.id}>" for one in called])
        text = f"{names}, the table waits for you: [to the board]({self._board.link})"
        channel = self._client.get_partial_messageable(
            session.stored.channel_id, guild_id=session.stored.guild_id
        )
        sent = await channel.send(
            view=notice(text),
            allowed_mentions=discord.AllowedMentions(users=called, roles=False, everyone=False),
            nonce=new_nonce(),
        )
        self.message_id = sent.id
        await self._archive.put_message(session.id, NUDGE, session.stored.channel_id, sent.id)

    async def _take_away(self, session: Session) -> None:
        if self.message_id is None:
            return
        message_id, self.message_id = self.message_id, None
        await self._archive.drop_message(session.id, NUDGE)
        channel = self._client.get_partial_messageable(
            session.stored.channel_id, guild_id=session.stored.guild_id
        )
        await channel.get_partial_message(message_id).delete()
