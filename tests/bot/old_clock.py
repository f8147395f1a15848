# ruff: noqa
# mypy: ignore-errors
"""How long a move may take, how much of it is used, and what rings when it is up; see decision 20.

What was last saved is never more than what was used: a crash gives time back and takes none.

A seat's time runs only while its player could move: not while the bot is away or can't be reached, while the
table is paused, or in the player's own quiet hours. When it is up, a computer makes that move; or the next
player may, if the table's options say so, and the computer only in as much time again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_time import DISCORD_TIME
from bot.logs import own_work, tell_failure
from bot.tables.journal import ONLY, Journal
from bot.tables.options import NEXT_PLAYER_MAY
from games.core import CHANCE, Seat
from games.record import Line
from games.table import AnyTable
from games.talk import is_undo
from storage import StorageFailed, StoredTime
from tests.bot.old_stopped_time import StoppedTime

log = logging.getLogger(__name__)


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


def shown(instant: float) -> int:
    """This instant of the monotonic clock for Discord to show: whole seconds since the epoch."""
    return round(DISCORD_TIME.at(instant))


_NO_MOVE = -1


@dataclass(slots=True)
class _Used:
    """Seconds that a seat has used for the move that began at line `move`, and of its bank before that."""

    move: int = _NO_MOVE
    seconds: float = 0
    bank: float = 0
    excused: int = 0


class UsedTime:
    """The time that the seats of one table have used. Instants are by the monotonic clock."""

    def __init__(self, journal: Journal, rests: StoppedTime, limit: float, bank: float) -> None:
        """`limit` is in seconds for each move, and `bank` in seconds on top for the whole game."""
        self.counted_at = time.monotonic()
        """Everything is counted up to here: at first the bot's start; after now if time was given back."""
        self.is_changed = False
        """Whether something besides the used time changed that a restart mustn't forget."""
        self._journal = journal
        self._rests = rests
        self.limit = limit
        self.bank = bank
        self._of: dict[Seat, _Used] = {}
        self.kept: list[StoredTime] = []
        """The same as storage has it."""

    async def load(self) -> None:
        """Go on from what was saved. Raises StorageFailed."""
        for one in await self._journal.used_times():
            self._of[Seat(one.seat)] = _Used(one.move, one.used / 1000, one.bank_used / 1000, one.excused)

    async def keep(self) -> None:
        """Save what was counted. Raises StorageFailed."""
        now = [_stored(seat, one) for seat, one in sorted(self._of.items())]
        self.is_changed = False
        if now == self.kept:
            return
        try:
            await self._journal.keep_times(now)
        except BaseException:
            self.is_changed = True
            raise
        self.kept = now

    def count(self, moves: Mapping[Seat, int], *, is_resting: bool) -> None:
        """Count up to now, for the seats that owe a move: by seat, the line at which their move began.

        Time runs only for people, and for nobody while the table `is_resting`. What a player who left has
        used of a move stays used until the move is made. Time over the limit comes out of the bank.
        """
        now, times = time.monotonic(), self._journal.times
        last = times[-1] if len(times) else now
        for seat in {*self._of, *moves}:
            used, since = self._of.setdefault(seat, _Used()), self.counted_at
            is_person = self._journal.is_played_by_person(seat)
            runs = is_person and not is_resting
            if seat in moves and self._was_only_talked(seat, used.move, moves[seat]):
                used.move = moves[seat]
            if used.move not in (_NO_MOVE, moves.get(seat)):
                used.seconds += self._running(seat, since, last) if runs else 0
                self._end(used)
            if seat in moves and is_person and used.move == _NO_MOVE:
                used.move, since = moves[seat], self._begins(moves[seat])
            if used.move != _NO_MOVE and runs:
                used.seconds += self._running(seat, since, now)
        self.counted_at = max(self.counted_at, now)

    def left(self, seat: Seat, move: int) -> tuple[float, float, float]:
        """When this seat's move was last counted, and its seconds left then: of the limit, and in all."""
        used = self._of.get(seat, _Used())
        if used.move == move:
            since, seconds = self.counted_at, used.seconds
        else:
            since, seconds = self._begins(move), 0
        return since, self.limit - seconds, self.limit + max(self.bank - used.bank, 0) - seconds

    def running(self, seat: Seat, start: float) -> float:
        """How many seconds of this seat's time have run since then, up to now."""
        return self._running(seat, start, time.monotonic())

    def give_back(self, moves: Mapping[Seat, int], since: float) -> None:
        """Give back what was counted since this instant for the moves that these seats owe."""
        for seat, move in moves.items():
            used, began = self._of[seat], self._journal.times[move - 1] if move else since
            back = min(self._running(seat, max(since, began), self.counted_at), used.seconds)
            used.seconds -= back
            self.is_changed = self.is_changed or back > 0

    def begin_again(self, seats: Iterable[Seat]) -> None:
        """Give these seats their whole time for the move they owe, starting at the last count.

        Extra time that was used stays used.
        """
        for seat in seats:
            self._end(self._of.setdefault(seat, _Used()))

    def excused(self, seat: Seat) -> int:
        """The line after which the moves it missed count."""
        return self._of[seat].excused if seat in self._of else 0

    def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far."""
        for seat in seats:
            self._of.setdefault(seat, _Used()).excused = len(self._journal.table.lines)
        self.is_changed = True

    def _end(self, used: _Used) -> None:
        over = min(max(used.seconds - self.limit, 0), max(self.bank - used.bank, 0))
        self.is_changed = self.is_changed or over > 0
        used.move, used.seconds, used.bank = _NO_MOVE, 0, used.bank + over

    def _was_only_talked(self, seat: Seat, before: int, now: int) -> bool:
        """Whether this seat's question is new only because somebody asked the table something.

        Otherwise people could get their time back by asking to undo.
        """
        lines = self._journal.table.lines
        if not 0 <= before < now or not _is_only_talk(lines[now - 1]):
            return False
        return not any(line.who == seat and not _is_only_talk(line) for line in lines[before:now])

    def _begins(self, move: int) -> float:
        return max(self.counted_at, self._journal.times[move - 1]) if move else self.counted_at

    def _running(self, seat: Seat, start: float, end: float) -> float:
        return self._rests.waking(self._journal.players[seat].user_id, start, end)


def _is_only_talk(line: Line) -> bool:
    return line.is_talk and not is_undo(line)


def _stored(seat: Seat, used: _Used) -> StoredTime:
    # Rounded down: what is saved is never more than what was used.
    move = max(used.move, 0)
    return StoredTime(seat, move, int(used.seconds * 1000), int(used.bank * 1000), used.excused)


def line_where_move_began(table: AnyTable, seat: Seat) -> int:
    """The number of lines after which the move that this seat owes began.

    What the seat did since then belongs to the same move, and so does what chance drew for it, unless the
    game says that it begins another. The count starts from the seat's own question, which no secret of the
    other players changes.
    """
    number = table.prompt_version(seat)
    while number and is_of_the_same_move(table, table.lines[number - 1], seat):
        number -= 1
    return number


def is_of_the_same_move(table: AnyTable, line: Line, seat: Seat) -> bool:
    """Whether this line continues a move of this seat that was under way before it."""
    if line.who != CHANCE:
        return line.who == seat
    game = table.game
    return game.begins_move is None or not game.begins_move(game.read(line.text))


OVER = "time over: "
"""How the note on a late move begins that its player didn't make; seats are marks in it."""

MISSES = 3
"""A player who misses this many moves in a row counts as away."""


class Misses:
    """The moves that the players of one table missed, without those that were excused."""

    def __init__(self, journal: Journal, sheet: UsedTime) -> None:
        self._journal = journal
        self._sheet = sheet

    def of(self, seat: Seat) -> int:
        """How many moves in a row were made for this seat because its time was up."""
        table, found, is_another = self._journal.table, 0, True
        for at in reversed(range(self._sheet.excused(seat), len(table.lines))):
            line = table.lines[at]
            if line.who != seat:
                is_another = is_another or not is_of_the_same_move(table, line, seat)
            elif line.note.startswith(OVER):
                found, is_another = found + is_another, False
            elif line.note != ONLY:
                break
        return found

    @property
    def is_everyone_away(self) -> bool:
        """Whether everyone has missed several moves in a row: then the game waits until somebody moves."""
        if not self._sheet.limit:
            return False
        people = [seat for seat in self._journal.table.seats if self._journal.is_played_by_person(seat)]
        return bool(people) and all(self.of(seat) >= MISSES for seat in people)


WARNING = 0.2
"""The last part of a limit, in which a player is warned; at least a minute, at most half the limit."""


class Clock:
    """Says whose time runs at one table, and what happens when; without a time limit nobody's does.

    Instants are by the monotonic clock. The time itself is counted by `Timekeeper`.
    """

    def __init__(self, journal: Journal, rests: StoppedTime, minute: float) -> None:
        """A minute has `minute` seconds."""
        self._journal = journal
        self._rests = rests
        options = journal.options
        limit = (options.move_minutes or games_minutes(journal.table)) * minute
        self.sheet = UsedTime(journal, rests, limit, options.bank_minutes * minute if limit else 0)
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

    def late(self) -> dict[Seat, Seat]:
        """The seats whose time is up and whose move another player may finish, each with that player's."""
        over = (seat for seat in self.running if self._left(seat) <= 0)
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
        _, of_limit, left = self.sheet.left(seat, line_where_move_began(self._journal.table, seat))
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

    def _seen(self, seat: Seat) -> ShownTime:
        bank_from = self._bank_from(seat)
        until = self._rests.quiet_until(self._user_id(seat), time.monotonic())
        return ShownTime(
            seat,
            shown(self.ends(seat)),
            self.is_over(seat),
            None if bank_from is None else shown(bank_from),
            bank_from is not None and time.monotonic() >= bank_from and not self.is_over(seat),
            None if until is None else shown(until),
        )

    def _bank_from(self, seat: Seat) -> float | None:
        since, of_limit, left = self.sheet.left(seat, line_where_move_began(self._journal.table, seat))
        return self._rests.awake(self._user_id(seat), since, of_limit) if left > of_limit else None

    def _after(self, seat: Seat, more: float) -> float:
        since, _, left = self.sheet.left(seat, line_where_move_began(self._journal.table, seat))
        return self._rests.awake(self._user_id(seat), since, left + more)

    def _left(self, seat: Seat) -> float:
        """Seconds that a seat has left now; below 0 if its time is up."""
        since, _, left = self.sheet.left(seat, line_where_move_began(self._journal.table, seat))
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


KEPT_EVERY = 0.1
"""What part of a limit passes before the used time is saved again; a crash gives that much back."""

SOONEST_KEPT, LATEST_KEPT = 10.0, 600.0
"""In seconds: short limits shouldn't save too often, and long ones shouldn't lose much."""


class ClockTimer:
    """Keeps the time sheet of one table's clock. It does nothing if nothing limits the moves."""

    def __init__(
        self, journal: Journal, rests: StoppedTime, clock: Clock, rings: Callable[[], object]
    ) -> None:
        """`rings` is called when time is up or quiet hours change."""
        self._journal = journal
        self._rests = rests
        self._clock = clock
        self._rings = rings
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept_at = time.monotonic()

    async def load(self) -> None:
        """Go on from what was saved before a restart. Raises StorageFailed."""
        if self._clock.limit:
            await self._clock.sheet.load()
            await self._rests.learn(self._people())

    def count(self) -> None:
        """Count what was used up to now. Call it before anything makes the clock rest or run again."""
        if self._clock.limit:
            self._clock.sheet.count(self._moves(), is_resting=self._clock.is_resting)

    def give_back_since(self, instant: float) -> None:
        """It turns out that nobody's time has run since this instant: give back what was counted."""
        self.count()
        if not self._clock.is_resting:
            moves = self._moves()
            self._clock.sheet.give_back({seat: moves[seat] for seat in self._clock.running}, instant)

    def change_hands(self, newcomers: Iterable[Seat] = ()) -> None:
        """Seats are about to change hands: save what was used, so that a restart doesn't give it back either.

        `newcomers` get the whole time for the move they owe. Everybody else goes on from what was used.
        """
        self.count()
        self._clock.sheet.begin_again(newcomers)
        self._clock.sheet.is_changed = bool(self._clock.limit)

    async def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far. Raises StorageFailed."""
        self.count()
        self._clock.sheet.excuse(seats)
        await self._clock.sheet.keep()

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it once after a restart."""
        self.count()
        self._moved.set()
        is_needed = self._clock.running or self._clock.sheet.is_changed
        if is_needed and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching, and save the time that was used."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._clock.running:
            self.count()
            await self._keep()

    async def _watch(self) -> None:
        own_work(self._journal.stored.id)
        while True:
            self._moved.clear()
            await self._learn()
            if self._clock.sheet.is_changed:
                await self._keep()
            rings_at, keeps_at = self._clock.rings_at, self._next_keep()
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

    def _next_keep(self) -> float:
        return self._kept_at + min(max(KEPT_EVERY * self._clock.limit, SOONEST_KEPT), LATEST_KEPT)

    async def _keep(self) -> None:
        self._kept_at = time.monotonic()
        try:
            await self._clock.sheet.keep()
        except StorageFailed as failed:
            log.warning("session %s: used time could not be saved: %s", self._journal.stored.id, failed)

    async def _learn(self) -> None:
        """Somebody else may have taken a seat."""
        try:
            await self._rests.learn(self._people())
        except StorageFailed as failed:
            log.warning("session %s: quiet hours could not be read: %s", self._journal.stored.id, failed)

    def _moves(self) -> dict[Seat, int]:
        """The seats that owe a move, each with the line at which it began; no computer's own seat."""
        table, players = self._journal.table, self._journal.players
        owes = (seat for seat in table.turn.owes if seat != CHANCE and players[seat].reader_id is not None)
        return {seat: line_where_move_began(table, seat) for seat in owes}

    def _people(self) -> list[int]:
        return [one.user_id for one in self._journal.players if one.user_id is not None]
