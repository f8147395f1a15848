"""All tables of one person, those that wait for them first, with the way to each."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.screens.hand_screen import TableLink
from bot.tables.loading import LobbyOrSession
from bot.tables.lobby import Lobby
from bot.tables.open_tables import OpenTables
from bot.tables.session import Session
from bot.tables.waits import asked_at
from games import registry

OWN_TABLES = "tables"
"""The purpose of this ephemeral message."""

MOST = 15
"""How many tables are listed; more don't fit in a message with the longest links."""

NONE_YET = "You're not at any table right now. Use **/play** to start a game."


@dataclass(frozen=True, slots=True)
class Place:
    """A table with the way to its board, and its server's name.

    `since` is when it began to wait for a player, in seconds since the epoch; 0 if it isn't waiting.
    """

    lobby_or_session: LobbyOrSession
    link: str
    since: int = 0
    server: str = ""


async def places_of(
    tables: OpenTables, link_of: Callable[[LobbyOrSession], Awaitable[TableLink]], user_id: int
) -> list[Place]:
    """The tables of this person in all servers; `link_of` finds the link to a board."""
    places: list[Place] = []
    found: list[LobbyOrSession] = [
        *tables.in_memory.sessions_of(user_id, away=True),
        *tables.in_memory.lobbies_of(user_id),
    ]
    for one in [*found, *await tables.loading.read_elsewhere(user_id)]:
        way = await link_of(one)
        places.append(Place(one, way.link, await _since(tables, one), way.server))
    return places


async def _since(tables: OpenTables, table: LobbyOrSession) -> int:
    if isinstance(table, Lobby):
        return 0
    return int(await asked_at(tables.archive, table, table.waits_for()))


def waiting_tables(places: list[Place], user_id: int) -> str:
    """The tables that wait for this person, with their servers; empty if none does."""
    waiting = [one for one in places if _waits_for(one, user_id)]
    lines = []
    for one in waiting[:MOST]:
        stored = one.lobby_or_session.stored
        title, where = registry.find(stored.game).about.title, f"{one.server} · <#{stored.channel_id}>"
        ago = f" since <t:{one.since}:R>" if one.since else ""
        lines.append(f"- **{title}** in {where}{ago}: [go to the board]({one.link})")
    if hidden := len(waiting) - len(lines):
        lines.append(f"-# … and {hidden} more")
    where = "1 table" if len(waiting) == 1 else f"{len(waiting)} tables"
    return "\n".join([f"### It's your turn at {where}", *lines]) if waiting else ""


def own_tables(places: list[Place], user_id: int) -> str:
    """The tables at which this person sits: their turn, other people's turns, lobbies."""
    if not places:
        return NONE_YET
    waiting = [one for one in places if _waits_for(one, user_id)]
    rest = [one for one in places if one not in waiting]
    shown = [*waiting, *rest][:MOST]
    lines = ["### Your tables", *(_line(one, user_id, is_own=one in waiting) for one in shown)]
    if hidden := len(places) - len(shown):
        lines.append(f"-# … and {hidden} more")
    return "\n".join(lines)


def _waits_for(place: Place, user_id: int) -> bool:
    match place.lobby_or_session:
        case Session() as session:
            return any(session.players[seat].user_id == user_id for seat in session.waits_for())
    return False


def _line(place: Place, user_id: int, *, is_own: bool) -> str:
    table = place.lobby_or_session
    title, where = registry.find(table.stored.game).about.title, f"in <#{table.stored.channel_id}>"
    if isinstance(table, Session) and table.seats.is_away(user_id):
        who = "the game is paused" if table.is_paused else "a computer is playing for you"
        state = f"you left, and {who}. You can come back on the board."
    elif isinstance(table, Lobby):
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
    if session.is_paused:
        return "the game is paused."
    waiting = session.waits_for()
    if not waiting:
        return (
            "waiting until somebody comes back." if session.journal.is_deserted else "a computer is playing."
        )
    return f"waiting for {' and '.join(session.seats.called_all(waiting))}{ago}."
