"""The running bot, with a task that measures how late the event loop is.

    python -m bench.watched [idle]

`idle` runs the loop without a bot, to show how late this machine makes any program. When stopped, it
prints a row for each sleep of one millisecond: when the sleep ended, in seconds of the monotonic clock, and
how many milliseconds late it was.
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


async def _watched(lags: list[tuple[float, float]], *, idle: bool) -> None:
    watching = asyncio.create_task(watch(lags))
    await (_idle() if idle else _bot())
    watching.cancel()


async def _bot() -> None:
    # Every worker imports this module too: importing the bot here would slow each one's start by two seconds.
    from bot import config
    from bot.running import run

    await run(config.load(Path(os.devnull)))


def main() -> None:
    """Run until SIGTERM."""
    lags: list[tuple[float, float]] = []
    asyncio.run(_watched(lags, idle="idle" in sys.argv))
    sys.stdout.writelines(f"{woke:.6f} {late:.4f}\n" for woke, late in lags)


if __name__ == "__main__":
    main()
