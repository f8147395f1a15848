"""What people do, by subject: buttons, menus, forms and slash commands."""

import discord

from bot.actions import daily, guide, learn, leaving, lists, lobby, replay, settings, standings, table
from bot.actions.dispatch import Commands, Typed, answer_press
from bot.app import Parlour

__all__ = ["answer_press", "make_commands"]

COMMANDS: tuple[Typed, ...] = (
    lobby.play,
    daily.daily,
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
    settings.settings,
    standings.leaderboard,
    standings.profile,
    standings.history,
    guide.rules,
    guide.guide,
    guide.about,
)
"""Every slash command, in the order in which /help lists them."""


def make_commands(client: discord.Client, app: Parlour) -> Commands:
    """The tree of all commands, for this application."""
    commands = Commands(client, app)
    for one in COMMANDS:
        commands.add_command(one)
    return commands
