"""What people see of the time for a move."""

from typing import NamedTuple

from bot.discord_time import DISCORD_TIME
from games.core import Seat


class SeatTime(NamedTuple):
    """What people see about the time of a seat that owes a move, in whole seconds since the epoch.

    `bank_from` is when its extra time begins, None without any. `rests_until` is when its player's quiet
    hours under way end.
    """

    seat: Seat
    ends: int
    is_over: bool
    bank_from: int | None = None
    uses_bank: bool = False
    rests_until: int | None = None


def shown(instant: float) -> int:
    """This instant of the monotonic clock for Discord to show: whole seconds since the epoch."""
    return round(DISCORD_TIME.at(instant))
