"""`/tables`: everywhere you play."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.screens.own_tables import OWN_TABLES, own_tables


def add_to(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(tables)


@app_commands.command(description="See all your tables, and where it's your turn")
async def tables(interaction: discord.Interaction) -> None:
    """The tables of this person in all servers, for them alone."""
    app, user_id = app_of(interaction), interaction.user.id
    async with app.answer(interaction) as answer:
        await answer.notice(own_tables(await app.displays.places_of(user_id), user_id), OWN_TABLES)
