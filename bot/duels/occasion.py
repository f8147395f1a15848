"""A table at which somebody plays a duel."""

from bot.chat import links
from bot.refusal import Refusal
from bot.table.deal import Try
from bot.table.occasion import Way
from storage import Archive, StoredSession


class OfADuel(Try):
    """One of the two tables of a duel."""

    called = "a duel"

    @classmethod
    def has(cls, stored: StoredSession) -> bool:
        """See `Occasion`."""
        return stored.duel is not None

    @property
    def number(self) -> int:
        """Which duel it is."""
        assert self.stored.duel is not None
        return self.stored.duel

    def result(self) -> Way:
        """How the duel stands."""
        return Way("Result of the duel", links.Duel(self.number))

    async def must_be_open_to_all(self, archive: Archive, what: str) -> None:
        """Not before both are through."""
        duel = await archive.duels.find(self.number)
        if duel is not None and duel.state == "playing":
            raise Refusal(f"You can have {what} of a duel when both of you are through.")
