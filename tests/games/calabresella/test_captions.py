"""The words in the pictures."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calabresella import GAME, scoring, sight
from games.calabresella.captions import briefly, notice, said, told
from games.calabresella.position import SEATS, Between, BySeat, Finished, Playing, Position, Score
from games.calabresella.view import View
from games.core import Seat, Viewer
from games.kit.brush.lettering import width
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.marks import TEXT
from tests.deep import examples
from tests.games.calabresella.looking import VIEWERS, asked, positions, views
from tests.games.calabresella.test_rules import after

A, B, C = SEATS


class TestWords:
    @settings(max_examples=examples(15))
    @given(positions, st.sampled_from(VIEWERS))
    def test_fit_in_their_places(self, position: Position, viewer: Viewer) -> None:
        view = sight.see(position, viewer)
        for words in told(view):
            assert width(words, TEXT) < 380
        # Three marks with four figures each are to the left of it.
        assert width(notice(view).words, TEXT) <= 400

    def test_tell_whose_turn_it_is_in_that_seats_colour(self) -> None:
        view = views(Playing)[0]
        assert view.mover is not None
        assert notice(view).words.startswith(MARKS[view.mover].letter)
        assert notice(view).plate == MARKS[view.mover].colour

    @pytest.mark.parametrize(
        ("lines", "words"),
        [
            ("", "C to bid"),
            ("c solo", "C to reject"),
            ("c pass|a pass|b pass|c solo", "C to call"),
            ("c pass|a pass|b pass|c solo|c call 3♠", "C to give"),
            ("c solo|c reject 4♠", "C to take"),
            ("c solo|c reject 4♠|c take 3♣", "C to lead"),
            ("c solo|c reject 4♠|c take 3♣|c 5♠", "A to play"),
            ("c pass|a pass|b pass|c pass|a pass|b pass|a next", "B, C: next deal?"),
            ("c pass|a pass|b pass|c pass|a pass|b pass|a ask open|b next|c next", "B, C: agree?"),
        ],
    )
    def test_tell_what_happens_next(self, lines: str, words: str) -> None:
        position = after(*filter(None, lines.split("|")))
        assert notice(sight.see(position, None)).words == words
        assert notice(sight.see(GAME.stop(position), None)).words == "Broken off"

    def test_tell_the_viewer_that_it_is_their_turn(self) -> None:
        assert notice(asked(Playing)).words.startswith("Your turn")

    def test_name_the_winner(self) -> None:
        view = views(Finished)[0]
        best = Seat(view.totals.index(max(view.totals)))
        assert (notice(view).words, notice(view).crown) == (f"{MARKS[best].letter} wins", True)

    @pytest.mark.parametrize(
        ("took", "words"),
        [(21, "3 above 18"), (18, "just enough"), (17, "1 short of 18"), (35, "17 above 18")],
    )
    def test_tell_how_far_the_soloist_is_above_or_below_18(self, took: int, words: str) -> None:
        view = scored(A, (took, 35 - took, 0))
        assert told(view) == (f"A made {took},", words)

    def test_tell_what_each_seat_took_and_what_it_scores_on_top(self) -> None:
        assert [said(scored(A, (21, 9, 5)), seat) for seat in SEATS] == ["21 pts +3", "9 pts", "5 pts"]
        assert [said(scored(B, (15, 12, 8)), seat) for seat in SEATS] == ["15 pts +6", "12 pts", "8 pts +6"]

    def test_tell_who_passed_and_who_gave_a_three(self) -> None:
        rounds = ["c pass", "a pass", "b pass", "c pass"]
        view = GAME.view(after(*rounds), None)
        assert [said(view, seat) for seat in SEATS] == ["Passes", "Passes", "Passes twice"]
        assert [briefly(view, seat) for seat in SEATS] == ["Pass", "Pass", "Pass"]
        view = GAME.view(after(*rounds, "a pass", "b solo", "b call 3♠"), B)
        assert [said(view, seat) for seat in SEATS] == ["Gave 3♠", "", ""]
        assert [briefly(view, seat) for seat in SEATS] == ["Gave", "", ""]


def scored(soloist: Seat, took: BySeat) -> View:
    """A view of a deal with these points."""
    view = next(view for view in views(Between) if view.score)
    score = Score(took, took, scoring.scored(soloist, took), 0)
    return replace(view, soloist=soloist, score=score)
