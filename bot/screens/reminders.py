"""Reminding the players a table waits for, once per wait, after a while; and inviting them to a rematch.

A reminder is deleted when it is answered.
"""

import asyncio
import logging

import discord

from bot.logs import tell_failure
from bot.screens import words
from bot.screens.board import Board
from bot.screens.context import DisplayContext, has_left
from bot.screens.failures import NOT_SENT, code_of, new_nonce
from bot.screens.latest_only import LatestOnly
from bot.screens.parts import calling, notice
from bot.screens.presence import HERE_SECONDS
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from storage import StorageFailed

log = logging.getLogger(__name__)

REMINDER = "nudge"


class Reminder:
    """The reminder to one table's next players.

    One task per table follows one wait after the other, so that no reminder is lost between being sent and
    being deleted. One from before a restart is for the wait of that time, and isn't sent again; but if time
    is limited it is deleted, since the time starts again, perhaps with somebody else.
    """

    def __init__(self, context: DisplayContext, board: Board, showing_board: LatestOnly) -> None:
        self.message_id: int | None = None
        self._context = context
        self._board = board
        self._showing_board = showing_board
        self._wait: frozenset[tuple[int, int]] | None = None
        self._moved = asyncio.Event()
        self._following: asyncio.Task[None] | None = None

    def changed(self, session: Session) -> None:
        """A move was made: the players who owe one now have their own time."""
        wait = _wait_of(session)
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

    def has_rested(self, session: Session, *, is_current: bool) -> None:
        """Whoever had to be reminded was, before the table left memory: of this wait if it `is_current`."""
        self._wait = _wait_of(session) if is_current else frozenset()

    @property
    def is_waiting(self) -> bool:
        """Whether somebody may still have to be reminded, or a reminder deleted."""
        is_due = bool(self._wait) and self.message_id is None and self._context.remind_after > 0
        return self._moved.is_set() or (is_due and self._following is not None)

    async def invite(self, lobby: Lobby, user_ids: list[int]) -> None:
        """Invite people to a rematch; the invitation goes when play begins. Raises HTTPException."""
        names = ", ".join(f"<@{one}>" for one in user_ids)
        self._wait = frozenset()
        await self._put(lobby, f"{names}, want a rematch? Press Join above.", user_ids)

    async def close(self) -> None:
        """Remind nobody from now on."""
        if self._following:
            self._following.cancel()
            await self.ended()

    async def ended(self) -> None:
        """Wait until the last reminder is deleted, once the table waits for nobody."""
        if self._following:
            await asyncio.wait({self._following})

    async def _follow(self, session: Session) -> None:
        while self._moved.is_set():
            self._moved.clear()
            try:
                await self._delete(session)
                if self._wait and self._context.remind_after and await self._is_kept_waiting(session):
                    await self._remind(session)
            except (*NOT_SENT, StorageFailed) as failed:
                log.info("nobody could be reminded in session %s (%s)", session.id, code_of(failed))
            if self._wait:
                await self._moved.wait()

    async def _is_kept_waiting(self, session: Session) -> bool:
        """Whether nobody moves for as long as a player can take without being reminded.

        Somebody who is pressing buttons is here: their reminder waits until they have been gone for a while.
        """
        seconds = self._context.remind_after
        while seconds > 0:
            try:
                await asyncio.wait_for(self._moved.wait(), seconds)
            except TimeoutError:
                seconds = self._still_here(session)
            else:
                return False
        return True

    def _still_here(self, session: Session) -> float:
        """For how many more seconds somebody who has to move counts as here; 0 or less if nobody does."""
        people = [session.players[seat].user_id for seat in session.waits_for()]
        ago = min(
            (self._context.presence.seconds_ago(one) for one in people if one is not None),
            default=HERE_SECONDS,
        )
        return min(HERE_SECONDS, self._context.remind_after) - ago

    async def _remind(self, session: Session) -> None:
        """Seats of people who have left the server go to computers; the others are reminded."""
        await self._showing_board.shown()
        if self._moved.is_set():
            return
        waiting = [session.players[seat].user_id for seat in session.waits_for()]
        people = [one for one in dict.fromkeys(waiting) if one is not None]
        guild_id = session.stored.guild_id
        left = [one for one in people if await has_left(self._context.client, guild_id, one)]
        for user_id in left:
            await session.hand_to_computer(user_id)
            await self._send(session, f"<@{user_id}> left the server, so a computer plays for them now.")
        if people and not left:
            names = words.listed([f"<@{one}>" for one in people])
            link = f"[go to the board]({self._board.table_link.link})."
            if session.late() is None:
                text = f"{names}, it's your turn: {link}"
            else:
                text = f"{names}, another player's time is up and you can make the move: {link}"
            await self._put(session, text, people)

    async def _put(self, lobby_or_session: LobbyOrSession, text: str, called: list[int]) -> None:
        """A message that stays until it is answered."""
        sent = await self._send(lobby_or_session, text, *called)
        self.message_id = sent.id
        await self._context.archive.put_message(
            lobby_or_session.id, REMINDER, lobby_or_session.stored.channel_id, sent.id
        )

    async def _send(self, lobby_or_session: LobbyOrSession, text: str, *called: int) -> discord.Message:
        return await self._context.channel_of(lobby_or_session.stored).send(
            view=notice(text),
            allowed_mentions=calling(called),
            nonce=new_nonce(),
        )

    async def _delete(self, session: Session) -> None:
        if self.message_id is None:
            return
        message_id, self.message_id = self.message_id, None
        await self._context.archive.drop_message(session.id, REMINDER)
        await self._context.channel_of(session.stored).get_partial_message(message_id).delete()


def _wait_of(session: Session) -> frozenset[tuple[int, int]]:
    """For whom the table waits, and for an answer to which of their questions."""
    return frozenset((int(seat), session.table.prompt_version(seat)) for seat in session.waits_for())
