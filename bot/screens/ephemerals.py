"""What was told to somebody alone, and goes when it is void: Discord calls such messages ephemeral.

Only the token of the interaction that made such a message, or changed it last, can delete it, and it lives
for 15 minutes. See docs/decisions/0011-the-newest-ephemeral.md.
"""

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field

from bot.screens.failures import NOT_SENT, code_of

log = logging.getLogger(__name__)

WORD = "word"
"""A sentence, mostly a refusal: it is void once the person does anything else, wherever that is."""

QUESTION = "question"
"""Whether, or whom, somebody means; void once it is answered, and when there is no such table any more."""

OPTIONS = "options"
"""A host's menus for a lobby; void when that is one no more."""

TOKEN_SECONDS = 900.0

TOLD = "told"
"""What a move told one player alone, such as a hint; void once the table has heard of another move."""

ANSWERED = 100
"""How many are remembered; a second click comes at once."""

ANYWHERE = 0
"""The place of what is not about a channel."""


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """A message that one person sees, made or last changed by interaction `cause`, and how to delete it."""

    message_id: int
    cause: int
    delete: Callable[[], Awaitable[None]]
    at: float = field(default_factory=time.monotonic)


class Ephemerals:
    """The newest aside of every person, channel and purpose, as long as it can be deleted."""

    def __init__(self) -> None:
        self._newest: dict[tuple[int, int, str], Ephemeral] = {}
        self.answered: deque[int] = deque(maxlen=ANSWERED)
        """The messages of the last questions that were answered: another press of one is its second click."""

    def put(self, user_id: int, channel_id: int, purpose: str, ephemeral: Ephemeral) -> list[Ephemeral]:
        """Remember the newest; those whose place it takes, which are to be taken away."""
        self._forget_old()
        key = (user_id, ANYWHERE if purpose == WORD else channel_id, purpose)
        before = self._newest.pop(key, None)
        self._newest[key] = ephemeral
        return [before] if before and before.message_id != ephemeral.message_id else []

    def word_before(self, user_id: int, interaction_id: int) -> list[Ephemeral]:
        """The last word to this person, if it is older than this interaction of his; it is not remembered."""
        word = self._newest.get((user_id, ANYWHERE, WORD))
        if word is None or word.cause >= interaction_id:
            return []
        return [self._newest.pop((user_id, ANYWHERE, WORD))]

    def question_on(self, message_id: int) -> list[Ephemeral]:
        """The question that was put by this message, if it is one; it is not remembered any more."""
        here = (key for key, one in self._newest.items() if one.message_id == message_id)
        return self._pop(key for key in here if key[2] == QUESTION)

    def void_in(
        self, channel_id: int, purposes: Collection[str] = (QUESTION, OPTIONS, TOLD)
    ) -> list[Ephemeral]:
        """All of a channel that are for one of these purposes; they are not remembered any more."""
        return self._pop(key for key in self._newest if key[1] == channel_id and key[2] in purposes)

    def _pop(self, keys: Iterable[tuple[int, int, str]]) -> list[Ephemeral]:
        return [self._newest.pop(key) for key in list(keys)]

    def _forget_old(self) -> None:
        oldest = time.monotonic() - TOKEN_SECONDS
        self._pop(key for key, one in self._newest.items() if one.at < oldest)


async def take_away(gone: Iterable[Ephemeral]) -> None:
    """Delete what is void. What cannot be deleted any more, or was dismissed by its reader, is let be."""
    for one in gone:
        try:
            await one.delete()
        except NOT_SENT as failed:
            log.info("an aside stays where it is (%s)", code_of(failed))
