"""The most presses a second that one process answers within a second, and what holds its memory.

    python -m bench capacity
    python -m bench.capacity --minutes 10     flat out on SQLite, and then what holds the memory; nothing else

Of 2,000 open tables, 200 are played as in `bench.load`: half of them between two people, half against
computers. Presses come evenly spaced, whether or not those before have been answered, so a queue shows in the
times. Each goes to the table that has waited longest for one, and is answered once its new board is seen. A
step is eight seconds at one rate. It passes if 99 % of its presses are answered within a second, and all of
them in the end. The search begins below what the bot does flat out, and ends at the first rate that fails
twice. The bare bot is searched in the same way. It answers with a message with a ready-made PNG, as large as
the average board.

In each server the host follows the tables, and the guest doesn't read what is shown there: the people and
the local Discord share the bot's cores. The columns of cores say what each took at that rate.
"""

import argparse
import asyncio
import json
import math
import os
import signal
import statistics
import time
from abc import ABC, abstractmethod
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from bench import at, cpu_seconds, resident, table, told
from bench.bare import COMMAND, REPLY
from bench.load import CHANNEL, CHANNELS, PEOPLE, PLAYED, TABLES, WORLD, fill
from bench.loopback import Loopback, loopback
from bench.people import HINT, PATIENCE, TO_MOVE, Choice, choices, ids_of
from bench.postgres import empty_database
from local_discord.channels import EPHEMERAL
from local_discord.codec import Json
from local_discord.person import Person, Refused, control_of, labels_of, text_of

# Who presses, and where


class Host(Person):
    """Each of their `places` hears what is posted or edited there; nothing else is looked through."""

    places: Mapping[str, "Place"] = {}

    def _take(self, event: Json) -> Json | None:
        message = super()._take(event)
        if message and (place := self.places.get(message["channel_id"])):
            place.heard(message)
        return message


class Guest(Person):
    """They know what became of their presses, but don't read what is shown in channels."""

    async def _read(self) -> None:
        async for frame in self._socket:
            if not frame.data.startswith('{"t":"MESSAGE'):
                self._take(json.loads(frame.data))
                for attempt in tuple(self._waiting):
                    attempt()


_GIVEN_UP = 10.0
"""Seconds after which a press has failed."""


class Place(ABC):
    """A channel where a host and a guest press; it goes to `ready` when it waits for a press."""

    def __init__(self, host: Host, guest: Guest, number: int, ready: "asyncio.Queue[Place]") -> None:
        self.host, self.guest = host, guest
        self.channel_id = str(CHANNEL + number)
        self.is_ready = False
        self.shown: Json = {}
        self._ready = ready
        self._seen: asyncio.Future[None] | None = None
        self._rng = Random(number)

    @property
    def asks(self) -> bool:
        """Whether there's something to press."""
        return bool(self.shown)

    @abstractmethod
    def heard(self, message: Json) -> None:
        """A message was posted or edited here."""

    async def press(self) -> None:
        """Press something, and wait until its answer is seen. Raises TimeoutError and Refused.

        After either, what is shown may be pressed again.
        """
        self._seen = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(_GIVEN_UP):
                await self._press()
                await self._seen
        except (TimeoutError, Refused):
            self._waits()
            raise

    @abstractmethod
    async def _press(self) -> None:
        """Press something that is shown."""

    def _is_answered(self) -> None:
        if self._seen and not self._seen.done():
            self._seen.set_result(None)

    def _waits(self) -> None:
        if self.asks and not self.is_ready:
            self.is_ready = True
            self._ready.put_nowait(self)


class Table(Place):
    """A table of Parlour. After a game they go on with its rematch; what leads to it isn't timed."""

    leading: asyncio.Task[str] | None = None

    @property
    def asks(self) -> bool:
        """Whether a person is to move."""
        return bool(self._moves())

    def _moves(self) -> list[Choice]:
        return [one for one in choices(self.shown) if one.answer != HINT] if self.shown else []

    def heard(self, message: Json) -> None:
        """Notice a new board, and whether it asks somebody."""
        is_old = self.shown and int(message["id"]) < int(self.shown["id"])
        if message["flags"] & EPHEMERAL or is_old or (self.shown and ids_of(message) == ids_of(self.shown)):
            return
        self.shown = message
        self._is_answered()
        self._waits()
        for label, person in (("Rematch", self.host), ("Start", self.host), ("Join", self.guest)):
            if label in labels_of(message):
                self.leading = asyncio.create_task(person.press(message, label=label))
                return

    async def _press(self) -> None:
        board = self.shown
        choice = self._rng.choice(self._moves())
        to_move = TO_MOVE.search(text_of(board))
        is_guest = to_move is not None and to_move[1] == self.guest.id
        await choice.chosen(self.guest if is_guest else self.host, board)


class Picture(Place):
    """A message of the bare bot. Each press is answered with a new message."""

    def heard(self, message: Json) -> None:
        """Notice the answer; the first message is the one with the buttons."""
        self.shown = self.shown or message
        self._is_answered()
        self._waits()

    async def _press(self) -> None:
        await self.host.press(self.shown, control_of(self.shown, label=REPLY)["custom_id"])


# A step: presses at one rate

SECONDS, WITHIN, PART = 8.0, 1.0, 0.99
FLAT_OUT = math.inf
"""A rate at which every place is pressed as soon as it waits for it."""


@dataclass
class Step:
    """Presses at one rate: the seconds that each took, how many had no effect, and what it cost."""

    rate: float
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    took: list[float] = field(default_factory=list)
    failed: int = 0
    cores: dict[str, float] = field(default_factory=dict)
    memory: int = 0

    @property
    def passes(self) -> bool:
        """Whether nearly all were answered soon, and all of them in the end."""
        return not self.failed and bool(self.took) and at(self.took, PART) <= WITHIN

    @property
    def pressed(self) -> float:
        """How many presses were answered each second."""
        return len(self.took) / (self.ended - self.began)

    @property
    def efficiency(self) -> float:
        """How many presses a second of the bot's processor time answered."""
        return self.pressed / self.cores["bot"]

    def row(self, lags: Sequence[tuple[float, float]]) -> dict[str, float]:
        """What is printed of it; `lags` are the moments of this machine at which the loop was late, in ms."""
        late = [ms for woke, ms in lags if self.began <= woke <= self.ended] or [math.nan]
        return {
            "pressed/s": self.pressed,
            "p50 ms": 1000 * at(self.took, 0.5),
            "p99 ms": 1000 * at(self.took, PART),
            "failed": self.failed,
            "ms of the bot": 1000 / self.efficiency,
            "loop p99 ms": at(late, 0.99),
            "MB": self.memory / 1e6,
            **{f"cores: {name}": spent for name, spent in self.cores.items()},
        }


class Crowd:
    """Everybody who presses, in all places, and the processes that take part."""

    def __init__(self, bot: Process, local: Loopback) -> None:
        self.places: list[Place] = []
        self.ready: asyncio.Queue[Place] = asyncio.Queue()
        """Those that wait for a press."""
        self._pids = {"bot": bot.pid, "Discord": local.pid, "people": os.getpid()}
        self._pressing: set[asyncio.Task[None]] = set()

    async def are_shown(self) -> None:
        """Wait until something is shown in every place. Raises TimeoutError."""
        async with asyncio.timeout(3 * PATIENCE):
            while not all(one.shown for one in self.places):  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.1)

    @property
    def size(self) -> int:
        """The average size of the pictures that are shown, in bytes."""
        return int(statistics.mean(one.shown["attachments"][0]["size"] for one in self.places))

    async def step(self, rate: float, seconds: float = SECONDS) -> Step:
        """Press at this rate for so long; at the end each press is answered or has failed."""
        step, before = Step(rate), self._spent()
        due = step.began
        while due < step.began + seconds:
            await asyncio.sleep(max(due - time.monotonic(), 0))
            place = await self._next()
            pressing = asyncio.create_task(self._press(place, due, step))
            self._pressing.add(pressing)
            pressing.add_done_callback(self._pressing.discard)
            due = time.monotonic() if rate == FLAT_OUT else due + 1 / rate
        await asyncio.gather(*self._pressing)
        step.ended = time.monotonic()
        after = self._spent()
        step.cores = {name: (after[name] - before[name]) / (step.ended - step.began) for name in after}
        step.memory = resident(self._pids["bot"])
        return step

    async def _next(self) -> Place:
        """The place that has waited longest for a press."""
        while True:
            place = await self.ready.get()
            place.is_ready = False
            if place.asks:
                return place

    async def _press(self, place: Place, due: float, step: Step) -> None:
        try:
            await place.press()
        except (TimeoutError, Refused):
            step.failed += 1
        else:
            step.took.append(time.monotonic() - due)

    def _spent(self) -> dict[str, float]:
        return {name: cpu_seconds(pid) for name, pid in self._pids.items()}

    async def search(self) -> list[Step]:
        """Steps up to the first rate that fails twice; the first two are flat out, to get warm."""
        steps = [await self.step(FLAT_OUT) for _ in range(2)]
        rate = _rounded(_START * steps[-1].pressed)
        while True:
            tried = [await self.step(rate)]
            if not tried[0].passes:
                tried.append(await self.step(rate))
            if tried[-1].passes:
                rate += _rounded(rate / 10)
            elif rate == _BY or highest(steps):
                return [*steps, *tried]
            else:
                rate = _rounded(rate * _START)
            steps += tried


_START = 0.8
"""The first rate, compared with what the bot does flat out: where queues are short."""
_BY = 10
"""Rates are multiples of this."""


def _rounded(rate: float) -> int:
    return max(int(rate / _BY), 1) * _BY


def highest(steps: Sequence[Step]) -> Step | None:
    """The highest rate that passed, if any did."""
    passed = (one for one in steps if one.passes and one.rate != FLAT_OUT)
    return max(passed, key=lambda one: one.rate, default=None)


# The two bots


@asynccontextmanager
async def _crowd(local: Loopback, bot: Process, kind: type[Place]) -> AsyncIterator[Crowd]:
    """The people of all places. In each, the host follows what the bot shows."""
    async with AsyncExitStack() as connected:
        crowd = Crowd(bot, local)
        for number in range(0, PLAYED, CHANNELS):
            host_id, guest_id = PEOPLE[2 * (number // CHANNELS) :][:2]
            host = await connected.enter_async_context(Host.connect(local.url, host_id))
            guest = await connected.enter_async_context(Guest.connect(local.url, guest_id))
            here = [kind(host, guest, one, crowd.ready) for one in range(number, number + CHANNELS)]
            host.places = {one.channel_id: one for one in here}
            crowd.places += here
        yield crowd


@asynccontextmanager
async def _parlour(url: str = "") -> AsyncIterator[tuple[Crowd, Process]]:
    """Parlour with its tables, in a file or in the database at this URL; all boards are shown."""
    async with loopback(world=WORLD) as local:
        database = url or str(local.folder / "Parlour.sqlite3")
        await fill(database, TABLES, PLAYED)
        settings = {"storage__url": database, "play__bury_after": 100, "log_level": "ERROR"}
        async with (
            local.bot("Parlour", "bench.watched", "lag", **settings) as bot,
            _crowd(local, bot, Table) as crowd,
        ):
            await crowd.are_shown()
            yield crowd, bot


@asynccontextmanager
async def _bare(size: int) -> AsyncIterator[Crowd]:
    """The bare bot with a message in each place; its pictures have this many bytes."""
    async with (
        loopback("Bare", world=WORLD.model_copy(update={"applications": ()})) as local,
        local.bot("Bare", "bench.bare") as bot,
        _crowd(local, bot, Picture) as crowd,
    ):
        await local.is_online(crowd.places[0].host, "Bare", COMMAND)
        for one in crowd.places:
            await one.host.command(COMMAND, channel=one.channel_id, size=size)
        await crowd.are_shown()
        yield crowd


async def _watched(bot: Process) -> tuple[list[tuple[float, float]], dict[str, float]]:
    """Stop the bot: when its loop woke and how many ms late, and the MB that each part of it held."""
    bot.send_signal(signal.SIGUSR1)
    await asyncio.sleep(_TOLD)
    bot.terminate()
    printed, _ = await bot.communicate()
    rows = [row.split("\t") for row in printed.decode().splitlines()]
    held = {row[0]: float(row[1]) for row in rows if len(row) == 2}
    lags = [row[0].split() for row in rows if len(row) == 1]
    return [(float(woke), float(late)) for woke, late in lags], held


_TOLD = 3.0
"""Seconds in which the bot says what holds its memory."""


# What is measured


async def _searched(name: str, url: str = "") -> tuple[Step, int]:
    """The highest rate that passed, and the average size of a picture in bytes."""
    async with _parlour(url) as (crowd, bot):
        steps = await crowd.search()
        size = crowd.size
        lags, held = await _watched(bot)
    _tell(name, steps, lags)
    told({f"{name}, MB: {part}": size for part, size in held.items()}, digits=0)
    return _carried(steps), size


def _tell(name: str, steps: Sequence[Step], lags: Sequence[tuple[float, float]] = ()) -> None:
    rows = {f"{number}. {name}: {_rate(one)}": one.row(lags) for number, one in enumerate(steps)}
    table("presses a second", rows)


def _rate(step: Step) -> str:
    return "flat out" if step.rate == FLAT_OUT else f"{step.rate:.0f}{'' if step.passes else ', fails'}"


def _carried(steps: Sequence[Step]) -> Step:
    """The highest rate that passed. Raises RuntimeError if none did."""
    if (found := highest(steps)) is None:
        raise RuntimeError("This machine is too busy: not even the lowest rate was answered in time.")
    return found


async def _measure() -> dict[str, float]:
    file, size = await _searched("SQLite")
    async with empty_database(is_durable=True) as url:
        server, _ = await _searched("PostgreSQL", url)
    async with _bare(size) as crowd:
        steps = await crowd.search()
    _tell("bare bot", steps)
    bare = _carried(steps)
    return {
        "presses a second, SQLite": file.rate,
        "presses a second, PostgreSQL": server.rate,
        "presses a second, the bare bot": bare.rate,
        "% of the bare bot's rate, SQLite": 100 * file.rate / bare.rate,
        "% of the bare bot's rate, PostgreSQL": 100 * server.rate / bare.rate,
        "% of the bare bot's for the same processor time, SQLite": 100 * file.efficiency / bare.efficiency,
        "memory then, MB": max(file.memory, server.memory) / 1e6,
        "bytes of a picture": size,
    }


def measure_capacity() -> dict[str, float]:
    """Measure, print the steps and what holds the memory, and return the figures by name."""
    return told(asyncio.run(_measure()))


async def _flat_out(minutes: float) -> None:
    """Press as fast as the bot answers; print its memory every half minute, and at the end what holds it."""
    async with _parlour() as (crowd, bot):
        rows: dict[str, dict[str, float]] = {}
        while len(rows) < 2 * minutes:
            step = await crowd.step(FLAT_OUT, 30)
            rows[f"after {len(rows) / 2 + 0.5:.1f} minutes"] = step.row(())
        table("flat out", rows)
        _, held = await _watched(bot)
        told({f"MB: {part}": size for part, size in held.items()}, digits=0)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m bench.capacity", description="Memory, flat out.")
    arguments.add_argument("--minutes", type=float, default=10, help="how long people press (10)")
    asyncio.run(_flat_out(arguments.parse_args().minutes))
