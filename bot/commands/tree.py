"""All slash commands together: whether one may begin, and what is said of one that failed before it began."""

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.screens.answer import Answer
from bot.tables.refusal import OutOfReach

if TYPE_CHECKING:
    from bot.client import Parlour

log = logging.getLogger(__name__)


class Commands(app_commands.CommandTree["Parlour"]):
    """The slash commands; none begins once the bot shuts down, nor while what is played cannot be read."""

    async def interaction_check(self, interaction: discord.Interaction["Parlour"]) -> bool:
        """Whether the command may begin."""
        bot = interaction.client
        if bot.leaving:
            return False
        if interaction.type is discord.InteractionType.autocomplete or not await bot.resuming.is_failing():
            return True
        await tell_out_of_reach(interaction)
        return False

    async def on_error(
        self, interaction: discord.Interaction["Parlour"], error: app_commands.AppCommandError
    ) -> None:
        """What the commands themselves did not answer, such as one that is not known any more."""
        log.error("a command failed: %s", error)
        if not interaction.response.is_done():
            await interaction.response.send_message(
                "I do not know that command any more. /help lists them.", ephemeral=True
            )


async def tell_out_of_reach(interaction: discord.Interaction["Parlour"]) -> None:
    """Tell the person alone that nothing can be done just now."""
    async with Answer(interaction):
        raise OutOfReach
