"""Playing cards as texts and as masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import BadNotation
from games.kit.cards import SUITS, Deck

DECK = Deck("4 5 6 7 J Q K A 2 3")


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(set(DECK.cards)) == 40
    assert DECK.mask(DECK.cards) == DECK.full


@pytest.mark.parametrize("text", ["6♣", "6c", "C6", " 6 C ", "♣6", "6♧", "6♣\ufe0f"])
def test_a_card_is_read_however_it_is_written(text: str) -> None:
    assert DECK.read(text) == "6♣"


@pytest.mark.parametrize("text", ["", "6", "♣", "8♣", "10♠", "66c", "6cc", "six"])
def test_a_card_that_is_not_in_the_deck_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="isn't a card in this deck"):
        DECK.read(text)


def test_ranks_of_two_characters_are_read_too() -> None:
    assert Deck("9 10 J").read("10d") == "10♦"


def test_a_set_is_named_by_suit_and_from_the_highest_card_on() -> None:
    cards = [DECK.read(text) for text in ("4c", "As", "3h", "3s", "5h")]
    assert DECK.named(DECK.mask(cards)) == ("3♠", "A♠", "3♥", "5♥", "4♣")


@given(st.sets(st.sampled_from(DECK.cards)))
def test_a_set_names_the_cards_it_was_made_of(cards: set[str]) -> None:
    chosen = [card for card in DECK.cards if card in cards]
    assert set(DECK.named(DECK.mask(chosen))) == cards


def test_suits_share_out_the_deck() -> None:
    suits = [DECK.suit(suit) for suit in SUITS]
    assert sum(suits) == DECK.full
    assert all(DECK.named(suit)[0][-1] == name for suit, name in zip(suits, SUITS, strict=True))
