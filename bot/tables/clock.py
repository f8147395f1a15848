"""How long a move may take, if the table's options limit it; see decision 20.

A seat's time runs only while its player could move: not while the bot is away or can't be reached, while the
table is paused, or in the player's own quiet hours. When it is up, a computer makes that move; or the next
player may, if the table's options say so, and the computer only in as much time again.
"""

import time
from collections.abc import Iterator

from bot.tables.journal import Journal
from bot.tables.misses import Misses
from bot.tables.owed_moves import began
from bot.tables.rests import Rests
from bot.tables.seat_time import SeatTime, shown
from bot.tables.table_options import NEXT_PLAYER_MAY
from bot.tables.timesheet import TimeSheet
from games.core import Seat
from games.table import AnyTable

WARNING = 0.2
"""The last part of a limit, in which a player is warned; at least a minute, at most half the limit."""


class Clock:
    """Says whose time runs at one table, and what happens when; without a time limit nobody's does.

    Instants are by the monotonic clock. The time itself is counted by `Timekeeper`.
    """

    def __init__(self, journal: Journal, rests: Rests, minute: float) -> None:
        """A minute has `minute` seconds."""
        self._journal = journal
        self._rests = rests
        options = journal.options
        limit = (options.move_minutes or games_minutes(journal.table)) * minute
        self.sheet = TimeSheet(journal, rests, limit, options.bank_minutes * minute if limit else 0)
        """How much each seat has used of its time."""
        self.misses = Misses(journal, self.sheet)
        """The moves that players missed because their time was up."""
        self._warning = min(max(WARNING * limit, minute), limit / 2)
        self.lets_next_player = not options.move_minutes or options.time_up == NEXT_PLAYER_MAY
        """Whether the next player may make a late move at this table."""

    @property
    def limit(self) -> float:
        """Seconds that a move may take; 0 if nothing limits it."""
        return self.sheet.limit

    @property
    def is_resting(self) -> bool:
        """Whether nobody's time runs at this table."""
        is_connected = self._rests.is_connected(self._journal.stored.guild_id)
        return self._journal.is_paused or not is_connected or self.misses.is_everyone_away

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats of people who owe a move in limited time, in order."""
        owes = sorted(self._journal.table.turn.owes) if self.limit else []
        return tuple(seat for seat in owes if self._journal.is_played_by_person(seat))

    def ends(self, seat: Seat) -> float:
        """When the time of a running seat is up, extra time included, unless the table rests meanwhile."""
        return self._after(seat, 0)

    def warns_at(self, seat: Seat) -> float:
        """When its player should be told that their time will soon be up."""
        return self._after(seat, -self._warning)

    def is_warned(self, seat: Seat) -> bool:
        """Whether this seat owes a move and its time will soon be up."""
        return seat in self.running and 0 < self._left(seat) <= self._warning

    def is_over(self, seat: Seat) -> bool:
        """Whether this seat owes a move and its time is up."""
        return seat in self.running and self._left(seat) <= 0

    def is_given_up(self, seat: Seat) -> bool:
        """Whether its move is made for it now: its time is up, and nobody finished the move."""
        return self.is_over(seat) and not self.is_resting and self._left(seat) + self._grace(seat) <= 0

    def gives_up(self, seat: Seat) -> float:
        """When the move of a running seat is made for it."""
        return self._after(seat, self._grace(seat))

    def next_player(self, seat: Seat) -> Seat | None:
        """The seat whose player may finish the move when its time is up; None if nobody may.

        Nobody may finish a secret move, since they would see what the seat holds. A computer never may.
        """
        table = self._journal.table
        if not self.lets_next_player or table.prompt(None) is None:
            return None
        after = (*table.seats[seat + 1 :], *table.seats[:seat])
        follower = next((one for one in after if table.holders[one] != table.holders[seat]), None)
        return follower if follower is not None and self._journal.is_played_by_person(follower) else None

    @property
    def hands(self) -> tuple[SeatTime, ...]:
        """What people see of it, for each running seat; nothing while the game waits."""
        waits = self._journal.is_paused or self.misses.is_everyone_away
        return () if waits else tuple(map(self._seen, self.running))

    @property
    def rings_at(self) -> float | None:
        """When something next changes by itself; None while nothing can."""
        now = time.monotonic()
        if self.is_resting:
            return None
        return min((at for seat in self.running for at in self._changes(seat, now) if at > now), default=None)

    def until_next(self) -> dict[Seat, float]:
        """How many more seconds of each running seat's time pass until something happens, by the last count.

        Empty while nobody's time runs, unless that's only because Discord can't be reached.
        """
        if self._journal.is_paused or self.misses.is_everyone_away:
            return {}
        return {seat: self._until_next(seat) for seat in self.running}

    def _until_next(self, seat: Seat) -> float:
        _, of_limit, left = self.sheet.left(seat, began(self._journal.table, seat))
        steps = (of_limit, left - self._warning, left, left + self._grace(seat))
        return min((one for one in steps if one > 0), default=0)

    def _changes(self, seat: Seat, now: float) -> Iterator[float]:
        yield self.warns_at(seat)
        yield self.ends(seat)
        yield self.gives_up(seat)
        if (bank_from := self._bank_from(seat)) is not None:
            yield bank_from
        if (change := self._rests.next_change(self._user_id(seat), now)) is not None:
            yield change

    def _seen(self, seat: Seat) -> SeatTime:
        bank_from = self._bank_from(seat)
        until = self._rests.quiet_until(self._user_id(seat), time.monotonic())
        return SeatTime(
            seat,
            shown(self.ends(seat)),
            self.is_over(seat),
            None if bank_from is None else shown(bank_from),
            bank_from is not None and time.monotonic() >= bank_from and not self.is_over(seat),
            None if until is None else shown(until),
        )

    def _bank_from(self, seat: Seat) -> float | None:
        since, of_limit, left = self.sheet.left(seat, began(self._journal.table, seat))
        return self._rests.awake(self._user_id(seat), since, of_limit) if left > of_limit else None

    def _after(self, seat: Seat, more: float) -> float:
        since, _, left = self.sheet.left(seat, began(self._journal.table, seat))
        return self._rests.awake(self._user_id(seat), since, left + more)

    def _left(self, seat: Seat) -> float:
        """Seconds that a seat has left now; below 0 if its time is up."""
        since, _, left = self.sheet.left(seat, began(self._journal.table, seat))
        return left - (0 if self.is_resting else self.sheet.running(seat, since))

    def _grace(self, seat: Seat) -> float:
        return 0 if self.next_player(seat) is None else self.limit

    def _user_id(self, seat: Seat) -> int | None:
        return self._journal.players[seat].user_id


def games_minutes(table: AnyTable) -> int:
    """The limit among the game's own options, which tables had before every game could have one."""
    if table.game.minutes is None:
        return 0
    return table.game.minutes(table.game.options.model_validate(dict(table.header.options)))
