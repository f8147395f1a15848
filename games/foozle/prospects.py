"""What a hand promises at the end of a turn: going out before the others, and winning coloured tokens.

Weights are logits of the chance to go out, or tokens. They were fitted to games of `cunning` against
`steady` and against itself with two and four players, to what each following turn turned out to be worth.
The program that fitted them wasn't kept, so they can't be had again by a command. Weights fitted once more,
to 2,700 turns, foretold turns held back no better (BUILDING.md).
"""

from functools import lru_cache
from math import exp
from typing import NamedTuple

from games.foozle.cards import OF_COLOUR, TRUMPS, Cards, colour_of, is_trump
from games.foozle.holdings import Holding, laid_off
from games.foozle.melds import Groups, growth
from games.foozle.thirds import pairs, third

LOOSE = (1.9, 1.45, 0.7, 0.9, 0.2, 0.0, -0.1, -0.2, -0.5)
"""By the number of cards that don't fit a group; the last is for all larger numbers. Three are better than
two: with one more card, two of them can make a group and the third is the discard."""
GROWING = 1.0, -1.7
"""For the share of hidden cards that fit a group in the hand, and the share that fit one on the table."""
IN_SIGHT = (1.2, 0.8, 0.2)
"""For a card of the tableau that turns two loose cards into a group: with two, up to four, or more loose."""
TRUMP_PAIR, FOOZLE_IN_SIGHT = 0.65, 1.5
"""For two trumps, and for a third one in the tableau."""
CARD_OF_TABLEAU, OPPONENT = -0.1, -0.5
"""For each card of the tableau, since the hand will end soon, and for each opponent after the first."""

READY, HIDDEN_COLOUR, COLOUR_IN_SIGHT = 0.45, 2.1, 0.45
"""Tokens: for each group that will win one, for the share of hidden cards that turn two loose cards into
such a group, and for a card of the tableau that does."""
LAST_COLOURS, FEW = 0.7, 2
"""The extra worth of hidden cards while at most this many colours are missing."""
AT_FIRST, LATER = -0.3, 0.025
"""What an opponent will win in the meantime, and how much less for each card of the tableau."""


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
    loose, groups = laid_off(holding.loose, around.groups)
    thirds, coloured = _thirds(loose, around.lacking)
    return Prospect(_out(holding, loose, groups, thirds, around), _tokens(holding, coloured, around))


def _out(holding: Holding, loose: Cards, groups: Groups, thirds: Cards, around: Around) -> float:
    count = loose.bit_count()
    logit = LOOSE[min(count, len(LOOSE) - 1)]
    logit += CARD_OF_TABLEAU * around.age + OPPONENT * (around.seats - 2)
    hidden = around.hidden.bit_count() or 1
    own, others = GROWING
    logit += own * (_grown(holding.groups) & around.hidden).bit_count() / hidden
    logit += others * (_grown(groups) & around.hidden).bit_count() / hidden
    if thirds & around.tableau:
        logit += IN_SIGHT[(count > 2) + (count > 4)]
    if (loose & TRUMPS).bit_count() >= 2:
        logit += TRUMP_PAIR + FOOZLE_IN_SIGHT * bool(around.tableau & TRUMPS)
    return 1 / (1 + exp(-logit))


def _tokens(holding: Holding, coloured: Cards, around: Around) -> float:
    lacking, hidden = around.lacking, around.hidden.bit_count() or 1
    ready = {hue for hue in holding.colours if hue is not None and lacking >> hue & 1}
    hope = HIDDEN_COLOUR + LAST_COLOURS * (lacking.bit_count() <= FEW)
    tokens = READY * len(ready) + hope * (coloured & around.hidden).bit_count() / hidden
    return tokens + COLOUR_IN_SIGHT * bool(coloured & around.tableau) + AT_FIRST + LATER * around.age


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
