"""What a feature is to the rest of the bot. `bot.features` lists them all."""

from dataclasses import dataclass

from discord import app_commands

from bot.dispatch import Typed


@dataclass(frozen=True)
class Feature:
    """What the folder of a feature adds to the bot."""

    commands: tuple[Typed | app_commands.Group, ...] = ()
    """In the order in which /help lists them."""
