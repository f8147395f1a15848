"""The reminders of one table: each person gets one for each wait, in the way they chose.

`reminder_words` has the texts, `reminding` says when, and `calls` and `telling` send them. A reminder is
deleted once the player has moved.
"""

import logging
from collections.abc import Iterable

from bot.discord_time import DISCORD_TIME
from bot.screens import reminder_words
from bot.screens.board import Board
from bot.screens.calls import Calls
from bot.screens.context import DisplayContext, has_left
from bot.screens.failures import NOT_SENT, code_of, is_final
from bot.screens.latest_only import LatestOnly
from bot.screens.reminding import Plan, Reminding
from bot.screens.telling import once, tell_channel
from bot.tables.lobby import Lobby
from bot.tables.seat_time import shown
from bot.tables.session import Session
from bot.tables.waits import Wait, waits_of
from bot.weakly import weakly
from games.core import Seat
from storage import StorageFailed, StoredMessage, StoredWait

log = logging.getLogger(__name__)

RETRY_SECONDS = 60.0

LONG_PAUSE_SECONDS = 86_400.0
"""After a longer pause people are reminded again: they can't know that the game goes on."""


class Reminder:
    """Reminds the people one table waits for.

    One task does everything: `_settle` compares what is with what should be. So no message is lost between
    being sent and being deleted, and it doesn't matter how often or why it runs.
    """

    def __init__(
        self,
        context: DisplayContext,
        reminding: Reminding,
        board: Board,
        showing_board: LatestOnly,
        messages: Iterable[StoredMessage],
        waits: Iterable[StoredWait],
    ) -> None:
        """`messages` and `waits` are those from before a restart."""
        self._context = context
        self._reminding = reminding
        self._board = board
        self._showing_board = showing_board
        self._calls = Calls(context, board, messages)
        self._waits = {one.user_id: Wait.read(one) for one in waits}
        self._asked: dict[int, str] | None = None
        self._pauses: tuple[object, object] = None, None
        self._warnings: dict[int, tuple[str, int]] = {}
        self._session: Session | None = None
        self._is_closed = False
        self._settling = LatestOnly(context.background, "a reminder", weakly(self._settle))

    @property
    def told(self) -> frozenset[int]:
        """The people who have been told and haven't answered yet, by user id."""
        return frozenset(user_id for user_id, one in self._waits.items() if one.told_at is not None)

    @property
    def is_waiting(self) -> bool:
        """Whether a reminder is being sent or deleted right now."""
        return self._settling.is_showing

    def wake(self, session: Session, *, is_current: bool) -> None:
        """Every reminder was sent before the table left memory; nothing is new if it `is_current`."""
        if is_current:
            self._asked, self._pauses = waits_of(session), (session.stored.paused_at, (0.0, 0.0))

    def changed(self, session: Session) -> set[int]:
        """Something happened at the table: each person who owes a move now has their own time.

        Returns those whose turn has just begun, by user id.
        """
        asked = waits_of(session)
        begun = {one for one, question in asked.items() if (self._asked or {}).get(one) != question}
        pauses = session.stored.paused_at, session.journal.last_pause
        if (asked, pauses) != (self._asked, self._pauses):
            self._asked, self._pauses = asked, pauses
            self.look(session)
        for seat in session.waits_for():
            if session.clock.is_warned(seat):
                self.warn(session, seat, shown(session.clock.ends(seat)))
        return begun

    def look(self, session: Session) -> None:
        """Check whether there is something to do: time has passed, or somebody changed their settings."""
        if not self._is_closed:
            self._session = session
            self._settling.changed()

    def warn(self, session: Session, seat: Seat, ends: int) -> None:
        """The time of this seat's move runs out at `ends`, in seconds since the epoch: tell its player.

        They are told in the place they chose, never in their quiet hours, and once for each wait.
        """
        user_id = session.players[seat].user_id
        question = waits_of(session).get(user_id or 0)
        if user_id is None or question is None:
            return
        if self._warnings.get(user_id, ("", 0))[0] != question:
            self._warnings[user_id] = question, ends
            self.look(session)

    async def invite(self, lobby: Lobby, user_ids: list[int]) -> None:
        """Invite people to a rematch; the invitation goes when play begins. Raises HTTPException.

        The channel's message names them all, but notifies nobody who chose another place or has quiet hours.
        """
        called, directly = await self.whom_to_invite(lobby, user_ids)
        for user_id in directly:
            if not await self._calls.invite_directly(lobby, user_id, reminder_words.direct_rematch):
                called.append(user_id)
        await self._calls.invite(lobby, reminder_words.rematch(user_ids), called)

    async def whom_to_invite(self, lobby: Lobby, user_ids: Iterable[int]) -> tuple[list[int], list[int]]:
        """Which of these people to notify in the channel, and which by direct message; some both ways.

        Nobody is notified who doesn't want to be told, has quiet hours, or was invited by the same host a
        short while ago. Raises StorageFailed.
        """
        called, directly = list[int](), list[int]()
        for user_id in user_ids:
            settings, is_quiet = await self._reminding.likes(user_id)
            is_wanted = not is_quiet and settings.where != "nowhere"
            if not is_wanted or not await self._reminding.may_invite(lobby.host_id, user_id):
                continue
            is_direct = settings.where != "channel" and not settings.is_daily
            if is_direct:
                directly.append(user_id)
            if not is_direct or settings.where == "both":
                called.append(user_id)
        return called, directly

    async def invite_directly(self, lobby: Lobby, user_ids: Iterable[int]) -> None:
        """Invite these people by direct message; those who don't allow that, in the channel.

        A message that can't be sent is only logged: the lobby names the people too.
        """
        try:
            told = [
                one
                for one in user_ids
                if not await self._calls.invite_directly(lobby, one, reminder_words.direct_invitation)
            ]
            if told:
                await self._calls.invite(lobby, reminder_words.invitation(lobby, told), told)
        except (*NOT_SENT, StorageFailed) as failed:
            log.info("session %s: an invitation could not be sent (%s)", lobby.id, code_of(failed))

    async def close(self) -> None:
        """Send no more reminders. Those still to come are saved, and sent after the next start."""
        self._is_closed = True
        await self._settling.shown()
        for user_id, wait in self._waits.items():
            if self._session is not None and wait.told_at is None and wait.look_at is not None:
                try:
                    await self._write(self._session, user_id, wait, wait.look_at)
                except StorageFailed as failed:
                    log.info("session %s: a wait could not be saved: %s", self._session.id, failed)

    async def ended(self) -> None:
        """Wait until the last reminder is deleted, once the table waits for nobody."""
        await self._settling.shown()

    async def _settle(self, _press: object) -> None:
        session = self._session
        assert session is not None
        try:
            with self._context.budget.place(is_awaited=False):  # even if a press began it
                moment = await self._settled(session)
        except (*NOT_SENT, StorageFailed) as failed:
            log.info("session %s: reminders failed for now (%s)", session.id, code_of(failed))
            moment = DISCORD_TIME.now() + RETRY_SECONDS if self._waits else None
        if not self._is_closed:
            self._reminding.schedule.set(session.id, moment)

    async def _settled(self, session: Session) -> float | None:
        """Send and delete what is due, and return when to look again. Nobody is reminded during a pause."""
        asked = self._asked = waits_of(session)
        began, ended = session.journal.last_pause
        if ended - began > LONG_PAUSE_SECONDS:
            told = {one for one, wait in self._waits.items() if (wait.told_at or ended) < ended}
            await self._withdraw(session, {one: asked[one] for one in asked if one not in told})
        await self._withdraw(session, asked)
        if session.is_paused:
            return None
        # Limited time begins again after a start, perhaps for somebody else: an older version calls again.
        if await self._calls.begin(session, list(asked), adopts=bool(asked) and not session.clock.running):
            for user_id, question in asked.items():
                now = DISCORD_TIME.now()
                wait = self._waits.setdefault(user_id, Wait(question, now, told_at=now))
                await self._write(session, user_id, wait)
        for user_id, question in asked.items():
            self._waits.setdefault(user_id, Wait(question, DISCORD_TIME.now()))
        due, moments = dict[int, Plan](), list[float]()
        for user_id, wait in tuple(self._waits.items()):
            moment, plan = await self._next(session, user_id, wait)
            wait.look_at = moment
            if plan is not None:
                due[user_id] = plan
            elif moment is not None:
                moments.append(moment)
        if due:
            await self._tell(session, due)
        return min(moments, default=None)

    async def _withdraw(self, session: Session, asked: dict[int, str]) -> None:
        """Forget the waits that are over, and delete the reminders of them."""
        over = [user_id for user_id, one in self._waits.items() if asked.get(user_id) != one.question]
        written = [one for one in over if self._waits.pop(one).written is not None]
        if over:
            await self._calls.withdraw(session, over)
        for user_id in written:
            await self._context.archive.drop_wait(session.id, user_id)

    async def _next(self, session: Session, user_id: int, wait: Wait) -> tuple[float | None, Plan | None]:
        """When to look at this wait again, if ever; or, if its reminder is due now, how to send it."""
        now, is_warned = DISCORD_TIME.now(), self._is_to_be_warned(user_id, wait)
        if wait.told_at is not None and not is_warned:
            return None, None
        if (first := self._reminding.first_look(user_id, wait.since)) > now:
            return first, None
        plan = await self._reminding.plan(session, user_id, wait.since)
        tell_at = plan.tell_at
        if is_warned:
            tell_at = None if plan.settings.where == "nowhere" else plan.quiet_until or now
        check_at = None if wait.has_checked else plan.check_at
        moment = min((one for one in (tell_at, check_at) if one is not None), default=None)
        if moment is not None:
            moment = max(moment, self._reminding.here_until(user_id, plan))
        if moment is None or moment > now:
            return await self._later(session, user_id, wait, moment), None
        if await self._has_left(session, user_id, wait):
            return None, None
        if tell_at is None or tell_at > now:
            return await self._later(session, user_id, wait, tell_at), None
        return None, plan

    async def _later(self, session: Session, user_id: int, wait: Wait, moment: float | None) -> float | None:
        """When to look next. A wait that lasts is saved, so that a restart keeps counting."""
        lasts_at = wait.since + self._reminding.lasting_seconds
        if moment is None:
            if wait.written is not None and wait.written.look_at is not None:
                await self._write(session, user_id, wait)
            return None
        if DISCORD_TIME.now() < lasts_at:
            return min(moment, lasts_at)
        await self._write(session, user_id, wait, moment)
        return moment

    async def _has_left(self, session: Session, user_id: int, wait: Wait) -> bool:
        """Whether this person isn't in the server any more: then a computer plays for them."""
        if wait.has_checked or not await has_left(self._context.client, session.stored.guild_id, user_id):
            wait.has_checked = True
            return False
        await session.free(user_id, by_others=True)
        self._showing_board.changed()
        nonce = once("left", session.id, user_id, wait.question)
        await tell_channel(self._context, session, reminder_words.left(user_id), (), nonce)
        self.changed(session)
        return True

    async def _tell(self, session: Session, due: dict[int, Plan]) -> None:
        """Remind these people if they're still waited for; one message calls all who chose the channel."""
        await self._showing_board.shown()
        called: dict[tuple[int | None, bool], list[int]] = {}
        for user_id, plan in due.items():
            wait = self._waits[user_id]
            if self._is_closed or (self._asked or {}).get(user_id) != wait.question:
                continue
            ends = self._warnings[user_id][1] if self._is_to_be_warned(user_id, wait) else None
            if await self._remind_directly(session, user_id, plan, ends):
                await self._note_reminded(session, [user_id], ends)
            else:
                said = ends, reminder_words.is_asked_to_move(session, user_id)
                called.setdefault(said, []).append(user_id)
        for (ends, _), user_ids in called.items():
            questions = {user_id: self._waits[user_id].question for user_id in user_ids}
            try:
                await self._calls.in_channel(session, questions, ends)
            except NOT_SENT as failed:
                if not is_final(failed):
                    raise  # we try again: Discord shows it once, even if it has arrived
                log.info("nobody could be reminded in session %s (%s)", session.id, code_of(failed))
            await self._note_reminded(session, user_ids, ends)

    async def _note_reminded(self, session: Session, user_ids: list[int], ends: int | None) -> None:
        """These people were reminded, or can't be: don't try again."""
        for user_id in user_ids:
            wait, now = self._waits[user_id], DISCORD_TIME.now()
            wait.told_at, wait.warned_at = now, wait.warned_at if ends is None else now
            await self._write(session, user_id, wait)

    async def _remind_directly(self, session: Session, user_id: int, plan: Plan, ends: int | None) -> bool:
        """Send what this person wants by direct message. Returns whether that's all they want."""
        settings = plan.settings
        if session.is_direct:
            return False  # the table's channel is where they write with the bot
        if settings.is_daily and ends is None:
            assert plan.tell_at is not None
            return await self._reminding.digests.tell(user_id, plan.since, plan.tell_at)
        if settings.where == "channel" and not settings.is_daily:
            return False
        is_told = await self._calls.directly(session, user_id, self._waits[user_id].question, ends)
        return is_told and settings.where != "both"

    def _is_to_be_warned(self, user_id: int, wait: Wait) -> bool:
        question, _ = self._warnings.get(user_id, ("", 0))
        return question == wait.question and wait.warned_at is None

    async def _write(self, session: Session, user_id: int, wait: Wait, look_at: float | None = None) -> None:
        """Save this wait if it has changed."""
        stored = wait.stored(session.id, user_id, look_at)
        if stored != wait.written:
            await self._context.archive.put_wait(stored)
            wait.written = stored
