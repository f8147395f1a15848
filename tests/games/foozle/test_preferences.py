"""Preferences change what a question says, but not how you answer it."""

import pytest

from games.foozle.rules.cards import code, names, read
from games.foozle.rules.view import View, preferred
from games.foozle.words.describe import describe
from tests.games.foozle.asked import laying, pick
from tests.games.foozle.naive import taking


def _hiding(view: View) -> View:
    return preferred(view, {"melds": "hide"})


def test_hidden_melds_are_laid_by_the_same_answers() -> None:
    view = laying("4La 5La 6La 5Zu 5Bo 1Ma")
    assert pick(_hiding(view)) == pick(view)


def test_every_card_says_which_of_the_best_groups_it_belongs_to_unless_melds_are_hidden() -> None:
    view = laying("4La 5La 6La 7La 5Zu 5Bo 1Ma")
    notes = {choice.key: choice.note for choice in pick(view, "lay").choices}
    assert (notes["4La"], notes["5Zu"]) == ("flush of Lamps", "set of 5s")
    assert {choice.note for choice in pick(_hiding(view), "lay").choices} == {""}


def test_no_question_says_which_card_is_best_to_take_or_to_discard() -> None:
    discards = pick(laying("4La 5La 6La 7La 5Zu 1Ma"), "discard")
    assert {choice.note for choice in discards.choices} == {""}
    assert (
        pick(taking(("8Zu 8Ra 1Bo", "Grue"), "0Fa 8To")).text == "Draw a card, or take one from the tableau?"
    )


@pytest.mark.parametrize(
    ("order", "sorted_cards"),
    [("suit", "6La 5Zu 6Zu 5Bo ∞Bo Grue"), ("rank", "5Zu 5Bo 6La 6Zu ∞Bo Grue")],
)
def test_cards_are_named_and_offered_in_the_preferred_order(order: str, sorted_cards: str) -> None:
    view = preferred(laying("6La 5Zu 6Zu 5Bo ∞Bo Grue"), {"order": order})
    assert [code(read(choice.key)) for choice in pick(view).choices] == sorted_cards.split()
    assert f"Your hand: {names(map(read, sorted_cards.split()))}." in describe(view)
