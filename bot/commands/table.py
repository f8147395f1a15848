"""What people do at a table by typing: `/board`, `/move`, `/undo`, `/leave`, `/resign`, `/stop`."""

import discord
from discord import app_commands

from bot.commands.here import session_here, shown_here, table_here
from bot.commands.tree import Commands, app_of
from bot.rights import can_pause, must_be_able_to_host, must_be_host_or_moderator, unseen
from bot.screens import confirm
from bot.screens.board_screen import private_result
from bot.screens.catching_up import NEWS, news_for
from bot.screens.parts import OPTION_MOST, cut
from bot.tables import joining, leaving, moves, requests
from bot.tables.lobby import Lobby
from bot.tables.refusal import Refusal
from bot.tables.session import Session


def add_to(commands: Commands) -> None:
    """Add this file's commands."""
    commands.add_command(board)
    commands.add_command(move)
    commands.add_command(undo)
    commands.add_command(leave)
    commands.add_command(resign)
    commands.add_command(stop)


@app_commands.command(description="Move the board to the bottom of this channel")
async def board(interaction: discord.Interaction) -> None:
    """Post the board or the lobby again."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        lobby_or_session = table_here(interaction)
        must_be_able_to_host(interaction)
        await (await app.displays.of(lobby_or_session)).post()
        if missed := news_for(lobby_or_session, interaction.user.id):
            await answer.notice(missed, NEWS)
        else:
            await answer.acknowledge()


@app_commands.command(description="Type a move")
@app_commands.describe(move="Your move, written as in the rules")
async def move(interaction: discord.Interaction, move: str) -> None:
    """Every move of every game can be typed."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        answer.game = session.stored.game
        await moves.type_move(session, interaction.user.id, move, interaction.id)
        app.displays.show(session)
        result = private_result(session, interaction.user.id)
        await answer.moved("\n".join(filter(None, (result, unseen(interaction)))))


@move.autocomplete("move")
async def moves_that_fit(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The player's own legal moves that match the typed text; nothing for anyone else."""
    assert interaction.channel_id is not None
    match app_of(interaction).tables.channels.find(interaction.channel_id):
        case Session() as session:
            found = moves.suggestions(session, interaction.user.id, typed)
            return [
                app_commands.Choice(name=cut(one.shown, OPTION_MOST), value=one.move[:100]) for one in found
            ]
    return []


@app_commands.command(description="Undo your last move")
async def undo(interaction: discord.Interaction) -> None:
    """At once as long as nobody acted or learned anything since; otherwise if the other people agree."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        session = session_here(interaction)
        is_done = await requests.take_back(session, interaction.user.id, interaction.id)
        app.displays.show(session)
        if is_done:
            await shown_here(answer)
        else:
            await answer.notice("Your request is on the board. The other players can agree to it there.")


@app_commands.command(description="Leave the game in this channel: a computer plays for you")
async def leave(interaction: discord.Interaction) -> None:
    """Give up a seat in the lobby; in a game, after asking whether to keep it."""
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        match app.tables.channels.find(interaction.channel_id or 0):
            case Lobby(is_direct=True):
                raise Refusal("Nobody else can join this lobby. Use /stop to close it.")
            case Lobby() as lobby:
                async with lobby.lock:
                    await joining.leave(lobby, interaction.user.id)
                (await app.displays.of(lobby)).changed()
                await answer.acknowledge()
            case _:
                session = session_here(interaction)
                leaving.must_be_able_to_leave(session, interaction.user.id)
                await answer.question(
                    *confirm.leaving(session, interaction.user.id, can_pause=can_pause(interaction, session))
                )


@app_commands.command(description="Resign from the game in this channel")
async def resign(interaction: discord.Interaction) -> None:
    """After asking whether they mean it."""
    async with app_of(interaction).answer(interaction) as answer:
        session = session_here(interaction)
        user_id = interaction.user.id
        requests.must_be_playing(session, user_id)
        can = can_pause(interaction, session)
        await answer.question(*confirm.resigning(session, user_id, can_pause=can))


@app_commands.command(description="Stop the game in this channel, without a result")
async def stop(interaction: discord.Interaction) -> None:
    """For the host and moderators. Ask first whether they are sure."""
    async with app_of(interaction).answer(interaction) as answer:
        lobby_or_session = table_here(interaction)
        must_be_host_or_moderator(interaction, lobby_or_session.host_id)
        await answer.question(*confirm.stopping(lobby_or_session))
