"""Messages that only one person sees, and the newest of each kind.

Only the token of the interaction that made such a message, or changed it last, can edit or delete it, and the
token lives for 15 minutes. See docs/decisions/0011-the-newest-ephemeral.md.
"""

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

import discord

from bot.chat.failures import NOT_SENT, code_of, is_bad_emoji, reason_of, refuses_picture
from bot.chat.parts import Screen

log = logging.getLogger(__name__)

T = TypeVar("T")


NOTICE = "notice"
"""A sentence, mostly a refusal: expires once the person does anything else, anywhere."""

QUESTION = "question"
"""“Do you mean it?” or “Whom do you mean?”: expires once it is answered or the table is gone."""

OPTIONS = "options"
"""A host's menus for a lobby: expire once the game has begun or the lobby is closed."""

TOKEN_SECONDS = 900.0

LAST_SECONDS = 30.0
"""A message stops being kept up to date, and says so, this long before its token ends."""

PRIVATE_RESULT = "private result"
"""What only one player learned from a move, as in FourSide: expires at the next move at the table."""

ANSWERED = 100
"""How many answered questions are remembered; a second click comes at once."""

TRIES = 2
"""How often Discord gets a message with icons before it gets one without."""

ANYWHERE = 0
"""The channel of a message that belongs to no channel."""


async def as_taken(screen: Screen, send: Callable[[Screen], Awaitable[T]]) -> T:
    """What `send` returns for this screen, or for the same in words if Discord doesn't take its pictures.

    If it doesn't take its icons, it gets them once more, since it refuses good ones now and then, and then
    the screen without them. Raises what a request can raise.
    """
    try:
        return await _with_icons(screen, send)
    except discord.HTTPException as failed:
        if not (screen.files and refuses_picture(failed)):
            raise
        log.info("a message goes without its pictures, which Discord refused (%s)", reason_of(failed))
    return await send(screen.without_pictures())


async def _with_icons(screen: Screen, send: Callable[[Screen], Awaitable[T]]) -> T:
    for _ in range(TRIES):
        try:
            return await send(screen)
        except discord.HTTPException as failed:
            if not is_bad_emoji(failed):
                raise
    return await send(screen.without_icons())


@dataclass(frozen=True, slots=True)
class Editable:
    """A message, by the token of the interaction `cause`, which made it or changed it last.

    Nothing else can edit a message that only one person sees; Discord counts no such edit towards the bot's
    limit.
    """

    message_id: int
    cause: int
    _show: Callable[[Screen], Awaitable[object]]
    _delete: Callable[[], Awaitable[None]]
    at: float = field(default_factory=lambda: time.monotonic())  # noqa: PLW0108 - which a test may replace
    channel_id: int = 0

    @property
    def seconds_left(self) -> float:
        """How long it can be kept up to date."""
        return self.at + TOKEN_SECONDS - LAST_SECONDS - time.monotonic()

    @classmethod
    def response(cls, interaction: discord.Interaction, message_id: int) -> "Editable":
        """The message that this interaction has made as its first answer."""

        async def show(screen: Screen) -> None:
            await interaction.edit_original_response(**screen.to_edit())

        delete = interaction.delete_original_response
        return cls(message_id, interaction.id, show, delete, channel_id=interaction.channel_id or 0)

    @classmethod
    def followup(cls, interaction: discord.Interaction, sent: discord.WebhookMessage) -> "Editable":
        """The message that this interaction has made after its first answer."""

        async def show(screen: Screen) -> None:
            await sent.edit(**screen.to_edit())

        return cls(sent.id, interaction.id, show, sent.delete, channel_id=interaction.channel_id or 0)

    async def edit(self, screen: Screen) -> None:
        """Show this, in words if need be. Raises what a request can raise, as when the message is gone."""
        await as_taken(screen, self._show)

    async def show(self, screen: Screen) -> bool:
        """Show this. Returns whether that worked."""
        try:
            await self.edit(screen)
        except NOT_SENT:
            return False
        return True

    async def delete(self) -> None:
        """Delete it. One that can't be deleted, or that its reader dismissed, is left alone."""
        try:
            await self._delete()
        except NOT_SENT as failed:
            log.info("an ephemeral message could not be deleted and stays (%s)", code_of(failed))


class Ephemerals:
    """The newest ephemeral message of every person, channel and purpose, for as long as it can be deleted."""

    def __init__(self) -> None:
        self._newest: dict[tuple[int, int, str], Editable] = {}
        self.answered: deque[int] = deque(maxlen=ANSWERED)
        """The messages of the last questions that were answered: another press on one is a second click."""

    def put(self, user_id: int, channel_id: int, purpose: str, ephemeral: Editable) -> list[Editable]:
        """Remember the newest. Returns the ones it replaces, to be deleted.

        If this one answers an older press than the one that's there, it comes late, and is replaced itself.
        """
        self._forget_old()
        key = (user_id, ANYWHERE if purpose == NOTICE else channel_id, purpose)
        before = self._newest.pop(key, None)
        if before is not None and before.cause > ephemeral.cause:
            before, ephemeral = ephemeral, before
        self._newest[key] = ephemeral
        return [before] if before and before.message_id != ephemeral.message_id else []

    def notice_before(self, user_id: int, interaction_id: int) -> list[Editable]:
        """Forget the last notice to this person and return it, if it is older than this interaction."""
        last = self._newest.get((user_id, ANYWHERE, NOTICE))
        if last is None or last.cause >= interaction_id:
            return []
        return [self._newest.pop((user_id, ANYWHERE, NOTICE))]

    def question_on(self, message_id: int) -> list[Editable]:
        """Forget the question that this message asked, and return it if there is one."""
        here = (key for key, one in self._newest.items() if one.message_id == message_id)
        return self._pop(key for key in here if key[2] == QUESTION)

    def only(self, user_id: int, channel_id: int, purpose: str) -> list[Editable]:
        """Forget the message of this purpose that a person has in a channel. Returns it if there is one."""
        return self._pop(key for key in self._newest if key == (user_id, channel_id, purpose))

    def void_in(
        self, channel_id: int, purposes: Collection[str] = (QUESTION, OPTIONS, PRIVATE_RESULT)
    ) -> list[Editable]:
        """Forget all messages in a channel with one of these purposes, and return them."""
        return self._pop(key for key in self._newest if key[1] == channel_id and key[2] in purposes)

    def void_hints(self, session_id: int, still: Collection[str]) -> list[Editable]:
        """Forget the hints given at a table, except for these purposes, and return them."""
        given = [key for key in self._newest if key[2].startswith(hint_purpose(session_id))]
        return self._pop(key for key in given if key[2] not in still)

    def _pop(self, keys: Iterable[tuple[int, int, str]]) -> list[Editable]:
        return [self._newest.pop(key) for key in list(keys)]

    def _forget_old(self) -> None:
        oldest = time.monotonic() - TOKEN_SECONDS
        self._pop(key for key, one in self._newest.items() if one.at < oldest)


async def delete_all(void: Iterable[Editable]) -> None:
    """Delete what has expired, one after the other."""
    for one in void:
        await one.delete()


def hint_purpose(session_id: int, *question: object) -> str:
    """The purpose of a hint for one question: it expires with the question, or with the table."""
    return ":".join(["hint", str(session_id), *map(str, question)])
