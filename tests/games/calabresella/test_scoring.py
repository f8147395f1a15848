"""The score of a deal and the end of a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.calabresella.rules.options import Options
from games.calabresella.rules.position import ALL_POINTS, DECK, BySeat, Match
from games.calabresella.rules.scoring import outcome, scored, winner
from games.calabresella.rules.tricks import worth
from games.core import Seat
from games.kit.cards import SUITS

A, B, C = Seat(0), Seat(1), Seat(2)


def test_a_suit_is_worth_8_and_the_deck_32() -> None:
    assert [worth(DECK.suit(suit)) for suit in SUITS] == [8, 8, 8, 8]
    assert worth(DECK.full) == 32


@pytest.mark.parametrize(
    ("soloist", "took", "written"),
    [
        (A, (21, 9, 5), (24, 9, 5)),
        (A, (15, 12, 8), (15, 15, 11)),
        (A, (18, 10, 7), (18, 10, 7)),
        (B, (10, 17, 8), (11, 17, 9)),
        (C, (0, 1, 34), (0, 1, 50)),
        (A, (35, 0, 0), (70, 0, 0)),
        (A, (0, 35, 0), (0, 70, 18)),
        (A, (0, 34, 1), (0, 52, 19)),
    ],
)
def test_excess_and_shortfall_are_added_and_35_is_70(soloist: Seat, took: BySeat, written: BySeat) -> None:
    assert scored(soloist, took) == written


@given(st.integers(0, 2), st.integers(0, ALL_POINTS), st.integers(0, ALL_POINTS))
def test_nobody_scores_less_than_they_took(soloist: int, one: int, two: int) -> None:
    first, second = min(one, two), max(one, two)
    took = first, second - first, ALL_POINTS - second
    written = scored(Seat(soloist), took)
    assert all(more >= had for more, had in zip(written, took, strict=True))


@pytest.mark.parametrize(
    ("totals", "won"),
    [
        ((99, 20, 5), None),
        ((100, 20, 5), A),
        ((100, 100, 5), None),
        ((101, 100, 120), C),
        ((101, 120, 120), None),
    ],
)
def test_the_match_needs_one_player_alone_at_the_top(totals: BySeat, won: Seat | None) -> None:
    assert winner(Match(Options(), totals)) == won


def test_players_with_equal_points_share_a_place() -> None:
    ended = outcome(Match(Options(game_point=40), (20, 41, 20)))
    assert ended.places == (2, 1, 2)
    assert ended.scores == (20, 41, 20)
    assert ended.reason == "41 points in a match to 40"
