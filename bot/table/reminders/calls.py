"""The messages that remind or invite people: sent, and deleted once nobody needs them."""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import discord

from bot.chat.failures import (
    NOT_SENT,
    UNKNOWN_CHANNEL,
    code_of,
    is_refused_for_good,
    may_have_arrived,
    reason_of,
)
from bot.chat.parts import Screen, notice
from bot.chat.sending import MessageRef, once, take_away
from bot.table.lobby import Lobby
from bot.table.messages.board import Board
from bot.table.messages.message import left_behind
from bot.table.reminders.words import (
    DirectWords,
    call_in_channel,
    direct_call,
)
from storage import StorageFailed

log = logging.getLogger(__name__)


NUDGE = "nudge"
"""An older version's reminder, of which a table had one for everybody."""

TURN, TIME = "turn", "time"
"""It's your turn; your time runs out."""

INVITATION = "invitation"

CALL = "call"
"""Any of these that is over, and still to be deleted."""


@dataclass(frozen=True, slots=True)
class _Sending:
    """A call that is sent to these people; to one of them directly, or in the channel."""

    user_ids: frozenset[int]
    text: str
    nonce: str
    direct_to: int | None = None


class ReminderMessages:
    """The ones still posted. They are saved among the table's messages, by purpose: `turn:<user id>`."""

    def __init__(self, board: Board, refs: Mapping[str, MessageRef]) -> None:
        """`refs` are all messages that the table had before a restart, by purpose."""
        self._context = board.context
        self._board = board
        self._standing = {
            purpose: ref
            for purpose, ref in refs.items()
            if purpose.split(":")[0] in (NUDGE, INVITATION, TURN, TIME)
        }
        if NUDGE in self._standing and board.playing is None:
            self._standing[INVITATION] = self._standing.pop(NUDGE)
        self._behind = {ref for purpose, ref in refs.items() if purpose == left_behind(CALL, ref)}
        """The messages that call people who have answered, and that Discord didn't let us change yet."""
        self._unanswered: dict[str, _Sending] = {}
        """The calls of which nobody knows whether they have arrived, by nonce."""
        self._stale: list[_Sending] = []
        """Those of them that nobody needs any more."""

    async def in_channel(self, questions: dict[int, str], ends: int | None) -> None:
        """Call these people in the channel; `ends` is when the time of their move runs out, if that is why.

        `questions` are theirs, by user id. Raises what a request can raise, and StorageFailed.
        """
        session, called, kind = self._board.session, list(questions), TURN if ends is None else TIME
        text = call_in_channel(session, called, ends, self._board.table_link.link)
        nonce = once(kind, session.id, *questions.items())
        with self._sending(_Sending(frozenset(called), text, nonce)):
            ref = await self._post(text, nonce, called)
        for user_id in called:
            await self._keep(f"{kind}:{user_id}", ref)

    async def directly(self, user_id: int, question: str, ends: int | None) -> bool:
        """Call this person by direct message. False if they don't let the bot write to them.

        Raises what a request can raise, and StorageFailed.
        """
        session, kind = self._board.session, TURN if ends is None else TIME
        text = direct_call(session, user_id, ends, self._board.table_link)
        nonce = once("direct", kind, session.id, user_id, question)
        with self._sending(_Sending(frozenset({user_id}), text, nonce, user_id)):
            return await self._tell(user_id, text, nonce, f"{kind}:{user_id}:direct")

    async def invite(self, lobby: Lobby, text: str, called: Collection[int]) -> None:
        """Ask people in the channel to play; those `called` are notified. Raises what a request can raise.

        Where the bot can only answer, the lobby does.
        """
        if lobby.answers_only:
            return
        await self._keep(INVITATION, await self._post(text, once(INVITATION, lobby.id), called))

    async def invite_directly(self, lobby: Lobby, user_ids: Iterable[int], words: DirectWords) -> list[int]:
        """Ask these people by direct message to play. Returns those who don't let the bot write to them."""
        text = words(lobby, self._board.table_link)
        return [
            one
            for one in user_ids
            if not await self._tell(one, text, once(INVITATION, lobby.id, one), f"{INVITATION}:{one}")
        ]

    async def begin(self, user_ids: Collection[int], *, adopts: bool) -> bool:
        """The game has begun: delete its invitations. Returns whether an older version called these people.

        Its message stays for them if `adopts`.
        """
        is_adopted = adopts and NUDGE in self._standing
        if is_adopted:
            for user_id in user_ids:
                await self._keep(f"{TURN}:{user_id}", self._standing[NUDGE])
            del self._standing[NUDGE]
            await self._context.archive.messages.drop(self._board.lobby_or_session.id, NUDGE)
        await self._remove([one for one in self._standing if one.split(":")[0] in (INVITATION, NUDGE)])
        return is_adopted

    async def withdraw(self, user_ids: Collection[int]) -> None:
        """These people have answered: delete their messages, or edit those that also call others.

        What Discord doesn't let us change now is left to `tidy`. Raises StorageFailed.
        """
        mine = [f"{kind}:{one}{end}" for one in user_ids for kind in (TURN, TIME) for end in ("", ":direct")]
        self._are_stale(user_ids)
        await self._remove([one for one in mine if one in self._standing])

    async def tidy(self) -> None:
        """Delete what is over and couldn't be deleted yet.

        Raises what a request can raise if it may work later.
        """
        failed = None
        for ref in [*self._behind]:
            if (why := await self._put_right(ref)) is None:
                self._behind.discard(ref)
                with suppress(StorageFailed):  # then the next start finds out that it's gone
                    number = self._board.lobby_or_session.id
                    await self._context.archive.messages.drop(number, left_behind(CALL, ref))
            failed = why or failed
        while self._stale:
            await self._take_away(self._stale[-1])
            self._stale.pop()
        if failed is not None:
            raise failed

    @contextmanager
    def _sending(self, call: _Sending) -> Iterator[None]:
        """While this is sent: if nobody knows then whether it has arrived, it's remembered."""
        try:
            yield
        except NOT_SENT as failed:
            if may_have_arrived(failed):
                self._unanswered[call.nonce] = call
            raise
        self._unanswered.pop(call.nonce, None)
        self._are_stale(call.user_ids)

    def _are_stale(self, user_ids: Collection[int]) -> None:
        """These people have answered, or were called in another way: nobody needs what may have arrived."""
        for nonce in [
            one.nonce for one in self._unanswered.values() if not one.user_ids.isdisjoint(user_ids)
        ]:
            self._stale.append(self._unanswered.pop(nonce))

    async def _take_away(self, call: _Sending) -> None:
        """Raises what a request can raise if it may work later."""
        client, stored = self._context.client, self._board.lobby_or_session.stored
        here = client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
        channel = here if call.direct_to is None else await client.create_dm(discord.Object(call.direct_to))
        await take_away(channel, Screen(notice(call.text)), call.nonce)

    async def _post(self, text: str, nonce: str, called: Collection[int]) -> MessageRef:
        stored = self._board.lobby_or_session.stored
        return await self._context.post(stored, Screen(notice(text)), nonce, called)

    async def _tell(self, user_id: int, text: str, nonce: str, purpose: str) -> bool:
        ref = await self._context.tell_directly(user_id, text, nonce)
        if ref is not None:
            await self._keep(purpose, ref)
        return ref is not None

    async def _keep(self, purpose: str, ref: MessageRef) -> None:
        self._standing[purpose] = ref
        await self._context.archive.messages.put(self._board.lobby_or_session.id, purpose, *ref)

    async def _remove(self, purposes: Collection[str]) -> None:
        """Raises StorageFailed."""
        number, messages = self._board.lobby_or_session.id, self._context.archive.messages
        for ref in dict.fromkeys([self._standing.pop(one) for one in purposes]):
            if await self._put_right(ref) is not None:
                self._behind.add(ref)
                await messages.put(number, left_behind(CALL, ref), *ref)
        for purpose in purposes:
            await messages.drop(number, purpose)

    async def _put_right(self, ref: MessageRef) -> Exception | None:
        """Let this message call only the people it still has to. Why that failed, if it may work later."""
        others = [int(purpose.split(":")[1]) for purpose, one in self._standing.items() if one == ref]
        try:
            await self._leave_to(ref, others)
        except NOT_SENT as failed:
            is_over = code_of(failed) == UNKNOWN_CHANNEL and self._board.has_lost_channel
            if not (is_over or is_refused_for_good(failed)):
                return failed
            number = self._board.lobby_or_session.id
            log.info("a call to session %s could not be deleted (%s)", number, reason_of(failed))
        return None

    async def _leave_to(self, ref: MessageRef, others: list[int]) -> None:
        """Let this message call only these people; delete it if there are none."""
        message, session = self._context.at(ref), self._board.playing
        if others and session is not None:
            text = call_in_channel(session, others, None, self._board.table_link.link)
            await message.edit(**Screen(notice(text)).to_edit())
        else:
            await message.delete()
