"""Lists of tables with the way to each: a person's own, and those that can be watched."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.chat.parts import listed
from bot.table.lobby import Lobby
from bot.table.open_tables import LobbyOrSession, OpenTables
from bot.table.screens.hand import TableLink
from bot.table.session import Session
from games.engine import registry

OWN_TABLES = "tables"
"""The purpose of this ephemeral message."""

MOST = 15
"""How many tables are listed; more don't fit in a message with the longest links."""

NONE_YET = "You're not at any table right now. Use **/play** to start a game."


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table with the way to its board, and where that is.

    `since` is when it began to wait for a player, in seconds since the epoch; 0 if it isn't waiting.
    """

    lobby_or_session: LobbyOrSession
    link: str
    since: int = 0
    place: str = ""


async def tables_with_links(
    tables: OpenTables, link_of: Callable[[LobbyOrSession], Awaitable[TableLink]], user_id: int
) -> list[OwnTable]:
    """The tables of this person in all servers; `link_of` finds the link to a board."""
    own: list[OwnTable] = []
    found: list[LobbyOrSession] = [
        *tables.in_memory.sessions_of(user_id, away=True),
        *tables.in_memory.lobbies_of(user_id),
    ]
    for one in [*found, *await tables.loading.read_elsewhere(user_id)]:
        way = await link_of(one)
        own.append(OwnTable(one, way.link, await _since(one), way.place))
    return own


async def _since(table: LobbyOrSession) -> int:
    return 0 if isinstance(table, Lobby) else int(await table.asked_at(table.waits_for()))


def waiting_tables(places: list[OwnTable], user_id: int) -> str:
    """The tables that wait for this person, with their servers; empty if none does."""
    waiting = [one for one in places if _waits_for(one, user_id)]
    lines = [_waiting(one) for one in waiting]
    where = "1 table" if len(waiting) == 1 else f"{len(waiting)} tables"
    return _list_of(f"It's your turn at {where}", lines) if waiting else ""


def own_tables(places: list[OwnTable], user_id: int) -> str:
    """The tables at which this person sits: their turn, other people's turns, lobbies."""
    waiting = [one for one in places if _waits_for(one, user_id)]
    ordered = [*waiting, *(one for one in places if one not in waiting)]
    lines = [_line(one, user_id, is_own=one in waiting) for one in ordered]
    return _list_of("Your tables", lines) if places else NONE_YET


def _list_of(heading: str, lines: list[str]) -> str:
    """The first of these lines, and how many there are besides."""
    hidden = len(lines) - MOST
    more = [f"-# … and {hidden} more"] if hidden > 0 else []
    return "\n".join([f"### {heading}", *lines[:MOST], *more])


def _waiting(place: OwnTable) -> str:
    game = place.lobby_or_session.stored.game
    ago = f" since <t:{place.since}:R>" if place.since else ""
    return f"- **{title_of(game)}** in {place.place}{ago}: [go to the board]({place.link})"


def _waits_for(place: OwnTable, user_id: int) -> bool:
    table = place.lobby_or_session
    return any(table.players[seat].user_id == user_id for seat in table.waits_for())


def _line(place: OwnTable, user_id: int, *, is_own: bool) -> str:
    table = place.lobby_or_session
    where = f"in {place.place}" if table.answers_only else f"in <#{table.stored.channel_id}>"
    if isinstance(table, Session) and table.seats.is_away(user_id):
        who = "the game is paused" if table.is_paused else "a computer is playing for you"
        state = f"you left, and {who}. You can come back on the board."
    elif isinstance(table, Lobby):
        state = table.why_not_to_start or "Ready to start."
    else:
        state = _state(table, place.since, is_own=is_own)
    return f"- **{title_of(table.stored.game)}** {where}: {state} [Go to the board]({place.link})"


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
        return "waiting until somebody comes back." if session.is_deserted else "a computer is playing."
    return f"waiting for {' and '.join(session.seats.called_all(waiting))}{ago}."


WATCHED = "watch"
"""The purpose of this ephemeral message."""

NOTHING_TO_WATCH = "There's no game right now in the channels that you can read. Use **/play** to start one."


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A game under way: who plays it, as mentions or names, and since when in seconds since the epoch."""

    game: str
    channel_id: int
    players: Sequence[str]
    link: str
    since: int


def watched_tables(tables: Sequence[WatchedTable]) -> str:
    """The games that somebody can watch, with the way to each board."""
    return _list_of("Games to watch", [_watched(one) for one in tables]) if tables else NOTHING_TO_WATCH


def _watched(one: WatchedTable) -> str:
    who, began = listed(list(one.players)), f"started <t:{one.since}:R>"
    return f"- **{title_of(one.game)}** in <#{one.channel_id}>: {who}, {began}. [Watch]({one.link})"


def title_of(game: str) -> str:
    """The title of a game, or its name if this version of the bot doesn't have it."""
    found = registry.all_games().get(game)
    return game if found is None else found.about.title


def level_title(game: str, level: str) -> str:
    """What a level of computer players is called, also if this version of the bot doesn't have the game."""
    found = registry.all_games().get(game)
    return level.capitalize() if found is None else found.about.level(level).title
