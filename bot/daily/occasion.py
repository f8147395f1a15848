"""A table at which somebody tries a game of the day."""

from bot.chat import links
from bot.daily import days
from bot.refusal import Refusal
from bot.table.deal import Try
from bot.table.occasion import Way
from bot.table.seats import SeatHistory
from games.engine.table import AnyTable
from storage import Archive, DailyDeal, StoredSession


class OfTheDay(Try):
    """A try at the game of a day, or at another game of that day for practice."""

    called = "the game of the day"

    @classmethod
    def has(cls, stored: StoredSession) -> bool:
        """See `Occasion`."""
        return stored.day is not None

    @property
    def deal(self) -> DailyDeal:
        """Which deal it is."""
        assert self.stored.day is not None
        return DailyDeal(self.stored.day, self.stored.game)

    def score(self, stays: SeatHistory, table: AnyTable, at: int) -> int | None:
        """It counts if the person was through before the day was over everywhere."""
        return None if at > days.closes_at(self.deal.day) * 1000 else super().score(stays, table, at)

    def result(self) -> Way:
        """How the person did."""
        if days.is_practice(self.deal):
            return Way("Result", links.Daily(self.deal.day, self.deal.game))
        return Way("Result of the day", links.Daily(self.deal.day))

    async def must_be_open_to_all(self, archive: Archive, what: str) -> None:
        """Not before the day is over everywhere."""
        if not days.is_closed(self.deal.day):
            when = f"when the day is over everywhere: <t:{days.closes_at(self.deal.day)}:R>."
            raise Refusal(f"You can have {what} of the game of the day {when}")
