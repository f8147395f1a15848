"""Moves that no person makes: those of chance and of computers, and for people whose time is up."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from bot.logs import own_work, tell_failure
from bot.refusal import Refusal
from bot.tables.clock import OVER, Clock
from bot.tables.computers import Computers
from bot.tables.journal import Journal
from games.core import CHANCE, IllegalMove, Seat
from games.record import Line
from storage import StorageFailed

log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0


class Autoplay:
    """Plays at one table, at a pace people can follow, until it is the turn of a person who has time left."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        computers: Computers,
        pace: float,
        moved: Callable[[], object],
    ) -> None:
        """`moved` is called after each move; `pace` is the seconds between two moves."""
        self._journal = journal
        self._clock = clock
        self._computers = computers
        self.pace = pace
        self._moved = moved
        self._playing: asyncio.Task[None] | None = None
        self._pause: tuple[tuple[Seat, int], float] | None = None

    def go_on(self) -> None:
        """Start making the moves that are due."""
        if self._journal.is_taken_over:
            return
        is_needed = self._journal.is_unsure or self.due() is not None
        if is_needed and not self.is_playing:
            self._playing = asyncio.create_task(self._play(), name=f"computers of {self._journal.stored.id}")
            self._playing.add_done_callback(tell_failure)

    @property
    def is_playing(self) -> bool:
        """Whether it is about to make a move."""
        return self._playing is not None and not self._playing.done()

    async def settle(self) -> None:
        """Make the moves of chance that are due; if saving fails, `go_on` tries again."""
        async with self._journal.lock:
            if CHANCE in self._journal.table.turn.owes:
                await self._is_settled(self._journal.draw())

    def due(self) -> Seat | None:
        """Who is played for now: chance, or a seat; nobody while the table is paused or everybody is away.

        That is the first seat without a person, or whose person is out of time, or with only one move.
        """
        if self._journal.is_paused:
            return None
        if self._journal.is_deserted and CHANCE not in self._journal.table.turn.owes:
            return None
        for seat in sorted(self._journal.table.turn.owes):
            if not self._journal.is_played_by_person(seat) or self._clock.is_given_up(seat):
                return seat
        only = self._journal.only_move()
        return None if only is None else only.who

    async def close(self) -> None:
        """Stop thinking; what is saved stays."""
        if self._playing:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    async def _play(self) -> None:
        """Play until it's a person's turn. Someone may be faster meanwhile; if saving fails, try again."""
        own_work(self._journal.stored.id)
        while True:
            if self._journal.is_unsure:
                await self._make_sure()
            table, players = self._journal.table, self._journal.players
            line = await self._line_due()
            if line is None:
                return
            async with self._journal.lock:
                if self._journal.is_paused or self._journal.is_taken_over:
                    return
                has_changed = self._journal.table is not table or self._journal.players is not players
                if settled := has_changed or await self._is_settled(line):
                    self._moved()
            if not settled:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _make_sure(self) -> None:
        """Read, as soon as that is possible, whether a move that wasn't confirmed has been written."""
        while self._journal.is_unsure:
            try:
                async with self._journal.lock:
                    if await self._journal.has_moved_on():
                        self._moved()
            except StorageFailed as failed:
                log.error("session %s: its record can't be read: %s", self._journal.stored.id, failed)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _line_due(self) -> Line | None:
        """What chance draws, or what is played for a computer or a person; None if a person has to move."""
        seat = self.due()
        if seat is None:
            return None
        if seat == CHANCE:
            return self._journal.draw()
        if self._journal.is_played_by_person(seat):
            return await self._for_person(seat)
        level = self._journal.players[seat].level or self._strongest
        table = self._journal.table
        thinking = self._computers.choose(table, seat, level, self._journal.computer_key(seat))
        thought, _ = await asyncio.gather(thinking, self._wait(seat))
        return Line(seat, thought.text, thought.note)

    async def _for_person(self, seat: Seat) -> Line:
        """The only move, after a pause in which people see how it came about; or one for an absent player."""
        only = self._journal.only_move()
        if only is None or self._clock.is_given_up(seat):
            return await self._for_absent(seat)
        await self._wait(seat)
        return only

    async def _wait(self, seat: Seat) -> None:
        """Pause before this seat's move; only once, even if others change what they chose meanwhile."""
        asked, now = (seat, self._journal.table.prompt_version(seat)), time.monotonic()
        if self._pause is None or self._pause[0] != asked:
            self._pause = asked, now + self.pace
        await asyncio.sleep(self._pause[1] - now)

    async def _for_absent(self, seat: Seat) -> Line:
        """A computer's move; with the default-move option, the game's default if there is one."""
        table = self._journal.table
        if self._clock.lets_next_player and table.game.default is not None:
            with suppress(IllegalMove):
                default = table.game.default(table.view(seat))
                return Line(seat, table.game.write(default), f"{OVER}played by default")
        key = self._journal.computer_key(seat)
        thought = await self._computers.choose(table, seat, self._strongest, key)
        return Line(seat, thought.text, f"{OVER}chosen by {thought.note}")

    @property
    def _strongest(self) -> str:
        return self._journal.table.game.about.levels[-1]

    async def _is_settled(self, line: Line) -> bool:
        """Save it. Returns True even if another process was faster, False if saving failed."""
        try:
            await self._journal.write(line)
        except StorageFailed as failed:
            log.error(
                "session %s: a move could not be saved, trying again: %s", self._journal.stored.id, failed
            )
            return False
        except Refusal:
            log.info("session %s: another process was faster", self._journal.stored.id)
        return True
