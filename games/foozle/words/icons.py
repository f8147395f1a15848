"""Which icon goes on which button: the symbol of a card's suit, a trump, a token, or the draw pile."""

from games.foozle.rules.cards import (
    COLOURS,
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
"""One card for each symbol."""
CARD_OF: dict[str, Card] = {of(card): card for card in _FIRST}
TOKENS = tuple(f"token_{colour}" for colour in (*COLOURS, "white"))
"""In the order of the colours, white last."""
PILE = "pile"
ICONS: tuple[str, ...] = (*CARD_OF, *TOKENS, PILE)
assert {of(Card(card)) for card in range(DECK)} == set(CARD_OF)


def token(colour: int | None) -> str:
    """The icon of the token of this colour; empty for none."""
    return "" if colour is None else TOKENS[colour]
