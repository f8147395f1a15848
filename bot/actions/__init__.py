"""What people do, by subject: buttons, menus, forms and slash commands."""

import discord
from discord import app_commands

from bot.actions import (
    daily,
    duel,
    guide,
    learn,
    leaving,
    lists,
    lobby,
    order,
    privacy,
    replay,
    settings,
    standings,
    table,
)
from bot.actions.dispatch import Commands, Typed, answer_press
from bot.app import Parlour

__all__ = ["answer_press", "make_commands"]

COMMANDS: tuple[Typed | app_commands.Group, ...] = (
    lobby.play,
    daily.daily,
    duel.duel,
    learn.learn,
    table.board,
    table.move,
    table.undo,
    leaving.leave,
    leaving.resign,
    leaving.stop,
    leaving.pause,
    leaving.resume,
    table.hand,
    lists.tables,
    lists.watch,
    replay.replay,
    replay.share,
    replay.review,
    replay.why,
    settings.settings,
    privacy.privacy,
    standings.leaderboard,
    standings.profile,
    standings.history,
    standings.fairness,
    guide.rules,
    guide.guide,
    guide.about,
    order.server,
)
"""Every slash command, in the order in which /help lists them."""


def make_commands(client: discord.Client, app: Parlour) -> Commands:
    """The tree of all commands, for this application."""
    commands = Commands(client, app)
    for one in COMMANDS:
        commands.add_command(one)
    return commands
