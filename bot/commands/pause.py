"""Pausing the game in a channel: `/pause` and `/resume`."""

import discord
from discord import app_commands

from bot.commands.here import session_here, shown_here
from bot.commands.tree import Commands, app_of
from bot.rights import must_be_host_or_moderator
from bot.tables import pausing


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(pause)
    commands.add_command(resume)


@app_commands.command(description="Pause the game in this channel: nobody moves, and nobody's time runs")
async def pause(interaction: discord.Interaction) -> None:
    """For the host and moderators."""
    await _change(interaction, pauses=True)


@app_commands.command(description="Resume the paused game in this channel")
async def resume(interaction: discord.Interaction) -> None:
    """For the host and moderators."""
    await _change(interaction, pauses=False)


async def _change(interaction: discord.Interaction, *, pauses: bool) -> None:
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        must_be_host_or_moderator(interaction, session.host_id)
        if pauses:
            await pausing.pause(session, interaction.user.id)
        else:
            await pausing.resume(session)
        app.displays.show(session)
        await shown_here(answer)
