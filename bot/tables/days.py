"""The days of the game of the day: which game it is, when it is over, how it is dealt and what a try scores.

Days are numbered from 1 and begin at midnight UTC. A day is over where it is over last, twelve hours after it
was over by UTC; until then nobody is told its seed.
See docs/decisions/0034-a-game-every-day.md.
"""

import hmac
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from bot.discord_time import DISCORD_TIME
from bot.refusal import Refusal
from bot.tables.seats import SeatHistory
from games import registry
from games.core import Seat
from games.game import AnyGame, Daily
from games.table import AnyTable
from storage import StoredSession

PLAYER = Seat(0)
"""Whose seat a try is played in."""

DAY_SECONDS = 24 * 60 * 60

_FIRST = round(datetime(2026, 11, 23, tzinfo=UTC).timestamp()) // DAY_SECONDS
_LATER_SECONDS = 12 * 60 * 60
"""How much later a day is over in the last time zone."""


def today() -> int:
    """The number of this day."""
    return int(DISCORD_TIME.now()) // DAY_SECONDS - _FIRST + 1


def ends_at(day: int) -> int:
    """When a day's game can't be begun any more, and the next one can, in seconds since the epoch."""
    return (_FIRST + day) * DAY_SECONDS


def closes_at(day: int) -> int:
    """When a try that was begun doesn't count any more, and the seed is shown, in seconds since the epoch."""
    return ends_at(day) + _LATER_SECONDS


def is_closed(day: int) -> bool:
    """Whether the day is over everywhere."""
    return DISCORD_TIME.now() >= closes_at(day)


def last_closed() -> int:
    """The last day that is over everywhere; it may be before the first one."""
    return today() - (1 if is_closed(today() - 1) else 2)


def game_of(day: int) -> AnyGame:
    """The game that is played on this day: each in turn."""
    games = [game for game in registry.all_games().values() if game.daily is not None]
    return games[day % len(games)]


def rules_of(game: AnyGame) -> Daily:
    """How this game is played as the game of the day, which it has to be."""
    assert game.daily is not None
    return game.daily


def seed_of(secret: bytes, day: int, game: AnyGame) -> bytes:
    """The seed of a day's game: the same for everybody, and nobody without the secret can work it out."""
    return hmac.digest(secret, f"daily/{day}/{game.about.name}".encode(), "sha256")


def must_be_closed(stored: StoredSession, what: str) -> None:
    """Raises Refusal for a try while others may still play the same; `what` begins the sentence."""
    if stored.day is not None and not is_closed(stored.day):
        raise Refusal(f"{what} when the day is over everywhere: <t:{closes_at(stored.day)}:R>.")


def score_of(stored: StoredSession, stays: SeatHistory, table: AnyTable, at: int) -> int | None:
    """What a try scores that ended at this moment, in milliseconds; None if it doesn't count.

    It counts if the person has made all of their moves and was through before the day was over everywhere.
    """
    day, outcome = stored.day, table.outcome
    if day is None or table.game.daily is None or outcome is None or table.stopped:
        return None
    if stays.past or table.resigned or at > closes_at(day) * 1000:
        return None
    return scored(table)


def scored(table: AnyTable) -> int:
    """The score at the end of a game of the day."""
    outcome = table.outcome
    assert outcome is not None
    moves = sum(line.who == PLAYER and not line.is_talk for line in table.lines)
    return rules_of(table.game).score(outcome.scores, moves)


MOST_FREEZES = 2
DAYS_FOR_A_FREEZE = 7


class Streak(NamedTuple):
    """How many days in a row somebody has played, and how many missed days they have saved up for."""

    length: int = 0
    freezes: int = 0


def streak_of(days: Iterable[int], day: int) -> Streak:
    """Somebody's streak on this day, which is still to come unless it's among the `days` that count for them.

    Every seventh day of a streak earns a freeze, and they can have two. A missed day uses one by itself: then
    the streak neither grows nor ends.
    """
    known, length, freezes = set(days), 0, 0
    for one in range(min(known, default=day), day + 1):
        if one in known:
            length += 1
            freezes = min(freezes + (length % DAYS_FOR_A_FREEZE == 0), MOST_FREEZES)
        elif one < day and freezes:
            freezes -= 1
        elif one < day:
            length = 0
    return Streak(length, freezes)
