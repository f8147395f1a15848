"""A cache limited by the size of what it holds, not by the number: the least recently used goes first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class SizedCache(Generic[T]):
    """The most recently used things, at most `most` bytes in all. Threads may share it."""

    def __init__(self, most: int, size_of: Callable[[T], int]) -> None:
        self.most = most
        self.bytes = 0
        """The size of all of them now."""
        self._size_of = size_of
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._one_at_a_time = Lock()

    def get(self, key: Hashable) -> T | None:
        """The thing stored under this key, if it's still there."""
        with self._one_at_a_time:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, thing: T) -> None:
        """Store this under its key; the least recently used things make room for it."""
        size = self._size_of(thing)
        with self._one_at_a_time:
            _, before = self._things.pop(key, (None, 0))
            self._things[key] = thing, size
            self.bytes += size - before
            while self.bytes > self.most:
                _, (_, gone) = self._things.popitem(last=False)
                self.bytes -= gone

    def __len__(self) -> int:
        return len(self._things)
