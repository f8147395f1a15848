"""Every slash command there is."""

import discord

from bot.app import Parlour
from bot.commands import guide, hand, leaderboard, learn, own_tables, pause, play, settings, table
from bot.commands.tree import Commands

SUBJECTS = (play, learn, table, pause, hand, own_tables, settings, leaderboard, guide)


def make_commands(client: discord.Client, app: Parlour) -> Commands:
    """The tree of all commands, for this application."""
    commands = Commands(client, app)
    for subject in SUBJECTS:
        subject.add_to(commands)
    return commands
