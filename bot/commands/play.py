"""`/play`: open a table in this channel."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.rights import must_be_able_to_host
from bot.screens.answer import Answer
from bot.tables import player
from games import registry

if TYPE_CHECKING:
    from bot.client import Parlour


def add_to(bot: "Parlour") -> None:
    """Add this file's commands."""
    bot.tree.add_command(play)


@app_commands.command(description="Open a table in this channel")
@app_commands.describe(game="Which game")
@app_commands.guild_only()
async def play(interaction: discord.Interaction["Parlour"], game: str) -> None:
    """Open a lobby and sit down at it."""
    bot = interaction.client
    async with Answer(interaction) as answer:
        must_be_able_to_host(interaction)
        user = player.person(interaction.user.id, interaction.user.display_name, str(interaction.id))
        assert interaction.channel_id is not None
        lobby = await bot.tables.open(interaction.guild_id, interaction.channel_id, game.casefold(), user)
        await bot.open_board(answer, lobby)


@play.autocomplete("game")
async def games_that_fit(
    interaction: discord.Interaction["Parlour"], typed: str
) -> list[app_commands.Choice[str]]:
    """The games whose name or title contains what was typed."""
    wanted = typed.casefold()
    abouts = [game.about for game in registry.all_games().values()]
    return [
        app_commands.Choice(name=f"{about.title}: {about.line}"[:100], value=about.name)
        for about in abouts
        if wanted in about.name or wanted in about.title.casefold()
    ][:25]
