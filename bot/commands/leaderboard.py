"""`/leaderboard` and `/profile`: results in this server."""

import discord
from discord import app_commands

from bot.commands.play import games_that_fit
from bot.commands.tree import Commands, app_of
from bot.leaderboard import standings
from bot.screens.leaderboard import ALL, LEADERBOARD, leaderboard_screen, profile_screen
from games import registry


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(leaderboard)
    commands.add_command(profile)


@app_commands.command(description="See who leads in this server")
@app_commands.describe(game="Which game? Leave empty for all of them")
@app_commands.autocomplete(game=games_that_fit)
@app_commands.guild_only()
async def leaderboard(interaction: discord.Interaction, game: str | None = None) -> None:
    """The first page, only for the person who asks."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        name = ALL if game is None else registry.find(game.casefold()).about.name
        results = await app.archive.results(None if name == ALL else name, interaction.guild_id)
        await answer.send(leaderboard_screen(standings(results), name, 0, interaction.user.id), LEADERBOARD)


@app_commands.command(description="See how someone is doing in this server")
@app_commands.describe(person="Who? Leave empty for yourself")
@app_commands.guild_only()
async def profile(
    interaction: discord.Interaction, person: discord.User | discord.Member | None = None
) -> None:
    """Every game they have finished at least once."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        archive, guild = app.archive, interaction.guild_id
        by_game = {ALL: standings(await archive.results(None, guild))}
        for name in registry.all_games():
            by_game[name] = standings(await archive.results(name, guild))
        whose = person or interaction.user
        screen = profile_screen(whose.id, by_game, whose.display_avatar.url)
        await answer.send(screen, f"profile:{whose.id}")
