"""What the tests of Foozle's pictures look at: a table of two."""

from dataclasses import replace

from games.core import Seat
from games.foozle.rules.position import Table
from tests.games.foozle.naive import table_with

A, B = Seat(0), Seat(1)


def table_of(hand: str, other: str = "Grue", groups: tuple[str, ...] = ("0Zu 2Zu 9Zu",)) -> Table:
    """A table at which b laid these groups down, and 0Fa and 8To lie in the tableau."""
    table = table_with((hand, other), "0Fa 8To", groups)
    return replace(table, layers=(B,) * len(groups))
