"""`/tables`: everywhere you play."""

import discord
from discord import app_commands

from bot.app import Parlour
from bot.commands.tree import Commands, app_of
from bot.screens.own_tables import OWN_TABLES, Place, own_tables
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session


def add_to(commands: Commands) -> None:
    """Add this file's command."""
    commands.add_command(tables)


@app_commands.command(description="See all your tables, and where it's your turn")
async def tables(interaction: discord.Interaction) -> None:
    """The tables of this person in all servers, for them alone."""
    app, user_id = app_of(interaction), interaction.user.id
    async with app.answer(interaction) as answer:
        await app.tables.bring_all_of(user_id)
        found: list[LobbyOrSession] = [*app.tables.sessions_of(user_id), *app.tables.lobbies_of(user_id)]
        places = [
            Place(
                one,
                (await app.displays.of(one)).board.table_link.link,
                await _waiting_since(app, one) if isinstance(one, Session) else 0,
            )
            for one in found
        ]
        await answer.notice(own_tables(places, user_id), OWN_TABLES)


async def _waiting_since(app: Parlour, session: Session) -> int:
    """When the question that the table waits for was asked, in seconds since the epoch; 0 if it never was."""
    waiting = session.waits_for()
    if not waiting:
        return 0
    asked = max(min(session.table.prompt_version(seat) for seat in waiting) - 1, 0)
    lines = await app.archive.lines(session.id, since=asked)
    return lines[0].at // 1000 if lines else 0
