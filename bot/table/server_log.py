"""The lines of a server's log: what somebody did at its tables who hosts none of them.

People who manage the server read it with `/server log`.
"""

from bot.table.journal import milliseconds
from bot.table.open_tables import LobbyOrSession
from storage import LoggedAction, ServerAction


def line(
    table: LobbyOrSession, by_id: int, what: ServerAction, about_id: int | None = None, why: str = ""
) -> LoggedAction:
    """The line about what this person does at a table in a server."""
    stored = table.stored
    assert stored.guild_id is not None
    return LoggedAction(stored.guild_id, milliseconds(), by_id, what, about_id, stored.channel_id, None, why)


def by_moderator(table: LobbyOrSession, by_id: int, what: ServerAction) -> LoggedAction | None:
    """The line about what somebody does at a table in a server, unless they host it."""
    is_listed = by_id != table.host_id and table.stored.guild_id is not None
    return line(table, by_id, what) if is_listed else None
