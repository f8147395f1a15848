"""How likely each set of four correct items is, given everything one viewer was shown.

The notebook says which sets are possible. The odds assume that every pick and draw is equally likely
(rule 2), and weigh each set by how well it explains the shelves (rule 4).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb, factorial, log2, prod
from typing import TypeAlias

from games.fooblitzky.rules.city.board import Stock, shelf
from games.fooblitzky.rules.city.items import ITEMS, Bag, Item, bag, without
from games.fooblitzky.rules.city.map import QUADRANTS, WARES, Site
from games.fooblitzky.rules.knowledge.notebook import CORRECT, notebook
from games.fooblitzky.rules.view import View

Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shelves:
    """An item's four shelves, if it's correct a given number of times: the fit, and where copies are left."""

    fits: float
    left: tuple[float, ...]


@dataclass(frozen=True)
class Belief:
    """Odds for each possible set of four, written as the number of times each item is in it.

    `times` has for each item the odds that it's correct exactly 0 to 4 times, and `shelves` its shelves in
    each of these cases. Answers are cached, because the same questions come up every turn.
    """

    sets: tuple[tuple[Counts, float], ...]
    times: tuple[tuple[float, ...], ...]
    shelves: tuple[tuple[Shelves, ...], ...]

    def more_than(self, item: Item, had: int) -> float:
        """How likely this item is correct more than `had` times."""
        return sum(self.times[item.number][had + 1 :])

    def marks(self, things: Bag) -> tuple[float, ...]:
        """How likely the bag gets 0 to 4 check marks."""
        if things not in self._marks:
            self._marks[things] = self._odds_of_marks(things)
        return self._marks[things]

    @cached_property
    def _marks(self) -> dict[Bag, tuple[float, ...]]:
        return {}

    def _odds_of_marks(self, things: Bag) -> tuple[float, ...]:
        had = Counter(item.number for item in things)
        odds = [0.0] * (CORRECT + 1)
        for counts, chance in self.sets:
            odds[sum(min(counts[number], copies) for number, copies in had.items())] += chance
        return tuple(odds)

    def worth(self, things: Bag) -> float:
        """How many check marks the bag gets on average."""
        had = Counter(things)
        return sum(self.more_than(item, copy) for item, copies in had.items() for copy in range(copies))

    def in_stock(self, item: Item, site: Site) -> float:
        """How likely the store is to have the item."""
        at = QUADRANTS.index(site.quadrant)
        cases = zip(self.times[item.number], self.shelves[item.number], strict=True)
        return sum(chance * case.left[at] for chance, case in cases)

    def told_by(self, site: Site) -> float:
        """How many bits about the correct items a look at this store's shelves gives, item by item."""
        return self._told.get(site, 0.0)

    @cached_property
    def _told(self) -> Mapping[Site, float]:
        return {site: sum(self._told_by_shelf(item, site) for item in wares) for site, wares in WARES.items()}

    def _told_by_shelf(self, item: Item, site: Site) -> float:
        at = QUADRANTS.index(site.quadrant)
        cases = zip(self.times[item.number], self.shelves[item.number], strict=True)
        known = sum(chance * bits((case.left[at], 1 - case.left[at])) for chance, case in cases if chance)
        here = self.in_stock(item, site)
        return max(0.0, bits((here, 1 - here)) - known)


def bits(odds: tuple[float, ...]) -> float:
    """The entropy of these odds, in bits."""
    return -sum(chance * log2(chance) for chance in odds if chance > 0)


def belief(view: View) -> Belief:
    """What the viewer can expect, once the prices are known."""
    sure = bag([*(item for item in view.chosen if item), *([view.found] if view.found else [])])
    return _weighed(notebook(view).possible, sure, view.stock, view.sold)


@lru_cache(maxsize=64)
def _weighed(possible: tuple[Bag, ...], sure: Bag, stock: Stock, sold: tuple[int, ...]) -> Belief:
    shelves = tuple(_shelves(stock, sold, item) for item in ITEMS)
    found = [(_counts(four), _ways(four, sure)) for four in possible]
    odds = [ways * prod(shelves[at][n].fits for at, n in enumerate(counts)) for counts, ways in found]
    whole = sum(odds) or 1.0
    sets = tuple((counts, one / whole) for (counts, _), one in zip(found, odds, strict=True) if one)
    times = [[0.0] * (CORRECT + 1) for _ in ITEMS]
    for counts, chance in sets:
        for number, count in enumerate(counts):
            times[number][count] += chance
    return Belief(sets, tuple(map(tuple, times)), shelves)


def _counts(four: Bag) -> Counts:
    return tuple(four.count(item) for item in ITEMS)


def _ways(four: Bag, sure: Bag) -> int:
    """In how many orders the uncertain items can have been drawn."""
    rest = four
    for item in sure:
        rest = without(rest, item)
    return factorial(len(rest)) // prod(factorial(count) for count in Counter(rest).values())


def _shelves(stock: Stock, sold: tuple[int, ...], item: Item) -> tuple[Shelves, ...]:
    first = shelf(item, QUADRANTS[0])
    here = slice(first, first + len(QUADRANTS))
    return _cases(stock.least[here], stock.most[here], sold[here])


@lru_cache(maxsize=2048)
def _cases(least: Counts, most: Counts, sold: Counts) -> tuple[Shelves, ...]:
    return tuple(_case(count, least, most, sold) for count in range(CORRECT + 1))


def _case(count: int, least: Counts, most: Counts, sold: Counts) -> Shelves:
    fits, left = 0.0, [0.0] * len(QUADRANTS)
    for copies, chance in _beginnings(count):
        if all(low <= here <= high for low, here, high in zip(least, copies, most, strict=True)):
            fits += chance
            for at, (here, gone) in enumerate(zip(copies, sold, strict=True)):
                left[at] += chance * (here > gone)
    return Shelves(fits, tuple(one / fits if fits else 0.0 for one in left))


@cache
def _beginnings(count: int) -> tuple[tuple[Counts, float], ...]:
    """How the copies of an item can be spread at the start, with the odds of each."""
    if not count:
        return (((1,) * len(QUADRANTS), 1.0),)
    ways = comb(len(QUADRANTS) * count, count)
    return tuple(
        (tuple(count - out for out in taken), prod(comb(count, out) for out in taken) / ways)
        for taken in product(range(count + 1), repeat=len(QUADRANTS))
        if sum(taken) == count
    )
