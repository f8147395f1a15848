"""What a hand promises at the end of a turn: going out before the others, and winning coloured tokens.

The weights were fitted to games of `cunning` against `steady` and against itself with two and four players,
by a program that wasn't kept. `python -m bench.tune foozle` fits them to other games (`bench/hands.py`). What
it prints foretells most turns better, but didn't play any better, so these stayed (BUILDING.md).
"""

from functools import lru_cache
from math import exp
from operator import mul
from typing import NamedTuple, TypeAlias

from games.foozle.computers.holdings import Holding, laid_off
from games.foozle.rules.cards import OF_COLOUR, TRUMPS, Cards, colour_of, is_trump
from games.foozle.rules.melds import Groups, growth
from games.foozle.rules.thirds import pairs, third

Counts: TypeAlias = tuple[float, ...]

OUT = (
    1.9,  # no loose card: one that doesn't fit a group of the hand or the table
    1.45,  # one
    0.7,  # two
    0.9,  # three: with one more card, two of them can make a group and the third is the discard
    0.2,  # four
    0.0,  # five
    -0.1,  # six
    -0.2,  # seven
    -0.5,  # eight or more
    -0.1,  # for each card that was in the tableau, since the hand will end soon
    -0.5,  # for each opponent after the first
    1.0,  # the share of hidden cards that fit a group in the hand
    -1.7,  # the share of hidden cards that fit a group on the table
    1.2,  # a card of the tableau turns two loose cards into a group, with two loose
    0.8,  # the same with three or four loose
    0.2,  # the same with more
    0.65,  # two trumps
    1.5,  # two trumps, and a third in the tableau
)
"""The logit of the chance to go out in this hand, by what `counted` counts."""

TOKENS = (
    0.45,  # for each colour of which a group will win a token
    2.1,  # the share of hidden cards that turn two loose cards into such a group
    0.7,  # the same once more while at most FEW colours are missing
    0.45,  # a card of the tableau turns two loose cards into such a group
    -0.3,  # what an opponent will win in the meantime
    0.025,  # for each card that was in the tableau, since the hand will end soon
)
"""How many more coloured tokens the hand brings than an opponent's, by what `counted` counts."""

FEW = 2
"""How many missing colours are few; the command takes it as given."""


def _one_of(count: int) -> tuple[tuple[int, ...], ...]:
    """By number, a row with a 1 at this number."""
    return tuple(tuple(int(at == one) for at in range(count)) for one in range(count))


_LOOSE, _IN_SIGHT, _OUT_OF_SIGHT = _one_of(9), _one_of(3), (0, 0, 0)


class Around(NamedTuple):
    """Everything around a hand: groups and tableau, the hidden cards, the colours still missing.

    `age` is the number of cards in the tableau when the turn started, `seats` the number of players.
    """

    groups: Groups
    tableau: Cards
    hidden: Cards
    lacking: int
    age: int
    seats: int


class Prospect(NamedTuple):
    """The chance to go out in this hand, and how many more coloured tokens it brings than an opponent's."""

    out: float
    tokens: float


def prospect(holding: Holding, around: Around) -> Prospect:
    """What a hand promises after the turn."""
    out, tokens = counted(holding, around)
    return Prospect(1 / (1 + exp(-sum(map(mul, OUT, out)))), sum(map(mul, TOKENS, tokens)))


def counted(holding: Holding, around: Around) -> tuple[Counts, Counts]:
    """What counts for OUT and what for TOKENS, in their order."""
    groups, tableau, unseen, lacking, age, seats = around
    loose, groups = laid_off(holding.loose, groups)
    thirds, coloured = _thirds(loose, lacking)
    count, hidden = loose.bit_count(), unseen.bit_count() or 1
    two_trumps = (loose & TRUMPS).bit_count() >= 2
    ready = {hue for hue in holding.colours if hue is not None and lacking >> hue & 1}
    hope = (coloured & unseen).bit_count() / hidden
    out = (
        *_LOOSE[min(count, len(_LOOSE) - 1)],
        age,
        seats - 2,
        (_grown(holding.groups) & unseen).bit_count() / hidden,
        (_grown(groups) & unseen).bit_count() / hidden,
        *(_IN_SIGHT[(count > 2) + (count > 4)] if thirds & tableau else _OUT_OF_SIGHT),
        two_trumps,
        two_trumps and bool(tableau & TRUMPS),
    )
    few = hope * (lacking.bit_count() <= FEW)
    return out, (len(ready), hope, few, bool(coloured & tableau), 1, age)


@lru_cache(1 << 12)
def _grown(groups: Groups) -> Cards:
    grown = 0
    for group in groups:
        grown |= growth(group)
    return Cards(grown)


@lru_cache(1 << 13)
def _thirds(loose: Cards, lacking: int) -> tuple[Cards, Cards]:
    """The cards that turn two of these into a group, and those whose group wins a missing token."""
    thirds = coloured = 0
    for first, second in pairs(loose):
        found = third(first, second)
        thirds |= found
        if not is_trump(first) and lacking >> colour_of(first) & 1 and colour_of(first) == colour_of(second):
            coloured |= found & OF_COLOUR[colour_of(first)]
    return Cards(thirds), Cards(coloured)
