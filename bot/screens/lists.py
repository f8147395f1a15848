"""Lists: leaderboards, profiles, and all tables of one person with the way to each."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from discord import ui

from bot import routes
from bot.ratings import START, Rating
from bot.screens.hand import TableLink
from bot.screens.parts import Layout, Screen, menu, rows, screen, turning
from bot.standings import DREW, LOST, WON
from bot.tables.lobby import Lobby
from bot.tables.open_tables import LobbyOrSession, OpenTables
from bot.tables.session import Session
from bot.tables.waits import asked_at
from games import registry
from games.core import Choice
from storage import ALL_GAMES, COMPUTERS, Placed

ROWS = 10
ALL = ALL_GAMES
LEADERBOARD = "leaderboard"
"""The purpose of this ephemeral message: a new leaderboard replaces the last one."""

CHANGED_FOR = 30 * 24 * 60 * 60 * 1000
"""In milliseconds: for so long the leaderboard says that its numbers changed once."""

_IN_WORDS: Mapping[str, str] = {WON: "won", LOST: "lost", DREW: "drew"}
_IN_A_ROW: Mapping[str, str] = {WON: "wins", LOST: "losses", DREW: "draws"}


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """What a page of a server's leaderboard shows; game `all` is all of them together.

    `own` is the reader's standing. `is_changed` says that the numbers changed not long ago.
    """

    game: str
    page: int
    people: int
    shown: Sequence[Placed]
    own: Placed | None
    is_changed: bool = False

    @property
    def last(self) -> int:
        """The number of the last page."""
        return last_page(self.people)


def last_page(people: int) -> int:
    """The number of the last page, if so many people are on the leaderboard."""
    return max((people - 1) // ROWS, 0)


def leaderboard_screen(page: LeaderboardPage, user_id: int) -> Screen:
    """One page of a server's leaderboard, with the reader's own place below it."""
    lines = [_row(one, user_id) for one in page.shown] or ["Nobody has finished a game here yet."]
    if page.own is None:
        lines.append("-# You haven't finished a game here yet.")
    elif page.own.user_id not in [one.user_id for one in page.shown]:
        lines.append(f"-# …\n{_row(page.own, user_id)}")
    text = "\n".join([f"## Leaderboard: {_title(page.game)}", *lines, _KEY, *[_CHANGED] * page.is_changed])
    names = (ALL, *registry.all_games())
    games = [Choice(name, _title(name)) for name in names]
    return screen(
        text,
        menu(routes.Ranks("menu", 0), "Choose a game …", games, [page.game]),
        rows(turning(page.page, page.last, partial(routes.Ranks, page.game))),
    )


def profile_screen(user_id: int, standings: Sequence[Placed], avatar: str) -> Screen:
    """A person's standings in this server: how they do in each game, and how the last ended.

    `avatar` is a URL.
    """
    order = (ALL, *registry.all_games())
    shown = [one for one in standings if one.key.game in order]
    parts = [_in_one_game(one) for one in sorted(shown, key=lambda one: order.index(one.key.game))]
    first, *rest = parts or ["No finished games in this server yet."]
    avatar_beside: ui.Thumbnail[Layout] = ui.Thumbnail(avatar, description="Their avatar")
    head: ui.Section[Layout] = ui.Section(f"## <@{user_id}>\n{first}", accessory=avatar_beside)
    return screen(head, *rest, _KEY)


_KEY = (
    f"-# Everyone's rating starts at {START}. It has a **?** while it's still uncertain. "
    "Games with a computer at the table have a ladder of their own: see the profile. "
    "A game in which something that had been seen was undone doesn't count. "
    "If a seat changes hands during a game, it counts for the player who made most of its moves, "
    "or for the one who resigned, and the game isn't rated."
)

_CHANGED = "-# Ratings are counted in a new way, so everyone's number has changed. All games still count."


def _row(one: Placed, reader: int) -> str:
    row = f"<@{one.user_id}> · {_figures(one)}"
    return f"{one.place}. **You:** {row}" if one.user_id == reader else f"{one.place}. {row}"


def _in_one_game(one: Placed) -> str:
    """Three lines: the place, the figures, and how the last games ended."""
    standing, newest = one.standing, one.standing.form[-1]
    ladder = " against computers" if one.key.ladder == COMPUTERS else ""
    streak = standing.streak
    in_a_row = f" · {_whole(f'{streak} {_IN_A_ROW[newest]} in a row')}" if streak > 1 else ""
    forms = [_IN_WORDS[outcome] for outcome in reversed(standing.form)]
    last = f"Newest first: {', '.join(forms)}" if len(forms) > 1 else f"Last game: {forms[0]}"
    return f"**{_title(one.key.game)}{ladder}**: place {one.place}\n{_figures(one)}\n-# {last}{in_a_row}"


def _figures(one: Placed) -> str:
    """Rating with its word, wins and games."""
    rating, standing = Rating.of(one.standing), one.standing
    known = [] if rating is None else [_rating(rating)]
    return " · ".join([*known, _counted(standing.wins, "win"), _counted(standing.games, "game")])


def _rating(rating: Rating) -> str:
    return f"**{rating.shown}**?" if rating.is_provisional else f"**{rating.shown}** {_whole(rating.word)}"


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
