"""`/learn`: learn a game by playing a few moves, alone."""

import discord
from discord import app_commands

from bot.commands.play import games_that_fit
from bot.commands.tree import Commands, app_of
from bot.learning import open_lesson
from bot.screens.lesson import LESSON, lessons_screen


def add_to(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(learn)


@app_commands.command(description="Learn a game in five minutes, on your own")
@app_commands.describe(game="Which game? Leave empty for the one in this channel")
@app_commands.autocomplete(game=games_that_fit)
async def learn(interaction: discord.Interaction, game: str | None = None) -> None:
    """The game's lesson; a list of all lessons if no game is named and none is played here."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        here = app.tables.channels.find(interaction.channel_id or 0)
        name = game or (here.stored.game if here else "")
        if name:
            await open_lesson(app, answer, name)
        else:
            await answer.send(lessons_screen(), LESSON)
