"""`/play`: start a game in this channel."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.opening import open_lobby
from bot.screens.games import GAMES, choice_screen
from bot.screens.parts import OPTION_MOST, cut
from games import registry


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(play)


@app_commands.command(description="Start a game in this channel")
@app_commands.describe(game="Which game? Leave empty to see them all")
@app_commands.guild_only()
async def play(interaction: discord.Interaction, game: str | None = None) -> None:
    """Open a lobby and join it; without a name, show the games there are."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        if game is None:
            await answer.send(await choice_screen(app.pictures), GAMES)
        else:
            await open_lobby(app, answer, game)


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
