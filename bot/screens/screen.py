"""What a message shows."""

from dataclasses import dataclass

import discord

from bot.screens.parts import Layout


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to post or edit: its layout and its pictures."""

    layout: Layout
    files: tuple[discord.File, ...] = ()
