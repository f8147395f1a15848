"""The time from a press to a durable move and to the new board, on SQLite and on PostgreSQL in turns.

    python -m bench.databases

Two bots, each in its own process and on its own local Discord; two people play Doublolo at each, taking turns
between the bots after every move. Both databases wait for the same disk. A press is acknowledged once it is
durable.
"""

import asyncio
import statistics
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from bench.couple import Couple
from bench.loopback import PARLOUR, loopback
from bench.postgres import empty_database
from bot.play import ADA, BRUNO
from local_discord.person import Person

ROUNDS, WARM_UP = 200, 20
DURABLE = "PostgreSQL, of SQLite: press to durable"
BOARD = "PostgreSQL, of SQLite: press to board"


async def _measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds until each move was durable and until its board was there, by database."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(empty_database(is_durable=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        couples = {}
        for name, settings in (("SQLite", {}), ("PostgreSQL", {"storage__url": url})):
            (own := folder / name).mkdir()
            local = await stack.enter_async_context(loopback(own, "Parlour"))
            bot = local.bot("Parlour", *PARLOUR, play__remind_after=0, play__bury_after=100, **settings)
            await stack.enter_async_context(bot)
            ada, bruno = [
                await stack.enter_async_context(Person.connect(local.url, one)) for one in (ADA, BRUNO)
            ]
            await local.is_online(ada, "Parlour", "play")
            couples[name] = Couple(ada, bruno)
            await couples[name].sit_down()
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in couples}
        for number in range(-WARM_UP, rounds):
            for name, couple in couples.items():
                moved, _ = await couple.move()
                if number >= 0:
                    times[name].append((moved.acknowledged, moved.seen[0]))
        return times


def main(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print a table, and return the ratios of the medians."""
    times = asyncio.run(_measure(rounds))
    middle: dict[str, tuple[float, float]] = {}
    sys.stdout.write(
        f"{f'{rounds} moves each, ms':24}{'durable p50':>12}{'p99':>9}{'board p50':>12}{'p99':>9}\n"
    )
    for name, waits in times.items():
        durable, board = ([wait[at] for wait in waits] for at in (0, 1))
        middle[name] = statistics.median(durable), statistics.median(board)
        p99 = [statistics.quantiles(one, n=100)[-1] for one in (durable, board)]
        sys.stdout.write(
            f"{name:24}{middle[name][0]:12.2f}{p99[0]:9.2f}{middle[name][1]:12.2f}{p99[1]:9.2f}\n"
        )
    return {
        DURABLE: middle["PostgreSQL"][0] / middle["SQLite"][0],
        BOARD: middle["PostgreSQL"][1] / middle["SQLite"][1],
    }


if __name__ == "__main__":
    main()
