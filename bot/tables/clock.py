"""How long a move may take, if the table's options limit it; see decision 20.

A seat's time runs only while its player could move: not while the bot is away or can't be reached, while the
table is paused, or in the player's own quiet hours. When it is up, a computer makes that move; or the next
player may, if the table's options say so, and the computer only in as much time again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator

from bot.discord_time import DISCORD_TIME
from bot.logs import tell_failure
from bot.tables.journal import Journal
from bot.tables.misses import MISSES, missed
from bot.tables.owed_moves import began
from bot.tables.rests import Rests
from bot.tables.seat_time import SeatTime
from bot.tables.table_options import NEXT_PLAYER_MAY
from bot.tables.timesheet import TimeSheet
from bot.trace import own_work
from games.core import Seat
from games.table import AnyTable
from storage import StorageFailed

log = logging.getLogger(__name__)

WARNING = 0.2
"""The last part of a limit, in which a player is warned; at least a minute, at most half the limit."""

KEPT_EVERY = 0.1
"""What part of a limit passes before the used time is saved again; a crash gives that much back."""

SOONEST_KEPT, LATEST_KEPT = 10.0, 600.0
"""In seconds: short limits shouldn't save too often, and long ones shouldn't lose much."""


class Clock:
    """The time limit of one table; without one nothing is ever due. Times are by the monotonic clock."""

    def __init__(self, journal: Journal, rests: Rests, minute: float, rings: Callable[[], object]) -> None:
        """A minute has `minute` seconds. `rings` is called when time is up or quiet hours change."""
        self._journal = journal
        self._rests = rests
        self._rings = rings
        options = journal.options
        limit = (options.move_minutes or games_minutes(journal.table)) * minute
        self.sheet = TimeSheet(journal, rests, limit, options.bank_minutes * minute if limit else 0)
        """How much each seat has used of its time."""
        self._warning = min(max(WARNING * limit, minute), limit / 2)
        self.lets_next_player = not options.move_minutes or options.time_up == NEXT_PLAYER_MAY
        """Whether the next player may make a late move at this table."""
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept_at = time.monotonic()

    @property
    def limit(self) -> float:
        """Seconds that a move may take; 0 if nothing limits it."""
        return self.sheet.limit

    async def load(self) -> None:
        """Go on from what was saved before a restart. Raises StorageFailed."""
        if self.limit:
            await self.sheet.load()
            await self._rests.learn(self._people())

    @property
    def is_resting(self) -> bool:
        """Whether nobody's time runs at this table."""
        is_connected = self._rests.is_connected(self._journal.stored.guild_id)
        return self._journal.is_paused or not is_connected or self.is_everyone_away

    @property
    def is_everyone_away(self) -> bool:
        """Whether everyone has missed several moves in a row: then the game waits until somebody moves."""
        if not self.limit:
            return False
        people = [seat for seat in self._journal.table.seats if self._journal.is_played_by_person(seat)]
        return bool(people) and all(self.missed(seat) >= MISSES for seat in people)

    def missed(self, seat: Seat) -> int:
        """How many moves in a row were made for this seat because its time was up; `excuse` starts over."""
        return missed(self._journal.table, seat, self.sheet.excused(seat))

    async def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far. Raises StorageFailed."""
        self.count()
        self.sheet.excuse(seats)
        await self.sheet.keep()

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
        waits = self._journal.is_paused or self.is_everyone_away
        return () if waits else tuple(map(self._seen, self.running))

    def shown(self, instant: float) -> int:
        """That instant for Discord to show: seconds since the epoch, by Discord's clock."""
        return round(DISCORD_TIME.at(instant))

    def move_of(self, seat: Seat) -> int:
        """The line at which the move that this seat owes began."""
        return began(self._journal.table, seat)

    def count(self) -> None:
        """Count what was used up to now. Call it before anything makes clocks rest or run again."""
        if self.limit:
            moves = {seat: self.move_of(seat) for seat in self.running}
            self.sheet.count(moves, is_resting=self.is_resting)

    def has_rested_since(self, instant: float) -> None:
        """It turns out that nobody's time has run since this instant: give back what was counted."""
        self.count()
        if not self.is_resting:
            self.sheet.give_back({seat: self.move_of(seat) for seat in self.running}, instant)

    def begin_again(self, seats: Iterable[Seat]) -> None:
        """These seats have a person again, whose time begins now."""
        self.count()
        self.sheet.begin_again(seats)

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it once after a restart."""
        self.count()
        self._moved.set()
        if (self.running or self.sheet.is_changed) and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching, and save the time that was used."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self.running:
            self.count()
            await self._keep()

    async def _watch(self) -> None:
        own_work(self._journal.stored.id)
        while True:
            self._moved.clear()
            await self._learn()
            if self.sheet.is_changed:
                await self._keep()
            rings_at, keeps_at = self.rings_at, self._next_keep()
            if rings_at is None:
                return
            try:
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes just after a move.
                async with asyncio.timeout(min(rings_at, keeps_at) - time.monotonic()):
                    await self._moved.wait()
            except TimeoutError:
                self.count()
                if time.monotonic() >= keeps_at:
                    await self._keep()
                if time.monotonic() >= rings_at:
                    self._rings()

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
        if self._journal.is_paused or self.is_everyone_away:
            return {}
        return {seat: self._until_next(seat) for seat in self.running}

    def _until_next(self, seat: Seat) -> float:
        _, of_limit, left = self.sheet.left(seat, self.move_of(seat))
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

    def _next_keep(self) -> float:
        return self._kept_at + min(max(KEPT_EVERY * self.limit, SOONEST_KEPT), LATEST_KEPT)

    async def _keep(self) -> None:
        self._kept_at = time.monotonic()
        try:
            await self.sheet.keep()
        except StorageFailed as failed:
            log.warning("session %s: used time could not be saved: %s", self._journal.stored.id, failed)

    async def _learn(self) -> None:
        """Somebody else may have taken a seat."""
        try:
            await self._rests.learn(self._people())
        except StorageFailed as failed:
            log.warning("session %s: quiet hours could not be read: %s", self._journal.stored.id, failed)

    def _seen(self, seat: Seat) -> SeatTime:
        bank_from = self._bank_from(seat)
        until = self._rests.quiet_until(self._user_id(seat), time.monotonic())
        return SeatTime(
            seat,
            self.shown(self.ends(seat)),
            self.is_over(seat),
            None if bank_from is None else self.shown(bank_from),
            bank_from is not None and time.monotonic() >= bank_from and not self.is_over(seat),
            None if until is None else self.shown(until),
        )

    def _bank_from(self, seat: Seat) -> float | None:
        since, of_limit, left = self.sheet.left(seat, self.move_of(seat))
        return self._rests.awake(self._user_id(seat), since, of_limit) if left > of_limit else None

    def _after(self, seat: Seat, more: float) -> float:
        since, _, left = self.sheet.left(seat, self.move_of(seat))
        return self._rests.awake(self._user_id(seat), since, left + more)

    def _left(self, seat: Seat) -> float:
        """Seconds that a seat has left now; below 0 if its time is up."""
        since, _, left = self.sheet.left(seat, self.move_of(seat))
        return left - (0 if self.is_resting else self.sheet.running(seat, since))

    def _grace(self, seat: Seat) -> float:
        return 0 if self.next_player(seat) is None else self.limit

    def _people(self) -> list[int]:
        return [one.user_id for one in self._journal.players if one.user_id is not None]

    def _user_id(self, seat: Seat) -> int | None:
        return self._journal.players[seat].user_id


def games_minutes(table: AnyTable) -> int:
    """The limit among the game's own options, which tables had before every game could have one."""
    if table.game.minutes is None:
        return 0
    return table.game.minutes(table.game.options.model_validate(dict(table.header.options)))
