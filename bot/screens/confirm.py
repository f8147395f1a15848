"""Are-you-sure questions before something that can't be undone."""

from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Row, button
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session


def resigning(session: Session) -> tuple[str, Row]:
    """What resigning means, and the button that does it."""
    return (
        f"Resign from this game of {session.table.game.about.title}? It counts as a loss.",
        ui.ActionRow(button("Resign", ids.write("resigned", session.id), ButtonStyle.danger)),
    )


def stopping(lobby_or_session: LobbyOrSession) -> tuple[str, Row]:
    """What stopping a game or closing a lobby means, and the button that does it."""
    if isinstance(lobby_or_session, Lobby):
        return closing(lobby_or_session)
    return (
        "Stop this game for everyone? Nobody wins, and you can't continue it later.",
        ui.ActionRow(button("Stop the game", ids.write("stopped", lobby_or_session.id), ButtonStyle.danger)),
    )


def closing(lobby: Lobby) -> tuple[str, Row]:
    """What closing a lobby means, and the button that does it."""
    return (
        "Close this lobby? Everyone will have to join again.",
        ui.ActionRow(button("Close lobby", ids.write("closed", lobby.id), ButtonStyle.danger)),
    )
