"""What cards are worth and which card wins a trick (rules 2, 3, 12 and 13)."""

from functools import lru_cache

from games.calabresella.rules.position import DECK, LAST_TRICK, SEATS, TRICKS, BySeat, Laid, Trick, by_seat
from games.core import Seat
from games.kit.cards import SUITS, Card

ACES = DECK.mask(Card("A" + suit) for suit in SUITS)
ONES = DECK.mask(Card(rank + suit) for suit in SUITS for rank in "32KQJ")
THREES = DECK.mask(Card("3" + suit) for suit in SUITS)
TWOS = DECK.mask(Card("2" + suit) for suit in SUITS)


def worth(cards: int) -> int:
    """The points of a set of cards: an ace 3, a three, two, king, queen and jack 1 (rule 3)."""
    return 3 * (cards & ACES).bit_count() + (cards & ONES).bit_count()


def playable(hand: int, trick: Trick) -> int:
    """The cards of a hand that can follow; without the suit led, all of them (rule 12)."""
    if not trick:
        return hand
    return hand & DECK.suit(trick[0].card[-1]) or hand


def taker(trick: Trick) -> Seat:
    """The seat with the highest card of the suit led (rule 13)."""
    suit = trick[0].card[-1]
    following = (laid for laid in trick if laid.card[-1] == suit)
    return max(following, key=lambda laid: DECK.bits[laid.card]).seat


def winning(trick: Trick) -> Laid:
    """Who won the trick, with which card."""
    winner = taker(trick)
    return next(laid for laid in trick if laid.seat == winner)


def cards_of(trick: Trick) -> int:
    """The cards of a trick as a set."""
    return DECK.mask(laid.card for laid in trick)


# Cached, because every viewer needs these for the same tricks.
@lru_cache(128)
def points_by_seat(tricks: tuple[Trick, ...]) -> BySeat:
    """The points of complete tricks by seat; the twelfth is worth 3 more (rule 14)."""
    points = [0, 0, 0]
    for number, trick in enumerate(tricks, 1):
        points[taker(trick)] += worth(cards_of(trick)) + (LAST_TRICK if number == TRICKS else 0)
    return by_seat(points)


@lru_cache(128)
def tricks_by_seat(tricks: tuple[Trick, ...]) -> BySeat:
    """How many tricks each seat has won."""
    takers = [taker(trick) for trick in tricks]
    return by_seat(takers.count(seat) for seat in SEATS)
