"""What reminders and invitations say."""

from collections.abc import Callable
from typing import TypeAlias

from bot.chat.parts import listed
from bot.table.leaving import absent
from bot.table.lobby import Lobby
from bot.table.screens.hand import TableLink
from bot.table.session import Session

DirectWords: TypeAlias = Callable[[Lobby, TableLink], str]
"""An invitation for one person's direct messages."""

ChannelWords: TypeAlias = Callable[[list[int]], tuple[str, list[int]] | None]
"""What the channel is told once it's known whose direct messages are closed, and whom that notifies."""

CHANGE_IT = "-# /settings changes where and when I tell you."


def call_in_channel(session: Session, user_ids: list[int], ends: int | None, link: str) -> str:
    """For the channel: these people are mentioned. `ends` is when their time runs out, if that is why."""
    names, board = _mentioned(user_ids), f"[go to the board]({link})."
    if ends is not None:
        return f"{names}, your time for this move runs out <t:{ends}:R>: {board}"
    if not is_asked_to_move(session, *user_ids):
        return f"{names}, {_absentee(session)} Decide what happens to their seat: {board}"
    if session.late() is None:
        return f"{names}, it's your turn: {board}"
    return f"{names}, another player's time is up and you can make the move: {board}"


def direct_call(session: Session, user_id: int, ends: int | None, table: TableLink) -> str:
    """For one person's direct messages. `ends` is when their time runs out, if that is why."""
    title, board = session.game.about.title, f"[go to the board]({table.link})."
    where = f"**{title}** in {table.place}"
    if ends is not None:
        return f"Your time for this move runs out <t:{ends}:R> in {where}: {board}"
    if not is_asked_to_move(session, user_id):
        return f"In {where}, {_absentee(session)} Decide what happens to their seat: {board}\n{CHANGE_IT}"
    if session.late() is None:
        return f"It's your turn in {where}: {board}\n{CHANGE_IT}"
    return f"Another player's time is up and you can make the move in {where}: {board}\n{CHANGE_IT}"


def left(user_id: int) -> str:
    """For the channel: a player has left the server."""
    return f"<@{user_id}> left the server, so a computer plays for them now."


def rematch(user_ids: list[int]) -> str:
    """For the channel: these people are asked to play again."""
    return f"{_mentioned(user_ids, ', ')}, want a rematch? Press Join above."


def direct_rematch(lobby: Lobby, table: TableLink) -> str:
    """For one person's direct messages: they are asked to play again."""
    where = _lobby(lobby, table)
    return f"<@{lobby.host_id}> wants a rematch of {where}: [go to the lobby]({table.link}).\n{CHANGE_IT}"


def invitation(lobby: Lobby, user_ids: list[int]) -> str:
    """For the channel: these people are asked to play."""
    return f"{_mentioned(user_ids, ', ')}, <@{lobby.host_id}> invites you to play. Press Join above."


def direct_invitation(lobby: Lobby, table: TableLink) -> str:
    """For one person's direct messages: they are asked to play."""
    where = _lobby(lobby, table)
    return f"<@{lobby.host_id}> invites you to play {where}: [go to the lobby]({table.link}).\n{CHANGE_IT}"


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
    return f"**{lobby.game.about.title}** in {table.place}"
