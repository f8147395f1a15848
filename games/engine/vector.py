"""An immutable sequence that can be extended at the end at the same cost however long it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar, overload

T = TypeVar("T")

_CHUNK = 32


@dataclass(frozen=True, slots=True)
class Vector(Sequence[T]):
    """An immutable sequence. `with_last` and `first` return new ones, which share most of their storage.

    Both, like reading any place, touch one chunk per level; there's one more level each time the length grows
    32-fold. Two vectors with the same things are equal; a tuple never equals a vector.
    """

    # The last 1 to 32 things, and all full chunks of 32 before them, so each length has exactly one shape.
    _full: "Vector[tuple[T, ...]] | None" = None
    _tail: tuple[T, ...] = ()
    _length: int = 0

    @classmethod
    def of(cls, things: Iterable[T]) -> "Vector[T]":
        """These things in their order."""
        every = tuple(things)
        before = max(len(every) - 1, 0) // _CHUNK * _CHUNK
        chunks = [every[start : start + _CHUNK] for start in range(0, before, _CHUNK)]
        return cls(Vector[tuple[T, ...]].of(chunks) if chunks else None, every[before:], len(every))

    def with_last(self, *things: T) -> "Vector[T]":
        """This sequence with `things` at its end."""
        longer = self
        for thing in things:
            longer = longer._with(thing)
        return longer

    def first(self, count: int) -> "Vector[T]":
        """The first `count` things; there must be at least that many."""
        assert 0 <= count <= self._length
        if not count:
            return Vector()
        before = (count - 1) // _CHUNK
        if self._full is None or before == len(self._full):
            return Vector(self._full, self._tail[: count - before * _CHUNK], count)
        full = self._full.first(before) if before else None
        return Vector(full, self._full[before][: count - before * _CHUNK], count)

    def _with(self, thing: T) -> "Vector[T]":
        if len(self._tail) < _CHUNK:
            return Vector(self._full, (*self._tail, thing), self._length + 1)
        full: Vector[tuple[T, ...]] = Vector() if self._full is None else self._full
        return Vector(full.with_last(self._tail), (thing,), self._length + 1)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        """The thing at a place, or a tuple of those at several. Raises IndexError."""
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(self._length)))
        number = place + self._length if place < 0 else place
        if not 0 <= number < self._length:
            raise IndexError(place)
        chunk, within = divmod(number, _CHUNK)
        if self._full is None or chunk == len(self._full):
            return self._tail[within]
        return self._full[chunk][within]

    def __len__(self) -> int:
        """How many things it holds."""
        return self._length

    def __iter__(self) -> Iterator[T]:
        """All things, the first one first."""
        return chain(chain.from_iterable(self._full or ()), self._tail)

    def __reversed__(self) -> Iterator[T]:
        """All things, the last one first."""
        return chain(reversed(self._tail), chain.from_iterable(map(reversed, reversed(self._full or ()))))


EMPTY: Vector[Any] = Vector()
