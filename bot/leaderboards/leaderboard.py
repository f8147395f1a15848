"""A leaderboard: ten places as a picture or as text, one's own place, and menus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from discord import ui

from bot.chat import links
from bot.chat.custom_ids import CHOSEN
from bot.chat.drawing import Drawn
from bot.chat.names import SOMEBODY, amid
from bot.chat.parts import (
    Screen,
    alt_text,
    button,
    escaped,
    face_name,
    menu,
    paragraph,
    picture,
    rows,
    screen,
    turning,
)
from bot.chat.players import mention
from bot.leaderboards import routes
from bot.leaderboards.leaderboard_card import LeaderboardCard, Line, Medallions
from bot.table.ratings import START, Rating, is_settled
from bot.table.standings import DREW, LOST, WON
from games.core import Choice
from games.engine import registry
from games.kit.brush.header import writes
from games.kit.faces import Face
from storage import ALL_GAMES, COMPUTERS, PEOPLE, Placed

ROWS = 10
LEADERBOARD = "leaderboard"
"""The purpose of this ephemeral message: a new leaderboard replaces the last one."""

CHANGED_FOR = 30 * 24 * 60 * 60 * 1000
"""In milliseconds: for so long the leaderboard says that its numbers changed once."""


PERIODS = ("", "season", "month")
"""All time, and the season and the month that it is now; see `storage.periods_of`."""

EVERYWHERE = "everywhere"
EVERYWHERE_COMPUTERS = "everywhere-computers"
BOARDS = (PEOPLE, COMPUTERS, EVERYWHERE, EVERYWHERE_COMPUTERS)
"""The leaderboards of a game: who plays with whom, in this server or in all of them."""

WIDE_BOARDS = EVERYWHERE, EVERYWHERE_COMPUTERS
COMPUTER_BOARDS = COMPUTERS, EVERYWHERE_COMPUTERS

EVER = "ever"
"""In menus, all time: a menu has no empty value."""

AS_TEXT, AS_PICTURE = "text", "picture"
"""What a person chooses to see; otherwise it's as they chose last."""
FOR_ALL = "all"

OUTCOMES: Mapping[str, str] = {WON: "won", LOST: "lost", DREW: "drew"}

_NOBODY = "Nobody has finished a game here yet."
_NOT_YET = "You haven't finished a game here yet."
_CHANGED = (
    "-# Ratings are counted in a new way, so everyone's number has changed once. Every game still counts."
)
COUNTING = "-# I'm still counting all games again after an update, so not all of them are in here yet."
_UNCERTAIN = "-# A **?** means that a rating is still uncertain. A few more games settle it."
_CHOSEN = "-# Only people who chose that in /settings are on the leaderboards over all servers."

HOW_IT_COUNTS = (
    "### How it counts\n"
    f"- A rating says how well somebody plays. Between people it starts at {START:,}. It has a **?** while "
    "it's still uncertain, and then it has no place yet.\n"
    "- Games between people and games with computers have ladders of their own. All games together have no "
    "rating: there, the most wins lead.\n"
    "- A game in which something that had been seen was undone doesn't count.\n"
    "- If a seat changes hands, the game counts for the player who made most of its moves, or for the one "
    "who resigned, and it isn't rated.\n"
    "- Nor is a game with any number of hints.\n"
    "- The same two people count less and less for each other's rating within a week, and so do people who "
    "are new, until more is known about them.\n"
    "- With computers, your rating starts at the bottom and shows no more than the strongest level you have "
    "met can show.\n"
    "- A season is three months, from January, April, July or October, and a day ends at midnight UTC."
)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """What one page shows. `asked` names it: a game or `all`, the page, the period and the board.

    `faces` has the people who are shown, None for those who have left. `own` is the reader's standing, and
    `leaders` are the first three of all pages. `at` is now in milliseconds since the epoch, `is_changed`
    says that the numbers changed not long ago, and `is_counting` that not all games are counted yet.
    """

    asked: routes.Ranks
    people: int
    shown: Sequence[Placed]
    faces: Mapping[int, Face | None]
    server: str
    at: int
    leaders: Sequence[Placed]
    own: Placed | None = None
    reader_id: int | None = None
    """None on a page for everybody."""
    is_changed: bool = False
    is_counting: bool = False

    @property
    def is_rated(self) -> bool:
        """Whether there are ratings: all games together have none."""
        return self.asked.game != ALL_GAMES

    def ranks(self, one: Placed) -> bool:
        """Whether a standing has a place.

        Uncertain ratings have none, unless all are uncertain: a new leaderboard has a leader at once.
        """
        if not self.is_rated or is_settled(one.standing):
            return True
        is_new = not any(is_settled(leader.standing) for leader in self.leaders)
        return is_new and Rating.of(one.standing) is not None

    @property
    def is_own_below(self) -> bool:
        """Whether the reader's own place isn't among those shown."""
        return self.own is not None and self.own.user_id not in [one.user_id for one in self.shown]


def last_page(people: int) -> int:
    """The number of the last page, if so many people are on the leaderboard."""
    return max((people - 1) // ROWS, 0)


def leaderboard_screen(page: LeaderboardPage, drawn: Drawn | None) -> Screen:
    """The page with the ways to all others; as text if nothing was `drawn`.

    On a page for everybody there's nothing to press.
    """
    asked = page.asked
    shown = screen_text(page) if drawn is None else "\n".join(_unwritten(page))
    notes = paragraph(
        _UNCERTAIN if any("?" in _rating(one) for one in page.shown) else "",
        _CHOSEN if asked.board in WIDE_BOARDS else "",
        COUNTING if page.is_counting else "",
        _CHANGED if page.is_changed and page.is_rated else "",
    )
    pictured = picture("leaderboard.png", drawn, alt_text(described(page)))
    if page.reader_id is None:
        return screen(pictured, shown, notes)
    games = [Choice(name, title_of(name)) for name in (ALL_GAMES, *registry.all_games())]
    periods = [Choice(name or EVER, _period(name, page.at)) for name in PERIODS]
    boards = [Choice(name, _board(name)) for name in BOARDS]
    last = last_page(page.people)
    buttons = [
        *(turning(asked.page, last, lambda to: replace(asked, page=to)) if last else []),
        *([switch(asked, drawn)] if page.people else []),
        button("Post", replace(asked, show=FOR_ALL), disabled=not page.shown),
        button("How it counts", routes.HowItCounts()),
    ]
    return screen(
        pictured,
        shown,
        notes,
        menu(replace(asked, page=0, game=CHOSEN), "Choose a game …", games, [asked.game]),
        menu(replace(asked, page=0, period=CHOSEN), "When?", periods, [asked.period or EVER]),
        menu(replace(asked, page=0, board=CHOSEN), "Who?", boards, [asked.board or PEOPLE]),
        rows(buttons),
    )


def switch(asked: routes.Ranks | routes.Profile | links.DailyTable, drawn: Drawn | None) -> ui.Button[Any]:
    """The button to the same thing as text, or as a picture."""
    if drawn is None:
        return button("As a picture", replace(asked, show=AS_PICTURE))
    return button("As text", replace(asked, show=AS_TEXT))


def screen_text(page: LeaderboardPage) -> str:
    """The page as text, a line each."""
    lines = [_text_line(page, one) for one in page.shown if page.ranks(one)]
    unranked = [_text_line(page, one) for one in page.shown if not page.ranks(one)]
    own = [f"-# …\n{_text_line(page, page.own)}"] if page.own and page.is_own_below else []
    if page.reader_id is not None and page.own is None:
        own = [f"-# {_NOT_YET}"]
    where = escaped(_where(page))
    return "\n".join(
        [
            f"## Leaderboard: {title_of(page.asked.game)}",
            f"-# {where[0].upper()}{where[1:]} · {_period(page.asked.period, page.at)}",
            *(lines or ([] if unranked else [_NOBODY])),
            *(["**Not ranked yet**", *unranked] if unranked else []),
            *own,
        ]
    )


def described(page: LeaderboardPage) -> str:
    """The page in plain words, for alt text."""
    begins = f"{title_of(page.asked.game)}, {_where(page)}, {_period(page.asked.period, page.at).lower()}."
    ranked = [f"{one.place} {_described(page, one)}." for one in page.shown if page.ranks(one)]
    rest = [_described(page, one) for one in page.shown if not page.ranks(one)]
    parts = [begins, *ranked, *([f"Not ranked yet: {'; '.join(rest)}."] if rest else [])]
    if page.own is not None and page.is_own_below:
        place = (
            f"are {one_th(page.own.place)} of {page.people}" if page.ranks(page.own) else "aren't ranked yet"
        )
        parts.append(f"You {place}: {_plain(page.own)}.")
    elif page.own is None and page.reader_id is not None:
        parts.append(_NOT_YET)
    return " ".join(parts)


def _described(page: LeaderboardPage, one: Placed) -> str:
    you = " (you)" if one.user_id == page.reader_id else ""
    return f"{_name(page, one)}{you}, {_plain(one)}"


def board_of(page: LeaderboardPage) -> LeaderboardCard:
    """What the picture of this page shows."""
    asked, own = page.asked, page.own
    note = ""
    if page.reader_id is not None and own is None:
        note = _NOT_YET
    elif own is not None and not page.is_own_below:
        note = _to_third(page, own)
    game = asked.game
    return LeaderboardCard(
        banner=b"" if game == ALL_GAMES else registry.banner_picture(game),
        title=title_of(game),
        medallions=medallions() if game == ALL_GAMES else (),
        tabs=tuple(_tab(name, page.at) for name in PERIODS),
        open_tab=PERIODS.index(asked.period),
        heading=_heading(page),
        people=page.people,
        rating="rating" if page.is_rated else "",
        won="won",
        last="last five",
        lines=tuple(_line(page, one) for one in page.shown),
        unranked="Not ranked yet" if page.is_rated else "",
        own=_line(page, own) if own is not None and page.is_own_below else None,
        note=note,
    )


def title_of(game: str) -> str:
    """A game's title, or that it's all of them."""
    return "All games" if game == ALL_GAMES else registry.find(game).about.title


def one_th(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def medallions() -> Medallions:
    """What hangs on the wall of a leaderboard of all games."""
    return tuple((game.about.title, registry.medallion(name)) for name, game in registry.all_games().items())


def _line(page: LeaderboardPage, one: Placed) -> Line:
    standing, is_reader = one.standing, one.user_id == page.reader_id
    face = page.faces.get(one.user_id)
    name = "You" if is_reader else SOMEBODY if face is None else ""
    return Line(
        face=face or Face(),
        place=one.place if page.ranks(one) else None,
        rating=_rating(one) if page.is_rated else "",
        wins=standing.wins,
        games=standing.games,
        form=standing.form,
        name=name,
        is_reader=is_reader,
    )


def _rating(one: Placed) -> str:
    rating = Rating.of(one.standing)
    if rating is None:
        return "" if one.key.game == ALL_GAMES else "new"
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


def _plain(one: Placed) -> str:
    """`1742, won 26 of 41`."""
    rating, standing = _rating(one), one.standing
    won = f"won {standing.wins} of {standing.games}"
    return f"{rating}, {won}" if rating else won


def _text_line(page: LeaderboardPage, one: Placed) -> str:
    rating, standing = _rating(one), one.standing
    words = [
        *([f"**{rating}**"] if rating else []),
        f"won {standing.wins} of {standing.games}",
        f"newest first: {', '.join(OUTCOMES[end] for end in reversed(standing.form))}",
    ]
    # Discord would number a list by itself, and not know of people who share a place.
    place = f"**{one.place}.** " if page.ranks(one) else "- "
    you = "**You:** " if one.user_id == page.reader_id else ""
    return f"{place}{you}{_mention(page, one)} · {' · '.join(words)}"


def _mention(page: LeaderboardPage, one: Placed) -> str:
    """A mention, or a name in all servers: there, most mentions would be of strangers."""
    if (face := page.faces.get(one.user_id)) is None:
        return SOMEBODY
    if page.asked.board in WIDE_BOARDS:
        return escaped(_name(page, one))
    return mention(one.user_id, face.name)


def _name(page: LeaderboardPage, one: Placed) -> str:
    return face_name(page.faces.get(one.user_id), SOMEBODY)


def _unwritten(page: LeaderboardPage) -> list[str]:
    """The people whose names the picture can't write, for below it."""
    return [
        f"-# {f'{one.place}. ' if page.ranks(one) else ''}{_mention(page, one)}"
        for one in page.shown
        if one.user_id != page.reader_id and (face := page.faces.get(one.user_id)) and not writes(face.name)
    ]


def _to_third(page: LeaderboardPage, own: Placed) -> str:
    """How far it is to a medal; empty if the reader has one, or no place yet."""
    third = next((one for one in reversed(page.leaders) if page.ranks(one)), None)
    if third is None or own.place <= third.place or not page.ranks(own):
        return ""
    mine, theirs = Rating.of(own.standing), Rating.of(third.standing)
    if page.is_rated and mine and theirs:
        return f"You're {theirs.shown - mine.shown} points from {one_th(third.place)} place."
    missing = third.standing.wins - own.standing.wins
    return f"You're {missing} {'win' if missing == 1 else 'wins'} from {one_th(third.place)} place."


def _board(name: str) -> str:
    return {
        PEOPLE: "Between people, in this server",
        COMPUTERS: "With computers, in this server",
        EVERYWHERE: "Between people, in all servers",
        EVERYWHERE_COMPUTERS: "With computers, in all servers",
    }[name]


def _where(page: LeaderboardPage) -> str:
    """Whose games these are, in a sentence."""
    return {
        PEOPLE: f"between people in {amid(page.server)}",
        COMPUTERS: f"with computers in {amid(page.server)}",
        EVERYWHERE: "between people in all servers",
        EVERYWHERE_COMPUTERS: "with computers in all servers",
    }[page.asked.board or PEOPLE]


def _heading(page: LeaderboardPage) -> str:
    """The same for the picture, where there's little room."""
    return {
        PEOPLE: page.server,
        COMPUTERS: "With computers",
        EVERYWHERE: "All servers",
        EVERYWHERE_COMPUTERS: "Computers, all servers",
    }[page.asked.board or PEOPLE]


def _day(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _season(at: int, form: str) -> str:
    """The first and the last month of the season."""
    day = _day(at)
    first = day.replace(day=1, month=(day.month - 1) // 3 * 3 + 1)
    return f"{first:{form}} to {first.replace(month=first.month + 2):{form}}"


def _tab(name: str, at: int) -> str:
    return {"": "All time", "season": _season(at, "%b"), "month": f"{_day(at):%B}"}[name]


def _period(name: str, at: int) -> str:
    day = _day(at)
    return {
        "": "All time",
        "season": f"This season: {_season(at, '%B')} {day.year}",
        "month": f"This month: {day:%B} {day.year}",
    }[name]
