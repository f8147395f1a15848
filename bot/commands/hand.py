"""`/hand`: see your own hand, anywhere."""

import discord
from discord import app_commands

from bot.commands.tree import Commands, app_of
from bot.screens.board_screen import private_result
from bot.screens.ephemerals import PRIVATE_RESULT
from bot.tables.loading import LobbyOrSession
from bot.tables.refusal import Elsewhere, Refusal
from bot.tables.session import Session


def add_to(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(hand)


@app_commands.command(description="See your hand, here and in your direct messages")
async def hand(interaction: discord.Interaction) -> None:
    """The hand at this channel's table, or at the one table where this person plays.

    In games without hands, it's what only this person learned from the last move, such as a hint.
    """
    app = app_of(interaction)
    async with app.answer(interaction) as answer:
        user_id = interaction.user.id
        await app.tables.load_all_of(user_id)
        here = app.tables.channels.find(interaction.channel_id or 0)
        playing = app.tables.in_memory.sessions_of(user_id)
        if isinstance(here, Session) and here in playing and (result := private_result(here, user_id)):
            await answer.notice(result, PRIVATE_RESULT)
            return
        session = _session(interaction, await app.tables.loading.read_elsewhere(user_id))
        display = await app.displays.of(session)
        if session is here and display.board.viewer is not None:
            await display.post()  # it shows the hand
            await answer.acknowledge()
            return
        await display.hands.open(display.hands.of(session, session.seats.at_hand(user_id)), answer)
        for seat in session.seats.of(user_id):
            display.hands.refresh(display.hands.of(session, seat), retries_direct=True)


def _session(interaction: discord.Interaction, others: list[LobbyOrSession]) -> Session:
    """The game whose hand is meant; `others` are at tables of other processes."""
    tables = app_of(interaction).tables
    here = tables.channels.find(interaction.channel_id or 0)
    played = tables.in_memory.sessions_of(interaction.user.id)
    elsewhere = [one for one in others if isinstance(one, Session) and not one.table.over]
    mine = [one for one in [*played, *elsewhere] if one.table.game.about.hands]
    if isinstance(here, Session) and here in mine:
        return here
    if len(mine) == 1:
        if mine[0] in elsewhere:
            raise Elsewhere
        return mine[0]
    if here in played:
        raise Refusal(f"Nothing is hidden in {here.table.game.about.title}: everything is on the board.")
    if not mine:
        raise Refusal("You have no cards in any game right now. Use /play to start one.")
    places = ", ".join(f"<#{one.stored.channel_id}>" for one in mine)
    raise Refusal(f"You're in several games. Use /hand in the channel of the one you want: {places}.")
