"""Tell a channel once, at a restart, that its game can't continue."""

import logging

import discord
from discord import ui

from bot.screens import ids
from bot.screens.failures import NOT_SENT, code_of, new_nonce
from bot.screens.parts import Layout, button, notice
from bot.tables.restore import Incompatible
from storage import Archive, StorageFailed, StoredMessage

log = logging.getLogger(__name__)

_QUIET = discord.AllowedMentions.none()


async def tell_of(incompatible: Incompatible, client: discord.Client, archive: Archive) -> None:
    """Say why in the channel, and replace the board and every hand with the same sentence."""
    stored = incompatible.stored
    channel = client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
    try:
        await channel.send(view=_last_words(incompatible), allowed_mentions=_QUIET, nonce=new_nonce())
        for one in await archive.messages(stored.id):
            await _replace(one, incompatible, client)
    except (*NOT_SENT, StorageFailed) as failed:
        log.warning("could not tell the channel that session %s has ended (%s)", stored.id, code_of(failed))


async def _replace(old: StoredMessage, incompatible: Incompatible, client: discord.Client) -> None:
    message = client.get_partial_messageable(old.channel_id).get_partial_message(old.message_id)
    try:
        if old.channel_id == incompatible.stored.channel_id:
            await message.delete()
        else:
            await message.edit(view=_last_words(incompatible), attachments=[], allowed_mentions=_QUIET)
    except NOT_SENT as failed:
        log.info("could not replace a message of session %s (%s)", incompatible.stored.id, code_of(failed))


def _last_words(incompatible: Incompatible) -> Layout:
    stored = incompatible.stored
    if stored.started_at is None:
        return notice(
            f"The {incompatible.title} lobby here is closed: {incompatible.why}. Use /play to open a new one."
        )
    return notice(
        f"The game of {incompatible.title} in <#{stored.channel_id}> has ended: {incompatible.why}. "
        "Nobody wins, and its record is kept. Use /play to start a new one.",
        ui.ActionRow(button("Record", ids.write("record", stored.id))),
    )
