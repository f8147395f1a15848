"""What loose cards could become: pairs that need one more card."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from games.foozle.rules.cards import INFINITY, Card, Cards, colour_of, each, is_trump, one, rank_of, suit_of

OUTS = {"trump": 7, "set": 13, "flush": 9}
"""How many cards turn a pair of that kind into a group: counted in the deck, without the two."""
PER_OUT = 0.03
"""What each of those cards is worth, in cards gone from the hand: a choice by hand."""


@lru_cache(4096)
def chances(left: Cards) -> float:
    """What the pairs among loose cards are worth, in cards gone; each card counts in its best pair."""
    found = ((_outs(first, second), first, second) for first, second in combinations(each(left), 2))
    return PER_OUT * sum(outs for outs, _, _ in _apart(found))


def _apart(pairs: Iterator[tuple[int, Card, Card]]) -> list[tuple[int, Card, Card]]:
    """The best pairs that don't share a card."""
    apart: list[tuple[int, Card, Card]] = []
    used = 0
    for pair in sorted(pairs, reverse=True):
        both = one(pair[1]) | one(pair[2])
        if pair[0] and not used & both:
            apart.append(pair)
            used |= both
    return apart


def _outs(first: Card, second: Card) -> int:
    """How many cards turn these two into a group."""
    if is_trump(first) or is_trump(second):
        return OUTS["trump"] if is_trump(first) and is_trump(second) else 0
    if rank_of(first) == rank_of(second):
        return OUTS["set"]
    outs = OUTS["flush"] if suit_of(first) == suit_of(second) else 0
    if colour_of(first) == colour_of(second):
        outs += _run_outs(*sorted((rank_of(first), rank_of(second))))
    return outs


def _run_outs(low: int, high: int) -> int:
    """Three cards fill a gap of one rank, and three fit at each end of two neighbours."""
    if high >= INFINITY or high - low > 2:
        return 0
    if high - low == 2:
        return 3
    return 3 * ((low > 0) + (high < INFINITY - 1))
