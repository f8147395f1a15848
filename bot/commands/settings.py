"""`/settings`: how you like to be told that it's your turn, and the way to the server's settings."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.screens.settings import SETTINGS
from bot.settings import own_screen


def add_to(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(settings)


@app_commands.command(description="Choose where and when I tell you that it's your turn")
async def settings(interaction: discord.Interaction) -> None:
    """The settings of this person, for them alone, with the way to the server's for people who manage it."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        await answer.send(await own_screen(app, interaction), SETTINGS)
