"""`/leaderboard` and `/profile`: who leads in this server."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.play import games_that_fit
from bot.leaderboard import standings
from bot.screens.answer import Answer
from bot.screens.leaderboard import ALL, LEADERBOARD, leaderboard_screen, profile_screen
from games import registry

if TYPE_CHECKING:
    from bot.client import Parlour


def add_to(bot: "Parlour") -> None:
    """Add this file's commands."""
    bot.tree.add_command(leaderboard)
    bot.tree.add_command(profile)


@app_commands.command(description="Who leads in this server")
@app_commands.describe(game="Which game; without it, all of them")
@app_commands.autocomplete(game=games_that_fit)
@app_commands.guild_only()
async def leaderboard(interaction: discord.Interaction["Parlour"], game: str | None = None) -> None:
    """The first page, for the one who asks."""
    async with Answer(interaction) as answer:
        name = ALL if game is None else registry.find(game.casefold()).about.name
        results = await interaction.client.archive.results(
            None if name == ALL else name, interaction.guild_id
        )
        await answer.send(leaderboard_screen(standings(results), name, 0, interaction.user.id), LEADERBOARD)


@app_commands.command(description="How somebody has played in this server")
@app_commands.describe(person="Whom; without it, yourself")
@app_commands.guild_only()
async def profile(
    interaction: discord.Interaction["Parlour"], person: discord.User | discord.Member | None = None
) -> None:
    """Every game in which he has finished one."""
    async with Answer(interaction) as answer:
        archive, guild = interaction.client.archive, interaction.guild_id
        by_game = {ALL: standings(await archive.results(None, guild))}
        for name in registry.all_games():
            by_game[name] = standings(await archive.results(name, guild))
        whose = (person or interaction.user).id
        await answer.send(profile_screen(whose, by_game), f"profile:{whose}")
