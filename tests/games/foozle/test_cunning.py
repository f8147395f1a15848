"""The strongest computer: how it judges a hand and a table, and that it depends only on its view."""

from random import Random

from games.core import Seat
from games.foozle import GAME
from games.foozle.computers.holdings import holdings
from games.foozle.computers.prospects import Around, Prospect, prospect
from games.foozle.rules.cards import COLOURS, NONE, Cards, read
from games.foozle.rules.notation import Discard, Lay, Take
from games.foozle.rules.position import Laying, Table, Taking
from games.foozle.rules.view import see
from tests.games.foozle.naive import cards, table_with

A = Seat(0)
EVERY_COLOUR = (1 << len(COLOURS)) - 1
HIDDEN = cards("7Zu 7Ra 7To 8Zu 8Ra 8To 9Zu 9Ra 9To Snail Light 1In 2In 3In 5Ma")


def hoped(
    hand: str, tableau: str = "", groups: tuple[Cards, ...] = (), lacking: int = EVERY_COLOUR
) -> Prospect:
    around = Around(groups, cards(tableau), HIDDEN, lacking, 5, 2)
    return max(prospect(holding, around) for holding in holdings(cards(hand)))


def test_two_trumps_and_a_third_in_the_tableau_are_nearly_out() -> None:
    trumps = "Grue Death 1Ma 3In 5Hi 9Fr"
    assert (
        hoped(trumps, "Snail").out > hoped(trumps, "1Fa").out > hoped("Grue 4La 1Ma 3In 5Hi 9Fr", "1Fa").out
    )


def test_a_card_of_the_tableau_that_makes_two_loose_ones_a_group_counts() -> None:
    assert hoped("8Bo 8Hi 1Ma", "8Fr").out > hoped("8Bo 8Hi 1Ma", "9Fr").out


def test_groups_on_the_table_help_the_others_to_go_out() -> None:
    assert hoped("8Bo 8Hi 1Ma", groups=(cards("3La 3Pl 3Zu"),)).out < hoped("8Bo 8Hi 1Ma").out


def test_a_group_in_the_hand_promises_a_token_only_in_a_missing_colour() -> None:
    assert hoped("6Zu 7Zu 8Zu 1Ma").tokens > hoped("6Zu 7Zu 8Zu 1Ma", lacking=0).tokens


def test_two_loose_cards_promise_a_token_in_a_missing_colour() -> None:
    black = 1 << COLOURS.index("black")
    assert hoped("6In 7In", lacking=black).tokens > hoped("6Zu 7Zu", lacking=black).tokens


def test_the_token_that_wins_the_game_is_taken_at_once() -> None:
    table = table_with(("6Zu 7Zu 8Zu 1Ma 3In 5Hi 9Fr 2Ea", "0Bo"), "0Fa 1Fa")
    blue = 1 << COLOURS.index("blue")
    nearly = Table(5, table.hands, (EVERY_COLOUR & ~blue, 0), (0, 2), None, table.pile, NONE, table.tableau)
    assert GAME.choose(see(Laying(nearly, A), A), "prescient", Random(1)) == Lay(cards("6Zu 7Zu 8Zu"))


def test_a_card_of_the_tableau_is_taken_if_it_leads_to_going_out() -> None:
    table = table_with(("8Zu 8Ra 5Hi", "0Bo 1Bo 3Bo"), "8Fr 0Fa 1Fa")
    move = GAME.choose(see(Taking(table, A), A), "prescient", Random(1))
    assert move == Take(read("8Fr"), Lay(cards("8Fr 8Zu 8Ra")))


def test_a_loose_card_that_fits_nothing_is_discarded() -> None:
    table = table_with(("8Zu 8Ra 8Bo 4In 5In 5Hi 6Hi 1Ma", "0Bo 1Bo 2Bo 4Bo 5Ea"), "0Fa 1Fa")
    move = GAME.choose(see(Laying(table, A), A), "prescient", Random(1))
    assert move == Discard(read("1Ma"))
