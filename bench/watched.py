"""The running bot, with a task that watches it: how late its event loop is, or what memory it holds.

    python -m bench.watched lag | idle | held SECONDS

With `lag` it prints a row for each sleep of one millisecond when it is stopped: when the sleep ended, in
seconds of the monotonic clock, and how many milliseconds late it was. `idle` does so without a bot, to show
how late this machine makes any program. With `held` it prints a row of JSON every SECONDS seconds, the fields
of `Held`; that needs Linux and the GNU C library.

Every worker imports this module too, so it imports the bot only where it runs: otherwise each worker would
start two seconds later.
"""

import asyncio
import ctypes
import gc
import json
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.app import Parlour
    from bot.client import Client


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
    await (_idle() if idle else _run_bot())
    watching.cancel()


async def _run_bot() -> None:
    from bot import config
    from bot.running import run

    await run(config.load(Path(os.devnull)))


def _print_lags(*, idle: bool) -> None:
    """Watch the loop until SIGTERM, then print how late it was."""
    lags: list[tuple[float, float]] = []
    asyncio.run(_watched(lags, idle=idle))
    sys.stdout.writelines(f"{woke:.6f} {late:.4f}\n" for woke, late in lags)


@dataclass(frozen=True, slots=True)
class Held:
    """How much memory the bot's process uses, in MB, and what it holds.

    `taken` and `spare` are malloc's main arena, in use and free; `parts` are the parts of pictures that the
    games cache, and `pngs` the whole pictures; all in MB. `blocks` are Python's own. The `open` tables have
    `lines` and hold `questions` and views; `alive` also counts finished ones that aren't collected yet.
    """

    resident: float
    taken: float
    spare: float
    parts: float
    pngs: float
    blocks: int
    questions: int
    open: int
    alive: int
    lines: int


class _Malloc(ctypes.Structure):
    """What mallinfo2 of the GNU C library returns."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "chunks", "_2", "_3", "mapped", "_5", "_6", "used", "free", "_9")
    ]


def resident(pid: int | str = "self") -> int:
    """The bytes of memory that the process, or this one, uses now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def held(bot: "Parlour") -> Held:
    """What the bot holds now."""
    from bot.tables.session import Session
    from games.kit.brush.cached import PARTS

    tell = ctypes.CDLL(None).mallinfo2
    tell.restype = _Malloc
    malloc = tell()
    alive = [one for one in gc.get_objects() if isinstance(one, Session)]
    going_on = [one for one in alive if bot.tables.in_memory.get(one.id) is not None]
    return Held(
        resident=_mb(resident()),
        taken=_mb(malloc.used + malloc.mapped),
        spare=_mb(malloc.free),
        parts=_mb(PARTS.bytes),
        pngs=_mb(bot.pictures.kept.bytes),
        blocks=sys.getallocatedblocks(),
        questions=sum(len(one.table._found) for one in going_on),  # noqa: SLF001 - only this bench asks
        open=len(going_on),
        alive=len(alive),
        lines=sum(len(one.table.lines) for one in going_on),
    )


def _mb(count: int) -> float:
    return round(count / 1e6, 1)


async def _tell(bots: "list[Client]", seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        for bot in bots:
            print(json.dumps(asdict(held(bot.app))), flush=True)


async def _print_held(seconds: float) -> None:
    from bot import config, running
    from bot.client import Client

    bots: list[Client] = []

    class Known(Client):
        async def setup_hook(self) -> None:
            bots.append(self)
            await super().setup_hook()

    running.Client = Known  # type: ignore[attr-defined]  # `run` makes it, and nothing else uses it
    telling = asyncio.create_task(_tell(bots, seconds))
    await running.run(config.load(Path(os.devnull)))
    telling.cancel()


def main(what: str, seconds: str = "") -> None:
    """Run until SIGTERM."""
    if what == "held":
        asyncio.run(_print_held(float(seconds)))
    else:
        _print_lags(idle=what == "idle")


if __name__ == "__main__":
    main(*sys.argv[1:])
