"""After a start: open games go on once storage can be read, and lobbies that waited too long are closed."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import discord

from bot.chat.failures import KEPT_OUT, NOT_SENT, UNKNOWN_MESSAGE, code_of
from bot.chat.sending import MessageRef
from bot.refusal import Refusal
from bot.table.journal import milliseconds
from bot.table.messages.incompatible import tell_of
from bot.table.messages.message import MessageContext
from bot.table.open_tables import Incompatible, OpenTables, can_continue
from bot.table.screens.lobby import stale_screen
from bot.table.table import EVERYTHING, Part
from bot.table.table_messages import AllMessages, TableMessages
from bot.telemetry.logs import tell_failure
from storage import OpenTable, StandingBoard, StorageFailed, StoredSeat

log = logging.getLogger(__name__)


FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0
"""Each pause before another try is twice as long as the one before, up to this."""

ASKED_SECONDS = 1.0
"""How long someone who presses something just after the start waits for the first try."""

AT_ONCE, BOARDS_A_SECOND, SLOW_SECONDS = 10, 30, 2.0
"""A start shows `AT_ONCE` tables at a time. Another follows when the oldest of them is shown, or is slow.

Discord takes 50 requests a second, and people who press something meanwhile shouldn't wait for all of them.
"""

OWED_SECONDS = 7 * 86_400.0
"""How long after a game's end a start still shows it to those who haven't seen it."""

DAMAGED_TRIES = 5
"""How often the bot finds damage before it gives up: this takes a quarter of a minute."""


@dataclass(slots=True)
class _Work:
    """The tables of a part, and which of them are resumed; None until that is known."""

    part: Part
    known: Callable[[], None] | None
    due: Sequence[int] | None = None
    done: set[int] = field(default_factory=set)


class Resuming:
    """Resumes every open table that isn't at rest; what can't be read is tried again, less and less often."""

    def __init__(self, context: MessageContext, messages: AllMessages) -> None:
        self.has_begun = asyncio.Event()
        """Set once the open tables could be read, though some of them may still be missing."""
        self._failure: StorageFailed | None = None
        self._has_tried = asyncio.Event()
        self._context = context
        self._tables = context.tables
        self._messages = messages
        self._showing: deque[TableMessages] = deque()

    async def failure(self) -> StorageFailed | None:
        """Why nothing can be read, so that nobody can be served; waits a little for the first try."""
        if not self._has_tried.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_tried.wait(), ASKED_SECONDS)
        return self._failure

    async def run(self, part: Part = EVERYTHING, known: Callable[[], None] | None = None) -> None:
        """Resume every table of this part that isn't at rest and can be read.

        `known` is called as soon as each can be found. Raises StorageFailed if none can ever be read.
        """
        work = _Work(part, known)
        tries, pause = 1, FIRST_PAUSE_SECONDS
        while not await self._is_all(work, tries):
            await asyncio.sleep(pause)
            tries, pause = tries + 1, min(2 * pause, LONGEST_PAUSE_SECONDS)
        self._showing.clear()

    async def _is_all(self, work: _Work, tries: int) -> bool:
        """Whether no other try is needed. Raises StorageFailed."""
        try:
            failures = await self._resume_all(work)
        except StorageFailed as failed:
            log.error("the open tables cannot be read: %s", failed)
            if failed.is_lasting and tries >= DAMAGED_TRIES:
                raise
            self._failure = failed
            return False
        finally:
            self._has_tried.set()
        self._failure = None
        self.has_begun.set()
        log.info("resumed %d open tables, %d are missing", len(work.done), len(failures))
        return all(one.is_lasting for one in failures)

    async def _resume_all(self, work: _Work) -> list[StorageFailed]:
        """Why some tables could not be resumed. Raises StorageFailed if none could."""
        if work.due is None:
            sessions, since = self._context.archive.sessions, milliseconds() - round(OWED_SECONDS * 1000)
            open_tables = await sessions.open_tables(*work.part)
            owing = await sessions.owing_ends(since, *work.part)
            self._tables.channels.know(open_tables)
            if work.known is not None:
                work.known()
            await self._messages.expect_reminders({one.id for one in open_tables})
            resting = {one.id for one in open_tables if self._can_rest(one)}
            loaded = self._tables.in_memory
            late = await self._tables.clocks.take_up(resting, loaded, *work.part)
            work.due = [*(one.id for one in open_tables if one.id not in resting), *late, *owing]
            log.info("%d tables are open, %d aren't at rest", len(open_tables), len(work.due))
        failures = []
        for session_id in (one for one in work.due if one not in work.done):
            try:
                await self._resume(session_id)
            except StorageFailed as failed:
                log.error("session %s cannot be read: %s", session_id, failed)
                failures.append(failed)
                continue
            except Exception:
                # One table that can't be resumed must not hold up the others.
                log.exception("session %s cannot be resumed", session_id)
            work.done.add(session_id)
        if failures and not work.done:
            raise next((one for one in failures if not one.is_lasting), failures[0])
        return failures

    def _can_read(self) -> None:
        """A table was read, so nobody has to wait for the others."""
        self._failure = None
        self._has_tried.set()

    def _can_rest(self, table: OpenTable) -> bool:
        """Whether a table is at rest and can continue. Whether it still has its channel isn't known yet."""
        return table.rests and can_continue(table)

    async def _resume(self, session_id: int) -> None:
        try:
            lobby_or_session = await self._tables.resume(session_id)
            self._can_read()  # the table may offer moves now, so the bot has to accept them
        except Incompatible as incompatible:
            self._can_read()
            tell_of(incompatible, self._context)
            return
        messages = await self._messages.of(lobby_or_session)
        await lobby_or_session.settle()
        messages.changed()
        self._showing.append(messages)
        if len(self._showing) > AT_ONCE:
            shown = asyncio.create_task(self._showing.popleft().sent())
            shown.add_done_callback(tell_failure)
            await asyncio.sleep(1 / BOARDS_A_SECOND)
            await asyncio.wait({shown}, timeout=SLOW_SECONDS)


class LostBoards:
    """Looks whether the boards are still there: they may have been deleted while nobody told us.

    Discord tells nothing of what happened between two sessions, nor to a bot that isn't running, nor of what
    happens in channels that the bot can't see.
    """

    def __init__(self, context: MessageContext, messages: AllMessages) -> None:
        self._context = context
        self._messages = messages
        self._looking: dict[tuple[Part, int | None], asyncio.Task[None]] = {}

    def look(self, part: Part = EVERYTHING, where: int | None = None) -> None:
        """Look for the boards of this part, one after the other; a look that is under way begins again.

        `where` is the server or the channel with its threads to which those belong.
        """
        if (before := self._looking.pop((part, where), None)) is not None:
            before.cancel()
        self._looking = {key: one for key, one in self._looking.items() if not one.done()}
        self._looking[part, where] = self._context.background.start(self._look(part, where))

    async def _look(self, part: Part, where: int | None) -> None:
        client, has = self._context.client, self._context.tables.share.has
        try:
            boards = await self._context.archive.messages.boards(*part)
        except StorageFailed as failed:
            log.info("nobody looked whether the boards are still there: %s", failed)
            return
        for board in boards:
            channel, guild_id = client.get_channel(board.channel_id), board.guild_id
            belongs_to = {None, guild_id, board.channel_id, getattr(channel, "parent_id", None)}
            is_there = guild_id is None or client.get_guild(guild_id) is not None
            if where in belongs_to and is_there and has(guild_id):
                await self._look_for(board)

    async def _look_for(self, board: StandingBoard) -> None:
        """Have this board posted again if it is gone, and shown again if we can't see whether it's there."""
        try:
            await self._context.at(MessageRef(board.channel_id, board.message_id)).fetch()
        except NOT_SENT as failed:
            if code_of(failed) == UNKNOWN_MESSAGE:
                self._messages.deleted(board.channel_id, {board.message_id})
            elif code_of(failed) in KEPT_OUT:
                await self._messages.show_again(board.channel_id)


STALE_SECONDS = 24 * 3600.0
"""A lobby closes this long after it was opened or last joined."""

IDLE_SECONDS = 1200.0
"""It stays open if somebody pressed something on it within this time: a host may be choosing options."""

_ROUND_SECONDS = 600.0


class StaleLobbies:
    """Looks for old lobbies now and then while the bot runs. Only storage knows how old they are."""

    def __init__(self, tables: OpenTables, messages: AllMessages) -> None:
        self._tables = tables
        self._messages = messages

    async def run(self) -> None:
        """Close stale lobbies every ten minutes."""
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            try:
                await self.close_all()
            except StorageFailed as failed:
                log.error("old lobbies stay open, since storage failed: %s", failed)

    async def close_all(self) -> int:
        """Close the lobbies that are stale now. Returns how many. Raises StorageFailed."""
        closed, before = 0, milliseconds() - round(STALE_SECONDS * 1000)
        for session_id in await self._tables.archive.sessions.lobbies_before(before):
            is_idle = self._tables.in_memory.is_unused_since(session_id, time.monotonic() - IDLE_SECONDS)
            seats = await self._tables.archive.sessions.seats(session_id)
            if is_idle and all(_joined_at(one) < before for one in seats):
                closed += await self._close(session_id)
        return closed

    async def _close(self, session_id: int) -> bool:
        """Returns whether it was still a lobby."""
        try:
            lobby = await self._tables.lobby(session_id)
            await self._messages.close_lobby(lobby, stale_screen(lobby))
        except Refusal:
            return False
        except NOT_SENT as failed:
            log.info("session %s was closed, but that could not be shown (%s)", session_id, code_of(failed))
        log.info("session %s is closed: nobody had joined its lobby for a day", session_id)
        return True


def _joined_at(seat: StoredSeat) -> float:
    """When this player pressed Join, in milliseconds since the epoch; 0 for a computer."""
    click = seat.click_id
    return discord.utils.snowflake_time(int(click)).timestamp() * 1000 if click.isdecimal() else 0
