"""The ways to see a hand: which groups it falls into and which cards stay loose, not only at its best."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from games.foozle.cards import TRUMPS, Card, Cards, each, one
from games.foozle.melds import Groups, colour, growth, kind
from games.foozle.thirds import triples

_LOOSER = 1
"""So many cards more than at its best may stay loose."""
_TRIED = 100
"""So many ways to part a hand are looked at; only hands of many cards of a suit or rank have more."""

Split: TypeAlias = tuple[Groups, Cards]


class Holding(NamedTuple):
    """Groups without a common card, the colour of each if it has one, and the cards in none of them."""

    groups: Groups
    colours: tuple[int | None, ...]
    loose: Cards

    def without(self, card: Card) -> "Holding":
        """What is left when this card is gone; of a group that is none without it, loose cards."""
        rest = [Cards(group & ~one(card)) for group in self.groups]
        kept = [group for group in rest if kind(group)]
        broken = sum(group for group in rest if not kind(group))
        return _holding(tuple(kept), Cards((self.loose & ~one(card)) | broken))


def _holding(groups: Groups, loose: Cards) -> Holding:
    return Holding(groups, tuple(map(colour, groups)), loose)


@lru_cache(1 << 13)
def holdings(hand: Cards) -> tuple[Holding, ...]:
    """All ways to see a hand that leave nearly as few cards loose as any; trumps always are.

    No two leave the same cards. Of a hand with very many groups not all are found.
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
    """Every choice of whole groups without a common card, and what each leaves loose; the fullest first."""
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
    """A card that one group alone has, if there is any, so that few ways need be gone."""
    once = twice = 0
    for group in whole:
        twice |= once & group
        once |= group
    rare = once & ~twice or once
    return Cards(rare & -rare)


@lru_cache(1 << 14)
def laid_off(loose: Cards, groups: Groups) -> tuple[Cards, Groups]:
    """What stays of loose cards when all are laid off that go with these groups, and the groups then."""
    while (found := fitting(loose, groups)) is not None:
        card, number = found
        grown = Cards(groups[number] | one(card))
        groups = (*groups[:number], grown, *groups[number + 1 :])
        loose = Cards(loose & ~one(card))
    return loose, groups


def fitting(loose: Cards, groups: Groups) -> tuple[Card, int] | None:
    """A loose card that can be laid off, and the number from 0 of a group for it."""
    for number, group in enumerate(groups):
        if fits := growth(group) & loose:
            return next(each(Cards(fits))), number
    return None
