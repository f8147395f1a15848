"""How the three weakest computers play: by a few rules of thumb, with the mistakes that learners make.

Beginner grabs: it leads its highest card, wins whatever it can, even from its partner, and otherwise throws
its lowest card. It keeps its highest cards in the exchange, whatever their suits. Easy plays by `habits`, but
forgets what has been played, and that it has a partner. Both go solo too seldom. Medium plays by `habits` and
only forgets the first tricks.
"""

from games.calabresella import habits
from games.calabresella.position import DECK

MEEK = 21.0
"""The `habits.strength` at which Beginner goes solo. Of 180 matches to 50 against Easy it won 41 % with 3,
46 % with 9, 19 % with 20 and 12 % with 24: to play alone badly is better than to leave it to others."""

HESITANT = 19.0
"""The same for Easy, in both rounds. Beginner won 23 % of 600 matches to 50 against 19, and Easy 32 % against
Medium; with 18 and a Beginner of 20 it was 30 and 33 %:

    python -m bench.ladder calabresella --only hesitant --first 20100 --deals 100 \\
        --put games.calabresella.learners.HESITANT=18 --put games.calabresella.learners.MEEK=20
"""

MEMORY = 6
"""How many tricks Medium remembers. Of 600 matches to 50, Hard won 71 % against 6, 66 % against 7, and 64 %
against 8 and against all 12; Medium won 64 % against an Easy of 18 with 5, 67 with 6, 69 with 7, 71 with 8:

    python -m bench.ladder calabresella --only mindful --first 20100 --deals 100 \\
        --put games.calabresella.learners.MEMORY=7
"""


def grab_lead(hand: int) -> int:
    """The highest card: Beginner hopes that nobody beats it."""
    return max(habits.bits(hand), key=_rank)


def grab(hand: int, led: int, winning: int) -> int:
    """The highest card if it beats `winning`, the best so far of the suit `led`; otherwise the lowest."""
    own = hand & led
    if own > winning:
        return 1 << own.bit_length() - 1
    return throw(own or hand, 1)


def throw(hand: int, count: int) -> int:
    """The lowest cards, whatever they leave alone."""
    return sum(sorted(habits.bits(hand), key=_rank)[:count])


def pick(widow: int, count: int) -> int:
    """The highest cards."""
    return sum(sorted(habits.bits(widow), key=_rank)[-count:])


def forgetful_lead(hand: int) -> int:
    """A card to lead by habit, as if every other card were still to come."""
    return habits.lead(hand, DECK.full & ~hand)


def forgetful_follow(hand: int, led: int, winning: int, last: bool) -> int:
    """A card by habit, as if every other card were still to come and everybody played alone."""
    return habits.follow(hand & led or hand, led, winning, False, last, DECK.full & ~hand)


def _rank(card: int) -> tuple[int, int]:
    return (card.bit_length() - 1) % 10, card
