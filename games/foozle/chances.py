"""What loose cards may become: pairs that lack one card, and cards in sight that make them groups."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from games.foozle.cards import INFINITY, Card, Cards, colour_of, each, is_trump, one, rank_of, suit_of
from games.foozle.melds import kind

OUTS = {"trump": 7, "set": 13, "flush": 9}
"""How many cards complete a pair of that kind."""
PER_OUT = 0.03
"""What each is worth, in cards rid of."""
IN_SIGHT = 0.5
"""What a pair is worth that a card of the tableau completes: it can be taken in the next turn."""


@lru_cache(4096)
def chances(left: Cards, lacking: int = 0) -> float:
    """What the pairs among loose cards promise, in cards rid of; each card counts in its best pair.

    `lacking` is a mask of colours in which a flush or a run would win a token: those count twice.
    """
    pairs = ((_outs(one_card, other, lacking), one_card, other) for one_card, other in _pairs(left))
    return PER_OUT * sum(outs for outs, _, _ in _apart(pairs))


def _pairs(left: Cards) -> Iterator[tuple[Card, Card]]:
    return combinations(each(left), 2)


@lru_cache(4096)
def with_tableau(left: Cards, tableau: tuple[Card, ...]) -> float:
    """What more those pairs promise that a card of the tableau completes."""
    found = []
    for some in _pairs(left):
        pair = one(some[0]) | one(some[1])
        if _outs(*some) and any(kind(Cards(pair | one(card))) for card in tableau):
            found.append((1, *some))
    return IN_SIGHT * len(_apart(iter(found)))


def _apart(pairs: Iterator[tuple[int, Card, Card]]) -> list[tuple[int, Card, Card]]:
    """The best pairs without a common card."""
    kept: list[tuple[int, Card, Card]] = []
    used = 0
    for pair in sorted(pairs, reverse=True):
        both = one(pair[1]) | one(pair[2])
        if pair[0] and not used & both:
            kept.append(pair)
            used |= both
    return kept


def _outs(first: Card, second: Card, lacking: int = 0) -> int:
    """How many cards make these two a group; twice as many where that would win a token."""
    if is_trump(first) or is_trump(second):
        return OUTS["trump"] if is_trump(first) and is_trump(second) else 0
    same_rank = OUTS["set"] if rank_of(first) == rank_of(second) else 0
    coloured = OUTS["flush"] if suit_of(first) == suit_of(second) else 0
    if colour_of(first) == colour_of(second) and not same_rank:
        coloured += _run_outs(*sorted((rank_of(first), rank_of(second))))
        coloured *= 1 + (lacking >> colour_of(first) & 1)
    return same_rank + coloured


def _run_outs(low: int, high: int) -> int:
    """Three cards fill the gap of one rank, or lie at either end of two neighbours."""
    if high >= INFINITY or high - low > 2:
        return 0
    if high - low == 2:
        return 3
    return 3 * ((low > 0) + (high < INFINITY - 1))
