"""The Deluxe Fanucci deck: fifteen suits of eleven ranks in five colours, and nine trumps (rule 1).

A card is a number: suit by suit, each from 0 to 9 and then ∞, with the trumps last. A set of cards is a mask
with one bit for each card.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NewType

from games.core import BadNotation
from games.kit.prose import quoted

Card = NewType("Card", int)
Cards = NewType("Cards", int)
"""A set of cards, one bit each."""

COLOURS = ("red", "blue", "black", "brown", "yellow")
SUITS = (
    "Lamps", "Plungers", "Fromps",
    "Zurfs", "Rain", "Tops",
    "Inkblots", "Bugs", "Scythes",
    "Books", "Mazes", "Ears",
    "Hives", "Faces", "Time",
)  # fmt: skip
"""Three of each colour, in the order of COLOURS."""
RANKS = "0123456789∞"
TRUMP_NAMES = ("Granola", "Lobster", "Snail", "Jester", "Time", "Light", "Beauty", "Death", "Grue")

INFINITY = RANKS.index("∞")
_SUITED = len(SUITS) * len(RANKS)
DECK = _SUITED + len(TRUMP_NAMES)
"""How many cards there are: 174."""

NONE = Cards(0)
ALL = Cards((1 << DECK) - 1)
TRUMPS = Cards(ALL >> _SUITED << _SUITED)
OF_SUIT = tuple(Cards(((1 << len(RANKS)) - 1) << len(RANKS) * suit) for suit in range(len(SUITS)))
OF_RANK = tuple(
    Cards(sum(1 << len(RANKS) * suit + rank for suit in range(len(SUITS)))) for rank in range(len(RANKS))
)
OF_COLOUR = tuple(Cards(sum(OF_SUIT[3 * colour : 3 * colour + 3], start=0)) for colour in range(len(COLOURS)))

_CODES = tuple(suit[:2] for suit in SUITS)
_SPOKEN = re.compile(r"(?<!\S)([0-9]|∞|o|infinity)\s+(?:of\s+)?([a-z]{2,})", re.IGNORECASE)
_ONE = re.compile(r"([0-9∞o])([a-z]{2,8})|([a-z]{2,8})([0-9∞o])", re.IGNORECASE)


def one(card: Card) -> Cards:
    """The set of only this card."""
    return Cards(1 << card)


def among(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return Cards(mask)


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set, in the order of the deck."""
    left = int(cards)
    while left:
        low = left & -left
        yield Card(low.bit_length() - 1)
        left ^= low


def is_trump(card: Card) -> bool:
    """Whether it is one of the nine trumps."""
    return card >= _SUITED


def suit_of(card: Card) -> int:
    """The index of a suited card's suit."""
    return card // len(RANKS)


def rank_of(card: Card) -> int:
    """0 to 9, and 10 for ∞, of a suited card."""
    return card % len(RANKS)


def colour_of(card: Card) -> int:
    """The index of a suited card's colour."""
    return suit_of(card) // 3


def trump_of(card: Card) -> int:
    """The index of a trump among the nine."""
    return card - _SUITED


def code(card: Card) -> str:
    """How a card is written: `8Zu`, `∞To`, and trumps by name: `Grue`."""
    if is_trump(card):
        return TRUMP_NAMES[trump_of(card)]
    return RANKS[rank_of(card)] + _CODES[suit_of(card)]


def codes(cards: Cards) -> str:
    """The codes of these cards with spaces between, as a move is written."""
    return " ".join(map(code, each(cards)))


def key(card: Card) -> str:
    """The code in three plain letters, for answers: `8Zu`, `oTo`, `Gru`."""
    return code(card).replace("∞", "o")[:3]


def title(card: Card) -> str:
    """A card's full name: `8 of Zurfs`, `Grue (trump)`."""
    if is_trump(card):
        return f"{code(card)} (trump)"
    return f"{RANKS[rank_of(card)]} of {SUITS[suit_of(card)]}"


def name(card: Card) -> str:
    """A card's name on a small button: `8 Zurfs`, `Grue`; `Time (trump)` tells it from the suit of Time."""
    short = title(card).replace(" of ", " ")
    return short if code(card) in SUITS else short.removesuffix(" (trump)")


def names(cards: Iterable[Card]) -> str:
    """These cards as on small buttons, with commas between."""
    return ", ".join(map(name, cards))


def titles(cards: Cards) -> str:
    """The full names of these cards with commas between."""
    return ", ".join(map(title, each(cards)))


def read(word: str) -> Card:
    """The card a word spells: `8Zu`, `8zurfs`, `zu8`, `oTo`, `grue`, `gru`. Raises BadNotation."""
    found = _ONE.fullmatch(word)
    if found:
        rank, suit = found[1] or found[4], (found[2] or found[3]).lower()
        named = [number for number, name in enumerate(SUITS) if name.lower().startswith(suit)]
        if len(named) == 1:
            return Card(named[0] * len(RANKS) + RANKS.index(rank.lower().replace("o", "∞")))
    trumps = [number for number, name in enumerate(TRUMP_NAMES) if name.lower().startswith(word.lower())]
    if len(word) >= 3 and len(trumps) == 1:
        return Card(_SUITED + trumps[0])
    raise BadNotation(
        f"{quoted(word)} isn't a card. Type its rank and suit, such as 8Zu or ∞To (oTo works too), "
        "or a trump, such as Grue."
    )


def read_all(words: Iterable[str]) -> Cards:
    """The set these words spell. Raises BadNotation, also if a card is named twice."""
    cards = [read(word) for word in words]
    if len(set(cards)) < len(cards):
        raise BadNotation("You named a card twice. There's only one of each (rule 1).")
    return among(cards)


def joined(text: str) -> str:
    """The text with every `8 of Zurfs` joined into one word."""
    return _SPOKEN.sub(lambda found: _joined(found[1], found[2]), text)


def _joined(rank: str, suit: str) -> str:
    known = any(name.lower().startswith(suit.lower()) for name in SUITS)
    return ("∞" if rank.lower() in ("o", "infinity") else rank) + (suit if known else " " + suit)
