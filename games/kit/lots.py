"""Random draws that are the same in every Python version, because only `random()` promises that."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def below(rng: Random, count: int) -> int:
    """A whole number from 0 up to, not including, `count`, which is at least 1."""
    return int(rng.random() * count)


def shuffle(rng: Random, items: Iterable[T]) -> list[T]:
    """The items in random order (Fisher and Yates, from the back)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(rng, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
