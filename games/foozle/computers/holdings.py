"""All good ways to split a hand into groups and loose cards, not only the best one."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from games.foozle.rules.cards import TRUMPS, Card, Cards, each, one
from games.foozle.rules.melds import Groups, colour, growth, kind
from games.foozle.rules.thirds import triples
from games.kit.tuples import replaced

_LOOSER = 1
"""How many more cards than the minimum may stay loose."""
_TRIED = 100
"""How many ways to split a hand are tried; only hands with many cards of a suit or rank have more."""

Split: TypeAlias = tuple[Groups, Cards]


class Holding(NamedTuple):
    """Groups that don't share cards, the colour of each if it has one, and the cards that aren't in any."""

    groups: Groups
    colours: tuple[int | None, ...]
    loose: Cards

    def without(self, card: Card) -> "Holding":
        """The holding without this card; if its group breaks up, the rest of it becomes loose."""
        if self.loose & one(card):
            return Holding(self.groups, self.colours, Cards(self.loose & ~one(card)))
        rest = [Cards(group & ~one(card)) for group in self.groups]
        whole = [group for group in rest if kind(group)]
        broken = sum(group for group in rest if not kind(group))
        return _holding(tuple(whole), Cards(self.loose | broken))


def _holding(groups: Groups, loose: Cards) -> Holding:
    return Holding(groups, tuple(map(colour, groups)), loose)


@lru_cache(1 << 13)
def holdings(hand: Cards) -> tuple[Holding, ...]:
    """The ways to split a hand that leave close to the fewest cards loose; trumps are always loose.

    No two leave the same cards. This doesn't find all ways for a hand with very many groups.
    """
    whole = tuple(triples(Cards(hand & ~TRUMPS)))
    found: dict[Cards, Groups] = {}
    for groups, loose in islice(_splits(hand, whole), _TRIED):
        left, grown = laid_off(loose, groups)
        found.setdefault(left, grown)
    fewest = min(loose.bit_count() for loose in found)
    near = (loose for loose in found if loose.bit_count() <= fewest + _LOOSER)
    return tuple(_holding(found[loose], loose) for loose in near)


def _splits(loose: Cards, whole: Groups) -> Iterator[Split]:
    """Every choice of groups that don't share cards, and the loose cards it leaves; the fullest first."""
    if not whole:
        yield (), loose
        return
    pivot = _rarest(whole)
    for group in whole:
        if group & pivot:
            rest = tuple(other for other in whole if not other & group)
            for groups, left in _splits(Cards(loose & ~group), rest):
                yield (group, *groups), left
    yield from _splits(loose, tuple(group for group in whole if not group & pivot))


def _rarest(whole: Groups) -> Cards:
    """A card that's in only one group, if possible, to keep the search small."""
    once = twice = 0
    for group in whole:
        twice |= once & group
        once |= group
    rare = once & ~twice or once
    return Cards(rare & -rare)


@lru_cache(1 << 14)
def laid_off(loose: Cards, groups: Groups) -> tuple[Cards, Groups]:
    """The loose cards left after laying off all that fit these groups, and the groups after that."""
    while (found := fitting(loose, groups)) is not None:
        card, number = found
        grown = Cards(groups[number] | one(card))
        groups = replaced(groups, number, grown)
        loose = Cards(loose & ~one(card))
    return loose, groups


def fitting(loose: Cards, groups: Groups) -> tuple[Card, int] | None:
    """A loose card that can be laid off, and the index of a group for it."""
    for number, group in enumerate(groups):
        if fits := growth(group) & loose:
            return next(each(Cards(fits))), number
    return None
