"""The notebook: what one viewer can conclude about the four correct items from what they were shown.

There are 5,985 ways to choose four of eighteen items with repeats. The notebook keeps those that fit the
prices, the picks the viewer knows, the shelves, the check marks and the Chance Man's offers.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from games.fooblitzky.rules.city.board import Check, Stock
from games.fooblitzky.rules.city.items import ITEMS, Bag, Item, bag, in_common
from games.fooblitzky.rules.city.map import QUADRANTS
from games.fooblitzky.rules.view import View

CORRECT = 4

Prices: TypeAlias = tuple[int, ...]
Shelves: TypeAlias = tuple[tuple[int, int], ...]
"""For each shelf of an item, the fewest and the most copies that it can have had at the start."""

_ANY = frozenset(range(CORRECT + 1))


@dataclass(frozen=True, slots=True)
class Notebook:
    """`possible` are all sets of four correct items that fit what was shown.

    `least` and `most` say, by item number, how often an item is in a set at least and at most.
    """

    possible: tuple[Bag, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]

    @property
    def sure(self) -> Bag:
        """What's certainly correct, each as often as it certainly is."""
        return bag(item for item in ITEMS for _ in range(self.least[item.number]))

    @property
    def open(self) -> Bag:
        """What may be correct but isn't certain, each once."""
        return tuple(item for item in ITEMS if self.most[item.number] > self.least[item.number])

    @property
    def ruled_out(self) -> Bag:
        """What certainly isn't correct."""
        return tuple(item for item in ITEMS if not self.most[item.number])


def notebook(view: View) -> Notebook:
    """What the viewer can conclude. Until the prices are known, everything is possible."""
    sure = bag([*(item for item in view.chosen if item), *([view.found] if view.found else [])])
    marks = tuple(check for check in view.checks if check.bag is not None)
    return _concluded(view.prices, sure, view.stock, marks, view.offers)


@lru_cache(maxsize=256)
def _concluded(
    prices: Prices, sure: Bag, stock: Stock, checks: tuple[Check, ...], offers: tuple[Bag, ...]
) -> Notebook:
    bounded = [(item, counts) for item in ITEMS if (counts := _counts_that_fit(stock, item)) != _ANY]
    possible = tuple(
        one
        for one in _holding(sure, prices)
        if all(check.bag is not None and in_common(check.bag, one) == check.ticks for check in checks)
        and all(sum(item in one for item in offer) == 1 for offer in offers)
        and all(one.count(item) in counts for item, counts in bounded)
    )
    return Notebook(
        possible,
        tuple(min((one.count(item) for one in possible), default=0) for item in ITEMS),
        tuple(max((one.count(item) for one in possible), default=0) for item in ITEMS),
    )


@lru_cache(maxsize=256)
def _holding(sure: Bag, prices: Prices) -> tuple[Bag, ...]:
    """Every set at these prices (at any prices if they aren't known) that has everything in `sure`."""
    sets = _by_prices()[prices] if prices else _all_sets()
    return tuple(one for one in sets if in_common(sure, one) == len(sure))


@cache
def _all_sets() -> tuple[Bag, ...]:
    return tuple(combinations_with_replacement(ITEMS, CORRECT))


@cache
def _by_prices() -> dict[Prices, tuple[Bag, ...]]:
    found: defaultdict[Prices, list[Bag]] = defaultdict(list)
    for one in _all_sets():
        found[tuple(sorted(item.price for item in one))].append(one)
    return {prices: tuple(sets) for prices, sets in found.items()}


def _counts_that_fit(stock: Stock, item: Item) -> frozenset[int]:
    """How often this item can be correct, given what was seen of its four shelves (rule 4)."""
    first = item.number * len(QUADRANTS)
    last = first + len(QUADRANTS)
    return _counts(tuple(zip(stock.least[first:last], stock.most[first:last], strict=True)))


@cache
def _counts(shelves: Shelves) -> frozenset[int]:
    return frozenset(count for count in range(CORRECT + 1) if _can_lie(shelves, count))


def _can_lie(shelves: Shelves, count: int) -> bool:
    """Whether the shelves fit an item that's correct `count` times, which leaves 3 copies each time."""
    if count == 0:
        return all(least <= 1 <= most for least, most in shelves)
    bounds = [(least, min(most, count)) for least, most in shelves]
    if any(least > most for least, most in bounds):
        return False
    return sum(least for least, _ in bounds) <= 3 * count <= sum(most for _, most in bounds)
