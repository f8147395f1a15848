"""Asking whether somebody means it, before what cannot be undone."""

from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Row, button
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session


def resigning(session: Session) -> tuple[str, Row]:
    """What giving up means, and the button that does it."""
    return (
        f"Do you want to give up this game of {session.table.game.about.title}? It counts as lost.",
        ui.ActionRow(button("Resign", ids.write("resigned", session.id), ButtonStyle.danger)),
    )


def stopping(lobby_or_session: LobbyOrSession) -> tuple[str, Row]:
    """What stopping a game or closing a lobby means, and the button that does it."""
    verb, label = (
        ("closed", "Close the table") if isinstance(lobby_or_session, Lobby) else ("stopped", "Stop the game")
    )
    return (
        "Stop it for everybody? Nobody wins, and it cannot be taken up again.",
        ui.ActionRow(button(label, ids.write(verb, lobby_or_session.id), ButtonStyle.danger)),
    )
