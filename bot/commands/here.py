"""The table in the channel in which a command is used."""

import discord

from bot.commands.tree import app_of
from bot.rights import unseen
from bot.screens.answer import Answer
from bot.tables.loading import LobbyOrSession
from bot.tables.session import Session


def table_here(interaction: discord.Interaction) -> LobbyOrSession:
    """The lobby or the game. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return app_of(interaction).tables.channels.table_in(interaction.channel_id)


def session_here(interaction: discord.Interaction) -> Session:
    """The game under way. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return app_of(interaction).tables.channels.session_in(interaction.channel_id)


async def shown_here(answer: Answer) -> None:
    """The board shows what was done; if it can't be shown here, the person is told why."""
    if told := unseen(answer.interaction):
        await answer.notice(told)
    else:
        await answer.acknowledge()
