"""`/hand`: one's own hand, anywhere."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.screens.answer import Answer
from bot.screens.ephemerals import TOLD
from bot.screens.panel import told_alone
from bot.tables.refusal import Refusal
from bot.tables.session import Session

if TYPE_CHECKING:
    from bot.client import Parlour


def add_to(bot: "Parlour") -> None:
    """Add this file's command."""
    bot.tree.add_command(hand)


@app_commands.command(description="See your hand, here and in your direct messages")
async def hand(interaction: discord.Interaction["Parlour"]) -> None:
    """The hand at this channel's table, else at the one table where this person plays.

    Where nobody has a hand, it is what the last move told this person alone: a hint of this turn.
    """
    bot = interaction.client
    async with Answer(interaction) as answer:
        here = bot.tables.in_channel(interaction.channel_id or 0)
        playing = bot.tables.sessions_of(interaction.user.id)
        if isinstance(here, Session) and here in playing and (told := told_alone(here, interaction.user.id)):
            await answer.notice(told, TOLD)
            return
        session = _session(interaction)
        user_id = interaction.user.id
        await (await bot.hand(session, session.seat_at_hand(user_id))).open(answer)
        for seat in session.seats_of(user_id):
            (await bot.hand(session, seat)).retry_direct()


def _session(interaction: discord.Interaction["Parlour"]) -> Session:
    tables = interaction.client.tables
    here = tables.in_channel(interaction.channel_id or 0)
    played = tables.sessions_of(interaction.user.id)
    mine = [one for one in played if one.table.game.about.hands]
    if isinstance(here, Session) and here in mine:
        return here
    if len(mine) == 1:
        return mine[0]
    if here in played:
        raise Refusal(f"In {here.table.game.about.title} nothing is hidden: all you have is on the board.")
    if not mine:
        raise Refusal("You hold no hand in any game now. /play opens a table.")
    places = ", ".join(f"<#{one.stored.channel_id}>" for one in mine)
    raise Refusal(f"You play at several tables: use /hand in the channel of the one you mean ({places}).")
