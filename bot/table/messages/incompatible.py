"""What is said of a game that can't continue, since its rules or options have changed: once, in its place."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from discord import ui

from bot.chat import failures
from bot.chat.failures import NOT_SENT, reason_of
from bot.chat.parts import Screen, button, notice
from bot.chat.redrawn import AGAIN_SECONDS, LONGEST_SECONDS
from bot.chat.sending import MessageRef, once
from bot.chat.tasks import Backoff
from bot.table.messages.message import MessageContext
from bot.table.open_tables import Incompatible
from bot.table.screens import routes
from storage import StorageFailed

log = logging.getLogger(__name__)

MOST_TRIES = 100
"""How often the bot tries to say that a game can't continue: for two days."""


def tell_of(incompatible: Incompatible, context: MessageContext) -> None:
    """Say why in the channel and on every hand, and then delete the board.

    Each is tried again that Discord refuses for now. After that, nothing is owed any more.
    """
    tell, backoff = _Telling(incompatible, context).tell, Backoff(AGAIN_SECONDS, LONGEST_SECONDS)
    context.background.persist(tell, backoff, MOST_TRIES)


_Send: TypeAlias = Callable[[], Awaitable[object]]
"""One request that is owed."""


class _Telling:
    """What is still to be said of a game that can't continue."""

    def __init__(self, incompatible: Incompatible, context: MessageContext) -> None:
        self._incompatible = incompatible
        self._context = context
        self._owed: list[list[_Send]] | None = None

    async def tell(self) -> bool:
        """Whether everything is said, or never can be."""
        stored, archive = self._incompatible.stored, self._context.archive
        try:
            if self._owed is None:
                self._owed = await self._all() if stored.phase != "finished" else []
            while self._owed:
                if not await self._is_sent(self._owed[0]):
                    return False
                del self._owed[0]
            await archive.sessions.end_shown(stored.id)
        except StorageFailed as failed:
            log.info("session %s: its end will be told again later: %s", stored.id, failed)
            return False
        return True

    async def _all(self) -> list[list[_Send]]:
        """The words in the channel and on the hands, and then the end of the board. Raises StorageFailed."""
        stored, context, words = self._incompatible.stored, self._context, _last_words
        nonce = once("incompatible", stored.id)
        sends: list[_Send] = [partial(context.post, stored, words(self._incompatible), nonce)]
        deletes: list[_Send] = []
        for one in await context.archive.messages.of(stored.id):
            message = context.at(MessageRef(one.channel_id, one.message_id))
            if one.channel_id != stored.channel_id:
                sends.append(partial(message.edit, **words(self._incompatible).to_edit()))
            elif not stored.answers_only:
                deletes.append(message.delete)
        return [sends, deletes]

    async def _is_sent(self, owed: list[_Send]) -> bool:
        """Whether Discord has taken all of these, or refused them for good; those are owed no more."""
        for send in [*owed]:
            try:
                await send()
            except NOT_SENT as failed:
                number = self._incompatible.stored.id
                log.info("session %s can't be told that it has ended (%s)", number, reason_of(failed))
                if not failures.is_refused_for_good(failed):
                    continue
            owed.remove(send)
        return not owed


def _last_words(incompatible: Incompatible) -> Screen:
    stored = incompatible.stored
    if stored.started_at is None:
        closed = f"The {incompatible.title} lobby here is closed: {incompatible.why}."
        return Screen(notice(f"{closed} Use /play to open a new one."))
    text = (
        f"The game of {incompatible.title} in <#{stored.channel_id}> has ended: {incompatible.why}. "
        "Nobody wins, and its record is kept. Use /play to start a new one."
    )
    return Screen(notice(text, ui.ActionRow(button("Record", routes.Record(stored.id)))))
