"""Which icon goes on which button: the card it stands for, by suit and rank."""

from games.calabresella.rules.position import DECK
from games.kit.cards import SUIT_NAMES, Card


def of(card: Card) -> str:
    """`spade_3`, `club_k`."""
    return f"{SUIT_NAMES[card[-1]]}_{card[:-1].lower()}"


CARD_OF: dict[str, Card] = {of(card): card for card in DECK.cards}
ICONS: tuple[str, ...] = tuple(CARD_OF)
CARD_KEYS = frozenset(DECK.cards)
"""The keys of choices that are cards."""
