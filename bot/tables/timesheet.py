"""How much of its time each seat of a table has used: counted while it runs, and saved for a restart.

What was last saved is never more than what was used: a crash gives time back and takes none.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.tables.journal import Journal
from bot.tables.rests import Rests
from games.core import Seat
from games.record import Line
from games.talk import is_undo
from storage import StoredTime

_NO_MOVE = -1


@dataclass(slots=True)
class _Used:
    """Seconds that a seat has used for the move that began at line `move`, and of its bank before that."""

    move: int = _NO_MOVE
    seconds: float = 0
    bank: float = 0
    excused: int = 0


class TimeSheet:
    """The time that the seats of one table have used. Instants are by the monotonic clock."""

    def __init__(self, journal: Journal, rests: Rests, limit: float, bank: float) -> None:
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
