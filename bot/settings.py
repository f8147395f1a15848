"""The screens with a person's or a server's settings, opened by command or by button."""

import discord

from bot.app import Parlour
from bot.rights import manages_server
from bot.screens.screen import Screen
from bot.screens.server_screen import server_screen
from bot.screens.settings import delay_words, settings_screen
from bot.tables.server_settings import ServerSettings


async def own_screen(app: Parlour, interaction: discord.Interaction, refused: str = "") -> Screen:
    """The settings of the person who asks; `refused` says why their last change wasn't made."""
    person = await app.archive.person(interaction.user.id)
    here = ""
    if interaction.guild_id is not None:
        settings, play = await app.tables.servers.of(interaction.guild_id), app.play
        here = delay_words(settings.remind_after(play.remind_after or None, play.minute), play.minute)
    manages = manages_server(interaction)
    return settings_screen(person.settings, here, manages=manages, refused=refused)


def screen_of_server(app: Parlour, settings: ServerSettings) -> Screen:
    """A server's settings."""
    play = app.play
    return server_screen(settings, play.pace, delay_words(play.remind_after or None, play.minute))
