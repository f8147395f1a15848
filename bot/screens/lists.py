"""Lists: leaderboards, profiles, and all tables of one person with the way to each."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from discord import ui

from bot import routes
from bot.leaderboard import BASE, RATED_AFTER, Outcome, Standing
from bot.screens.hand import TableLink
from bot.screens.parts import Layout, Screen, menu, rows, screen, turning
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession, OpenTables
from bot.tables.session import Session
from bot.tables.waits import asked_at
from games import registry
from games.core import Choice

ROWS = 10
LAST_SHOWN = 5
ALL = "all"
LEADERBOARD = "leaderboard"
"""The purpose of this ephemeral message: a new leaderboard replaces the last one."""

_IN_A_ROW: Mapping[Outcome, str] = {"won": "wins", "lost": "losses", "drew": "draws"}


def leaderboard_screen(standings: Sequence[Standing], game: str, page: int, user_id: int) -> Screen:
    """One page of a server's leaderboard, with the reader's own place below it."""
    last = max((len(standings) - 1) // ROWS, 0)
    page = min(max(page, 0), last)
    shown = list(enumerate(standings, 1))[page * ROWS : (page + 1) * ROWS]
    own = next(((place, one) for place, one in enumerate(standings, 1) if one.user_id == user_id), None)
    lines = [_row(place, one, user_id) for place, one in shown] or ["Nobody has finished a game here yet."]
    if own is None:
        lines.append("-# You haven't finished a game here yet.")
    elif own not in shown:
        lines.append(f"-# …\n{_row(*own, user_id)}")
    text = "\n".join([f"## Leaderboard: {_title(game)}", *lines, _KEY])
    names = (ALL, *registry.all_games())
    games = [Choice(name, _title(name)) for name in names]
    return screen(
        text,
        menu(routes.Ranks("menu", 0), "Choose a game …", games, [game]),
        rows(turning(page, last, partial(routes.Ranks, game))),
    )


def profile_screen(user_id: int, by_game: Mapping[str, Sequence[Standing]], avatar: str) -> Screen:
    """A person's games in this server: how they do in each, and how the last ended. `avatar` is a URL."""
    parts = [
        _in_one_game(game, place, one, len(standings))
        for game, standings in by_game.items()
        for place, one in enumerate(standings, 1)
        if one.user_id == user_id
    ]
    first, *rest = parts or ["No finished games in this server yet."]
    avatar_beside: ui.Thumbnail[Layout] = ui.Thumbnail(avatar, description="Their avatar")
    head: ui.Section[Layout] = ui.Section(f"## <@{user_id}>\n{first}", accessory=avatar_beside)
    return screen(head, *rest, _KEY)


_KEY = (
    f"-# Your rating shows after {RATED_AFTER} games between people; everyone starts at {BASE}. "
    "A game with a computer at the table counts towards your games and wins, but not your rating. "
    "A game in which something that had been seen was undone doesn't count. "
    "If a seat changes hands during a game, it counts for the player who made most of its moves, "
    "or for the one who resigned."
)


def _row(place: int, one: Standing, reader: int) -> str:
    row = f"<@{one.user_id}> · {_figures(one)}"
    return f"{place}. **You:** {row}" if one.user_id == reader else f"{place}. {row}"


def _in_one_game(game: str, place: int, one: Standing, of: int) -> str:
    """Three lines: the place, the figures, and how the last games ended."""
    streak = f" · {_whole(f'{one.streak} {_IN_A_ROW[one.last[0]]} in a row')}" if one.streak > 1 else ""
    last = (
        f"Newest first: {', '.join(one.last[:LAST_SHOWN])}" if one.games > 1 else f"Last game: {one.last[0]}"
    )
    return f"**{_title(game)}**: place {place} of {of}\n{_figures(one)}\n-# {last}{streak}"


def _figures(one: Standing) -> str:
    """Rating, wins and games, and in how many of them a computer played."""
    so_far = _whole(f"{one.rated_games} of {RATED_AFTER} rated games")
    rating = so_far if one.rating is None else f"**{one.rating}**"
    computers = f" {_whole(f'({one.with_computers} with computers)')}" if one.with_computers else ""
    return f"{rating} · {_counted(one.wins, 'win')} · {_counted(one.games, 'game')}{computers}"


def _counted(number: int, thing: str) -> str:
    return _whole(f"{number} {thing}" if number == 1 else f"{number} {thing}s")


def _whole(words: str) -> str:
    """The words with no-break spaces."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _title(game: str) -> str:
    return "All games" if game == ALL else registry.find(game).about.title


OWN_TABLES = "tables"
"""The purpose of this ephemeral message."""

MOST = 15
"""How many tables are listed; more don't fit in a message with the longest links."""

NONE_YET = "You're not at any table right now. Use **/play** to start a game."


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table with the way to its board, and its server's name.

    `since` is when it began to wait for a player, in seconds since the epoch; 0 if it isn't waiting.
    """

    lobby_or_session: LobbyOrSession
    link: str
    since: int = 0
    server: str = ""


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
        own.append(OwnTable(one, way.link, await _since(tables, one), way.server))
    return own


async def _since(tables: OpenTables, table: LobbyOrSession) -> int:
    if isinstance(table, Lobby):
        return 0
    return int(await asked_at(tables.archive, table, table.waits_for()))


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
    stored = place.lobby_or_session.stored
    ago = f" since <t:{place.since}:R>" if place.since else ""
    where = f"{place.server} · <#{stored.channel_id}>"
    return f"- **{_title(stored.game)}** in {where}{ago}: [go to the board]({place.link})"


def _waits_for(place: OwnTable, user_id: int) -> bool:
    table = place.lobby_or_session
    return any(table.players[seat].user_id == user_id for seat in table.waits_for())


def _line(place: OwnTable, user_id: int, *, is_own: bool) -> str:
    table = place.lobby_or_session
    where = f"in <#{table.stored.channel_id}>"
    if isinstance(table, Session) and table.seats.is_away(user_id):
        who = "the game is paused" if table.is_paused else "a computer is playing for you"
        state = f"you left, and {who}. You can come back on the board."
    elif isinstance(table, Lobby):
        state = table.why_not_to_start or "Ready to start."
    else:
        state = _state(table, place.since, is_own=is_own)
    return f"- **{_title(table.stored.game)}** {where}: {state} [Go to the board]({place.link})"


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
