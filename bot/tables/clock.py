"""How long a move may take, if options limit it; counted while the bot runs.

Nobody loses time while the bot is away: after a start the move under way has its whole time again (decision
10). When a seat's time is up, the next player may finish its move. If they can't, or haven't done so in as
much time again, the move is made for the seat.
"""

import asyncio
import time
from collections.abc import Callable

from bot.discord_time import DISCORD_TIME
from bot.logs import tell_failure
from bot.tables.journal import Journal
from games.core import CHANCE, Seat
from games.record import Line
from games.table import AnyTable

OVER = "time over: "
"""How the note begins on a line that wasn't made by its player; seats are marks in it."""


class Clock:
    """The time limit of one table; without one nothing is due. Times are those of the monotonic clock."""

    def __init__(self, journal: Journal, minute: float, rings: Callable[[], None]) -> None:
        """`minute` is its length in seconds; `rings` is called when time is up, and again as much later."""
        self._journal = journal
        self._rings = rings
        self.limit = _minutes(journal.table) * minute
        """Seconds that a move may take; 0 if nothing limits it."""
        self.here_since = time.monotonic()
        """Since when the bot is here: no move's time begins before."""
        self._moved = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats of people who owe a move in limited time, in order."""
        owes = sorted(self._journal.table.turn.owes) if self.limit else []
        return tuple(seat for seat in owes if self._journal.is_played_by_person(seat))

    def ends(self, seat: Seat) -> float:
        """When the time of a running seat is up."""
        return self._began(seat) + self.limit

    def is_over(self, seat: Seat) -> bool:
        """Whether this seat owes a move and its time is up."""
        return seat in self.running and time.monotonic() >= self.ends(seat)

    def is_given_up(self, seat: Seat) -> bool:
        """Whether its move is made for it now: its time is up, and nobody finishes it."""
        return self.is_over(seat) and time.monotonic() >= self.gives_up(seat)

    def gives_up(self, seat: Seat) -> float:
        """When the move of a running seat is made for it."""
        return self.ends(seat) + (0 if self.next_player(seat) is None else self.limit)

    def next_player(self, seat: Seat) -> Seat | None:
        """The seat whose player may finish the move when its time is up; None if nobody may.

        Nobody may finish a secret move, since they would see what the seat holds. No computer may.
        """
        table = self._journal.table
        if table.prompt(None) is None:
            return None
        after = (*table.seats[seat + 1 :], *table.seats[:seat])
        follower = next((one for one in after if table.holders[one] != table.holders[seat]), None)
        return follower if follower is not None and self._journal.is_played_by_person(follower) else None

    @property
    def hands(self) -> tuple[tuple[Seat, int, bool], ...]:
        """What people see of it: each seat, when its time ends (see `shown`), and whether it has."""
        return tuple((seat, self.shown(self.ends(seat)), self.is_over(seat)) for seat in self.running)

    def shown(self, instant: float) -> int:
        """That instant as Discord shows it: seconds since the epoch, by Discord's clock."""
        return round(DISCORD_TIME.at(instant))

    def go_on(self) -> None:
        """Watch the seats that owe a move now. Call it once after a restart."""
        self._moved.set()
        if self.running and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch(), name=f"clock of {self._journal.stored.id}")
            self._watching.add_done_callback(tell_failure)

    async def close(self) -> None:
        """Stop watching."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        while (rings_at := self._next_ring()) is not None:
            self._moved.clear()
            try:
                # Not `wait_for`: before Python 3.12 it loses a cancellation that comes just after a move.
                async with asyncio.timeout(rings_at - time.monotonic()):
                    await self._moved.wait()
            except TimeoutError:
                self._rings()

    def _next_ring(self) -> float | None:
        now = time.monotonic()
        times = (time for seat in self.running for time in (self.ends(seat), self.gives_up(seat)))
        return min((time for time in times if time > now), default=None)

    def _began(self, seat: Seat) -> float:
        """Since when it could make its move: the time of the last line before it, or of the bot's start.

        What it did itself since then is the same move, and so is what chance drew for it, up to what begins
        another according to the game. The count starts from the seat's own question, which no secret of
        others changes.
        """
        journal, number = self._journal, self._journal.table.prompt_version(seat)
        while number and self._is_of_the_same_move(journal.table.lines[number - 1], seat):
            number -= 1
        return max(self.here_since, journal.times[number - 1]) if number else self.here_since

    def _is_of_the_same_move(self, line: Line, seat: Seat) -> bool:
        if line.who != CHANCE:
            return line.who == seat
        game = self._journal.table.game
        return game.begins_move is None or not game.begins_move(game.read(line.text))


def _minutes(table: AnyTable) -> int:
    if table.game.minutes is None:
        return 0
    return table.game.minutes(table.game.options.model_validate(dict(table.header.options)))
