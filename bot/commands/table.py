"""What one does at a table by typing: `/board`, `/move`, `/undo`, `/resign`, `/stop`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.rights import must_be_able_to_host, must_be_host_or_moderator, unseen
from bot.screens import confirm
from bot.screens.answer import Answer
from bot.screens.panel import told_alone
from bot.tables.lobby import Lobby
from bot.tables.refusal import Refusal
from bot.tables.session import Session

if TYPE_CHECKING:
    from bot.client import Parlour


def add_to(bot: "Parlour") -> None:
    """Add this file's commands."""
    bot.tree.add_command(board)
    bot.tree.add_command(move)
    bot.tree.add_command(undo)
    bot.tree.add_command(resign)
    bot.tree.add_command(stop)


def _session(interaction: discord.Interaction["Parlour"]) -> Session:
    assert interaction.channel_id is not None
    return interaction.client.tables.session_in(interaction.channel_id)


async def _took(interaction: discord.Interaction["Parlour"], answer: Answer) -> None:
    """The board tells what was done; where it cannot be shown any more, the person is told why."""
    if told := unseen(interaction):
        await answer.notice(told)
    else:
        await answer.acknowledge()


@app_commands.command(description="Post the board anew at the bottom of this channel")
@app_commands.guild_only()
async def board(interaction: discord.Interaction["Parlour"]) -> None:
    """The board or the lobby, anew."""
    bot = interaction.client
    async with Answer(interaction) as answer:
        assert interaction.channel_id is not None
        lobby_or_session = bot.tables.in_channel(interaction.channel_id)
        if lobby_or_session is None:
            raise Refusal("Nothing is being played in this channel. /play opens a table.")
        must_be_able_to_host(interaction)
        await (await bot.board(lobby_or_session)).post_anew()
        await answer.acknowledge()


@app_commands.command(description="Make a move by typing it")
@app_commands.describe(move="The move, as the rules page writes it")
@app_commands.guild_only()
async def move(interaction: discord.Interaction["Parlour"], move: str) -> None:
    """Every move of every game can be made so."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        await session.move(interaction.user.id, move, interaction.id)
        told = told_alone(session, interaction.user.id)
        await answer.moved("\n".join(filter(None, (told, unseen(interaction)))))


@move.autocomplete("move")
async def moves_that_fit(
    interaction: discord.Interaction["Parlour"], typed: str
) -> list[app_commands.Choice[str]]:
    """The player's own legal moves that what they typed fits; nothing for anybody else."""
    assert interaction.channel_id is not None
    match interaction.client.tables.in_channel(interaction.channel_id):
        case Session() as session:
            found = session.suggestions(interaction.user.id, typed)
            return [app_commands.Choice(name=one.shown[:100], value=one.move[:100]) for one in found]
    return []


@app_commands.command(description="Take back your last move")
@app_commands.guild_only()
async def undo(interaction: discord.Interaction["Parlour"]) -> None:
    """Against computers at once, between people by consent."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        if await session.take_back(interaction.user.id, interaction.id):
            await _took(interaction, answer)
        else:
            await answer.notice("The others are asked on the board whether you may take it back.")


@app_commands.command(description="Give up the game in this channel")
@app_commands.guild_only()
async def resign(interaction: discord.Interaction["Parlour"]) -> None:
    """After asking whether he means it."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        session.must_be_playing(interaction.user.id)
        await answer.question(*confirm.resigning(session))


@app_commands.command(description="Stop the game in this channel, without a result")
@app_commands.guild_only()
async def stop(interaction: discord.Interaction["Parlour"]) -> None:
    """For the host and for moderators, after asking whether they mean it."""
    async with Answer(interaction) as answer:
        assert interaction.channel_id is not None
        lobby_or_session = interaction.client.tables.in_channel(interaction.channel_id)
        if lobby_or_session is None:
            raise Refusal("Nothing is being played in this channel.")
        host_id = (
            lobby_or_session.host_id
            if isinstance(lobby_or_session, Lobby)
            else lobby_or_session.stored.host_id
        )
        must_be_host_or_moderator(interaction, host_id)
        await answer.question(*confirm.stopping(lobby_or_session))
