"""Which small picture stands on which button: the sign of a card's suit, or of the trump it is."""

from games.foozle.cards import (
    DECK,
    OF_SUIT,
    SUITS,
    TRUMP_NAMES,
    TRUMPS,
    Card,
    each,
    is_trump,
    suit_of,
    trump_of,
)


def of(card: Card) -> str:
    """`lamps`, or `trump_grue`; of a suit and a trump of one name the trump has that word before it."""
    return f"trump_{TRUMP_NAMES[trump_of(card)].lower()}" if is_trump(card) else SUITS[suit_of(card)].lower()


_FIRST = (*(next(each(suit)) for suit in OF_SUIT), *each(TRUMPS))
"""A card with each sign."""
CARD_OF: dict[str, Card] = {of(card): card for card in _FIRST}
ICONS: tuple[str, ...] = tuple(CARD_OF)
assert {of(Card(card)) for card in range(DECK)} == set(ICONS)
