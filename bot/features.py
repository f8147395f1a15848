"""The list of features."""

from itertools import chain

import discord

from bot.actions import (
    daily,
    duel,
    guide,
    learn,
    leaving,
    lists,
    lobby,
    privacy,
    replay,
    settings,
    standings,
    table,
)
from bot.app import Parlour
from bot.dispatch import Commands
from bot.feature import Feature
from bot.order.feature import FEATURE as ORDER

_OTHERS = Feature(
    commands=(
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
    )
)
FEATURES = (_OTHERS, ORDER)
"""Each feature of the bot, in the order in which /help lists their commands."""

COMMANDS = tuple(chain.from_iterable(one.commands for one in FEATURES))


def make_commands(client: discord.Client, app: Parlour) -> Commands:
    """The tree of all commands, for this application."""
    commands = Commands(client, app)
    for one in COMMANDS:
        commands.add_command(one)
    return commands
