"""How late the bot's event loop is while computers think and boards are drawn without a pause.

    python -m bench.loop_lag

Two tables, two computers of the strongest level at each, two workers in which they think, and no pace: a
computer starts thinking as soon as the last move is saved. An idle loop in its own process shows how much of
the lag is due to the machine. Times are in milliseconds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from bench.loopback import Loopback, loopback, running
from bot.play import ADA, BRUNO
from games import registry
from local_discord.codec import Json
from local_discord.person import Person, labels_of

SECONDS = 20.0
BOT, IDLE = "the bot's loop", "an idle loop"
LAG, IDLE_LAG = "loop lag p99", "lag p99 of an idle loop"
_GAME = "doublolo"


async def _two_tables(local: Loopback, seconds: float) -> tuple[float, float]:
    """Two people watch a table of computers each; returns when they began and stopped playing.

    Raises RuntimeError if they saw less than a board per second: a bot with nothing to do is never late.
    """
    pictures: set[str] = set()
    async with Person.connect(local.url, ADA) as ada, Person.connect(local.url, BRUNO) as bruno:
        await local.is_online(ada, "Parlour", "play")
        boards = {one: await _let_play(one, channel) for one, channel in ((ada, "games"), (bruno, "general"))}
        began = time.monotonic()
        looking = [asyncio.create_task(_look(*both, pictures, seconds)) for both in boards.items()]
        await asyncio.wait(looking, return_when=asyncio.FIRST_COMPLETED)
        ended = time.monotonic()
        for one in looking:
            one.cancel()
    sys.stdout.write(f"{len(pictures)} boards seen at two tables in {ended - began:.1f} s\n")
    if len(pictures) < ended - began:
        raise RuntimeError("The computers hardly played, so the lag means nothing.")
    return began, ended


async def _let_play(person: Person, channel: str) -> Json:
    opened = await person.command("play", channel=channel, game=_GAME)
    board = await person.reply_to(opened)
    await person.outcome(await person.press(board, label="Leave"))
    level = registry.find(_GAME).about.levels[-1]
    for _ in range(2):
        await person.outcome(await person.select(person.sees.current(board), level))
    await person.outcome(await person.press(board, label="Start"))
    await person.wait_until(lambda: "Stop" in labels_of(person.sees.current(board)))
    return board


async def _look(person: Person, board: Json, pictures: set[str], seconds: float) -> None:
    """Add the URL of every board this person sees, until the game or the time is over."""

    def is_over() -> bool:
        shown = person.sees.current(board)
        pictures.update(str(one["url"]) for one in shown["attachments"])
        return "Rematch" in labels_of(shown)

    with suppress(TimeoutError):
        await person.wait_until(is_over, seconds)


async def _measure(seconds: float) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour") as local,
            running("bench.watched", "idle") as idle,
            local.bot("Parlour", "bench.watched", play__pace=0, play__computers=2) as bot,
        ):
            since, until = await _two_tables(local, seconds)
            watched = {BOT: bot, IDLE: idle}
            return {name: await _lags(one, since, until) for name, one in watched.items()}


async def _lags(process: asyncio.subprocess.Process, since: float, until: float) -> list[float]:
    process.terminate()
    printed, _ = await process.communicate()
    rows = [row.split() for row in printed.decode().splitlines()]
    return [float(late) for woke, late in rows if since <= float(woke) <= until]


def main(seconds: float = SECONDS) -> dict[str, float]:
    """Measure, print a table, and return both loops' lag at the 99th percentile in milliseconds."""
    watched = asyncio.run(_measure(seconds))
    sys.stdout.write(f"{'':28}{'p50 ms':>9}{'p99 ms':>9}{'longest':>9}{'samples':>9}\n")
    for name, lags in watched.items():
        middle, p99 = statistics.median(lags), _p99(lags)
        sys.stdout.write(f"{name:28}{middle:9.2f}{p99:9.2f}{max(lags):9.2f}{len(lags):9}\n")
    return {LAG: _p99(watched[BOT]), IDLE_LAG: _p99(watched[IDLE])}


def _p99(lags: list[float]) -> float:
    return statistics.quantiles(lags, n=100)[-1]


if __name__ == "__main__":
    main()
