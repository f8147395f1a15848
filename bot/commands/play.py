"""`/play`: start a game in this channel, or in direct messages against the computer."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.opening import open_lobby
from bot.screens.games import GAMES, choice_screen
from bot.screens.parts import OPTION_MOST, cut
from bot.tables.refusal import Refusal
from games import registry


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(play)


@app_commands.command(description="Start a game here")
@app_commands.describe(
    game="Which game? Leave empty to see them all",
    first="A friend to play with: they get an invitation",
    second="Another friend",
    third="And one more",
)
@app_commands.rename(first="with", second="and", third="also")
async def play(
    interaction: discord.Interaction,
    game: str | None = None,
    first: discord.User | discord.Member | None = None,
    second: discord.User | discord.Member | None = None,
    third: discord.User | discord.Member | None = None,
) -> None:
    """Open a lobby, join it and invite people; without a name, show the games there are."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        guests = [guest for guest in (first, second, third) if guest is not None]
        if game is not None:
            await open_lobby(app, answer, game, guests)
        elif guests:
            raise Refusal("Which game? Choose one in **game** when you invite people.")
        else:
            server = await app.tables.servers.of(interaction.guild_id)
            await answer.send(await choice_screen(app.pictures, server.allows_game), GAMES)


@play.autocomplete("game")
async def games_to_play(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Those that fit and that people can start in this server."""
    server = await app_of(interaction).tables.servers.of(interaction.guild_id)
    return [one for one in await games_that_fit(interaction, typed) if server.allows_game(one.value)]


async def games_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose name or title contains the typed text."""
    wanted = typed.casefold()
    abouts = [game.about for game in registry.all_games().values()]
    return [
        app_commands.Choice(name=cut(f"{about.title}: {about.line}", OPTION_MOST), value=about.name)
        for about in abouts
        if wanted in about.name or wanted in about.title.casefold()
    ][:25]
