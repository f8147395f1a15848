"""The command tree: it holds the slash commands, decides whether one may run, and answers unknown ones."""

import logging

import discord
from discord import app_commands

from bot.app import Parlour
from bot.failures import NOT_SENT, log_unanswered, reason_of
from bot.press.answer import is_ours

log = logging.getLogger(__name__)


class _Calm(logging.Filter):
    """Turns discord.py's report that suggestions could not be sent, a traceback, into a line.

    Nothing is wrong with the bot: the person types on, or another process was faster.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True."""
        failed = record.exc_info[1] if record.exc_info else None
        if isinstance(failed, NOT_SENT):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "suggestions could not be sent (%s)", (reason_of(failed),)
            record.exc_info = record.exc_text = None
        return True


logging.getLogger(app_commands.tree.__name__).addFilter(_Calm())


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
            try:
                await interaction.response.send_message(
                    "That command is gone. Use /help to see what you can do.", ephemeral=True
                )
            except NOT_SENT as failed:
                log_unanswered(failed, log)


def commands_of(interaction: discord.Interaction) -> Commands:
    """The command tree of the command that was used."""
    found = interaction.extras[Commands]
    assert isinstance(found, Commands)
    return found


def app_of(interaction: discord.Interaction) -> Parlour:
    """The application whose command was used."""
    return commands_of(interaction).app
