"""How the three weakest computers play: by a few rules of thumb, with the mistakes that learners make.

Beginner takes a long suit for a strong hand. It plays its highest card even where it can't win, and keeps its
highest cards in the exchange, whatever their suits. Easy is a little too ready to go solo. It leads as if
nothing had been played, wins whatever it can, even from its partner, and otherwise throws kings, queens and
jacks away, whoever gets them. Medium plays by `habits` and only forgets the first tricks.

They go solo as readily as others do: a weak player who only passes leaves nothing to play for. Bids make
them hardly weaker, so what they do with their cards has to.
"""

from games.calabresella.computers import habits
from games.calabresella.rules.position import DECK
from games.calabresella.rules.tricks import ONES, THREES, TWOS

LONG = 5
"""How many cards of one suit Beginner goes solo with. `python -m bench.levels calabresella` prints how many
deals are played with this and the next two, at every level."""

READY = 10.5
"""The `habits.strength` with which Easy goes solo, in both rounds."""

LATE = 15.5
"""The same for Medium in the second round, with the three that it would call for. With `habits.BOLDER` three
Mediums played 99 % of the deals."""

MEMORY = 6
"""How many tricks Medium remembers. Of 600 matches to 50, Hard won 71 % against 6, 66 % against 7, and 64 %
against 8 and against all 12; Medium won 64 % against an Easy of 18 with 5, 67 with 6, 69 with 7, 71 with 8:

    python -m bench.ladder calabresella --only mindful --first 20100 --deals 100 \\
        --put games.calabresella.computers.learners.MEMORY=7
"""


def highest(cards: int) -> int:
    """The highest card: Beginner hopes that nobody beats it."""
    return max(habits.bits(cards), key=_rank)


def show_off(hand: int, led: int) -> int:
    """The highest card of the suit `led`, even if it can't win; otherwise the lowest."""
    own = hand & led
    return highest(own) if own else throw(hand, 1)


def throw(hand: int, count: int) -> int:
    """The lowest cards, whatever they leave alone."""
    return sum(sorted(habits.bits(hand), key=_rank)[:count])


def pick(widow: int, count: int) -> int:
    """The highest cards."""
    return sum(sorted(habits.bits(widow), key=_rank)[-count:])


def forgetful_lead(hand: int) -> int:
    """A card to lead by habit, as if every other card were still to come."""
    return habits.lead(hand, DECK.full & ~hand)


def squander(hand: int, led: int, winning: int) -> int:
    """The highest card if it beats `winning`, the best so far of the suit `led`.

    Otherwise a king, queen or jack, or the lowest card without any of those.
    """
    own = hand & led
    if own > winning:
        return highest(own)
    figures = (own or hand) & ONES & ~THREES & ~TWOS
    return throw(figures or own or hand, 1)


def _rank(card: int) -> tuple[int, int]:
    return (card.bit_length() - 1) % 10, card
