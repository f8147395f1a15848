"""How much work something is, counted and not timed: the same on every machine, however busy it is."""

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
    """The most bytes that are held at once beyond those held before: a copy of all lines shows in them."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
