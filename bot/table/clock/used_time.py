"""How much of their time the players of a table have used, which follows from its record."""

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import is_
from types import MappingProxyType
from typing import NamedTuple, Self

from bot.chat.players import Player
from bot.table.clock.own_time import Own, StoppedTime, epoch
from bot.table.journal import ONLY, Journal
from games.core import CHANCE, Seat
from games.engine.record import Line
from games.engine.table import AnyTable
from games.engine.talk import is_undo
from storage import StoredTime

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
