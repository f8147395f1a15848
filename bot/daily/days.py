"""The days of the game of the day: which game it is, when it is over, how it is dealt and what a try scores.

Days are numbered from 1 and begin at midnight UTC. A day is over where it is over last, twelve hours after it
was over by UTC; until then nobody is told its seed.
See docs/decisions/0034-a-game-every-day.md.
"""

import hmac
from calendar import monthrange
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from bot.chat.discord_time import DISCORD_TIME
from games.engine import registry
from games.game import AnyGame
from storage import DailyChannel, DailyDeal

PUBLIC_SECRET = b"a public secret, to try out the game of the day"
"""Deals days that nobody plays, so that anybody can look at them."""

DAY_SECONDS = 24 * 60 * 60

_FIRST = round(datetime(2026, 11, 23, tzinfo=UTC).timestamp()) // DAY_SECONDS
_EPOCH = date(1970, 1, 1).toordinal()
_LATER_SECONDS = 12 * 60 * 60
"""How much later a day is over in the last time zone."""


def now() -> float:
    """This moment, by which days are counted, in seconds since the epoch."""
    return DISCORD_TIME.now()


def today() -> int:
    """The number of this day."""
    return int(now()) // DAY_SECONDS - _FIRST + 1


def hour_of(day: int, hour: int) -> int:
    """When this hour of the day begins by UTC, in seconds since the epoch."""
    return ends_at(day - 1) + hour * 3600


def day_on(when: date) -> int:
    """The number of the day with this date; below 1 before the first one."""
    return when.toordinal() - _EPOCH - _FIRST + 1


def date_of(day: int) -> date:
    """The date of this day."""
    return date.fromordinal(_EPOCH + _FIRST + day - 1)


def ends_at(day: int) -> int:
    """When a day's game can't be begun any more, and the next one can, in seconds since the epoch."""
    return (_FIRST + day) * DAY_SECONDS


def next_post(where: DailyChannel) -> int:
    """When a server has the next game posted, in seconds since the epoch."""
    return hour_of(max(today(), where.first_day, where.posted_day + 1), where.hour)


GONE, FORBIDDEN = "gone", "forbidden"
"""Why the bot stopped posting in a server: the channel doesn't exist any more, or it can't write there."""


def closes_at(day: int) -> int:
    """When a try that was begun doesn't count any more, and the seed is shown, in seconds since the epoch."""
    return ends_at(day) + _LATER_SECONDS


def is_closed(day: int) -> bool:
    """Whether the day is over everywhere."""
    return now() >= closes_at(day)


def last_closed() -> int:
    """The last day that is over everywhere; it may be before the first one."""
    return today() - (1 if is_closed(today() - 1) else 2)


def deal_of(day: int) -> DailyDeal:
    """The deal that counts on this day: each game has its turn."""
    games = _games()
    return DailyDeal(day, games[day % len(games)])


def to_practice(day: int) -> tuple[DailyDeal, ...]:
    """The deals of this day that can be played, but don't count: those of all other games."""
    return tuple(DailyDeal(day, game) for game in _games() if game != deal_of(day).game)


def is_practice(deal: DailyDeal) -> bool:
    """Whether this isn't the deal that counts on its day."""
    return deal != deal_of(deal.day)


def before(deal: DailyDeal) -> DailyDeal:
    """The deal of the day before: of the same game for practice, else the one that counted."""
    return DailyDeal(deal.day - 1, deal.game) if is_practice(deal) else deal_of(deal.day - 1)


def _games() -> list[str]:
    return [name for name, game in registry.all_games().items() if game.daily is not None]


def game_of(day: int) -> AnyGame:
    """The game that counts on this day."""
    return registry.find(deal_of(day).game)


PERIODS = {
    "week": "This week",
    "last-week": "Last week",
    "month": "This month",
    "last-month": "Last month",
}
"""What tables there are of several days, and what they're called. Weeks begin on Monday, all by UTC."""

POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""What each place of a day is worth in those tables, the first first; all after these are worth the last."""


def days_in(period: str) -> range:
    """The days of one of the `PERIODS`; some may still be to come, or lie before the first of all."""
    begin = _monday if period.endswith("week") else _first_of_month
    first = begin(date_of(today()))
    if period.startswith("last"):
        first = begin(first - timedelta(days=1))
    length = 7 if begin is _monday else monthrange(first.year, first.month)[1]
    begins = today() - (date_of(today()) - first).days
    return range(begins, begins + length)


def _monday(of: date) -> date:
    return of - timedelta(days=of.weekday())


def _first_of_month(of: date) -> date:
    return of.replace(day=1)


def seed_of(secret: bytes, deal: DailyDeal) -> bytes:
    """The seed of a deal: the same for everybody, and nobody without the secret can work it out."""
    return hmac.digest(secret, f"daily/{deal.day}/{deal.game}".encode(), "sha256")


MOST_FREEZES = 2
DAYS_FOR_A_FREEZE = 7


class Streak(NamedTuple):
    """How many days in a row somebody has played, and how many missed days they have saved up for.

    `saved` is how many missed days used up a freeze since they last played, and `is_new` whether the streak
    before this one ended since then.
    """

    length: int = 0
    freezes: int = 0
    saved: int = 0
    is_new: bool = False


def streak_of(days: Iterable[int], day: int, down: Collection[int] = ()) -> Streak:
    """Somebody's streak on this day, which is still to come unless it's among the `days` that count for them.

    Every seventh day of a streak earns a freeze, and they can have two. A missed day uses one by itself: then
    the streak neither grows nor ends. Nobody misses a day on which the bot was `down`.
    """
    known, length, freezes, saved, is_new = set(days), 0, 0, 0, False
    for one in range(min(known, default=day), day + 1):
        if one in known:
            length += 1
            freezes = min(freezes + (length % DAYS_FOR_A_FREEZE == 0), MOST_FREEZES)
            if one < day:
                saved, is_new = 0, False
        elif one == day or one in down:
            continue
        elif freezes:
            freezes, saved = freezes - 1, saved + 1
        elif length:
            length, saved, is_new = 0, 0, True
    return Streak(length, freezes, saved, is_new)


AWAY_HOURS, LAST_HOURS = 6, 3
"""A day with so many hours in which nobody could play is down, or one without any of its last hours."""


def down_days(up: Mapping[int, tuple[int, int]]) -> set[int]:
    """The days before today on which the bot was down.

    `up` says in how many hours people could play, and in which last one, by day. Of its first day nobody
    knows how it began, so it's as good as any.
    """
    first, down = min(up, default=today()), set[int]()
    for day in range(first + 1, today()):
        count, last = up.get(day, (0, 0))
        if 24 - count >= AWAY_HOURS or last < 24 - LAST_HOURS:
            down.add(day)
    return down
