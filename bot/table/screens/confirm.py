"""Are-you-sure questions before something that can't be undone."""

from discord import ButtonStyle, ui

from bot.chat.parts import Layout, Row, button
from bot.table import leaving as leaving_rules
from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession
from bot.table.screens import board, routes
from bot.table.session import Session

_PAUSED = "nobody moves and nobody's time runs until you press *Resume*"
_RESTS = "The game is paused, so nothing happens while you're away."


def resigning(session: Session, user_id: int, *, can_pause: bool) -> tuple[str, Row]:
    """What resigning means, the button that does it, and buttons for people who just have to go."""
    text = f"Resign from this game of {session.game.about.title}? It counts as a loss."
    resign = button("Resign", routes.ReallyResign(session.id), ButtonStyle.danger)
    if session.is_direct and not session.clock.limit:
        return text, ui.ActionRow(resign)  # it waits for them anyway
    pause = [_pause_button(session)] if can_pause else []
    if session.is_direct:
        text += f" If you just have to go, pause it: {_PAUSED}." if can_pause else ""
        return text, ui.ActionRow(resign, *pause)
    leave = button("Leave the game …", routes.Leave(session.id))
    if session.is_paused:
        text += f" {_RESTS} {_later(session, user_id)}"
        return text, ui.ActionRow(resign, leave)
    if not leaving_rules.others(session, user_id):
        text += " If you just have to go, leave instead: the game waits until you come back."
        return text, ui.ActionRow(resign, leave)
    text += " If you just have to go, leave instead: a computer plays for you, and you can come back."
    text += f" Or pause the game for everyone: {_PAUSED}." if can_pause else ""
    return text, ui.ActionRow(resign, leave, *pause)


def leaving(session: Session, user_id: int, *, can_pause: bool) -> tuple[str, Row]:
    """What leaving a game means, and the buttons for its two ways; or what someone who is away can do."""
    free = []
    if _can_be_taken(session, user_id):
        free.append(button("Free my seat", routes.FreeSeat(session.id), ButtonStyle.danger))
    if session.seats.is_away(user_id):
        text = f"{board.yours(session)} You can come back"
        text += ", or let somebody else take your seat." if free else "."
        return text, ui.ActionRow(button("Come back", routes.ComeBack(session.id)), *free)
    keep = button("Keep my seat", routes.KeepSeat(session.id), ButtonStyle.primary)
    told, small = _leaving(session, user_id)
    if not can_pause:
        return "\n".join([*told, small]), ui.ActionRow(keep, *free)
    told.append("- **Pause the game:** Nobody moves and nobody's time runs until you press *Resume*.")
    return "\n".join([*told, small]), ui.ActionRow(keep, *free, _pause_button(session))


def _can_be_taken(session: Session, user_id: int) -> bool:
    """Whether somebody else can play on for this person once they give up their seat."""
    seat = next(seat for seat in session.table.seats if session.players[seat].reader_id == user_id)
    return leaving_rules.can_be_taken(session, seat)


def _later(session: Session, user_id: int) -> str:
    """What leaving a paused game is good for."""
    if not leaving_rules.others(session, user_id):
        return "If you leave, it waits until you come back, even if somebody presses *Resume*."
    return "If you won't be here when it goes on, leave: a computer then plays for you until you come back."


def _keeping(session: Session, user_id: int) -> str:
    """What happens until somebody who keeps their seat comes back."""
    if not leaving_rules.others(session, user_id):
        return "Nobody else plays here, so the game waits until you come back."
    if session.is_paused:
        return "Once the game goes on, a computer plays for you until you come back."
    return "A computer plays for you until you come back."


def _leaving(session: Session, user_id: int) -> tuple[list[str], str]:
    rests = [_RESTS] if session.is_paused else []
    told = [
        " ".join([f"Leave this game of {session.game.about.title}?", *rests]),
        f"- **Keep my seat:** {_keeping(session, user_id)} Nobody else can take it.",
    ]
    if _can_be_taken(session, user_id):
        taken = (
            "somebody else can take over and see your hand if every other player accepts them."
            if session.game.about.hands
            else "anyone who hasn't had another seat here can take over."
        )
        told.append(f"- **Free my seat:** The same, but {taken}")
    return (
        told,
        "-# If a computer or somebody else makes some of your moves, the game changes nobody's rating.",
    )


def stopping(lobby_or_session: LobbyOrSession) -> tuple[str, Row]:
    """What stopping a game or closing a lobby means, and the button that does it."""
    if isinstance(lobby_or_session, Lobby):
        return closing(lobby_or_session)
    text = "Stop this game for everyone? Nobody wins, and you can't continue it later."
    stop = button("Stop the game", routes.ReallyStop(lobby_or_session.id), ButtonStyle.danger)
    if lobby_or_session.is_paused:
        return text, ui.ActionRow(stop)
    text += f" If you'd like to go on another day, pause it: {_PAUSED}."
    return text, ui.ActionRow(stop, _pause_button(lobby_or_session))


def closing(lobby: Lobby) -> tuple[str, Row]:
    """What closing a lobby means, and the button that does it."""
    return (
        "Close this lobby? Everyone will have to join again.",
        ui.ActionRow(button("Close lobby", routes.ReallyClose(lobby.id), ButtonStyle.danger)),
    )


def _pause_button(session: Session) -> ui.Button[Layout]:
    return button("Pause the game", routes.Pause(session.id))
