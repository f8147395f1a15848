"""Playing cards named by rank and suit (`6♣`, also read as `6c`), and sets of them as whole numbers.

A set of cards is a mask: one bit per card, suit by suit in the order of SUITS, and in a suit from the lowest
rank to the highest.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NewType

from games.core import BadNotation
from games.kit.prose import quoted

Card = NewType("Card", str)
"""Rank and suit, `6♣`; the empty text stands for a hidden card."""

UNSEEN = Card("")

SUITS = "♠♥♦♣"
"""In the order in which a hand is sorted."""
SUIT_NAMES = dict(zip(SUITS, ("spade", "heart", "diamond", "club"), strict=True))

_LETTERS = dict(zip("SHDC♤♡♢♧", SUITS * 2, strict=True))


@dataclass(frozen=True, slots=True)
class Deck:
    """Four suits of the same ranks, written from the lowest to the highest with spaces between."""

    order: str
    ranks: tuple[str, ...] = field(init=False, compare=False, repr=False)
    cards: tuple[Card, ...] = field(init=False, compare=False, repr=False)
    bits: dict[Card, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        ranks = tuple(self.order.split())
        cards = tuple(Card(rank + suit) for suit in SUITS for rank in ranks)
        # These fields follow from the order; the class is frozen, so they're set like this, once.
        object.__setattr__(self, "ranks", ranks)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "bits", {card: 1 << number for number, card in enumerate(cards)})

    @property
    def full(self) -> int:
        """The mask of all cards."""
        return (1 << len(self.cards)) - 1

    def suit(self, suit: str) -> int:
        """The mask of all cards of a suit."""
        return ((1 << len(self.ranks)) - 1) << len(self.ranks) * SUITS.index(suit)

    def mask(self, cards: Iterable[Card]) -> int:
        """The set of these cards."""
        mask = 0
        for card in cards:
            mask |= self.bits[card]
        return mask

    def named(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set as a hand is sorted: by suit, and in a suit from the highest to the lowest."""
        size = len(self.ranks)
        named: tuple[Card, ...] = ()
        for suit in SUITS:
            if held := mask & (1 << size) - 1:
                named += _of_suit(self.ranks, suit, held)
            mask >>= size
        return named

    def read(self, text: str) -> Card:
        """The card a text spells: `6♣`, `6c`, `c6`, with spaces or small letters. Raises BadNotation."""
        letters = "".join(text.upper().replace("\ufe0f", "").split())
        for rank, suit in ((letters[:-1], letters[-1:]), (letters[1:], letters[:1])):
            card = Card(rank + _LETTERS.get(suit, suit))
            if card in self.bits:
                return card
        raise BadNotation(
            f"{quoted(text)} isn't a card in this deck. Name one by rank and suit, such as 6♣ or 6c."
        )


@cache  # computers name hands all the time, and a suit of ten ranks has only 1,024 sets
def _of_suit(ranks: tuple[str, ...], suit: str, held: int) -> tuple[Card, ...]:
    """The cards of a set within one suit, from the highest to the lowest."""
    named = [Card(rank + suit) for number, rank in enumerate(ranks) if held >> number & 1]
    return tuple(reversed(named))
