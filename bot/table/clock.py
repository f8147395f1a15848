"""How long a move may take, how much of it is used, and what rings when it is up; see decision 20.

Nothing is counted. When a player could move follows from the table's record, and what they have used follows
from that, outages and their quiet hours, in memory or not. What is saved is never more: a crash gives time
back and takes none.

When the time is up, a computer makes that move; or the next player may, if the table's options say so, and
the computer only in as much time again. Instants are by the monotonic clock.
"""

import asyncio
import logging
import math
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from operator import is_, itemgetter
from types import MappingProxyType
from typing import NamedTuple, Self

from bot.chat.discord_time import DISCORD_TIME
from bot.chat.players import Player
from bot.people.quiet_hours import QuietHours, Span
from bot.people.settings import PersonSettings, settings_of
from bot.table.journal import ONLY, Journal
from bot.table.options import NEXT_PLAYER_MAY
from bot.table.table import ALONE, Ownership
from bot.telemetry.logs import own_work, tell_failure
from games.core import CHANCE, Seat
from games.record import Line
from games.table import AnyTable
from games.talk import is_undo
from storage import Archive, StorageFailed, StoredTime

log = logging.getLogger(__name__)


_NEVER_QUIET = ((-math.inf, None),)


@dataclass(frozen=True, slots=True)
class OwnTime:
    """The time that passes for one person: outside their quiet hours, and outside outages.

    `quiet` are their quiet hours from an instant on, and from a later one on the next. `outages` are in
    order. Moments since the epoch are `ahead` of the monotonic clock.
    """

    quiet: Sequence[tuple[float, QuietHours | None]] = _NEVER_QUIET
    outages: Sequence[Span] = ()
    ahead: float = 0

    def free(self, start: float, end: float) -> Iterator[Span]:
        """The spans between two instants in which it passes, in order."""
        for (since, hours), (until, _) in pairwise((*self.quiet, (math.inf, None))):
            first, last = max(start, since), min(end, until)
            if hours is None:
                yield from self._connected(first, last)
            else:
                for begins, ends in hours.free(first + self.ahead, last + self.ahead):
                    yield from self._connected(begins - self.ahead, ends - self.ahead)

    def passed(self, start: float, end: float) -> float:
        """How many seconds of it pass between two instants."""
        return sum(last - first for first, last in self.free(start, end))

    def quiet_until(self, now: float) -> float | None:
        """When the quiet hours under way end; None if it isn't quiet."""
        hours = self.quiet[-1][1]
        until = None if hours is None else hours.until(now + self.ahead)
        return None if until is None else until - self.ahead

    def next_change(self, now: float) -> float:
        """When quiet hours begin or end next; infinity if there are none."""
        hours = self.quiet[-1][1]
        return math.inf if hours is None else hours.next_change(now + self.ahead) - self.ahead

    def _connected(self, start: float, end: float) -> Iterator[Span]:
        later = bisect_right(self.outages, start, key=itemgetter(1))
        for lost, back in self.outages[later:]:
            if lost >= end:
                break
            if start < lost:
                yield start, lost
            start = max(start, back)
        if start < end:
            yield start, end


class StoppedTime:
    """What stops the clocks of all tables: outages of Discord or the database, and people's quiet hours."""

    def __init__(self, archive: Archive, share: Ownership = ALONE) -> None:
        self.cut_off: dict[int, float] = {}
        """The shards whose moves can't reach us, each with the instant since which they can't."""
        self.unsaved_since: float | None = None
        """The instant since which no move can be saved; None while moves can be."""
        self._archive = archive
        self._share = share
        self._outages = defaultdict[int, list[Span]](list)
        self._unsaved: list[Span] = []
        self._quiet: dict[int, list[tuple[float, QuietHours | None]]] = {}

    @property
    def known(self) -> tuple[int, ...]:
        """The people whose quiet hours have been read."""
        return tuple(self._quiet)

    def shard_of(self, guild_id: int | None) -> int:
        """The connection that brings the moves in this server, or in direct messages if None."""
        return self._share.shard_of(guild_id)

    def lost(self, shard: int, since: float) -> None:
        """Discord can't be reached since this instant."""
        self.cut_off.setdefault(shard, since)

    def found(self, shard: int) -> None:
        """Discord can be reached again."""
        self._outages[shard].append((self.cut_off.pop(shard), time.monotonic()))

    def cannot_save(self, since: float) -> None:
        """No move can be saved since this instant."""
        if self.unsaved_since is None:
            self.unsaved_since = since

    def can_save(self) -> None:
        """Moves can be saved again."""
        if self.unsaved_since is not None:
            self._unsaved.append((self.unsaved_since, time.monotonic()))
            self.unsaved_since = None

    def since(self, shard: int) -> float | None:
        """The instant since which nobody's time runs in this shard; None while it does."""
        instants = self.cut_off.get(shard), self.unsaved_since
        return min((one for one in instants if one is not None), default=None)

    def has_lost(self, shard: int, since: float) -> bool:
        """Whether an outage has ended since this instant."""
        return any(back > since for spans in (self._outages[shard], self._unsaved) for _, back in spans[-1:])

    def own_time(self, shard: int, user_id: int | None) -> OwnTime:
        """The time that passes for this person at tables of this shard; an outage may last up to now."""
        outages: Sequence[Span] = self._outages[shard]
        since = self.since(shard)
        if since is not None or self._unsaved:
            lasts = [] if since is None else [(since, time.monotonic())]
            outages = _apart([*outages, *self._unsaved, *lasts])
        quiet = self._quiet.get(user_id or 0, _NEVER_QUIET)
        return OwnTime(quiet, outages, DISCORD_TIME.at(0))

    async def learn(self, user_ids: Iterable[int]) -> None:
        """Read the quiet hours of people we don't know yet. Raises StorageFailed."""
        for user_id in user_ids:
            if user_id not in self._quiet:
                await self.reread(user_id)

    async def reread(self, user_id: int) -> None:
        """Read a person's quiet hours, which count from now on. Raises StorageFailed."""
        self._set(user_id, (await settings_of(self._archive, user_id)).quiet_for_clock)

    def know(self, user_id: int, settings: str) -> None:
        """Take this person's quiet hours from their settings, unless they're known already."""
        if user_id not in self._quiet:
            self._set(user_id, PersonSettings.read(settings).quiet_for_clock)

    def _set(self, user_id: int, hours: QuietHours | None) -> None:
        known = self._quiet.setdefault(user_id, [(-math.inf, hours)])
        if known[-1][1] != hours:
            known.append((time.monotonic(), hours))


def _apart(spans: Iterable[Span]) -> list[Span]:
    """The same spans in order, with those that overlap as one."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(apart[-1][1], end)
        else:
            apart.append((start, end))
    return apart


Own = Callable[[int], OwnTime]
"""The time that passes for each person, by user id."""

_NO_MOVE = -1


class Run(NamedTuple):
    """From when to when this person could move; to infinity if they still can."""

    user_id: int
    start: float
    end: float = math.inf


@dataclass(frozen=True, slots=True)
class Used:
    """What a seat has used for the move that began at line `move`, and of its bank before that.

    `seconds` are what was saved, before `runs`. Moves it missed before line `excused` don't count.
    """

    move: int = _NO_MOVE
    seconds: float = 0
    bank: float = 0
    excused: int = 0
    runs: tuple[Run, ...] = ()

    @classmethod
    def read(cls, stored: StoredTime) -> Self:
        """As it was saved."""
        return cls(stored.move, stored.used / 1000, stored.bank_used / 1000, stored.excused)

    @property
    def is_running(self) -> bool:
        """Whether its player can move now."""
        return bool(self.runs) and self.runs[-1].end == math.inf

    def running(self, user_id: int | None, at: float) -> Self:
        """The same if only this person can move from this instant on; None for nobody."""
        if self.is_running and self.runs[-1].user_id == user_id:
            return self
        past = (*self.runs[:-1], self.runs[-1]._replace(end=at)) if self.is_running else self.runs
        return replace(self, runs=past if user_id is None else (*past, Run(user_id, at)))

    def by(self, now: float, own: Own) -> float:
        """The seconds that it has used by now."""
        return self.seconds + sum(own(one.user_id).passed(one.start, min(one.end, now)) for one in self.runs)

    def reaches(self, seconds: float, own: Own) -> float:
        """The instant at which it has used this many seconds; infinity if it has to run again first.

        It has to have run. Before that, we don't know when it was, but it's the same instant each time.
        """
        left = seconds - self.seconds
        if left <= 0:
            return self.runs[0].start + left
        for one in self.runs:
            for start, end in own(one.user_id).free(one.start, one.end):
                if left <= end - start:
                    return start + left
                left -= end - start
        return math.inf

    def has_used(self, seconds: float, now: float, own: Own) -> bool:
        """Whether it has used this many seconds by now: quick while it can't have, as before most presses."""
        most = self.seconds + sum(min(one.end, now) - one.start for one in self.runs)
        return most + 1 > seconds and self.reaches(seconds, own) <= now

    def ended(self, at: float, own: Own, limit: float, bank: float) -> Self:
        """The same after the move: what it took over the limit comes out of the bank."""
        over = self.running(None, at).by(at, own) - limit
        over = min(max(over, 0), max(bank - self.bank, 0))
        return replace(self, move=_NO_MOVE, seconds=0, bank=self.bank + over, runs=())

    def stored(self, seat: Seat, now: float, own: Own, rings: float | None = None) -> StoredTime:
        """For storage, up to now. At rest, something happens once it has used `rings` seconds."""
        used, bank_used = _milliseconds(self.by(now, own)), _milliseconds(self.bank)
        found = StoredTime(seat, max(self.move, 0), used, bank_used, self.excused)
        if rings is None:
            return found
        return replace(found, left=max(_milliseconds(rings) - used, 0), counted_at=epoch(now))


def _milliseconds(seconds: float) -> int:
    # Rounded down: what is saved is never more than what was used. What was read is written as it was.
    return math.floor(round(seconds * 1000, 3))


def epoch(instant: float) -> int:
    """This instant in milliseconds since the epoch, by Discord's clock."""
    return round(DISCORD_TIME.at(instant) * 1000)


def shown(instant: float) -> int:
    """This instant for Discord to show: whole seconds since the epoch."""
    return round(DISCORD_TIME.at(instant))


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


def _was_only_talked(table: AnyTable, seat: Seat, before: int, now: int) -> bool:
    """Whether this seat's question is new only because somebody asked the table something.

    Otherwise people could get their time back by asking to undo.
    """
    if not 0 <= before < now or not _is_only_talk(table.lines[now - 1]):
        return False
    return not any(line.who == seat and not _is_only_talk(line) for line in table.lines[before:now])


def _is_only_talk(line: Line) -> bool:
    return line.is_talk and not is_undo(line)


OVER = "time over: "
"""How the note on a late move begins that its player didn't make; seats are marks in it."""

MISSES = 3
"""A player who misses this many moves in a row counts as away."""


class UsedTime:
    """The time that the seats of one table have used: it follows the table's record."""

    def __init__(self, journal: Journal, stopped: StoppedTime, limit: float, bank: float) -> None:
        """`limit` is in seconds for each move, and `bank` in seconds on top for the whole game."""
        self.limit = limit
        self.bank = bank
        self.shard = stopped.shard_of(journal.stored.guild_id)
        self.own: Own = partial(stopped.own_time, self.shard)
        """The time that passes here for a person."""
        self._journal = journal
        self._stopped = stopped
        self._of: dict[Seat, Used] = {}
        self.kept: dict[Seat, StoredTime] = {}
        """The same as storage has it."""
        self._seen: tuple[AnyTable, tuple[Player, ...], bool] | None = None

    async def load(self) -> None:
        """Go on from what was saved. Raises StorageFailed."""
        for one in await self._journal.used_times():
            self.kept[Seat(one.seat)], self._of[Seat(one.seat)] = one, Used.read(one)
        await self.learn()

    async def learn(self) -> None:
        """Read the quiet hours of the players; somebody else may have taken a seat. Raises StorageFailed."""
        await self._stopped.learn(one.user_id for one in self._journal.players if one.user_id is not None)

    def go_on_from(self, seats: Mapping[Seat, Used]) -> None:
        """Go on from this instead: it's newer than what was saved."""
        self._of, self._seen = dict(seats), None

    @property
    def seats(self) -> Mapping[Seat, Used]:
        """What each seat has used. What changed since somebody last asked did so at the last line, or now."""
        journal, before = self._journal, self._seen
        seen = journal.table, journal.players, journal.is_paused
        if before is None or not all(map(is_, seen, before)):
            self._seen = seen
            is_moved = before is not None and len(before[0].lines) < len(journal.table.lines)
            at = journal.times[-1] if is_moved else time.monotonic()
            moves, waits = self._moves(), journal.is_paused or self.is_everyone_away
            for seat in {*self._of, *moves}:
                is_new = before is not None and self._is_new(seat, before[1][seat])
                self._of[seat] = self._followed(seat, moves.get(seat), at, is_new=is_new, waits=waits)
        return self._of

    @property
    def must_be_kept(self) -> bool:
        """Whether saving can't wait: a restart would take time, or forget something that runs no more."""
        now = time.monotonic()
        return any(self._must_be_kept(seat, one, now) for seat, one in self.seats.items())

    async def keep(self, rings: Mapping[Seat, float] = MappingProxyType({})) -> None:
        """Save it, at rest with what `Clock.rings` says. Raises StorageFailed."""
        at = time.monotonic()
        now = {seat: one.stored(seat, at, self.own, rings.get(seat)) for seat, one in self.seats.items()}
        if now != self.kept:
            await self._journal.keep_times([*now.values()])
            self.kept = now

    def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far."""
        excused = len(self._journal.table.lines)
        self.go_on_from(
            {**self.seats, **{one: replace(self.seats.get(one, Used()), excused=excused) for one in seats}}
        )

    def misses(self, seat: Seat) -> int:
        """How many moves in a row were made for this seat because its time was up, unless excused."""
        table, found, is_another = self._journal.table, 0, True
        for at in reversed(range(self._of.get(seat, Used()).excused, len(table.lines))):
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
        if not self.limit:
            return False
        people = [seat for seat in self._journal.table.seats if self._journal.is_played_by_person(seat)]
        return bool(people) and all(self.misses(seat) >= MISSES for seat in people)

    def _followed(self, seat: Seat, move: int | None, at: float, *, is_new: bool, waits: bool) -> Used:
        """What a seat has used that owes the move that began at this line, or none.

        Time runs only for people, and for nobody while the table `waits`. What a player who left has used of
        a move stays used until the move is made; somebody who is new has their whole time for it.
        """
        used = self._of.get(seat, Used())
        is_person = self._journal.is_played_by_person(seat)
        if move is not None and _was_only_talked(self._journal.table, seat, used.move, move):
            used = replace(used, move=move)
        if is_new or used.move not in (_NO_MOVE, move):
            used = used.ended(at, self.own, self.limit, self.bank)
        if used.move == _NO_MOVE and move is not None and is_person:
            used = replace(used, move=move)
        runs = is_person and not waits and used.move != _NO_MOVE
        return used.running(self._journal.players[seat].user_id if runs else None, at)

    def _is_new(self, seat: Seat, before: Player) -> bool:
        """Whether a person has this seat who never had it before."""
        user_id = self._journal.players[seat].user_id
        if user_id in (None, before.user_id):
            return False
        return [one.user_id for one in self._journal.stays.of((seat,))].count(user_id) == 1

    def _moves(self) -> dict[Seat, int]:
        """The seats that owe a move, each with the line at which it began; no computer's own seat."""
        table, players = self._journal.table, self._journal.players
        owes = (seat for seat in table.turn.owes if seat != CHANCE and players[seat].reader_id is not None)
        return {seat: line_where_move_began(table, seat) for seat in owes}

    def _must_be_kept(self, seat: Seat, used: Used, at: float) -> bool:
        now, kept = used.stored(seat, at, self.own), self.kept.get(seat, StoredTime(seat))
        if (now.bank_used, now.excused) != (kept.bank_used, kept.excused):
            return True
        if used.is_running:
            return now.move == kept.move and now.used < kept.used
        return used.move != _NO_MOVE and (now.move, now.used) != (kept.move, kept.used)


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


KEPT_EVERY = 0.1
"""What part of a limit passes before the used time is saved again; a crash gives that much back."""

SOONEST_KEPT, LATEST_KEPT = 10.0, 600.0
"""In seconds: short limits shouldn't save too often, and long ones shouldn't lose much."""


class ClockTimer:
    """Rings for one table's clock, and saves what was used. It does nothing if nothing limits the moves."""

    def __init__(self, journal: Journal, clock: Clock, rings: Callable[[], object]) -> None:
        """`rings` is called when time is up or quiet hours change."""
        self._journal = journal
        self._clock = clock
        self._rings = rings
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._kept_at = time.monotonic()

    async def load(self) -> None:
        """Go on from what was saved before a restart. Raises StorageFailed."""
        if self._clock.limit:
            await self._clock.used.load()

    async def excuse(self, seats: Iterable[Seat]) -> None:
        """Stop counting the moves that these seats have missed so far. Raises StorageFailed."""
        self._clock.used.excuse(seats)
        await self._clock.used.keep()

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it after everything that lets time run or stops it."""
        self._moved.set()
        is_needed = self._clock.limit and (self._clock.used.must_be_kept or self._clock.running)
        if is_needed and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching, and save the time that was used."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._clock.running:
            await self._keep()

    async def _watch(self) -> None:
        own_work(self._journal.stored.id)
        while True:
            self._moved.clear()
            await self._learn()
            if self._clock.used.must_be_kept:
                await self._keep()
            rings_at, keeps_at = self._clock.rings_at, self._next_keep()
            if rings_at is None:
                return
            try:
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes just after a move.
                async with asyncio.timeout(min(rings_at, keeps_at) - time.monotonic()):
                    await self._moved.wait()
            except TimeoutError:
                if time.monotonic() >= keeps_at:
                    await self._keep()
                if time.monotonic() >= rings_at:
                    self._rings()

    def _next_keep(self) -> float:
        return self._kept_at + min(max(KEPT_EVERY * self._clock.limit, SOONEST_KEPT), LATEST_KEPT)

    async def _keep(self) -> None:
        self._kept_at = time.monotonic()
        try:
            await self._clock.used.keep()
        except StorageFailed as failed:
            log.warning("session %s: used time could not be saved: %s", self._journal.stored.id, failed)

    async def _learn(self) -> None:
        try:
            await self._clock.used.learn()
        except StorageFailed as failed:
            log.warning("session %s: quiet hours could not be read: %s", self._journal.stored.id, failed)
