"""The deck, and how cards and moves are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import BadNotation, Seat
from games.foozle.rules.cards import (
    COLOURS,
    DECK,
    OF_COLOUR,
    OF_RANK,
    SUITS,
    TRUMPS,
    Card,
    among,
    code,
    codes,
    colour_of,
    each,
    is_trump,
    key,
    read,
    title,
)
from games.foozle.rules.notation import Dealer, Discard, Draw, Drawn, Lay, Move, Off, Take, write
from games.foozle.rules.notation import read as read_move
from tests.games.foozle.naive import cards

ALL_CARDS = [Card(number) for number in range(DECK)]


def test_there_are_174_cards_and_no_two_are_written_alike() -> None:
    assert DECK == 174
    assert len({code(card) for card in ALL_CARDS}) == len({key(card) for card in ALL_CARDS}) == 174
    assert sum(map(is_trump, ALL_CARDS)) == TRUMPS.bit_count() == 9


def test_every_colour_has_three_suits_and_every_rank_fifteen_cards() -> None:
    assert [mask.bit_count() for mask in OF_COLOUR] == [33] * 5
    assert [mask.bit_count() for mask in OF_RANK] == [15] * 11
    assert {SUITS[suit]: COLOURS[colour_of(Card(suit * 11))] for suit in (0, 5, 8, 11, 14)} == {
        "Lamps": "red",
        "Tops": "blue",
        "Scythes": "black",
        "Ears": "brown",
        "Time": "yellow",
    }


@pytest.mark.parametrize("card", ALL_CARDS, ids=code)
def test_a_card_is_read_from_its_code_its_key_and_its_title(card: Card) -> None:
    assert read(code(card)) == read(key(card)) == read(code(card).lower()) == card
    spoken = read_move(f"discard {title(card).removesuffix(' (trump)')}")
    assert spoken == Discard(card)


@pytest.mark.parametrize("word", ["8", "Zu", "8Qu", "10Zu", "8T", "Ti", "Gr8", "", "88Zu"])
def test_a_word_that_does_not_spell_a_card_is_refused(word: str) -> None:
    with pytest.raises(BadNotation):
        read(word)


def test_the_suit_of_time_is_not_the_trump() -> None:
    assert code(read("time")) == "Time"
    assert is_trump(read("time"))
    assert not is_trump(read("8time"))


@given(st.sets(st.integers(0, DECK - 1)))
def test_a_set_of_cards_keeps_the_cards_put_in(numbers: set[int]) -> None:
    held = among(map(Card, numbers))
    assert list(each(held)) == sorted(numbers)
    assert cards(codes(held)) == held


MOVES: list[tuple[str, Move]] = [
    ("dealer b", Dealer(Seat(1))),
    ("draw", Draw()),
    ("drawn ∞To", Drawn(read("oto"))),
    ("take 8Zu", Take(read("8Zu"))),
    ("take 8Zu lay 8Ra 8To", Take(read("8Zu"), Lay(cards("8Zu 8Ra 8To")))),
    ("take 8Zu lay 7Zu 9Zu on 2", Take(read("8Zu"), Lay(cards("7Zu 8Zu 9Zu"), 2))),
    ("take Grue to 3", Take(read("Grue"), Off(read("Grue"), 3))),
    ("lay 6Zu 7Zu 8Ra on 12", Lay(cards("6Zu 7Zu 8Ra"), 12)),
    ("8Zu to 3", Off(read("8Zu"), 3)),
    ("discard Time", Discard(read("Time"))),
]


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_a_move_is_written_in_one_way_and_read_back(text: str, move: Move) -> None:
    assert write(move) == text
    assert read_move(text) == read_move(text.upper()) == move


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("lay off 8zu on 3", "8Zu to 3"),
        ("8 of zurfs", "discard 8Zu"),
        ("drop grue", "discard Grue"),
        ("lay 8ra, 8zu, 8 of tops", "lay 8Zu 8Ra 8To"),
        ("take o tops lay o rain o zurfs", "take ∞To lay ∞Zu ∞Ra"),
        ("zu8 on 1", "8Zu to 1"),
    ],
)
def test_reading_is_forgiving(typed: str, text: str) -> None:
    assert write(read_move(typed)) == text


@pytest.mark.parametrize(
    "text", ["take", "lay", "lay 8Zu 8Zu", "8Zu to x", "8Zu to 0", "deal 8Zu", "pass", ""]
)
def test_a_text_that_does_not_spell_a_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_move(text)


@pytest.mark.parametrize("word", ["pass", "9Xx"])
def test_an_unknown_word_gets_examples_of_moves(word: str) -> None:
    with pytest.raises(BadNotation, match=r"isn't a card or a move. Type a move such as “draw”, “take 8Zu”"):
        read_move(word)
