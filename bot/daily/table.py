"""A server's table of the games of the day over a week or a month: a leaderboard of points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

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
)
from bot.chat.players import mention
from bot.daily.days import PERIODS, POINTS, date_of
from bot.leaderboards.leaderboard import medallions, one_th, switch
from bot.leaderboards.leaderboard_card import MOST_LINES, LeaderboardCard, Line
from games.core import Choice
from games.kit.brush.header import writes
from games.kit.faces import Face
from storage import Summed

PICTURE = "daily-table.png"

_COUNTED = (
    f"-# Each day the best score gets {POINTS[0]} points, then {', '.join(map(str, POINTS[1:-2]))} and "
    f"{POINTS[-2]}. Everyone else who finishes gets {POINTS[-1]}. Equal scores get the same. A day counts "
    "when it's over everywhere, at noon UTC of the next day."
)
_NOT_YET = "You have no points yet."
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True)
class DailyTable:
    """What one person is shown of a server's table: `people` are all of it, the best first.

    `asked` names the period, of which these are the `days`; of those the ones up to `closed` count. `faces`
    has the people who are shown, None for those who have left.
    """

    asked: links.DailyTable
    days: range
    closed: int
    people: Sequence[Summed]
    faces: Mapping[int, Face | None]
    server: str
    reader_id: int

    @property
    def shown(self) -> Sequence[Summed]:
        """The first of them."""
        return self.people[:MOST_LINES]

    @property
    def own(self) -> Summed | None:
        """The reader's line."""
        return next((one for one in self.people if one.user_id == self.reader_id), None)

    @property
    def listed(self) -> Sequence[Summed]:
        """Everybody who is shown: the first, and the reader if they're further down."""
        own = self.own
        return self.shown if own is None or own in self.shown else [*self.shown, own]


def daily_table_screen(table: DailyTable, drawn: Drawn | None) -> Screen:
    """The table with the ways to the others; as text if nothing was `drawn`."""
    counted = len(range(table.days.start, min(table.days.stop, table.closed + 1)))
    days = len(table.days)
    written = [one for one in table.listed if drawn is None or not _is_written(table, one)]
    asked = table.asked
    return screen(
        picture(PICTURE, drawn, alt_text(described(table))),
        paragraph(
            f"### Games of the day: {PERIODS[asked.period].lower()} in {escaped(amid(table.server))}",
            f"{_dates(table.days)} · {counted} of {days} days count so far."
            if counted < days
            else _dates(table.days),
            *([] if table.people else [f"Nobody here has points for {PERIODS[asked.period].lower()} yet."]),
            *(_text_line(table, one) for one in written),
        ),
        _COUNTED,
        menu(replace(asked, period=CHOSEN), "When?", _choices(), [asked.period]),
        rows(
            [
                button("Game of the day", links.Daily()),
                *([switch(asked, drawn)] if table.people else []),
            ]
        ),
    )


def board_of(table: DailyTable) -> LeaderboardCard:
    """What the picture shows."""
    own = table.own
    return LeaderboardCard(
        banner=b"",
        title="Daily",
        medallions=medallions(),
        tabs=tuple(PERIODS.values()),
        open_tab=list(PERIODS).index(table.asked.period),
        heading=table.server,
        people=len(table.people),
        rating="points",
        won="days won",
        last="",
        lines=tuple(_line(table, one) for one in table.shown),
        own=None if own is None or own in table.shown else _line(table, own),
        note="" if own else _NOT_YET,
    )


def described(table: DailyTable) -> str:
    """The same in plain words."""
    begins = f"Games of the day, {PERIODS[table.asked.period].lower()} in {amid(table.server)}."
    lines = [f"{one_th(one.place)} {_name(table, one)}, {_plain(one)}." for one in table.listed]
    return " ".join([begins, *lines, *([] if table.own else [_NOT_YET])])


def _choices() -> list[Choice]:
    return [Choice(name, label) for name, label in PERIODS.items()]


def _dates(days: range) -> str:
    """`23 to 29 November`, `30 November to 6 December`."""
    first, last = date_of(days.start), date_of(days.stop) - timedelta(days=1)
    return f"{_day(first, '' if first.month == last.month else ' %B')} to {_day(last, ' %B')}"


def _day(one: date, month: str) -> str:
    return f"{one.day}{one:{month}}" if month else str(one.day)


def _line(table: DailyTable, one: Summed) -> Line:
    face, is_reader = table.faces.get(one.user_id), one.user_id == table.reader_id
    return Line(
        face=face or Face(),
        place=one.place,
        rating=str(one.points),
        wins=one.won,
        games=one.days,
        name="You" if is_reader else SOMEBODY if face is None else "",
        is_reader=is_reader,
    )


def _text_line(table: DailyTable, one: Summed) -> str:
    place = _MEDALS.get(one.place, f"**{one.place}.**")
    you = "**You:** " if one.user_id == table.reader_id else ""
    face = table.faces.get(one.user_id)
    who = SOMEBODY if face is None else mention(one.user_id, face.name)
    return f"{place} {you}{who} · {_plain(one)}"


def _is_written(table: DailyTable, one: Summed) -> bool:
    """Whether the picture can write who it is."""
    face = table.faces.get(one.user_id)
    return one.user_id == table.reader_id or face is None or writes(face.name)


def _name(table: DailyTable, one: Summed) -> str:
    if one.user_id == table.reader_id:
        return "you"
    return face_name(table.faces.get(one.user_id), SOMEBODY)


def _plain(one: Summed) -> str:
    """`26 points, won 2 of 3 days`."""
    points, days = "point" if one.points == 1 else "points", "day" if one.days == 1 else "days"
    return f"{one.points} {points}, won {one.won} of {one.days} {days}"
