"""One bot with very many open tables: how soon it starts, and how it answers when many are played at once.

    python -m bench.load [--tables 2000] [--seconds 60] [--pause 4] [--open 10000]

First, with `--open` tables, 200 of which weren't at rest: the seconds from starting the bot to an answer to
`/board`, and to the last of those 200 boards. Then, with `--tables`, people play at 200 of
them at once for `--seconds`, half of them against each other and half against computers. They think `--pause`
seconds on average before each press, and wait at their own sockets for the acknowledgement and the board.
With the default that's about half of what one core carries.
"""

import argparse
import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.filled import Place, fill, places, world
from bench.loopback import Loopback, loopback
from bench.question import Choice, choices
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of, text_of

TABLES, SECONDS, PAUSE, OPEN = 2_000, 60.0, 4.0, 10_000
STARTED, SHOWN = "start to an answer, s", "start to the last board, s"
ACKNOWLEDGED, BOARD = "press to acknowledged, p99 s", "press to new board, p99 s"
FAILED, MOVES, LAG, MEMORY = "presses failed", "moves a second", "loop lag p99, ms", "memory a table, kB"
_PATIENCE = 60.0
_TO_MOVE = re.compile(r"### <@(\d+)>:")
_HINT = "hint"


@dataclass
class Seen:
    """How long people waited, in seconds, and how many presses had no effect."""

    acknowledged: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    moves: int = 0
    failed: int = 0


@asynccontextmanager
async def _filled(tables: int) -> AsyncIterator[tuple[Loopback, list[Place], dict[str, Person]]]:
    """A local Discord, the tables that are played there, and their people by id; the bot isn't started."""
    played = places()
    with tempfile.TemporaryDirectory() as folder:
        await fill(Path(folder) / "Parlour.sqlite3", played, tables)
        async with loopback(Path(folder), "Parlour", world=world(played)) as local, AsyncExitStack() as stack:
            ids = dict.fromkeys(user_id for one in played for user_id in one.people)
            yield (
                local,
                played,
                {one: await stack.enter_async_context(Person.connect(local.url, one)) for one in ids},
            )


async def _start(tables: int) -> dict[str, float]:
    """How long a start takes if all tables in these servers need their boards shown, and the others rest."""
    async with _filled(tables) as (local, played, people):
        first, last = people[played[0].people[0]], played[-1]
        began = time.monotonic()
        async with local.bot("Parlour", "bench.watched", play__remind_after=0, log_level="ERROR"):
            await local.is_online(first, "Parlour", "play")
            while await _outcome(first, played[0].channel_id) != "answered":
                pass  # it has just started
            answered = time.monotonic() - began
            viewer = people[last.people[0]]
            await viewer.wait_until(lambda: viewer.sees.messages.get(last.channel_id), _PATIENCE)
            return {STARTED: answered, SHOWN: time.monotonic() - began}


async def _outcome(person: Person, channel_id: str) -> str:
    return await person.outcome(await person.command("board", channel=channel_id))


async def _load(tables: int, seconds: float, pause: float) -> dict[str, float]:
    async with _filled(tables) as (local, played, people):
        settings = {"play__remind_after": 0, "play__bury_after": 100, "log_level": "ERROR"}
        async with local.bot("Parlour", "bench.watched", **settings) as bot:
            await asyncio.gather(*(_shown(people, one) for one in played))
            seen, began = Seen(), time.monotonic()
            playing = [
                asyncio.create_task(_play(people, one, seen, pause, Random(number)))
                for number, one in enumerate(played)
            ]
            await asyncio.sleep(seconds)
            held, ended = _resident(bot.pid), time.monotonic()
            for task in playing:
                task.cancel()
            faults = [one for one in await asyncio.gather(*playing, return_exceptions=True) if _is_fault(one)]
            bot.terminate()
            printed, _ = await bot.communicate()
        rows = [row.split() for row in printed.decode().splitlines()]
        lags = [float(late) for woke, late in rows if began <= float(woke) <= ended]
        return {
            ACKNOWLEDGED: _p99(seen.acknowledged),
            BOARD: _p99(seen.boards),
            FAILED: seen.failed + len(faults),
            "presses a second": len(seen.acknowledged) / (ended - began),
            MOVES: seen.moves / (ended - began),
            LAG: _p99(lags),
            "memory, MB": held / 1e6,
            MEMORY: held / tables / 1e3,
        }


def _is_fault(result: object) -> bool:
    return isinstance(result, Exception)


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[-1]


async def _shown(people: dict[str, Person], place: Place) -> Json:
    """The board of a table, once it asks a person."""
    person = people[place.people[0]]

    def is_asked(message: Json) -> bool:
        return message["channel_id"] == place.channel_id and bool(choices(message))

    return await person.wait_for(is_asked, _PATIENCE)


async def _play(people: dict[str, Person], place: Place, seen: Seen, pause: float, rng: Random) -> None:
    """Play at one table until its game is over."""
    board, viewer = await _shown(people, place), people[place.people[0]]
    while True:
        await viewer.wait_until(
            lambda: choices(viewer.sees.current(board)) or _is_over(viewer, board), _PATIENCE
        )
        if _is_over(viewer, board):
            return
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        found = _TO_MOVE.search(text_of(viewer.sees.current(board)))
        if found is not None:
            asked = [one for one in choices(viewer.sees.current(board)) if one.answer != _HINT]
            await _press(people[found[1]], board, rng.choice(asked), seen)


def _is_over(viewer: Person, board: Json) -> bool:
    return "Rematch" in labels_of(viewer.sees.current(board))


async def _press(person: Person, board: Json, choice: Choice, seen: Seen) -> None:
    before, began = _asked(person, board), time.monotonic()
    if await person.outcome(await choice.chosen(person, board)) != "answered":
        seen.failed += 1
        return
    seen.acknowledged.append(time.monotonic() - began)
    await person.wait_until(lambda: _asked(person, board) != before)
    seen.boards.append(time.monotonic() - began)
    # Only a move changes the number of the question, which comes before the answers.
    seen.moves += _asked(person, board)[:1] != before[:1]


def _asked(person: Person, board: Json) -> list[str]:
    """Which question it is, and the ids of what can be chosen."""
    ids = [
        str(one["custom_id"])
        for one in every_component(person.sees.current(board)["components"])
        if "custom_id" in one
    ]
    picks = [one for one in ids if one.startswith("pick:")]
    return [":".join(picks[0].split(":")[:4]) if picks else "", *ids]


def main(
    tables: int = TABLES, seconds: float = SECONDS, pause: float = PAUSE, opened: int = OPEN
) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = asyncio.run(_start(opened)) | asyncio.run(_load(tables, seconds, pause))
    for name, figure in figures.items():
        sys.stdout.write(f"{name:40}{figure:12,.2f}\n")
    return figures


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Very many open tables.")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"open tables ({TABLES})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"how long people play ({SECONDS:.0f})"
    )
    parser.add_argument("--pause", type=float, default=PAUSE, help=f"seconds before a press ({PAUSE:.0f})")
    parser.add_argument("--open", type=int, default=OPEN, dest="opened", help=f"tables at the start ({OPEN})")
    return parser.parse_args()


if __name__ == "__main__":
    main(**vars(_arguments()))
