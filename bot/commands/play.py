"""`/play`: start a game in this channel."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.rights import must_be_able_to_host
from bot.screens.parts import OPTION_MOST, cut
from bot.tables import hosting, player
from games import registry


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(play)


@app_commands.command(description="Start a game in this channel")
@app_commands.describe(game="Which game?")
@app_commands.guild_only()
async def play(interaction: discord.Interaction, game: str) -> None:
    """Open a lobby and join it."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        must_be_able_to_host(interaction)
        user = player.person(interaction.user.id, interaction.user.display_name, str(interaction.id))
        assert interaction.channel_id is not None
        lobby = await hosting.open_lobby(
            app.tables, interaction.guild_id, interaction.channel_id, game.casefold(), user
        )
        await app.displays.open(answer, lobby)


@play.autocomplete("game")
async def games_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose name or title contains the typed text."""
    wanted = typed.casefold()
    abouts = [game.about for game in registry.all_games().values()]
    return [
        app_commands.Choice(name=cut(f"{about.title}: {about.line}", OPTION_MOST), value=about.name)
        for about in abouts
        if wanted in about.name or wanted in about.title.casefold()
    ][:25]
