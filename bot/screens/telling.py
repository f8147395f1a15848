"""Sending people a message that calls them, in a channel or by direct message, once."""

import hashlib
import logging
from collections.abc import Sequence

import discord

from bot.screens.context import DisplayContext
from bot.screens.failures import DMS_CLOSED, NO_SERVER_IN_COMMON
from bot.screens.parts import calling, notice
from bot.tables.loading import LobbyOrSession

log = logging.getLogger(__name__)

Place = tuple[int, int]
"""A message: its channel's id and its own."""


def once(*what: object) -> str:
    """A nonce that is the same for the same message.

    If the bot is killed between sending and remembering, and sends it again, Discord shows it once.
    """
    return hashlib.blake2b(":".join(map(str, what)).encode(), digest_size=12).hexdigest()


async def tell_channel(
    context: DisplayContext, table: LobbyOrSession, text: str, called: Sequence[int], nonce: str
) -> Place:
    """Post this in a table's channel and notify these people. Raises what a request can raise."""
    channel = context.channel_of(table.stored)
    sent = await channel.send(view=notice(text), allowed_mentions=calling(called), nonce=nonce)
    return table.stored.channel_id, sent.id


async def tell_directly(context: DisplayContext, user_id: int, text: str, nonce: str) -> Place | None:
    """Send this person a direct message; None if they don't allow that, which is remembered.

    Raises what a request can raise, and StorageFailed.
    """
    archive = context.archive
    if (await archive.person(user_id)).dms_closed:
        return None
    try:
        channel = await context.client.create_dm(discord.Object(user_id))
        sent = await channel.send(view=notice(text), allowed_mentions=calling([user_id]), nonce=nonce)
    except discord.Forbidden as failed:
        if failed.code not in (DMS_CLOSED, NO_SERVER_IN_COMMON):
            raise
        await archive.set_dms_closed(user_id, True)
        return None
    return channel.id, sent.id
