"""Who has to agree to an undo depends on what has been seen since."""

import pytest

from games import record, registry
from games.core import IllegalMove
from games.fold import fold
from games.plies import UNDO_REACH
from games.table import AnyTable
from games.undoing import seen
from tests.games.played import A, B, C, pebbles, play
from tests.laws.cards import texts


def after(game: str, card: str, lines: int) -> AnyTable:
    """The table of a rule card after this many of its lines."""
    text = texts(game)[card]
    kept = [one for one in text.splitlines() if one[:1] not in "!>#"]
    told = record.read("\n".join(kept))
    return fold(registry.find(game), record.Record(told.header, told.lines[:lines])).table


def test_your_own_last_move_is_yours_as_long_as_nobody_acts() -> None:
    assert seen(pebbles("a 1 left"), A).is_free
    acted = seen(pebbles("a 1 left", "b 2 left"), A)
    assert (acted.acted, acted.drawn, acted.shown) == ((B,), False, False)
    assert not acted.is_free
    assert seen(pebbles("a 1 left", "b 2 left"), B).is_free


def test_what_was_seen_stays_seen_after_it_was_undone() -> None:
    assert seen(pebbles("a 1 left", "b 2 left", "b /undo"), A).acted == (B,)


def test_talk_is_not_a_move() -> None:
    assert seen(pebbles("a 1 left", "a /ask undo", "b /refuse"), A).is_free


def test_chance_that_was_seen_stands_between_a_move_and_its_undo() -> None:
    called = after("doublolo", "rule-14-undo.txt", 3)
    assert [one.text for one in called.lines][-1] == "toss heads"
    assert seen(called, A).drawn
    undone = play(called, "a /undo")
    assert undone.state == after("doublolo", "rule-14-undo.txt", 1).state
    assert undone.drawn == 2, "so that the next toss is another draw"
    with pytest.raises(IllegalMove, match="no move to undo"):
        seen(undone, A)


def test_a_card_from_a_hand_has_been_seen_but_a_bid_tells_nothing_but_itself() -> None:
    bid = after("calabresella", "rule-20-undo.txt", 3)
    assert seen(bid, C).is_free
    rejected = after("calabresella", "rule-20-undo.txt", 10)
    assert rejected.lines[-1].text == "reject 7♠"
    assert seen(rejected, A).shown
    assert "7♠" not in seen(rejected, A).announced


def test_the_last_card_of_the_tableau_is_put_back_freely_but_not_after_another_card_was_shown() -> None:
    taken = after("foozle", "rule-15-undo.txt", 12)
    assert taken.lines[-1].text == "take 0Bo"
    assert seen(taken, B).is_free
    assert not seen(taken, A).is_free
    laid_and_undone = play(taken, "b discard 5Bu", "b /undo")
    assert laid_and_undone.state == taken.state
    assert seen(laid_and_undone, B).shown


def test_an_undo_never_names_what_a_hand_held() -> None:
    undone = play(after("foozle", "rule-15-undo.txt", 11), "a /undo")
    assert undone.heard(None)[-1] == "{a} undoes their last move."


def test_while_several_players_choose_nothing_is_undone() -> None:
    chosen = after("fooblitzky", "rule-37-undo.txt", 1)
    with pytest.raises(IllegalMove, match="change your own choice until the last one is in"):
        seen(chosen, A)


def test_a_long_game_keeps_few_positions_to_go_back_to() -> None:
    at = after("foozle", "three-levels.txt", 10_000)
    assert UNDO_REACH < len(at.plies) <= 2 * UNDO_REACH + 10
