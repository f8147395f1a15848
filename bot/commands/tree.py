"""The command tree: it holds the slash commands, decides whether one may run, and answers unknown ones."""

import logging

import discord
from discord import app_commands

from bot.app import Parlour
from bot.screens.claim import is_ours

log = logging.getLogger(__name__)


class Commands(app_commands.CommandTree[discord.Client]):
    """An application's slash commands. Each command finds its application through the interaction."""

    def __init__(self, client: discord.Client, app: Parlour) -> None:
        super().__init__(client)
        self.app = app

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether the command may begin; it then finds the application by `app_of`."""
        interaction.extras[Commands] = self
        return await self.app.admits(interaction) and await is_ours(interaction)

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what the commands themselves didn't, such as one that was removed."""
        log.error("a command failed: %s", error)
        if not interaction.response.is_done():
            await interaction.response.send_message(
                "That command is gone. Use /help to see what you can do.", ephemeral=True
            )


def commands_of(interaction: discord.Interaction) -> Commands:
    """The command tree of the command that was used."""
    found = interaction.extras[Commands]
    assert isinstance(found, Commands)
    return found


def app_of(interaction: discord.Interaction) -> Parlour:
    """The application whose command was used."""
    return commands_of(interaction).app
