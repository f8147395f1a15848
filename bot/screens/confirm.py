"""Are-you-sure questions before something that can't be undone."""

from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Row, button
from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.session import Session


def resigning(session: Session) -> tuple[str, Row]:
    """What resigning means, and the button that does it; with another for those who only have to go."""
    text = f"Resign from this game of {session.table.game.about.title}? It counts as a loss."
    resign = button("Resign", ids.write("resigned", session.id), ButtonStyle.danger)
    if session.is_direct:
        return text, ui.ActionRow(resign)
    text += " If you just have to go, leave instead: a computer plays for you, and you can come back."
    return text, ui.ActionRow(resign, button("Leave …", ids.write("away", session.id)))


def leaving(session: Session, user_id: int) -> tuple[str, Row]:
    """What leaving a game means, and the buttons for its two ways; what somebody away can do."""
    free = button("Free my seat", ids.write("free", session.id), ButtonStyle.danger)
    if session.seats.is_away(user_id):
        text = "A computer is playing for you. You can come back, or let somebody else take your seat."
        return text, ui.ActionRow(button("Come back", ids.write("back", session.id)), free)
    keep = button("Keep my seat", ids.write("keep", session.id), ButtonStyle.primary)
    return "\n".join(_leaving(session, user_id)), ui.ActionRow(keep, free)


def _leaving(session: Session, user_id: int) -> list[str]:
    played = map(session.journal.is_played_by_person, session.table.seats)
    players = zip(session.players, played, strict=True)
    others = [one for one, is_here in players if is_here and one.user_id != user_id]
    who = "A computer plays for you" if others else "Nobody else plays here, so the game waits"
    return [
        f"Leave this game of {session.table.game.about.title}?",
        f"- **Keep my seat:** {who} until you come back. Nobody else can take it.",
        "- **Free my seat:** The same, but somebody who hasn't had another seat in this game can take over.",
        "-# If a computer or somebody else makes some of your moves, the game doesn't change any rating.",
    ]


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
