"""What a table is played for: nothing but the game itself, or something that a feature adds.

A feature that has tables of its own declares a class of occasions; what's stored of a table says which it is.
"""

from typing import ClassVar, NamedTuple

from bot.chat.custom_ids import Route
from bot.table.seats import SeatHistory
from games.core import Seat
from games.engine.table import AnyTable
from storage import Archive, StoredSession

_kinds: "list[type[Occasion]]" = []


class Way(NamedTuple):
    """A button to what comes of a table: its label, and where it leads."""

    label: str
    route: Route


class Occasion:
    """A game for its own sake: everybody may undo, and nothing of it is secret once it's over."""

    is_try: ClassVar[bool] = False
    """Whether it's somebody's one try at a deal that others get, too."""

    called: ClassVar[str] = ""
    """What it's called in a sentence, if it isn't just a game."""

    def __init__(self, stored: StoredSession) -> None:
        self.stored = stored

    def __init_subclass__(cls) -> None:
        _kinds.insert(0, cls)  # before the kind of which it is one

    @classmethod
    def has(cls, stored: StoredSession) -> bool:
        """Whether this table is played for this."""
        return False

    def computer_key(self, table: AnyTable, seat: Seat) -> bytes:
        """The key of a computer's choice for this seat: see `fair.computer_key`."""
        return table.computer_key(self.stored.seed, seat)

    def score(self, stays: SeatHistory, table: AnyTable, at: int) -> int | None:
        """What it counts if it ends at this moment, in milliseconds; None if it doesn't count."""
        return None

    def result(self) -> Way | None:
        """The way to what comes of it, once it's over."""
        return None

    async def must_be_open_to_all(self, archive: Archive, what: str) -> None:
        """Raises Refusal if others still play the same; `what` says what can't be had of it yet."""


def occasion_of(stored: StoredSession) -> Occasion:
    """What this table is played for. Raises LookupError if that's a feature's that isn't there."""
    kind = next((kind for kind in _kinds if kind.has(stored)), None)
    if kind is None and stored.is_try:
        raise LookupError(f"no feature says what table {stored.id} is played for")
    return (kind or Occasion)(stored)
