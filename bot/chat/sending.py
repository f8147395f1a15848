"""Sending a message once, in its channel or directly, and what Discord says to that."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Collection
from typing import NamedTuple

import discord
from cachetools import FIFOCache

from bot.chat import failures
from bot.chat.ephemerals import as_taken
from bot.chat.failures import NOT_SENT, code_of, new_nonce, reason_of
from bot.chat.parts import Screen

log = logging.getLogger(__name__)


class MessageRef(NamedTuple):
    """A message: its channel's id and its own."""

    channel_id: int
    message_id: int


class Closed(Exception):
    """This person doesn't let the bot write to them, or Discord lets it write to nobody for a while."""

    def __init__(self, *, is_news: bool, is_lasting: bool = True) -> None:
        """`is_news` is whether that turned out just now, to somebody who reads the server's channels.

        Unless it `is_lasting`, it's not about this person, and the same can be sent later.
        """
        super().__init__()
        self.is_news = is_news
        self.is_lasting = is_lasting


DIRECT_PAUSE_SECONDS = 900.0
"""How long nobody is written to directly after Discord has said that the bot does that too much."""


class DirectPause:
    """A pause of all direct messages, after Discord has refused one because of the bot."""

    def __init__(self) -> None:
        self._began = float("-inf")
        self._met: set[int] = set()
        self._has_warned = False

    def begin(self, failed: Exception) -> None:
        """Discord has refused one like this. The host is warned once if it holds the bot to be a spammer."""
        self._began = time.monotonic()
        log.info("no direct messages for a while: Discord refuses them (%s)", reason_of(failed))
        if code_of(failed) == failures.BOT_FLAGGED and not self._has_warned:
            self._has_warned = True
            log.warning(
                "Discord has flagged the bot for too many direct messages (code %d), so players are told in "
                "their channels what they can be told there; ask Discord's support about it",
                failures.BOT_FLAGGED,
            )

    def must_be_over(self, user_id: int) -> None:
        """Raises Closed during a pause, which is news for this person the first time."""
        if time.monotonic() - self._began < DIRECT_PAUSE_SECONDS:
            is_news = user_id not in self._met
            self._met.add(user_id)
            raise Closed(is_news=is_news, is_lasting=False)


MEMBER_SECONDS = 3.0
"""How long Discord has to say whether somebody is in a server: discord.py would try for half a minute."""


async def has_left(client: discord.Client, guild_id: int | None, user_id: int) -> bool:
    """Whether this person isn't in the server; False if Discord doesn't say so in time."""
    guild = client.get_guild(guild_id or 0)
    if guild is None:
        return False
    try:
        async with asyncio.timeout(MEMBER_SECONDS):
            await guild.fetch_member(user_id)
    except NOT_SENT as failed:
        return code_of(failed) in (failures.UNKNOWN_MEMBER, failures.UNKNOWN_USER)
    return False


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """This person in the server; None if they aren't there, or if Discord doesn't say so in time."""
    try:
        async with asyncio.timeout(MEMBER_SECONDS):
            return await guild.fetch_member(user_id)
    except NOT_SENT as failed:
        log.info("somebody can't be found in server %d (%s)", guild.id, code_of(failed))
        return None


def once(*what: object) -> str:
    """A nonce that is the same for the same message.

    If the bot is killed between sending and remembering, and sends it again, Discord shows it once.
    """
    return hashlib.blake2b(":".join(map(str, what)).encode(), digest_size=12).hexdigest()


MOST = 1000
"""How many new messages are remembered whose answers got lost."""


class Deliveries:
    """New messages of which nobody knows yet whether they have arrived.

    Discord tells of each that has, besides answering the request, whose answer may be lost. It knows a nonce
    for a few minutes only, and another try may come later.
    """

    def __init__(self) -> None:
        self._unanswered = FIFOCache[str, int | None](MOST)
        """The ids of those that have arrived, by their nonces; None for the others."""

    def arrived(self, nonce: str, message_id: int) -> None:
        """Discord tells of this message of ours."""
        if nonce in self._unanswered:
            self._unanswered[nonce] = message_id

    async def send_once(
        self, channel: discord.abc.Messageable, screen: Screen, nonce: str, called: Collection[int] = ()
    ) -> int:
        """Send a screen once, however often it's tried with this nonce. Returns the message's id.

        If Discord refuses its pictures, it's sent in words.

        If the message with this nonce was deleted, Discord sends nothing, and says that it's unknown: then
        this is sent as another one. The people `called` are notified if it mentions them. Raises what a
        request can raise.
        """

        async def send(nonce: str) -> int:
            sent = await as_taken(screen, lambda one: channel.send(**one.to_send(called), nonce=nonce))
            return sent.id

        if (there := self._unanswered.pop(nonce, None)) is not None:
            return there
        self._unanswered[nonce] = None
        try:
            message_id = await send(nonce)
        except discord.NotFound as failed:
            if code_of(failed) != failures.UNKNOWN_MESSAGE:
                raise
            message_id = await send(new_nonce())
        self._unanswered.pop(nonce, None)
        return message_id


async def take_away(channel: discord.abc.Messageable, screen: Screen, nonce: str) -> None:
    """Delete what was sent there with this nonce, though Discord's answer was lost: which message is it?

    Discord answers with that one if the same is sent again some minutes later at most. If there is none, this
    notifies nobody and is gone at once. Raises what a request can raise if it may work later.
    """
    try:
        await (await channel.send(**screen.to_send(), nonce=nonce, silent=True)).delete()
    except discord.HTTPException as failed:
        if not failures.is_refused_for_good(failed):
            raise
