"""How late the bot's event loop comes round while computers think and boards are drawn without a pause.

    python -m bench.loop_lag

Two tables, two computers of the strongest level at each, two workers in which they think, and no pace: the
next thought begins as soon as a move is written down. Beside the bot an idle loop is watched in a process of
its own, which shows what is the machine's part. Milliseconds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bench.loopback import Loopback, loopback, running
from bot.local.cast import ADA, BRUNO
from bot.local.person import Person, labels_of
from games import shelf

SECONDS = 20.0
BOT, IDLE = "the bot's loop", "an idle loop beside it"
LAG, IDLE_LAG = "loop lag p99, ms", "lag p99 of an idle loop, ms"
_CHANNELS = ("games", "general")
_GAME = "doublolo"


@asynccontextmanager
async def _two_tables(local: Loopback) -> AsyncIterator[Person]:
    """Two people look on, each at his own table of computers; one of them, who sees the boards of both."""
    async with Person.connect(local.url, ADA) as ada, Person.connect(local.url, BRUNO) as bruno:
        await local.is_online(ada, "Parlour", "play")
        for person, channel in zip((ada, bruno), _CHANNELS, strict=True):
            await _let_play(person, channel)
        yield ada


async def _let_play(person: Person, channel: str) -> None:
    opened = await person.command("play", channel=channel, game=_GAME)
    lobby = await person.reply_to(opened)
    await person.outcome(await person.press(lobby, label="Leave"))
    level = shelf.find(_GAME).about.levels[-1]
    for _ in range(2):
        await person.outcome(await person.select(person.current(lobby), level))
    await person.outcome(await person.press(lobby, label="Start"))
    await person.wait_until(lambda: "Resign" in labels_of(person.current(lobby)))


async def _measure(seconds: float) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour") as local,
            running("bench.watched", "idle") as idle,
            local.bot("Parlour", "bench.watched", play__pace=0, play__computers=2) as bot,
        ):
            async with _two_tables(local) as looking_on:
                began, seen = time.monotonic(), looking_on.events
                await asyncio.sleep(seconds)
                _must_have_played(looking_on.events - seen, seconds)
            watched = {BOT: bot, IDLE: idle}
            return {name: await _lags(one, began, began + seconds) for name, one in watched.items()}


def _must_have_played(boards: int, seconds: float) -> None:
    """A bot whose computers stand still is never late. Raises RuntimeError for fewer than a board a second."""
    sys.stdout.write(f"{boards} boards shown\n")
    if boards < seconds:
        raise RuntimeError("The computers hardly played, so the lag would say nothing.")


async def _lags(process: asyncio.subprocess.Process, since: float, until: float) -> list[float]:
    process.terminate()
    printed, _ = await process.communicate()
    rows = [row.split() for row in printed.decode().splitlines()]
    return [float(late) for woke, late in rows if since <= float(woke) <= until]


def main(seconds: float = SECONDS) -> dict[str, float]:
    """Measure, print a table, and return both loops' lag at the 99th percentile in milliseconds."""
    watched = asyncio.run(_measure(seconds))
    sys.stdout.write(f"{f'{seconds:.0f} s':28}{'p50 ms':>9}{'p99 ms':>9}{'longest':>9}{'samples':>9}\n")
    for name, lags in watched.items():
        middle, p99 = statistics.median(lags), _p99(lags)
        sys.stdout.write(f"{name:28}{middle:9.2f}{p99:9.2f}{max(lags):9.2f}{len(lags):9}\n")
    return {LAG: _p99(watched[BOT]), IDLE_LAG: _p99(watched[IDLE])}


def _p99(lags: list[float]) -> float:
    return statistics.quantiles(lags, n=100)[-1]


if __name__ == "__main__":
    main()
