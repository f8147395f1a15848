"""A cache limited by the size of what it holds, not by the number: the least recently used goes first."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class SizedCache(Generic[T]):
    """The most recently used things, at most `most` bytes in all. Threads may share it."""

    def __init__(self, most: int, size_of: Callable[[T], int]) -> None:
        self._things = LRUCache[Hashable, T](most, size_of)
        self._one_at_a_time = Lock()

    @property
    def most(self) -> int:
        """The most bytes they can have; another number than before empties it."""
        return int(self._things.maxsize)

    @most.setter
    def most(self, most: int) -> None:
        with self._one_at_a_time:
            if most != self.most:
                self._things = LRUCache(most, self._things.getsizeof)

    @property
    def bytes(self) -> int:
        """The size of all of them now."""
        return int(self._things.currsize)

    def get(self, key: Hashable) -> T | None:
        """The thing stored under this key, if it's still there."""
        with self._one_at_a_time:
            return self._things.get(key)

    def put(self, key: Hashable, thing: T) -> None:
        """Store this under its key; the least recently used things make room for it, if there's enough."""
        with self._one_at_a_time:
            self._things.pop(key, None)
            with suppress(ValueError):  # it's larger than the whole cache
                self._things[key] = thing

    def __len__(self) -> int:
        return len(self._things)
