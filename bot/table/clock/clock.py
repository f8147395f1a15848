"""Says whose time runs at a table, until when, and who may move once it's up; see decision 20."""

import math
import time
from typing import NamedTuple

from bot.table.clock.own_time import OwnTime, StoppedTime, shown
from bot.table.clock.used_time import Used, UsedTime
from bot.table.journal import Journal
from bot.table.options import NEXT_PLAYER_MAY
from games.core import Seat
from games.engine.table import AnyTable


class ShownTime(NamedTuple):
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


class Steps(NamedTuple):
    """What happens to a seat that owes a move: when, or after how many seconds of its time.

    A player without extra time has their `limit` when they have all of it.
    """

    limit: float
    warns: float
    ends: float
    gives_up: float


WARNING = 0.2
"""The last part of a limit, in which a player is warned; at least a minute, at most half the limit."""


class Clock:
    """Says whose time runs at one table, and what happens when; without a time limit nobody's does."""

    def __init__(self, journal: Journal, stopped: StoppedTime, minute: float) -> None:
        """A minute has `minute` seconds."""
        self._journal = journal
        self._stopped = stopped
        options = journal.options
        self.limit = (options.move_minutes or games_minutes(journal.table)) * minute
        """Seconds that a move may take; 0 if nothing limits it."""
        self._bank = options.bank_minutes * minute
        self.used = UsedTime(journal, stopped, self.limit, self._bank)
        """How much each seat has used of its time."""
        self._warning = min(max(WARNING * self.limit, minute), self.limit / 2)
        self.lets_next_player = not options.move_minutes or options.time_up == NEXT_PLAYER_MAY
        """Whether the next player may make a late move at this table."""

    @property
    def waits(self) -> bool:
        """Whether nobody's time runs at this table, even if Discord and the database can be reached."""
        return not self.limit or self._journal.is_paused or self.used.is_everyone_away

    @property
    def is_resting(self) -> bool:
        """Whether nobody's time runs now."""
        return self.waits or self._stopped.since(self.used.shard) is not None

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats of people who owe a move in limited time, in order."""
        owes = sorted(self._journal.table.turn.owes) if self.limit else []
        return tuple(seat for seat in owes if self._journal.is_played_by_person(seat))

    def at(self, seat: Seat) -> Steps:
        """When each step of a running seat comes, if the table doesn't wait from now on."""
        used = self._going_on(seat)
        return Steps(*(used.reaches(one, self.used.own) for one in self._steps(seat)))

    def is_warned(self, seat: Seat) -> bool:
        """Whether this seat owes a move and its time will soon be up."""
        return seat in self.running and self.at(seat).warns <= time.monotonic() < self.at(seat).ends

    def is_over(self, seat: Seat) -> bool:
        """Whether this seat owes a move and its time is up."""
        return seat in self.running and self._has_used(seat, self._steps(seat).ends)

    def is_given_up(self, seat: Seat) -> bool:
        """Whether its move is made for it now: its time is up, and nobody finished the move."""
        is_due = seat in self.running and self._has_used(seat, self._steps(seat).gives_up)
        return is_due and not self.is_resting

    def late(self) -> dict[Seat, Seat]:
        """The seats whose time is up and whose move another player may finish, each with that player's."""
        if not self.limit:
            return {}
        over = filter(self.is_over, self.running)
        return {seat: follower for seat in over if (follower := self.next_player(seat)) is not None}

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
    def hands(self) -> tuple[ShownTime, ...]:
        """What people see of it, for each running seat; nothing while the game waits."""
        return () if self.waits else tuple(map(self._seen, self.running))

    @property
    def rings_at(self) -> float | None:
        """When something next changes by itself; None while nothing can."""
        moments = [] if self.is_resting else [one for seat in self.running for one in self._changes(seat)]
        now = time.monotonic()
        return min((at for at in moments if now < at < math.inf), default=None)

    def rings(self) -> dict[Seat, float]:
        """The seconds that each running seat will have used when something next happens.

        Empty while nobody's time runs, unless that's only because of an outage.
        """
        now, found = time.monotonic(), dict[Seat, float]()
        for seat in () if self.waits else self.running:
            later = [one for one, at in zip(self._steps(seat), self.at(seat), strict=True) if at > now]
            found[seat] = min(later, default=0)
        return found

    def _has_used(self, seat: Seat, seconds: float) -> bool:
        return self._going_on(seat).has_used(seconds, time.monotonic(), self.used.own)

    def _going_on(self, seat: Seat) -> Used:
        user_id = self._journal.players[seat].user_id
        return self.used.seats[seat].running(user_id, time.monotonic())

    def _steps(self, seat: Seat) -> Steps:
        whole = self.limit + max(self._bank - self.used.seats[seat].bank, 0)
        grace = 0 if self.next_player(seat) is None else self.limit
        return Steps(self.limit, whole - self._warning, whole, whole + grace)

    def _changes(self, seat: Seat) -> tuple[float, ...]:
        return *self.at(seat), self._own(seat).next_change(time.monotonic())

    def _seen(self, seat: Seat) -> ShownTime:
        now, at = time.monotonic(), self.at(seat)
        until = self._own(seat).quiet_until(now)
        has_bank = at.limit < at.ends
        return ShownTime(
            seat,
            shown(at.ends),
            at.ends <= now,
            shown(at.limit) if has_bank else None,
            has_bank and at.limit <= now < at.ends,
            None if until is None else shown(until),
        )

    def _own(self, seat: Seat) -> OwnTime:
        return self.used.own(self._journal.players[seat].user_id or 0)


def games_minutes(table: AnyTable) -> int:
    """The limit among the game's own options, which tables had before every game could have one."""
    if table.game.minutes is None:
        return 0
    return table.game.minutes(table.game.options.model_validate(dict(table.header.options)))
