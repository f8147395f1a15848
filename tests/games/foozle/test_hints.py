"""Hints say what a move does and why it's good, as the view shows it."""

from dataclasses import replace

import pytest

from games.core import Seat
from games.foozle.rules.notation import read
from games.foozle.rules.position import Laying, Table
from games.foozle.rules.view import View, see
from games.foozle.words.why import why
from tests.games.foozle.naive import cards, table_with, taking

A = Seat(0)


def _table(hand: str, *groups: str) -> Table:
    return table_with((hand, "Grue"), "0Fa", groups)


def _laying(hand: str, *groups: str) -> View:
    return see(Laying(_table(hand, *groups), A), A)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("draw", "Of the 167 cards you can't see, 12 would make a group with cards in your hand."),
        ("take 8To", "The 8 of Tops gives you a blue set of 8s, which wins the blue token."),
        (
            "take 7Zu to 1",
            (
                "The 7 of Zurfs from the tableau fits group 1, so you get rid of it right away and your hand "
                "doesn't grow."
            ),
        ),
    ],
)
def test_a_way_to_take_a_card_is_explained(move: str, text: str) -> None:
    assert why(taking(("8Zu 8Ra", "Grue"), "7Zu 8To", ("0Zu 2Zu 9Zu",)), read(move)) == text


def test_a_card_that_goes_with_nothing_is_called_so() -> None:
    view = taking(("8Zu 1Bo", "Grue"), "5Hi")
    assert why(view, read("take 5Hi")) == (
        "The 5 of Hives doesn't go with anything in your hand, and you can't discard it this turn (rule 5)."
    )
    assert why(view, read("draw")).endswith("and nothing in the tableau does.")


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (
            "lay 3Zu 4Ra 5To",
            "You lay down a blue run 3-4-5 and win the blue token. That makes 1 colour; the game needs 5.",
        ),
        (
            "lay 6La 6Bo 6Hi",
            "You lay down a set of 6s. It doesn't win a token, but leaves you with only 7 cards.",
        ),
        (
            "lay Grue Snail Time",
            "You lay down a Big Foozle: you discard the rest of your hand, go out and take a white token.",
        ),
        (
            "9To to 1",
            (
                "The 9 of Tops fits group 1, a set of 9s, so it leaves your hand "
                "and you can still discard another card."
            ),
        ),
        (
            "discard 6La",
            (
                "Without 6 of Lamps, 6 of your cards are in groups instead of 9. "
                "It doesn't fit any group on the table, so nobody can lay it off."
            ),
        ),
        (
            "discard 9To",
            (
                "The 9 of Tops isn't in any of your groups, though it could still make one with another card "
                "in your hand. Careful: it fits group 1, so others can take it and lay it off."
            ),
        ),
    ],
)
def test_what_can_be_done_with_a_hand_is_explained(move: str, text: str) -> None:
    view = _laying("3Zu 4Ra 5To 6La 6Bo 6Hi Grue Snail Time 9To", "9Zu 9La 9Fa")
    assert why(view, read(move)) == text


def test_the_last_colour_and_the_last_card_are_told() -> None:
    table = replace(_table("3Zu 4Ra 5To 1Ma"), colours=(0b11101, 0))
    told = why(see(Laying(table, A), A), read("lay 3Zu 4Ra 5To"))
    assert told.endswith("win the blue token. It's the last of the 5 colours the game needs.")
    assert why(_laying("3Zu 4Ra 5To"), read("lay 3Zu 4Ra 5To")).endswith(
        "and win the blue token. It's all you have, so you go out and take a white token."
    )
    assert (
        why(_laying("1Ma"), read("discard 1Ma")) == "It's your last card: you go out and take a white token."
    )


def test_a_move_that_adds_to_a_colour_already_won_promises_no_token() -> None:
    table = replace(_table("3Zu 4Ra 5To 1Ma"), colours=(0b00010, 0))
    assert "doesn't win a token" in why(see(Laying(table, A), A), read("lay 3Zu 4Ra 5To"))
    assert cards("3Zu") & table.hands[A]
