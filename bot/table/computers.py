"""Computers: what they choose, and the moves that no person makes."""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Listener
from typing import TypeVar

from bot.refusal import CannotRun, Refusal
from bot.table.clock.clock import Clock
from bot.table.clock.used_time import OVER
from bot.table.journal import Journal
from bot.table.pace import pause_before
from bot.table.think import Reasons, Way, advise, explain, get_ready, look_at, serve, tell, think
from bot.telemetry.logs import own_work, tell_failure
from bot.telemetry.metrics import THOUGHTLESS
from games.core import CHANCE, IllegalMove, Seat
from games.engine.fair import computer_rng
from games.engine.playback import Past
from games.engine.record import Line, Record
from games.engine.registry import all_games
from games.engine.review import Review
from games.engine.table import AnyTable
from games.game import About
from games.kit.lots import below
from storage import StorageFailed

log = logging.getLogger(__name__)


T = TypeVar("T")

_STARTS_SECONDS = 30.0
QUEUE = 4
"""How many questions may wait for each worker before computers play in a hurry."""

_ASKED = 3
"""How many workers a level gets that may not hurry, before the weakest steps in."""

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


def in_a_hurry(about: About, level: str, waiting: float) -> str:
    """The level that thinks for this one when so many questions wait for each worker.

    It's one level lower for every `QUEUE` of them, but not below Easy, which costs next to nothing. A level
    that the game doesn't have stays itself.
    """
    levels, easy = about.levels, about.easy
    name = about.level(level).name
    if easy is None or name not in levels:
        return level
    at, lowest = levels.index(name), levels.index(easy.name)
    lower = max(at - int(waiting // QUEUE), min(at, lowest))
    return level if lower == at else levels[lower]


class CannotThink(CannotRun):
    """No process for computer players can be started."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"Computer players can't start: {why}. They need a writable /dev/shm, and a folder for temporary "
            "files with a short name (TMPDIR)."
        )


class NoAdvice(Exception):
    """No worker could come up with a hint."""


class NoReview(Exception):
    """No worker could look at a game in time."""


class _Worker:
    """One process. Started on its first thought."""

    def __init__(self) -> None:
        """Raises CannotThink if this machine lacks what a process needs."""
        self._context = multiprocessing.get_context("forkserver")
        # The rules are loaded once, and every worker is forked with them.
        self._context.set_forkserver_preload(["bot.table.think", *map("games.{}".format, all_games())])
        self._executor: ProcessPoolExecutor | None = self._new()

    def _new(self) -> ProcessPoolExecutor:
        try:
            Listener(family="AF_UNIX").close()  # as the processes are going to be asked
            return ProcessPoolExecutor(max_workers=1, mp_context=self._context, initializer=serve)
        except OSError as failed:
            raise CannotThink(failed.strerror or failed) from failed

    async def think(self, thought: Callable[..., T], *question: object, patience: float) -> T:
        """Let the process call this function of `think`.

        Raises TimeoutError or BrokenProcessPool, after replacing the process, and CannotThink.
        """
        loop = asyncio.get_running_loop()
        try:
            if not self.pids():
                await self._start()
            asked = loop.run_in_executor(self._executor, partial(thought, *question))
            return await asyncio.wait_for(asked, patience)
        except (TimeoutError, BrokenProcessPool):
            self.stop()
            self._executor = None
            with suppress(CannotThink):
                self._executor = self._new()
            raise

    async def _start(self) -> None:
        """Start the process, which takes a moment, or seconds on a busy machine.

        This runs in a thread, because the pool waits for its process, and doesn't count as thinking time.
        """
        if self._executor is None:  # none could take the place of the last one
            self._executor = self._new()
        try:
            started = await asyncio.to_thread(self._executor.submit, get_ready)
        except OSError as failed:
            raise CannotThink(failed.strerror or failed) from failed
        await asyncio.wait_for(asyncio.wrap_future(started), _STARTS_SECONDS)

    def pids(self) -> tuple[int, ...]:
        """The process id, if it runs."""
        # The executor has no public way to get its processes.
        return () if self._executor is None else tuple(self._executor._processes or ())  # noqa: SLF001

    def stop(self) -> None:
        """Kill the process, whatever it's doing."""
        pids = self.pids()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        for pid in pids:
            _kill(pid)


class Computers:
    """The workers, and the queue for them."""

    def __init__(self, workers: int, patience: float) -> None:
        """Raises CannotThink if this machine lacks what a process needs."""
        self.patience = patience
        """Seconds that a thought may take."""
        self.waiting = 0
        """How many questions wait for a worker."""
        self._is_closed = False
        self._all = [_Worker() for _ in range(workers)]
        self._reviewer: _Worker | None = None
        self._reviewing = asyncio.Lock()
        self._idle = list(self._all)
        # It wakes those who wait in their order, which a queue of the idle ones wouldn't.
        self._turns = asyncio.Semaphore(workers)

    async def must_think(self) -> None:
        """Let a process think. Raises CannotThink if it can't."""
        try:
            await self._ask(get_ready)
        except (TimeoutError, BrokenProcessPool) as failed:
            raise CannotThink(f"the process ended or didn't answer ({type(failed).__name__})") from failed

    async def choose(self, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        """What this level plays for the seat, based only on the seat's view and the choice's key.

        It waits for its turn, and is the same however much there is to do. A worker that dies, or doesn't
        answer in time, is replaced and the level asked again. After that, or if the level fails, a weaker
        player steps in: first the lowest level, then, in this process, any legal move. So there is always an
        answer, and nobody without the key can foresee it.
        """
        return await self._choose(table, seat, level, key, may_hurry=False)

    async def choose_soon(self, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        """The same, where nobody else gets the same deal: a weaker level may think, and the note says so.

        That's so while many wait (see `in_a_hurry`), and as soon as one worker has failed.
        """
        return await self._choose(table, seat, level, key, may_hurry=True)

    async def _choose(
        self, table: AnyTable, seat: Seat, level: str, key: bytes, *, may_hurry: bool
    ) -> Thought:
        about, has_failed = table.game.about, False
        for attempt in ([level] if may_hurry else [level] * _ASKED) + [about.levels[0]]:
            if has_failed and attempt == level:
                continue  # it would fail again
            try:
                async with self._worker() as worker:
                    waiting = self.waiting / len(self._all)
                    plays = in_a_hurry(about, attempt, waiting) if may_hurry else attempt
                    question = table.header.game, table.view(seat), plays, key
                    text = await worker.think(think, *question, patience=self.patience)
                return Thought(text, level if plays == level else f"{level}, in a hurry as {plays}")
            except (TimeoutError, BrokenProcessPool) as failed:
                if self._is_closed:  # the bot is closing: this is for a table that was stopped meanwhile
                    break
                log.warning("a computer's worker was replaced: %s", type(failed).__name__)
            except CannotThink as failed:
                log.error("a computer plays without thinking: %s", failed)
                break
            except Exception:
                if self._is_closed:
                    break
                # No table should stop because a level fails.
                log.exception("the computer %s of %s failed", attempt, about.title)
                has_failed = True
        THOUGHTLESS.inc(not self._is_closed)
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

    async def explain(self, past: Past) -> Reasons:
        """Why this move was made, from its player's view at that time alone. Raises NoAdvice."""
        try:
            return await self._ask(explain, past.game.about.name, past.view, past.text)
        except (TimeoutError, BrokenProcessPool) as failed:
            log.warning("a worker that looked for reasons was replaced: %s", type(failed).__name__)
            raise NoAdvice from failed
        except Exception as failed:
            log.exception("no reasons in %s", past.game.about.title)
            raise NoAdvice from failed

    async def review(self, record: Record) -> Review:
        """What a strong computer thinks of this game, which is over and can be reviewed. Raises NoReview."""
        return await self._looked(look_at, record)

    async def tell(self, record: Record, seat: Seat) -> str:
        """How this seat's moves were in a game of the day, a letter for each square. Raises NoReview."""
        return await self._looked(tell, record, seat)

    async def _looked(self, thought: Callable[..., T], *question: object) -> T:
        """Games that are over are looked at one after the other, by a process of their own that ends then.

        So nobody who plays waits for that.
        """
        async with self._reviewing:
            if self._is_closed:
                raise NoReview
            worker = None
            try:
                worker = self._reviewer = _Worker()
                return await worker.think(thought, *question, patience=REVIEW_SECONDS)
            except (TimeoutError, BrokenProcessPool, CannotThink) as failed:
                log.warning("a worker that reviewed a game was ended: %s", type(failed).__name__)
                raise NoReview from failed
            finally:
                self._reviewer = None
                if worker is not None:
                    worker.stop()

    async def _ask(self, thought: Callable[..., T], *question: object) -> T:
        async with self._worker() as worker:
            return await worker.think(thought, *question, patience=self.patience)

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        """An idle worker, which those who ask get in their order."""
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        worker = self._idle.pop(0)
        try:
            yield worker
        finally:
            self._idle.append(worker)
            self._turns.release()

    @property
    def thinking(self) -> int:
        """How many workers are thinking."""
        return len(self._all) - len(self._idle)

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
        """`moved` is called after each move; `pace` is about the seconds between two moves: see `pace`."""
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
        pause = pause_before(table, table.game.about.level(level).title, self.pace)
        thought, _ = await asyncio.gather(self._chosen(seat, level), self._wait(seat, pause))
        return Line(seat, thought.text, thought.note)

    async def _for_person(self, seat: Seat) -> Line:
        """The only move, after a pause in which people see how it came about; or one for an absent player."""
        only = self._journal.only_move()
        if only is None or self._clock.is_given_up(seat):
            return await self._for_absent(seat)
        await self._wait(seat, self.pace)
        return only

    def _chosen(self, seat: Seat, level: str) -> Awaitable[Thought]:
        """What this level plays now; it doesn't hurry where others get the same deal."""
        choose = self._computers.choose if self._journal.occasion.is_try else self._computers.choose_soon
        return choose(self._journal.table, seat, level, self._journal.computer_key(seat))

    async def _wait(self, seat: Seat, seconds: float) -> None:
        """Pause before this seat's move; only once, even if others change what they chose meanwhile."""
        asked, now = (seat, self._journal.table.prompt_version(seat)), time.monotonic()
        if self._pause is None or self._pause[0] != asked:
            self._pause = asked, now + seconds
        await asyncio.sleep(self._pause[1] - now)

    async def _for_absent(self, seat: Seat) -> Line:
        """A computer's move; with the default-move option, the game's default if there is one."""
        table = self._journal.table
        if self._clock.lets_next_player and table.game.default is not None:
            with suppress(IllegalMove):
                default = table.game.default(table.view(seat))
                return Line(seat, table.game.write(default), f"{OVER}played by default")
        thought = await self._chosen(seat, self._strongest)
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
