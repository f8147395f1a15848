"""What everybody hears when cards are laid down: in words, and every card of them."""

import pytest

from games.core import Seat
from games.foozle.rules.cards import NONE, Cards, read
from games.foozle.rules.notation import Lay, Off
from games.foozle.words import telling
from tests.games.foozle.naive import cards

A = Seat(0)


@pytest.mark.parametrize(
    ("laid", "told", "short"),
    [
        ("2Pl 2Bo 2Ti", "{a} lays down a set of 2s (Plungers, Books, Time).", "{a} laid a set of 2s."),
        ("3Zu 4Zu ∞Zu", "{a} lays down a flush of Zurfs (3, 4, ∞).", "{a} laid a flush of Zurfs."),
        ("6Ra 7Ra 8To", "{a} lays down a blue run from 6 to 8 (Rain, Rain, Tops).", "{a} laid a blue run."),
    ],
)
def test_a_group_is_told_by_its_name_and_its_cards_without_codes(laid: str, told: str, short: str) -> None:
    event = telling.lay(A, Lay(cards(laid)), 1, cards(laid))
    assert (event.text, event.short) == (told, short)


def test_a_group_that_grows_is_named_by_its_number_and_again_only_if_its_kind_changes() -> None:
    grown = Cards(cards("4Pl 5Pl 6Pl") | cards("7Pl"))
    assert telling.lay(A, Off(read("7Pl"), 3), 3, grown).text == "{a} lays off 7 of Plungers on group 3."
    mixed = Cards(cards("4Pl 5Pl 6Pl") | cards("7Fr"))
    told = "{a} lays off 7 of Fromps on group 3, now a red run from 4 to 7."
    assert telling.lay(A, Off(read("7Fr"), 3), 3, mixed).text == told


def test_a_big_foozle_names_its_trumps_and_the_cards_that_go_with_it() -> None:
    event = telling.foozle(A, cards("Grue Death Time"), cards("4La ∞Ti"))
    told = (
        "{a} lays down a Big Foozle (trumps Time, Death, Grue). The rest is discarded: 4 of Lamps, ∞ of Time."
    )
    assert (event.text, event.short) == (told, "{a} laid a Big Foozle.")
    assert telling.foozle(A, cards("Grue Death Time"), NONE).text.endswith("(trumps Time, Death, Grue).")
