"""Reminders: each person gets one for each wait, in the way they chose; and the daily list.

`waits` says who is to be told what, how and when, and `words` in which words. Here is what sends the
difference between that and what stands: a reminder is deleted once the player has moved. Moments are seconds
since the epoch by Discord's clock.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.chat.discord_time import DISCORD_TIME, Schedule
from bot.chat.failures import (
    NOT_SENT,
    is_refused_for_good,
    reason_of,
)
from bot.chat.parts import Screen, notice
from bot.chat.redrawn import Redrawn
from bot.chat.sending import MessageRef, has_left, once
from bot.chat.tasks import Backoff
from bot.people.notifying import notifiable
from bot.people.settings import settings_of
from bot.table.lobby import Lobby
from bot.table.messages.board import Board
from bot.table.messages.message import MessageContext
from bot.table.reminders import waits
from bot.table.reminders.calls import ReminderMessages
from bot.table.reminders.waits import Asked, Call, Delays, Listener, Next, Wait
from bot.table.reminders.words import (
    CHANGE_IT,
    ChannelWords,
    DirectWords,
    direct_invitation,
    direct_rematch,
    invitation,
    is_asked_to_move,
    left,
    rematch,
)
from bot.table.screens.lists import OwnTable, waiting_tables
from storage import StorageFailed, StoredWait

log = logging.getLogger(__name__)


class AllReminders:
    """What the reminders of all tables share: when each table has to be looked at, and the daily lists."""

    def __init__(
        self,
        context: MessageContext,
        look: Callable[[int], None],
        tables_of: Callable[[int], Awaitable[list[OwnTable]]],
    ) -> None:
        """`look` has a table check its reminders, by its number. `tables_of` finds the tables of a person."""
        self._context = context
        self._tables_of = tables_of
        self._listing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By user id, held while that person is sent a list: several tables may be due at the same moment."""
        self.schedule = Schedule(look)

    async def tell_list(self, user_id: int, since: float, due: float) -> bool:
        """Tell this person about a table that has waited since then; the list was due at `due`.

        Each list is sent once. False if they don't let the bot write to them. Raises what a request can
        raise, and StorageFailed.
        """
        reminders = self._context.archive.reminders
        listing = self._listing.setdefault(user_id, asyncio.Lock())
        async with listing:
            last = await reminders.last_digest(user_id)
            if last is not None and last / 1000 >= since:
                return True  # that list named this table too
            listed = waiting_tables(await self._tables_of(user_id), user_id)
            if not listed:
                return True
            nonce = once("digest", user_id, round(due))
            sent = await self._context.tell_directly(user_id, f"{listed}\n{CHANGE_IT}", nonce)
            if sent is not None:
                await reminders.set_last_digest(user_id, round(DISCORD_TIME.now() * 1000))
            return sent is not None


RETRY_SECONDS = 60.0
"""How long until another try to remind somebody; each further try waits twice as long."""

LONGEST_SECONDS = 3600.0
"""The longest pause before another try."""


MOST_TRIES = 48
"""How often an invitation is tried: for two days."""


def _is_final(failed: Exception, lobby: Lobby) -> bool:
    """Whether an invitation that has failed can never work."""
    log.info("session %s: an invitation could not be sent (%s)", lobby.id, reason_of(failed))
    return is_refused_for_good(failed)


class Reminder(Redrawn):
    """Reminds the people one table waits for.

    One task does everything: `show` sends and deletes the difference between what stands and what is wanted.
    So no message is lost between being sent and being deleted, and it doesn't matter how often or why it
    runs: when something happened at the table, when time has passed, when somebody changed their settings.
    """

    def __init__(
        self,
        board: Board,
        everyone: AllReminders,
        refs: Mapping[str, MessageRef],
        stored: Iterable[StoredWait],
    ) -> None:
        """`refs`, by purpose, and `stored` waits are those from before a restart."""
        super().__init__(board.context.background, "a reminder")
        self._context = board.context
        self._all = everyone
        self._board = board
        self._calls = ReminderMessages(board, refs)
        self._written = {one.user_id: one for one in stored}
        self._waits = {user_id: Wait.read(one) for user_id, one in self._written.items()}
        self._looks: dict[int, float] = {}
        self._told_at: dict[int, float] = {}
        """When each person was last reminded, of whatever they were asked then."""
        self._asked: dict[int, Asked] = {}
        self._pauses: tuple[object, object] = None, None
        self._retries = Backoff(RETRY_SECONDS, LONGEST_SECONDS)

    @property
    def told(self) -> frozenset[int]:
        """The people who have been told and haven't answered yet, by user id."""
        return frozenset(user_id for user_id, one in self._waits.items() if one.told_at is not None)

    def mark_shown(self) -> None:
        """Every reminder was sent before the table left memory, and nothing is new since."""
        self._asked, self._pauses = (
            waits.asked_of(self._board.session),
            (self._board.session.stored.paused_at, (0.0, 0.0)),
        )

    def note_asked(self) -> set[int]:
        """Something happened at the table: each person who owes a move now has their own time.

        Returns those whose turn has just begun, by user id.
        """
        session = self._board.session
        asked, pauses = waits.asked_of(session), (session.stored.paused_at, session.last_pause)
        begun = {one for one in asked if not self._is_asked(one, asked[one].question)}
        if (asked, pauses) != (self._asked, self._pauses):
            self._asked, self._pauses = asked, pauses
            self.changed()
        return begun

    async def invite_again(self, lobby: Lobby, user_ids: list[int]) -> None:
        """Invite people to a rematch; the invitation goes when play begins. Raises StorageFailed.

        The channel's message names them all, but notifies nobody who chose another place or has quiet hours.
        """
        called, directly = await self.whom_to_invite(lobby, user_ids)
        self._invite(lobby, directly, direct_rematch, lambda closed: (rematch(user_ids), called + closed))

    async def whom_to_invite(self, lobby: Lobby, user_ids: Iterable[int]) -> tuple[list[int], list[int]]:
        """Which of these people to notify in the channel, and which by direct message; some both ways.

        Nobody is notified who doesn't want to be told, has quiet hours, or isn't `notifiable` by the host;
        about a group message nobody is written to. Raises StorageFailed.
        """
        archive, called, directly = self._context.archive, list[int](), list[int]()
        in_server = lobby.stored.guild_id is not None  # who reads a group message, nobody knows
        for user_id in user_ids:
            settings, now = await settings_of(archive, user_id), DISCORD_TIME.now()
            wish, quiet = settings.reminders, settings.quiet_hours
            if wish.where == "nowhere" or (quiet is not None and quiet.until(now) is not None):
                continue
            if not await notifiable(archive, lobby.host_id, [user_id]):
                continue
            is_direct = wish.where != "channel" and not wish.is_daily and in_server
            if is_direct:
                directly.append(user_id)
            if not is_direct or wish.where == "both":
                called.append(user_id)
        return called, directly

    def invite_directly(self, lobby: Lobby, user_ids: Iterable[int]) -> None:
        """Invite these people by direct message; those who don't allow that, in the channel."""
        self._invite(
            lobby,
            user_ids,
            direct_invitation,
            lambda closed: (invitation(lobby, closed), closed) if closed else None,
        )

    def _invite(self, lobby: Lobby, user_ids: Iterable[int], words: DirectWords, last: ChannelWords) -> None:
        """Tell these people directly, then the channel if there is something. What fails is tried again.

        That goes on while people can still join.
        """
        owed, closed = set(user_ids), list[int]()
        backoff = Backoff(RETRY_SECONDS, LONGEST_SECONDS)
        invite = partial(self._have_invited, lobby, owed, closed, words, last)
        self._context.background.persist(invite, backoff, MOST_TRIES)

    async def _have_invited(
        self, lobby: Lobby, owed: set[int], closed: list[int], words: DirectWords, last: ChannelWords
    ) -> bool:
        """Whether everybody is told now, or never can be; `owed` are those who aren't yet."""
        if self._board.playing is not None or not lobby.is_open:
            return True
        for user_id in sorted(owed):
            try:
                closed += await self._calls.invite_directly(lobby, [user_id], words)
            except (*NOT_SENT, StorageFailed) as failed:
                if not _is_final(failed, lobby):
                    continue
            owed.remove(user_id)
        told = None if owed else last(closed)
        if told is not None:
            try:
                await self._calls.invite(lobby, *told)
            except (*NOT_SENT, StorageFailed) as failed:
                return _is_final(failed, lobby)
        return not owed

    async def finish(self) -> None:
        """Send no more reminders. Those still to come are saved, and sent after the next start."""
        self.end()
        await self.shown()
        for user_id, look_at in self._looks.items():
            if self._waits[user_id].told_at is None:
                try:
                    await self._write(user_id, look_at)
                except StorageFailed as failed:
                    log.info("session %s: a wait could not be saved: %s", self._board.session.id, failed)

    async def show(self, press: object) -> None:
        """Send and delete what is due, and schedule the next look. What fails is tried again later."""
        session = self._board.session
        await self._board.shown()  # people see what happened before they are told of it
        try:
            with self._context.budget.ticket(is_awaited=False):  # even if a press began it
                moment = await self._settled()
            self._retries.worked()
        except (*NOT_SENT, StorageFailed) as failed:
            log.info("session %s: reminders failed for now (%s)", session.id, reason_of(failed))
            moment = DISCORD_TIME.now() + self._retries.pause() if self._waits else None
        if not self._has_ended:
            self._all.schedule.set(session.id, moment)

    async def _tidy(self) -> None:
        """Delete the reminders that are over and couldn't be deleted yet. Raises as `Redrawn` says."""
        await self._calls.tidy()

    async def _settled(self) -> float | None:
        """Send and delete what is due, and return when to look again. Nobody is reminded during a pause."""
        asked = await self._withdraw()
        if self._board.session.is_paused:
            return None
        await self._begin(asked)
        found = await self._wanted(asked)
        while checked := [user_id for user_id, one in found.items() if one.checks]:
            for user_id in checked:
                await self._check(user_id)
            asked = await self._withdraw()
            found = await self._wanted(asked)
        self._looks = {user_id: one.look_at for user_id, one in found.items() if one.look_at is not None}
        for user_id, one in found.items():
            if one.lasts and (one.look_at is not None or user_id in self._written):
                await self._write(user_id, one.look_at)
        if due := {user_id: one.call for user_id, one in found.items() if one.call is not None}:
            await self._tell(due)
        return min(self._looks.values(), default=None)

    async def _wanted(self, asked: Mapping[int, Asked]) -> dict[int, Next]:
        """What is to be done now about each wait. People who are asked something new wait from now on."""
        context, session, people = self._context, self._board.session, dict[int, Listener]()
        if session.is_try:
            return {}  # nobody waits at this table
        server = await context.tables.servers.of(session.stored.guild_id)
        now, host, minute = DISCORD_TIME.now(), context.remind_after, context.minute
        delays = Delays(host, server.remind_after(host or None, minute), minute)
        for user_id, one in asked.items():
            wait = self._waits.setdefault(user_id, Wait(one.question, now))
            first = partial(waits.first_look, one, wait, delays=delays)
            people[user_id] = await self._listener(user_id, first, now)
        return waits.wanted(asked, self._waits, people, delays, now, is_direct=session.is_direct)

    async def _listener(self, user_id: int, first: Callable[[float], float | None], now: float) -> Listener:
        """What is known of this person. Raises StorageFailed.

        What they chose isn't read before the `first` look, by when they were last seen.
        """
        archive, seen_at = self._context.archive, now - self._context.presence.seconds_ago(user_id)
        look_at = first(seen_at)
        if look_at is None or look_at > now:
            return Listener(seen_at)
        settings = await settings_of(archive, user_id)
        reminders = settings.reminders
        if self._board.session.answers_only and reminders.where in ("channel", "both"):
            reminders = reminders.having(where="direct")
        told_at = self._told_at.get(user_id, -math.inf)
        known = Listener(seen_at, reminders, settings.quiet_hours, told_at=told_at)
        if not known.settings.is_daily:
            return known
        session = self._board.session
        seats = [seat for seat in session.waits_for() if session.players[seat].user_id == user_id]
        asked, last = (
            await session.asked_at(seats),
            await archive.reminders.last_digest(user_id),
        )
        return replace(known, asked_at=asked or None, listed_at=None if last is None else last / 1000)

    async def _withdraw(self) -> dict[int, Asked]:
        """Forget the waits that are over, and delete the reminders of them. Returns what is asked now."""
        session = self._board.session
        asked = self._asked = waits.asked_of(session)
        kept = waits.standing(self._waits, asked, session.last_pause)
        if over := [one for one in self._waits if one not in kept]:
            await self._calls.withdraw(over)
        self._waits = kept
        self._looks = {user_id: look_at for user_id, look_at in self._looks.items() if user_id in kept}
        for user_id in [one for one in self._written if one not in kept]:
            await self._context.archive.reminders.drop_wait(session.id, user_id)
            del self._written[user_id]
        return asked

    async def _begin(self, asked: Mapping[int, Asked]) -> None:
        """The invitations go. People whom an older version has called aren't called again.

        Limited time begins again after a start, perhaps for somebody else: then they are.
        """
        if await self._calls.begin(asked, adopts=bool(asked) and not self._board.session.clock.running):
            for user_id, one in asked.items():
                now = DISCORD_TIME.now()
                self._waits.setdefault(user_id, Wait(one.question, now, told_at=now))
                await self._write(user_id)

    async def _check(self, user_id: int) -> None:
        """If Discord says twice that this person isn't in the server any more, a computer plays for them."""
        session, wait = self._board.session, self._waits[user_id]
        is_gone = await has_left(self._context.client, session.stored.guild_id, user_id)
        if is_gone and wait.missing_since is None:
            self._waits[user_id] = replace(wait, missing_since=DISCORD_TIME.now())
            return
        self._waits[user_id] = replace(wait, has_checked=True, missing_since=None)
        if is_gone:
            await session.free(user_id, by_others=True)
            self._board.changed()
            nonce = once("left", session.id, user_id, wait.question)
            await self._context.post(session.stored, Screen(notice(left(user_id))), nonce)

    async def _tell(self, due: dict[int, Call]) -> None:
        """Remind these people if they're still waited for; one message calls all who chose the channel."""
        await self._board.shown()
        session = self._board.session
        called: dict[tuple[int | None, bool], list[int]] = {}
        for user_id, call in due.items():
            if self._has_ended or not self._is_asked(user_id, self._waits[user_id].question):
                continue
            if await self._is_told_alone(user_id, call):
                await self._note_told([user_id], call.ends)
            else:
                said = call.ends, is_asked_to_move(session, user_id)
                called.setdefault(said, []).append(user_id)
        for (ends, _), user_ids in called.items():
            questions = {user_id: self._waits[user_id].question for user_id in user_ids}
            try:
                await self._calls.in_channel(questions, ends)
            except NOT_SENT as failed:
                if not is_refused_for_good(failed):
                    raise  # we try again: Discord shows it once, even if it has arrived
                log.info("nobody could be reminded in session %s (%s)", session.id, reason_of(failed))
            await self._note_told(user_ids, ends)

    async def _is_told_alone(self, user_id: int, call: Call) -> bool:
        """Send what this person wants by direct message. Returns whether that's all they want."""
        if call.is_list:
            return await self._all.tell_list(user_id, call.since, call.due)
        question = self._waits[user_id].question
        is_told = call.is_direct and await self._calls.directly(user_id, question, call.ends)
        return is_told and not call.is_in_channel

    async def _note_told(self, user_ids: list[int], ends: int | None) -> None:
        """These people were reminded, or can't be: don't try again."""
        for user_id in user_ids:
            wait, now = self._waits[user_id], DISCORD_TIME.now()
            warned_at = wait.warned_at if ends is None else now
            self._told_at[user_id] = now
            self._waits[user_id] = replace(wait, told_at=now, warned_at=warned_at)
            await self._write(user_id)

    def _is_asked(self, user_id: int, question: str) -> bool:
        return user_id in self._asked and self._asked[user_id].question == question

    async def _write(self, user_id: int, look_at: float | None = None) -> None:
        """Save this person's wait if it has changed."""
        stored = self._waits[user_id].stored(self._board.session.id, user_id, look_at)
        if stored != self._written.get(user_id):
            await self._context.archive.reminders.put_wait(stored)
            self._written[user_id] = stored
