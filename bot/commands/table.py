"""Commands for the game in a channel: `/board`, `/move`, `/undo`, `/resign`, `/stop`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.rights import must_be_able_to_host, must_be_host_or_moderator, unseen
from bot.screens import confirm
from bot.screens.answer import Answer
from bot.screens.panel import told_alone
from bot.screens.parts import OPTION_MOST, cut
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


async def _acknowledge(interaction: discord.Interaction["Parlour"], answer: Answer) -> None:
    """The board shows what was done; if it can't be shown, tell the person why."""
    if told := unseen(interaction):
        await answer.notice(told)
    else:
        await answer.acknowledge()


@app_commands.command(description="Move the board to the bottom of this channel")
@app_commands.guild_only()
async def board(interaction: discord.Interaction["Parlour"]) -> None:
    """Post the board or the lobby again at the bottom."""
    bot = interaction.client
    async with Answer(interaction) as answer:
        assert interaction.channel_id is not None
        lobby_or_session = bot.tables.in_channel(interaction.channel_id)
        if lobby_or_session is None:
            raise Refusal("No game is running here. Use /play to start one.")
        must_be_able_to_host(interaction)
        await (await bot.board(lobby_or_session)).post_anew()
        await answer.acknowledge()


@app_commands.command(description="Type a move")
@app_commands.describe(move="Your move, written as in the rules")
@app_commands.guild_only()
async def move(interaction: discord.Interaction["Parlour"], move: str) -> None:
    """Every move of every game can be typed."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        await session.move(interaction.user.id, move, interaction.id)
        told = told_alone(session, interaction.user.id)
        await answer.moved("\n".join(filter(None, (told, unseen(interaction)))))


@move.autocomplete("move")
async def moves_that_fit(
    interaction: discord.Interaction["Parlour"], typed: str
) -> list[app_commands.Choice[str]]:
    """The player's own legal moves that match the typed text; nothing for anyone else."""
    assert interaction.channel_id is not None
    match interaction.client.tables.in_channel(interaction.channel_id):
        case Session() as session:
            found = session.suggestions(interaction.user.id, typed)
            return [
                app_commands.Choice(name=cut(one.shown, OPTION_MOST), value=one.move[:100]) for one in found
            ]
    return []


@app_commands.command(description="Undo your last move")
@app_commands.guild_only()
async def undo(interaction: discord.Interaction["Parlour"]) -> None:
    """Undo at once against computers; between people the others have to agree."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        if await session.take_back(interaction.user.id, interaction.id):
            await _acknowledge(interaction, answer)
        else:
            await answer.notice("The other players can now agree on the board.")


@app_commands.command(description="Resign from the game in this channel")
@app_commands.guild_only()
async def resign(interaction: discord.Interaction["Parlour"]) -> None:
    """Ask first whether the player is sure."""
    async with Answer(interaction) as answer:
        session = _session(interaction)
        session.must_be_playing(interaction.user.id)
        await answer.question(*confirm.resigning(session))


@app_commands.command(description="Stop the game in this channel, without a result")
@app_commands.guild_only()
async def stop(interaction: discord.Interaction["Parlour"]) -> None:
    """For the host and moderators. Ask first whether they are sure."""
    async with Answer(interaction) as answer:
        assert interaction.channel_id is not None
        lobby_or_session = interaction.client.tables.in_channel(interaction.channel_id)
        if lobby_or_session is None:
            raise Refusal("No game is running here.")
        host_id = (
            lobby_or_session.host_id
            if isinstance(lobby_or_session, Lobby)
            else lobby_or_session.stored.host_id
        )
        must_be_host_or_moderator(interaction, host_id)
        await answer.question(*confirm.stopping(lobby_or_session))
