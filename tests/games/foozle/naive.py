"""Foozle written a second time, slowly and straight from the rule book, for comparison."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from games.core import Seat
from games.foozle.rules.cards import (
    DECK,
    Card,
    Cards,
    among,
    code,
    colour_of,
    is_trump,
    rank_of,
    read_all,
    suit_of,
)
from games.foozle.rules.position import Table, Taking, empty_table
from games.foozle.rules.view import View, see

Names = tuple[str, ...]


def cards(text: str) -> Cards:
    """The set these codes spell."""
    return read_all(text.split())


def is_set(some: Iterable[Card]) -> bool:
    return not any(map(is_trump, some)) and len({rank_of(card) for card in some}) == 1


def is_flush(some: Iterable[Card]) -> bool:
    return not any(map(is_trump, some)) and len({suit_of(card) for card in some}) == 1


def is_run(some: Iterable[Card]) -> bool:
    held = list(some)
    if any(map(is_trump, held)) or len({colour_of(card) for card in held}) != 1:
        return False
    ranks = sorted(rank_of(card) for card in held)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] <= 9


def is_group(some: Iterable[Card]) -> bool:
    held = list(some)
    if len(held) < 3:
        return False
    return is_set(held) or is_flush(held) or is_run(held) or all(map(is_trump, held))


def groups(hand: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    held = list(hand)
    for size in range(3, len(held) + 1):
        for some in combinations(held, size):
            if is_group(some):
                yield some


def most_covered(hand: frozenset[Card], whole: tuple[frozenset[Card], ...]) -> int:
    """The most cards that disjoint groups can hold, found by trying each group and leaving it out."""
    if not whole:
        return 0
    group, *rest = whole
    without = most_covered(hand, tuple(rest))
    if group <= hand:
        return max(without, len(group) + most_covered(hand - group, tuple(rest)))
    return without


def table_with(hands: Names, tableau: str, groups_: Names = (), needed: int = 5) -> Table:
    """A table with these cards; all others are in the draw pile."""
    held = tuple(map(cards, hands))
    laid = tuple(map(cards, groups_))
    row = tuple(card for word in tableau.split() for card in [Card(cards(word).bit_length() - 1)])
    away = 0
    for some in (*held, *laid, among(row)):
        away |= some
    empty = empty_table(len(hands), needed)
    pile = Cards(((1 << DECK) - 1) & ~away)
    return Table(needed, held, empty.colours, empty.whites, dealer=None, pile=pile, tableau=row, groups=laid)


def taking(hands: Names, tableau: str, groups_: Names = ()) -> View:
    """What the first seat sees when it has to take a card."""
    return see(Taking(table_with(hands, tableau, groups_), Seat(0)), Seat(0))


def names(some: Iterable[Card]) -> str:
    return " ".join(map(code, some))
