"""Groups of cards: their kinds, the ones in a hand, and the best way to split a hand into them.

Rules 6 to 10 of the README. Everything works on the masks of `games.foozle.rules.cards`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Literal, NamedTuple, TypeAlias

from games.foozle.rules.cards import (
    COLOURS,
    INFINITY,
    NONE,
    OF_COLOUR,
    OF_RANK,
    OF_SUIT,
    RANKS,
    SUITS,
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

LEAST = 3
"""The fewest cards in a group."""
_WHOLE = 5
"""Larger groups are two smaller ones put together, so a partition doesn't need them."""

Groups: TypeAlias = tuple[Cards, ...]
Kind: TypeAlias = Literal["set", "flush", "run", "flush run", "Big Foozle"]


@lru_cache(1 << 14)
def kind(cards: Cards) -> Kind | None:
    """What kind of group these cards are; None if they aren't one (rule 6)."""
    if cards.bit_count() < LEAST:
        return None
    if cards & TRUMPS:
        return "Big Foozle" if not cards & ~TRUMPS else None
    first = next(each(cards))
    if not cards & ~OF_RANK[rank_of(first)]:
        return "set"
    flush, run = not cards & ~OF_SUIT[suit_of(first)], _is_run(cards)
    if flush:
        return "flush run" if run else "flush"
    return "run" if run else None


def _is_run(cards: Cards) -> bool:
    """Ranks in sequence, each once, no ∞, in one colour."""
    ranks = sorted(map(rank_of, each(cards)))
    steps = all(after == before + 1 for before, after in pairwise(ranks))
    return steps and ranks[-1] < INFINITY and colour(cards) is not None


def colour(cards: Cards) -> int | None:
    """The index of these cards' colour; None if they have several or are trumps."""
    if not cards or cards & TRUMPS:
        return None
    number = colour_of(next(each(cards)))
    return None if cards & ~OF_COLOUR[number] else number


def named(cards: Cards) -> str:
    """What a group is in words: `flush of Zurfs`, `set of 8s`, `red run from 2 to 4`, `Big Foozle`."""
    found, first = kind(cards), next(each(cards))
    if found == "set":
        return f"set of {RANKS[rank_of(first)]}s"
    if found in ("flush", "flush run"):
        return f"{found} of {SUITS[suit_of(first)]}"
    if found == "run":
        ranks = sorted(map(rank_of, each(cards)))
        return f"{COLOURS[colour_of(first)]} run from {ranks[0]} to {ranks[-1]}"
    return "Big Foozle"


def joins(cards: Cards, groups: Groups) -> tuple[int, ...]:
    """The indexes of the groups these cards can join (rules 7 and 9)."""
    return tuple(number for number, group in enumerate(groups) if kind(Cards(group | cards)))


@lru_cache(1 << 14)
def growth(group: Cards) -> Cards:
    """The cards that can each be laid off on this group (rule 9).

    This leaves out cards of other suits that would turn a flush into a run by filling its only gap.
    """
    found, first = kind(group), next(each(group))
    if found == "set":
        return Cards(OF_RANK[rank_of(first)] & ~group)
    if found == "Big Foozle":
        return Cards(TRUMPS & ~group)
    suit = OF_SUIT[suit_of(first)] if found in ("flush", "flush run") else NONE
    ends = _ends(group) if found in ("run", "flush run") else NONE
    return Cards((suit | ends) & ~group)


def _ends(run: Cards) -> Cards:
    """The cards just below the lowest and just above the highest rank of a run."""
    ranks = [rank_of(card) for card in each(run)]
    low, high = min(ranks), max(ranks)
    before = OF_RANK[low - 1] if low > 0 else NONE
    behind = OF_RANK[high + 1] if high + 1 < INFINITY else NONE
    return Cards((before | behind) & OF_COLOUR[colour_of(next(each(run)))])


@lru_cache(256)
def groups_in(hand: Cards, largest: int = len(SUITS)) -> tuple[Cards, ...]:
    """Every group of at most `largest` of these cards, each once."""
    found = chain(_subsets(hand, largest), _runs(hand, largest))
    return tuple(dict.fromkeys(found))


def _subsets(hand: Cards, largest: int) -> Iterator[Cards]:
    """Sets, flushes and Big Foozles: any three or more of a rank, of a suit, of the trumps."""
    for pool in (*OF_RANK, *OF_SUIT, TRUMPS):
        cards = [one(card) for card in each(Cards(hand & pool))]
        for size in range(LEAST, min(largest, len(cards)) + 1):
            for some in combinations(cards, size):
                yield Cards(sum(some))


def _runs(hand: Cards, largest: int) -> Iterator[Cards]:
    for coloured in OF_COLOUR:
        by_rank = [[one(card) for card in each(Cards(hand & coloured & rank))] for rank in OF_RANK[:INFINITY]]
        for low in range(INFINITY):
            high = low
            while high < INFINITY and by_rank[high] and high - low < largest:
                high += 1
                if high - low >= LEAST:
                    yield from (Cards(sum(some)) for some in product(*by_rank[low:high]))


def with_card(hand: Cards, card: Card) -> tuple[Cards, ...]:
    """Every group of this card and cards of the hand."""
    if is_trump(card):
        near = hand & TRUMPS
    else:
        near = hand & (OF_RANK[rank_of(card)] | OF_SUIT[suit_of(card)] | OF_COLOUR[colour_of(card)])
    return tuple(group for group in groups_in(Cards(near | one(card))) if group & one(card))


class Partition(NamedTuple):
    """Groups that don't share cards, and how many cards of the hand they cover."""

    groups: Groups
    covered: int


@lru_cache(4096)
def best(hand: Cards) -> Partition:
    """A partition that leaves out the fewest cards; exact, and the same every time."""
    groups = sorted(groups_in(hand, _WHOLE), key=lambda group: (group.bit_count(), group))
    found = _search(hand, tuple(groups), {})
    return Partition(_merged(found), sum(group.bit_count() for group in found))


def loose(hand: Cards) -> int:
    """How many cards of the hand its best partition leaves out."""
    return hand.bit_count() - best(hand).covered


def _search(
    hand: Cards, groups: tuple[Cards, ...], known: dict[Cards, tuple[Cards, ...]]
) -> tuple[Cards, ...]:
    """The best partition of the cards of the hand that are in any of these groups."""
    reach = 0
    for group in groups:
        reach |= group
    left = Cards(hand & reach)
    if not left:
        return ()
    if left not in known:
        known[left] = _branch(left, groups, known)
    return known[left]


def _branch(
    left: Cards, groups: tuple[Cards, ...], known: dict[Cards, tuple[Cards, ...]]
) -> tuple[Cards, ...]:
    """Try the card with the fewest groups in each of them, then leave it out."""
    pivot = min(each(left), key=lambda card: sum(1 for group in groups if group >> card & 1))
    bit, most, found = one(pivot), -1, tuple[Cards, ...]()
    tries = [*(group for group in groups if group & bit), NONE]
    for group in tries:
        gone = group | bit
        rest = tuple(other for other in groups if not other & gone)
        some = _search(Cards(left & ~gone), rest, known)
        tried = (group, *some) if group else some
        covered = sum(each_group.bit_count() for each_group in tried)
        if covered > most:
            most, found = covered, tried
        if most == left.bit_count():
            break
    return found


def _merged(groups: Groups) -> Groups:
    """The groups, merged where two make one; the largest first."""
    merged: list[Cards] = []
    for group in groups:
        other = next((other for other in merged if kind(Cards(other | group))), NONE)
        merged = [*(one for one in merged if one != other), Cards(other | group)]
    return tuple(sorted(merged, key=lambda group: (-group.bit_count(), group)))
