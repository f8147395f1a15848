"""Help where people are: `/rules`, `/help`, `/about`."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import __version__
from bot.commands.play import games_that_fit
from bot.screens.answer import Answer
from bot.screens.rules import RULES, games_screen, rules_screen
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games import registry

if TYPE_CHECKING:
    from bot.client import Parlour


def add_to(bot: "Parlour") -> None:
    """Add this file's commands."""
    bot.tree.add_command(rules)
    bot.tree.add_command(guide)
    bot.tree.add_command(about)


def _sitting(interaction: discord.Interaction["Parlour"]) -> LobbyOrSession | None:
    return interaction.client.tables.in_channel(interaction.channel_id or 0)


@app_commands.command(description="Read the rules of a game")
@app_commands.describe(game="Which game; without it, the one played here, or one to choose")
@app_commands.autocomplete(game=games_that_fit)
async def rules(interaction: discord.Interaction["Parlour"], game: str | None = None) -> None:
    """The game's own page, to browse; where none is named and none is played here, all to choose from."""
    async with Answer(interaction) as answer:
        lobby_or_session = _sitting(interaction)
        name = game or (lobby_or_session.stored.game if lobby_or_session else "")
        screen = rules_screen(registry.find(name.casefold()).about.name, 0) if name else games_screen()
        await answer.send(screen, RULES)


@app_commands.command(name="help", description="What you can do here now")
async def guide(interaction: discord.Interaction["Parlour"]) -> None:
    """First what this channel's table waits for, then the commands."""
    async with Answer(interaction) as answer:
        await answer.notice(f"{_here(interaction)}\n\n{_commands(interaction.client)}", "help")


@app_commands.command(description="Which Parlour this is, and what is on its shelf")
async def about(interaction: discord.Interaction["Parlour"]) -> None:
    """Version, and the edition of each game's rules."""
    async with Answer(interaction) as answer:
        games = [
            f"**{one.title}**, rules edition {one.edition}: {one.line}"
            for one in (game.about for game in registry.all_games().values())
        ]
        await answer.notice(
            "\n".join([f"## Parlour {__version__}", "Lost tabletop games, played again.", *games]), "about"
        )


def _commands(bot: "Parlour") -> str:
    known = (one for one in bot.tree.get_commands() if isinstance(one, app_commands.Command))
    return "\n".join(f"**/{one.name}** · {one.description}" for one in known)


def _here(interaction: discord.Interaction["Parlour"]) -> str:
    match _sitting(interaction):
        case None:
            return "Nothing is being played in this channel: **/play** opens a table."
        case Lobby() as lobby:
            title = lobby.game.about.title
            return f"A table for **{title}** is open here: press Join on it, or **/board** to see it."
        case Session() as session:
            return (
                f"**{session.table.game.about.title}** is played here. {_own(session, interaction.user.id)}"
            )


def _own(session: Session, user_id: int) -> str:
    try:
        seats = session.seats_of(user_id)
    except Refusal:
        return "You watch: **/board** shows the board."
    if set(seats) & {*session.table.turn.owes, *session.waits_for()}:
        return "It is your turn: use the buttons under the board, or **/move** with its list of legal moves."
    waiting = " and ".join(session.called_all(session.table.turn.owes))
    return f"The table waits for {waiting}."
