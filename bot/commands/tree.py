"""The command tree: whether a command can run, and the answer if it fails before it starts."""

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
    """The slash commands. None runs while the bot shuts down or can't read its saved games."""

    async def interaction_check(self, interaction: discord.Interaction["Parlour"]) -> bool:
        """Whether the command can run."""
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
        """Answer errors outside the commands themselves, such as a command that no longer exists."""
        log.error("a command failed: %s", error)
        if not interaction.response.is_done():
            await interaction.response.send_message(
                "That command is gone. Use /help to see what you can do.", ephemeral=True
            )


async def tell_out_of_reach(interaction: discord.Interaction["Parlour"]) -> None:
    """Tell only this person that the saved games can't be read right now."""
    async with Answer(interaction):
        raise OutOfReach
