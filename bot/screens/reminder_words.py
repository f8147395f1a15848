"""What people read when a table waits for them."""

from bot.screens.hand_screen import TableLink
from bot.screens.words import listed
from bot.tables.absence import absent
from bot.tables.lobby import Lobby
from bot.tables.session import Session

_CHANGE = "-# /settings changes where and when I tell you."


def in_channel(session: Session, user_ids: list[int], link: str) -> str:
    """For the channel: these people are mentioned."""
    names, board = _mentioned(user_ids), f"[go to the board]({link})."
    if not is_asked_to_move(session, *user_ids):
        return f"{names}, {_absentee(session)} Decide what happens to their seat: {board}"
    if session.late() is None:
        return f"{names}, it's your turn: {board}"
    return f"{names}, another player's time is up and you can make the move: {board}"


def warning_in_channel(user_ids: list[int], ends: int, link: str) -> str:
    """For the channel: the time of these people's move runs out."""
    return (
        f"{_mentioned(user_ids)}, your time for this move runs out <t:{ends}:R>: [go to the board]({link})."
    )


def direct(session: Session, user_id: int, table: TableLink) -> str:
    """For one person's direct messages."""
    where, board = _where(session, table), f"[go to the board]({table.link})."
    if not is_asked_to_move(session, user_id):
        return f"In {where}, {_absentee(session)} Decide what happens to their seat: {board}\n{_CHANGE}"
    if session.late() is None:
        return f"It's your turn in {where}: {board}\n{_CHANGE}"
    return f"Another player's time is up and you can make the move in {where}: {board}\n{_CHANGE}"


def direct_warning(session: Session, ends: int, table: TableLink) -> str:
    """For one person's direct messages: the time of their move runs out."""
    where = _where(session, table)
    return f"Your time for this move runs out <t:{ends}:R> in {where}: [go to the board]({table.link})."


def digest(listed_tables: str) -> str:
    """The one message a day, with the tables that wait for this person."""
    return f"{listed_tables}\n{_CHANGE}"


def left(user_id: int) -> str:
    """For the channel: a player has left the server."""
    return f"<@{user_id}> left the server, so a computer plays for them now."


def rematch(user_ids: list[int]) -> str:
    """For the channel: these people are asked to play again."""
    return f"{_mentioned(user_ids, ', ')}, want a rematch? Press Join above."


def direct_rematch(lobby: Lobby, table: TableLink) -> str:
    """For one person's direct messages: they are asked to play again."""
    where = _lobby(lobby, table)
    return f"<@{lobby.host_id}> wants a rematch of {where}: [go to the lobby]({table.link}).\n{_CHANGE}"


def invitation(lobby: Lobby, user_ids: list[int]) -> str:
    """For the channel: these people are asked to play."""
    return f"{_mentioned(user_ids, ', ')}, <@{lobby.host_id}> invites you to play. Press Join above."


def direct_invitation(lobby: Lobby, table: TableLink) -> str:
    """For one person's direct messages: they are asked to play."""
    where = _lobby(lobby, table)
    return f"<@{lobby.host_id}> invites you to play {where}: [go to the lobby]({table.link}).\n{_CHANGE}"


def is_asked_to_move(session: Session, *user_ids: int) -> bool:
    """Whether the table waits for a move of one of these people, rather than for what they decide."""
    return any(session.players[seat].user_id in user_ids for seat in session.waits_for())


def _absentee(session: Session) -> str:
    """Whom the others are asked about; they themselves aren't notified."""
    return f"<@{absent(session)}> keeps missing moves."


def _mentioned(user_ids: list[int], between: str = "") -> str:
    names = [f"<@{one}>" for one in user_ids]
    return between.join(names) if between else listed(names)


def _lobby(lobby: Lobby, table: TableLink) -> str:
    return f"**{lobby.game.about.title}** in {table.server} · <#{lobby.stored.channel_id}>"


def _where(session: Session, table: TableLink) -> str:
    title = session.table.game.about.title
    return f"**{title}** in {table.server} · <#{session.stored.channel_id}>"
