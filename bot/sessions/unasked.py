"""Moves that nobody is asked for: what chance draws and what computers play, at a pace one can follow."""

import asyncio
import logging

from bot.logs import tell_failure
from bot.sessions.computers import Computers
from bot.sessions.journal import Journal
from bot.sessions.refusal import Refusal
from games.core import CHANCE, Seat
from games.record import Line
from storage import StorageFailed

log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0


class Unasked:
    """Plays for chance and for computers at one table, until a person is to move."""

    def __init__(self, journal: Journal, computers: Computers, pace: float) -> None:
        self._journal = journal
        self._computers = computers
        self._pace = pace
        self._playing: asyncio.Task[None] | None = None

    def go_on(self) -> None:
        """Let chance and the computers move if it is their turn. Needs calling once after a restart."""
        due = CHANCE in self._journal.table.turn.owes or self._next_computer() is not None
        if due and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play(), name=f"computers of {self._journal.stored.id}")
            self._playing.add_done_callback(tell_failure)

    async def settle(self) -> None:
        """Make chance's moves that are due, now or, where the disk fails, as soon as it takes them."""
        async with self._journal.lock:
            if CHANCE in self._journal.table.turn.owes:
                await self._write(self._journal.draw())
        self.go_on()

    async def close(self) -> None:
        """Stop thinking; what is written stays."""
        if self._playing:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    async def _play(self) -> None:
        """Until a person is to move. Who has moved meanwhile was faster; a disk that fails is waited for."""
        while True:
            table = self._journal.table
            line = await self._line_due()
            if line is None:
                return
            async with self._journal.lock:
                written = self._journal.table is not table or await self._write(line)
            if not written:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _line_due(self) -> Line | None:
        """What chance draws or a computer plays now; None when a person is to move, or it is over."""
        if CHANCE in self._journal.table.turn.owes:
            return self._journal.draw()
        due = self._next_computer()
        if due is None:
            return None
        seat, level = due
        thinking = self._computers.choose(self._journal.table, seat, level)
        thought, _ = await asyncio.gather(thinking, asyncio.sleep(self._pace))
        return Line(seat, thought.text, thought.note)

    def _next_computer(self) -> tuple[Seat, str] | None:
        journal = self._journal
        for seat in sorted(journal.table.turn.owes):
            if seat != CHANCE and not journal.is_played_by_person(seat):
                return seat, journal.occupants[seat].level or journal.table.game.about.levels[-1]
        return None

    async def _write(self, line: Line) -> bool:
        """Whether it is settled: written, or another process was faster. False if the disk failed."""
        try:
            await self._journal.write(line)
        except StorageFailed as failed:
            log.error("session %s: a move could not be written: %s", self._journal.stored.id, failed)
            return False
        except Refusal:
            log.info("session %s: another process was faster", self._journal.stored.id)
        return True
