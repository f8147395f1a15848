"""All tables of one person, those that wait for them first, with the way to each."""

from dataclasses import dataclass

from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession
from bot.tables.session import Session
from games import registry

OWN_TABLES = "tables"
"""The purpose of this ephemeral message."""

MOST = 15
"""How many tables are listed; more don't fit in a message with the longest links."""

NONE_YET = "You're not at any table right now. Use **/play** to start a game."


@dataclass(frozen=True, slots=True)
class Place:
    """A table with the way to its board, and since when it waits, in seconds since the epoch, if it does."""

    lobby_or_session: LobbyOrSession
    link: str
    since: int = 0


def own_tables(places: list[Place], user_id: int) -> str:
    """The tables at which this person sits: their turn, other people's turns, lobbies."""
    if not places:
        return NONE_YET
    waiting = [one for one in places if _waits_for(one, user_id)]
    rest = [one for one in places if one not in waiting]
    shown = [*waiting, *rest][:MOST]
    lines = ["### Your tables", *(_line(one, is_own=one in waiting) for one in shown)]
    if hidden := len(places) - len(shown):
        lines.append(f"-# … and {hidden} more")
    return "\n".join(lines)


def _waits_for(place: Place, user_id: int) -> bool:
    match place.lobby_or_session:
        case Session() as session:
            return any(session.players[seat].user_id == user_id for seat in session.waits_for())
    return False


def _line(place: Place, *, is_own: bool) -> str:
    table = place.lobby_or_session
    title, where = registry.find(table.stored.game).about.title, f"in <#{table.stored.channel_id}>"
    if isinstance(table, Lobby):
        state = table.why_not_to_start or "Ready to start."
    else:
        state = _state(table, place.since, is_own=is_own)
    return f"- **{title}** {where}: {state} [Go to the board]({place.link})"


def _state(session: Session, since: int, *, is_own: bool) -> str:
    ago = f" since <t:{since}:R>" if since else ""
    ask = session.table.ask
    if is_own and ask is not None:
        asked = f" Asked <t:{since}:R>." if since else ""
        return f"{session.seats.called(ask.by)} wants to undo a move. **Do you agree?**{asked}"
    if is_own:
        return f"**your turn**{ago}."
    waiting = session.waits_for()
    if not waiting:
        return "a computer is playing."
    return f"waiting for {' and '.join(session.seats.called_all(waiting))}{ago}."
