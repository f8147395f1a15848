"""Which third card turns two cards into a group: all larger groups grow from these."""

from collections.abc import Iterator
from functools import lru_cache

from games.foozle.rules.cards import (
    INFINITY,
    NONE,
    OF_COLOUR,
    OF_RANK,
    OF_SUIT,
    TRUMPS,
    Card,
    Cards,
    colour_of,
    each,
    is_trump,
    one,
    rank_of,
    suit_of,
)


def triples(cards: Cards) -> Iterator[Cards]:
    """Every group of three among these cards, each once."""
    for first, second in pairs(cards):
        lower = Cards(cards & one(second) - 1)
        for last in each(Cards(third(first, second) & lower)):
            yield Cards(one(first) | one(second) | one(last))


def pairs(cards: Cards) -> Iterator[tuple[Card, Card]]:
    """Any two of these cards that a third could make into a group, the higher first, each pair once."""
    for first in each(cards):
        for second in each(Cards(cards & kin(first) & one(first) - 1)):
            yield first, second


@lru_cache(None)
def kin(card: Card) -> Cards:
    """The cards of its rank or colour: those it can share a group with."""
    if is_trump(card):
        return TRUMPS
    return Cards(OF_RANK[rank_of(card)] | OF_COLOUR[colour_of(card)])


@lru_cache(None)
def third(first: Card, second: Card) -> Cards:
    """The cards that turn these two into a group."""
    if not kin(first) & one(second):
        return NONE
    if is_trump(first):
        found = TRUMPS
    elif rank_of(first) == rank_of(second):
        found = OF_RANK[rank_of(first)]
    else:
        ranks = sorted((rank_of(first), rank_of(second)))
        suit = OF_SUIT[suit_of(first)] if suit_of(first) == suit_of(second) else NONE
        found = Cards(_in_run(*ranks) & OF_COLOUR[colour_of(first)] | suit)
    return Cards(found & ~one(first) & ~one(second))


def _in_run(low: int, high: int) -> Cards:
    """The cards of the ranks that turn these two into a run."""
    if high >= INFINITY or high - low > 2:
        return NONE
    ranks = [low + 1] if high - low == 2 else [low - 1, high + 1]
    return Cards(sum(OF_RANK[rank] for rank in ranks if 0 <= rank < INFINITY))
