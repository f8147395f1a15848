"""What holds the memory of the bot's process, in MB. Linux with glibc only."""

import ctypes
import gc
import os
import re
import sys
import tempfile

from bench import resident
from bot.app.parlour import Parlour
from games.kit.brush.cached import PARTS

_ARENAS = re.compile(r"arenas allocated current += +([\d,]+)")
_ARENA = 1 << 20
"""The bytes of an arena, from which Python takes objects of at most 512 bytes."""


_SAID = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)


class _Malloc(ctypes.Structure):
    """What mallinfo2(3) says."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in _SAID)


def holds() -> dict[str, float]:
    """The MB of each part, which together are all of this process; garbage is collected at the end."""
    taken, objects = resident(), _arenas() * _ARENA
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = _Malloc
    said = mallinfo2()
    pictures = _app().pictures.kept.bytes
    used = said.uordblks + said.hblkhd
    parts = {
        "the process": taken,
        "small objects": objects,
        "parts of pictures": PARTS.bytes,
        "pictures": pictures,
        "other large objects": used - PARTS.bytes - pictures,
        "free, but not given back": said.fordblks,
        "code, stacks and the rest": taken - objects - used - said.fordblks,
    }
    return {name: size / 1e6 for name, size in parts.items()}


def _app() -> Parlour:
    gc.unfreeze()  # what is frozen can't be found
    return next(one for one in gc.get_objects() if isinstance(one, Parlour))


def _arenas() -> int:
    """How many arenas Python has; it only says so on the standard error of C."""
    with tempfile.TemporaryFile() as file:
        stderr = os.dup(2)
        os.dup2(file.fileno(), 2)
        sys._debugmallocstats()  # noqa: SLF001 - there's no other way to ask
        ctypes.CDLL(None).fflush(None)
        os.dup2(stderr, 2)
        os.close(stderr)
        file.seek(0)
        found = _ARENAS.search(file.read().decode())
    return int(found[1].replace(",", "")) if found else 0
