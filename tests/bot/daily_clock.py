"""The days of the game of the day, as tests want them. A module that imports `clock` has its days moved."""

import pytest

from bot.chat.discord_time import DISCORD_TIME
from bot.daily import actions, days
from bot.daily import tries as daily
from bot.table.computers import Computers, Thought
from games.core import Seat
from games.engine.table import AnyTable

CHOOSE, TELL = Computers.choose, Computers.tell


async def as_the_weakest(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    """The others move at once. Par isn't known then: it takes the strongest."""
    return await CHOOSE(self, table, seat, table.game.about.levels[0], key)


async def in_no_squares(*_: object) -> str:
    """A try is told without squares, which take seconds."""
    return ""


class Clock:
    """Moves the time that the bot's days are counted by."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return DISCORD_TIME.now() + self.ahead

    def turn_to(self, game: str, hour: float = 1) -> int:
        """Some day of this game, so many hours after it began; its number."""
        day = next(one for one in range(10, 20) if days.game_of(one).about.name == game)
        self.go(day, hour)
        return day

    def go(self, day: int, hour: float) -> None:
        """So many hours after this day began."""
        self.ahead = days.ends_at(day - 1) + hour * 3600 - DISCORD_TIME.now()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(days, "DISCORD_TIME", moved)
    monkeypatch.setattr(actions, "DISCORD_TIME", moved)
    monkeypatch.setattr(daily, "PAR_LEVELS", 1)
    monkeypatch.setattr(Computers, "choose", as_the_weakest)
    monkeypatch.setattr(Computers, "tell", in_no_squares)
    return moved
