"""The running bot, with a task that reports how much memory it uses and what it holds.

    python -m bench.held SECONDS

Every SECONDS seconds it prints a row of JSON, the fields of `Held`. It needs Linux and the GNU C library.
"""

import asyncio
import ctypes
import gc
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.app import Parlour
    from bot.client import Client


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


def resident() -> int:
    """The bytes of memory that this process uses now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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


async def _run(seconds: float) -> None:
    # Every worker imports this module too: importing the bot here would slow each one's start by two seconds.
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


if __name__ == "__main__":
    asyncio.run(_run(float(sys.argv[1])))
