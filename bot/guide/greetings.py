"""What the bot answers to those who write to it."""

import logging
import time

import discord
from cachetools import FIFOCache

from bot.chat.failures import NOT_SENT, code_of, new_nonce
from bot.chat.parts import notice

log = logging.getLogger(__name__)

QUIET_SECONDS = 30.0
"""Nobody is answered twice within this time."""

_MOST = 10_000
_QUIET = discord.AllowedMentions.none()

HELLO = (
    "Hi, I'm Parlour! I bring back five lost tabletop games.\n"
    "Type **/play** here to play against the computer, or in a server's channel to play with others. "
    "New to a game? **/learn** teaches it in five minutes. "
    "**/rules** has all the rules, and **/help** everything else."
)


class Greetings:
    """Answers people who write to the bot, each at most once in a while."""

    def __init__(self) -> None:
        self._answered = FIFOCache[int, float](_MOST)

    async def answer(self, message: discord.Message, own: discord.abc.Snowflake | None) -> None:
        """Say hello if this message speaks to the bot; if that can't be sent, log it."""
        if message.author.bot or own is None or not self._speaks_to(message, own.id):
            return
        if not self._is_due(message.author.id):
            return
        try:
            await message.channel.send(view=notice(HELLO), allowed_mentions=_QUIET, nonce=new_nonce())
        except NOT_SENT as failed:
            log.info("a greeting could not be sent (%s)", code_of(failed))

    def _speaks_to(self, message: discord.Message, own_id: int) -> bool:
        if message.guild is None:
            return message.type is discord.MessageType.default
        return any(user.id == own_id for user in message.mentions)

    def _is_due(self, user_id: int) -> bool:
        before, now = self._answered.get(user_id), time.monotonic()
        if before is not None and now - before < QUIET_SECONDS:
            return False
        self._answered[user_id] = now
        return True
