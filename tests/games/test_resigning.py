"""Resigning: a player gives up all their seats, which are ranked behind all others."""

from collections.abc import Mapping

import pytest

from games.core import IllegalMove, Outcome
from games.engine.resigned import with_resigned
from games.engine.seating import NoSuchTable
from games.engine.table import AnyTable
from games.engine.talk import Ask
from tests.games.played import (
    A,
    B,
    C,
    D,
    line,
    pebbles,
    play,
    table,
)
from tests.laws.pebbles import PEBBLES, Options, Pebbles
from tests.laws.toys import as_game


def test_of_two_who_play_the_one_who_stays_wins() -> None:
    at = pebbles("a 3 left", "a /resign")
    assert at.over
    assert at.outcome is not None
    assert (at.outcome.places, at.outcome.scores) == ((2, 1), (3, 0))
    assert at.outcome.reason == "{a} resigned"
    assert not at.turn.owes
    assert at.prompt(B) is None


def test_of_four_three_may_resign_and_the_first_to_go_is_last() -> None:
    at = pebbles("c /resign", seats=4)
    assert not at.over
    assert at.outcome is None
    at = play(at, "a 1 left", "a /resign")
    assert not at.over
    at = play(at, "d /resign")
    assert at.outcome is not None
    assert at.outcome.places == (3, 1, 4, 2)
    assert at.outcome.reason == "{c}, {a} and {d} resigned"


def test_a_player_who_resigned_is_last_even_after_taking_the_last_pebble() -> None:
    at = table(PEBBLES, 4, "* start a", "b /resign", "a 1 left", "b 1 right", heap="1")
    assert at.outcome is not None
    assert at.outcome.places == (1, 4, 1, 1)
    assert at.outcome.reason == "{b} resigned before the end", "the game's own reason speaks of b"


def test_a_player_who_resigned_from_a_game_that_nobody_wins_is_behind_those_who_lost_it() -> None:
    lost = with_resigned(Outcome((2, 2, 2), (0, 0, 0), "the ship sank"), (B,), (0, 1, 2), (0, 0, 0))
    assert lost.places == (2, 3, 2)
    assert lost.reason == "the ship sank"


def test_a_resignation_does_not_change_why_another_player_won() -> None:
    at = table(PEBBLES, 4, "* start a", "c /resign", "a 1 left", "b 1 right", heap="1")
    assert at.outcome is not None
    assert at.outcome.reason == "the heaps are empty"


def test_nobody_resigns_twice() -> None:
    with pytest.raises(IllegalMove, match=r"You've already resigned\."):
        pebbles("b /resign", seats=4).play(line("b /resign"))


class Doubled(Pebbles):
    """Two play four seats."""

    def seating(self, options: Options) -> Mapping[int, tuple[int, ...]]:
        return {2: (0, 1, 0, 1)}


def doubled(*texts: str, heap: str = "6") -> AnyTable:
    return table(as_game(Doubled()), 4, "* start a", *texts, heap=heap)


def test_a_player_with_two_seats_resigns_both() -> None:
    at = doubled("a 1 left", "c /resign")
    assert at.over
    assert at.resigned == (A, C)
    assert at.outcome is not None
    assert at.outcome.places == (3, 1, 3, 1)
    assert at.outcome.reason == "{a} and {c} resigned"
    assert at.heard(None)[-1] == "{a} and {c} resign."


def test_a_place_behind_all_others_is_shared_by_the_seats_of_one_player() -> None:
    outcome = with_resigned(None, (D, A, C), (0, 1, 0, 2, 3), (0,) * 5)
    assert outcome.places == (3, 1, 3, 5, 1)


def test_one_answer_counts_for_both_seats_and_nobody_answers_their_own_request() -> None:
    at = doubled("a 1 left", "a /ask undo")
    with pytest.raises(IllegalMove, match="nothing left to answer"):
        at.play(line("c /agree"))
    assert play(at, "d /agree").ask == Ask(A, frozenset({B, D}))


def test_a_table_that_the_options_do_not_allow_cannot_begin() -> None:
    with pytest.raises(NoSuchTable, match=r"Pebbles with these options has 4 seats, not 2\."):
        table(as_game(Doubled()), 2)
