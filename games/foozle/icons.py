"""Which icon goes on which button: the sign of a card's suit, or the trump's own."""

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
    """`lamps`, or `trump_grue`; `trump_` keeps the trump Time apart from the suit."""
    return f"trump_{TRUMP_NAMES[trump_of(card)].lower()}" if is_trump(card) else SUITS[suit_of(card)].lower()


_FIRST = (*(next(each(suit)) for suit in OF_SUIT), *each(TRUMPS))
"""A card with each sign."""
CARD_OF: dict[str, Card] = {of(card): card for card in _FIRST}
ICONS: tuple[str, ...] = tuple(CARD_OF)
assert {of(Card(card)) for card in range(DECK)} == set(ICONS)
