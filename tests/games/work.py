"""How much work something takes, counted rather than timed: the same on every machine, however busy."""

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType


def calls(do: Callable[[], object]) -> int:
    """How many functions are called, of Python and of C."""
    count = 0

    def note(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count


def room(do: Callable[[], object]) -> int:
    """The peak memory in bytes beyond what was in use before; a copy of all lines shows up in it."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
