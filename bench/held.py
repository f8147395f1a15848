"""The bot as it runs, with a task beside it that tells how much memory it takes and what it keeps.

    python -m bench.held SECONDS

Every so many seconds it prints a row of JSON, the fields of `Held`. It needs Linux and the GNU C library.
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
    from bot.config import Settings
    from storage import Archive


@dataclass(frozen=True, slots=True)
class Held:
    """What the bot's process takes from the system, in MB, and what it keeps.

    `taken` and `spare` are the parts of malloc's main arena that are in use and free, `parts` the parts of
    pictures that the games keep and `pngs` whole ones, in MB. `blocks` are Python's own. Of the tables `open`
    ones have `lines`; `alive` counts those that are over and not yet swept up, too.
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
    """What mallinfo2 of the GNU C library answers."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "chunks", "_2", "_3", "mapped", "_5", "_6", "used", "free", "_9")
    ]


def resident() -> int:
    """The bytes of memory that this process has just now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def held(bot: "Parlour") -> Held:
    """What there is just now."""
    from bot.tables.session import Session
    from games import table
    from games.kit.brush.kept import PARTS

    tell = ctypes.CDLL(None).mallinfo2
    tell.restype = _Malloc
    malloc = tell()
    alive = [one for one in gc.get_objects() if isinstance(one, Session)]
    going_on = [one for one in alive if bot.tables.in_channel(one.stored.channel_id) is one]
    return Held(
        resident=_mb(resident()),
        taken=_mb(malloc.used + malloc.mapped),
        spare=_mb(malloc.free),
        parts=_mb(PARTS.bytes),
        pngs=_mb(bot.pictures.kept.bytes),
        blocks=sys.getallocatedblocks(),
        questions=table._asked.cache_info().currsize,  # noqa: SLF001 - nobody else asks
        open=len(going_on),
        alive=len(alive),
        lines=sum(len(one.table.lines) for one in going_on),
    )


def _mb(count: int) -> float:
    return round(count / 1e6, 1)


async def _tell(bots: "list[Parlour]", seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        for bot in bots:
            print(json.dumps(asdict(held(bot))), flush=True)


async def _run(seconds: float) -> None:
    # Every worker imports this module too: the bot's own would cost each of them two seconds to start.
    from bot import config, running

    bots: list[Parlour] = []
    connect = running.connect

    def known(settings: "Settings", archive: "Archive") -> "Client":
        client = connect(settings, archive)
        bots.append(client.app)
        return client

    running.connect = known
    telling = asyncio.create_task(_tell(bots, seconds))
    await running.run(config.load(Path(os.devnull)))
    telling.cancel()


if __name__ == "__main__":
    asyncio.run(_run(float(sys.argv[1])))
