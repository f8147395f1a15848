"""The running bot, with a task that watches how late its event loop is.

    python -m bench.watched lag | idle

When it is stopped, it prints a row for each sleep of one millisecond: when the sleep ended, in seconds of the
monotonic clock, and how many milliseconds late it was. `idle` does so without a bot, to show how late this
machine makes any program. On SIGUSR1, the bot prints what holds its memory: `bench.memory`, with tabs.

Every worker imports this module too, so it imports the bot only where it runs: otherwise each worker would
start two seconds later.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

_SLEEP = 0.001


async def watch(lags: list[tuple[float, float]]) -> None:
    """Sleep a millisecond again and again, and note how much longer each sleep took."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_SLEEP)
        woke = time.monotonic()
        lags.append((woke, 1000 * (woke - began - _SLEEP)))


async def _idle() -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


async def _run_bot() -> None:
    from bench.memory import holds
    from bot import config
    from bot.host.running import run

    def tell_memory() -> None:
        sys.stdout.writelines(f"{part}\t{megabytes:.1f}\n" for part, megabytes in holds().items())

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell_memory)
    await run(config.load(Path(os.devnull)))


async def _watched(what: str) -> list[tuple[float, float]]:
    lags: list[tuple[float, float]] = []
    watching = asyncio.create_task(watch(lags))
    await (_idle() if what == "idle" else _run_bot())
    watching.cancel()
    return lags


def main(what: str) -> None:
    """Watch the loop until SIGTERM, then print how late it was."""
    sys.stdout.writelines(f"{woke:.6f} {late:.4f}\n" for woke, late in asyncio.run(_watched(what)))


if __name__ == "__main__":
    main(*sys.argv[1:])
