"""Which of several processes answers an interaction: the one whose acknowledgement Discord accepts."""

import logging
from contextvars import ContextVar

import discord

from bot.screens import failures
from bot.screens.ephemerals import Ephemeral
from bot.screens.failures import NOT_SENT, code_of
from bot.screens.parts import notice
from bot.tables.refusal import Refusal

log = logging.getLogger(__name__)

IS_CONTESTED: ContextVar[bool] = ContextVar("IS_CONTESTED", default=False)
"""Whether another process may answer the current interaction, too."""


async def is_ours(interaction: discord.Interaction) -> bool:
    """Whether this process answers an interaction. To find out, it acknowledges a contested one.

    If it isn't ours, leave it alone. The same goes if the acknowledgement arrived but its confirmation was
    lost: the person sees that nothing has changed, and presses again. Suggestions can't be acknowledged, and
    any process may answer them.
    """
    if not IS_CONTESTED.get() or interaction.type is discord.InteractionType.autocomplete:
        return True
    response = interaction.response
    try:
        if interaction.type is discord.InteractionType.application_command:
            await response.defer(ephemeral=True)
        else:
            await response.defer()
    except NOT_SENT as failed:
        log.info("an interaction is left to another process (%s)", code_of(failed))
        return False
    return True


async def tell_if_unclaimed(interaction: discord.Interaction, why: Refusal) -> Ephemeral | None:
    """Tell the person why nothing was done, unless another process has claimed this. Returns the message."""
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
            return None
        sent = await interaction.response.send_message(view=notice(str(why)), ephemeral=True)
    except NOT_SENT as failed:
        if code_of(failed) != failures.ALREADY_ANSWERED:
            log.info("an interaction that nobody took could not be answered (%s)", code_of(failed))
        return None
    return None if sent.message_id is None else Ephemeral.response(interaction, sent.message_id)
