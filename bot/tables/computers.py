"""Computers: what they choose, and the moves that no person makes."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bot.logs import own_work, tell_failure
from bot.refusal import Refusal
from bot.tables.clock import OVER, Clock
from bot.tables.journal import Journal
from bot.tables.think import Way, advise, get_ready, look_at, think
from games.core import CHANCE, IllegalMove, Seat
from games.fair import computer_rng
from games.kit.lots import below
from games.record import Line, Record
from games.registry import all_games
from games.review import Review
from games.table import AnyTable
from storage import StorageFailed

log = logging.getLogger(__name__)


T = TypeVar("T")

_STARTS_SECONDS = 30.0
_NICENESS = 10
REVIEW_SECONDS = 60.0
"""How long a worker may look at a game that's over. The longest takes about 10 s, on a busy machine more."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A computer's move as text, and how it came about: a note for the record."""

    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A move as text, why it is good, and the way to it, if it was found."""

    text: str
    why: str
    way: Way


class NoAdvice(Exception):
    """No worker could come up with a hint."""


class NoReview(Exception):
    """No worker could review a game in time."""


class _Worker:
    """One process. Started on its first thought."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        # The rules are loaded once, and every worker is forked with them.
        self._context.set_forkserver_preload(["bot.tables.think", *map("games.{}".format, all_games())])
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(max_workers=1, mp_context=self._context, initializer=_serve)

    async def think(self, thought: Callable[..., T], *question: object, patience: float) -> T:
        """Let the process call this function of `think`.

        Raises TimeoutError or BrokenProcessPool, after replacing the process.
        """
        loop = asyncio.get_running_loop()
        try:
            if not self.pids():
                await self._start()
            asked = loop.run_in_executor(self._executor, partial(thought, *question))
            return await asyncio.wait_for(asked, patience)
        except (TimeoutError, BrokenProcessPool):
            self.stop()
            self._executor = self._new()
            raise

    async def _start(self) -> None:
        """Start the process, which takes a moment, or seconds on a busy machine.

        This runs in a thread, because the pool waits for its process, and doesn't count as thinking time.
        """
        started = await asyncio.to_thread(self._executor.submit, get_ready)
        await asyncio.wait_for(asyncio.wrap_future(started), _STARTS_SECONDS)

    def pids(self) -> tuple[int, ...]:
        """The process id, if it runs."""
        # The executor has no public way to get its processes.
        return tuple(self._executor._processes or ())  # noqa: SLF001

    def stop(self) -> None:
        """Kill the process, whatever it's doing."""
        pids = self.pids()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for pid in pids:
            _kill(pid)


class Computers:
    """The workers, and the queue for them."""

    def __init__(self, workers: int, patience: float) -> None:
        self.patience = patience
        """Seconds that a thought may take."""
        self.waiting = 0
        """How many questions wait for a worker."""
        self._is_closed = False
        self._all = [_Worker() for _ in range(workers)]
        self._reviewer: _Worker | None = None
        self._reviewing = asyncio.Lock()
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def choose(self, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        """What this level plays for the seat, based only on the seat's view and the choice's key.

        If a worker fails, a weaker player steps in: first the lowest level, then, in this process,
        any legal move. So there is always an answer, and nobody without the key can foresee it.
        """
        weakest = table.game.about.levels[0]
        for attempt in (level, weakest):
            try:
                text = await self._ask(think, table.header.game, table.view(seat), attempt, key)
                return Thought(text, level if attempt == level else f"{level}, in a hurry as {attempt}")
            except (TimeoutError, BrokenProcessPool) as failed:
                log.warning("a computer's worker was replaced: %s", type(failed).__name__)
            except Exception:
                if self._is_closed:  # the bot is closing: this is for a table that was stopped meanwhile
                    break
                # No table should stop because a level fails.
                log.exception("the computer %s of %s failed", attempt, table.game.about.title)
        moves = list(table.game.legal(table.view(seat)))
        move = moves[below(computer_rng(key), len(moves))]
        return Thought(table.game.write(move), f"{level}, without thinking")

    async def advise(self, table: AnyTable, seat: Seat) -> Advice:
        """A hint for this seat, from its view alone. Raises NoAdvice."""
        try:
            return Advice(*await self._ask(advise, table.header.game, table.view(seat)))
        except (TimeoutError, BrokenProcessPool) as failed:
            log.warning("a worker that thought of a hint was replaced: %s", type(failed).__name__)
            raise NoAdvice from failed
        except Exception as failed:
            # A failed hint mustn't hurt the table: the person is told that there is none.
            log.exception("no hint in %s", table.game.about.title)
            raise NoAdvice from failed

    async def review(self, record: Record) -> Review:
        """What a strong computer thinks of this game, which is over and can be reviewed. Raises NoReview.

        Reviews are made one after the other, by a process of their own that ends afterwards: nobody who
        plays waits for them.
        """
        async with self._reviewing:
            worker = self._reviewer = _Worker()
            try:
                return await worker.think(look_at, record, patience=REVIEW_SECONDS)
            except (TimeoutError, BrokenProcessPool) as failed:
                log.warning("a worker that reviewed a game was ended: %s", type(failed).__name__)
                raise NoReview from failed
            finally:
                self._reviewer = None
                worker.stop()

    async def _ask(self, thought: Callable[..., T], *question: object) -> T:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            return await worker.think(thought, *question, patience=self.patience)
        finally:
            self._idle.put_nowait(worker)

    @property
    def thinking(self) -> int:
        """How many workers are thinking."""
        return len(self._all) - self._idle.qsize()

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [pid for worker in self._running for pid in worker.pids()]

    def close(self) -> None:
        """End all workers. Nobody needs the thoughts under way."""
        self._is_closed = True
        for worker in self._running:
            worker.stop()

    @property
    def _running(self) -> list[_Worker]:
        return [*self._all, *([self._reviewer] if self._reviewer is not None else [])]


def _serve() -> None:
    """Set up a worker: the bot's own work comes first, and Ctrl-C is for the bot, whose end it follows."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    """End this worker with the bot: otherwise, after the bot is killed, it would wait for work forever."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(0)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


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
            self._playing = asyncio.create_task(self._play(), name=f"computers of {self._journal.id}")
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
        journal = self._journal.itself()
        own_work(journal.id)
        while True:
            if journal.is_unsure:
                await self._make_sure()
            table, players = journal.table, journal.players
            line = await self._line_due()
            if line is None:
                return
            async with journal.lock:
                if journal.is_paused or journal.is_taken_over:
                    return
                has_changed = journal.table is not table or journal.players is not players
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
                log.error("session %s: its record can't be read: %s", self._journal.id, failed)
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
            log.error("session %s: a move could not be saved, trying again: %s", self._journal.id, failed)
            return False
        except Refusal:
            log.info("session %s: another process was faster", self._journal.id)
        return True
