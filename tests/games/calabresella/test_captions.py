"""The words in the pictures: the caption, what a seat did, and the header's text about it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calabresella import GAME
from games.calabresella.pictures.cells import cells
from games.calabresella.rules import rulebook as rules
from games.calabresella.rules import scoring, sight
from games.calabresella.rules.position import (
    SEATS,
    TRICKS,
    Between,
    BySeat,
    Finished,
    Playing,
    Position,
    Score,
)
from games.calabresella.rules.view import View
from games.calabresella.words import prompts
from games.calabresella.words.captions import caption, headline, said
from games.core import Seat, Viewer, mark, name_seats
from tests.deep import examples
from tests.games.calabresella.dealt import after
from tests.games.calabresella.looking import VIEWERS, asked, positions, views
from tests.games.calabresella.played import played

A, B, C = SEATS
LONGEST = 42
EXCHANGE = "c solo|c reject 4♠|c take 3♣"
SECOND = "c pass|a pass|b pass"


def caption_of(lines: str, viewer: Viewer = None) -> tuple[str, Seat | None, bool]:
    found = caption(GAME.view(after(*filter(None, lines.split("|"))), viewer))
    return found.text, found.by, found.asks


class TestCaption:
    @settings(max_examples=examples(25))
    @given(positions, st.sampled_from(VIEWERS))
    def test_is_one_short_sentence_about_who_did_what(self, position: Position, viewer: Viewer) -> None:
        found = caption(sight.see(position, viewer))
        assert len(name_seats(found.text, lambda _: "Ada")) <= LONGEST
        assert found.text[0].isupper() or found.text[0] == "{"
        assert found.asks == (viewer is not None and viewer in sight.see(position, viewer).owes)

    @pytest.mark.parametrize(
        ("lines", "told"),
        [
            ("", ("{a} deals", A)),
            ("c pass", ("{c} passed", C)),
            (SECOND, ("All three passed: now you can call a three", B)),
            ("c solo", ("{c} goes solo", C)),
            (f"{SECOND}|c solo", ("{c} goes solo", C)),
            (f"{SECOND}|c solo|c call 3♠", ("{a} gave {c} 3♠", A)),
            (f"{SECOND}|c solo|c call 3♣", ("{c} called 3♣: nobody has it", C)),
            (f"{SECOND}|c solo|c call 3♠|c give 7♥", ("{c} gave {a} a card for 3♠", C)),
            ("c solo|c reject 4♠", ("{c} rejected 1 card", C)),
            (EXCHANGE, ("{c} took 3♣ from the widow", C)),
            (f"{EXCHANGE}|c 5♠", ("{c} led 5♠", C)),
            (f"{EXCHANGE}|c 5♠|a A♠", ("{a} played A♠", A)),
            (f"{EXCHANGE}|c 5♠|a A♠|b Q♠", ("{a} won 4 points with A♠", A)),
            (f"{EXCHANGE}|c 5♠|a A♠|b Q♠|a 3♥", ("{a} won with A♠ and led 3♥", A)),
            (f"{SECOND}|c pass|a pass|b pass", ("All passed twice: nobody scores", None)),
            (f"{SECOND}|c pass|a pass|b pass|a ask open|b next|c next", ("{a} asks for open hands", A)),
        ],
    )
    def test_says_what_has_just_happened_and_who_did_it(
        self, lines: str, told: tuple[str, Seat | None]
    ) -> None:
        assert caption_of(lines) == (*told, False)

    @pytest.mark.parametrize(
        ("lines", "viewer", "told"),
        [
            ("", C, "Your turn: pass, or go solo?"),
            (SECOND, C, "Your turn: pass, or go solo and call?"),
            ("c solo", C, "Your turn: reject 1 to 4 cards"),
            (f"{SECOND}|c solo", C, "Your turn: call for a three, or for none"),
            (f"{SECOND}|c solo|c call 3♠", C, "Your turn: give a card for 3♠"),
            ("c solo|c reject 4♠", C, "Your turn: take 1 card from the widow"),
            (EXCHANGE, C, "Your turn: lead any card"),
            (f"{EXCHANGE}|c 5♠", A, "Your turn: play a spade"),
            (f"{EXCHANGE}|c 7♣", A, "Your turn: play a club"),
            (f"{SECOND}|c pass|a pass|b pass", A, "All passed twice: nobody scores"),
            (f"{SECOND}|c pass|a pass|b pass|a ask open|b next|c next", C, "Your turn: agree to open hands?"),
        ],
    )
    def test_asks_the_player_who_has_to_do_something(self, lines: str, viewer: Seat, told: str) -> None:
        assert caption_of(lines, viewer) == (told, None, True)

    def test_says_that_any_card_goes_without_the_suit_that_was_led(self) -> None:
        found = [caption(asked_view) for asked_view in void_views()]
        assert {one.text for one in found} <= {
            f"Your turn: no {suit}s, so play any card" for suit in ("spade", "heart", "diamond", "club")
        }
        assert found

    def test_says_by_how_much_the_soloist_made_it_or_fell_short(self) -> None:
        for took, words in (
            (21, "21 points, 3 above 18"),
            (18, "18 points, just enough"),
            (17, "17 points, 1 short of 18"),
        ):
            assert caption(scored(A, (took, 35 - took, 0))).text == f"{{a}} took {words}"
        assert headline(scored(A, (18, 17, 0))) == "The soloist makes it"
        assert headline(scored(A, (17, 18, 0))) == "The soloist falls short"

    def test_tells_how_the_last_deal_ended_because_the_headline_names_the_winner(self) -> None:
        view = views(Finished)[0]
        assert view.score is not None
        assert view.soloist is not None
        found = caption(view)
        assert found.by == view.soloist
        assert found.text.startswith(f"{mark(view.soloist)} took {view.score.took[view.soloist]} points, ")

    @pytest.mark.parametrize("seed", range(6))
    def test_tells_what_the_soloist_did_at_the_end_of_a_deal_and_leaves_the_others_to_the_board(
        self, seed: int
    ) -> None:
        lasts = (one for one in played(seed) if isinstance(one, Playing) and len(one.tricks) == TRICKS - 1)
        last = next(one for one in lasts if len(one.trick) == len(SEATS) - 1)
        step = rules.apply(last, last.mover, prompts.legal(sight.see(last, last.mover))[0])
        for viewer in VIEWERS:
            found = caption(sight.see(step.state, viewer))
            assert found.asks == (viewer is not None and isinstance(step.state, Between))
            heard = [event for event in step.events if not event.is_outcome]
            told = {event.in_short(viewer) for event in heard} & {found.text, *found.tells}
            assert told == {event.in_short(viewer) for event in heard if event.by == last.solo.soloist}

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_says_that_a_match_was_stopped_and_asks_nobody(self, viewer: Viewer) -> None:
        for position in played(3)[::9]:
            found = caption(sight.see(GAME.stop(position), viewer))
            assert (found.text, found.asks) == ("The match ended early", False)


class TestHeader:
    def test_marks_who_has_to_move_and_nobody_in_a_stopped_match(self) -> None:
        for position in played(2)[::5]:
            view = sight.see(position, None)
            assert [cell.seat for cell in cells(view) if cell.moves] == list(view.owes)
            assert not any(cell.moves for cell in cells(sight.see(GAME.stop(position), None)))

    def test_shows_everybodys_match_points_and_crowns_the_winner(self) -> None:
        view = views(Finished)[0]
        assert [cell.score for cell in cells(view)] == [str(total) for total in view.totals]
        assert tuple(cell.seat for cell in cells(view) if cell.won) == view.first

    def test_says_what_everybody_is(self) -> None:
        view = asked(Playing)
        assert all(len(cell.more) == 1 for cell in cells(view)), "one soloist and two partners"
        first = GAME.view(after("c pass"), None)
        assert [len(cell.more) for cell in cells(first)] == [1, 0, 1], "dealer, and who passed"


def test_a_seat_says_what_it_did_or_how_many_points_it_has() -> None:
    rounds = ["c pass", "a pass", "b pass", "c pass"]
    view = GAME.view(after(*rounds), None)
    assert [said(view, seat) for seat in SEATS] == ["passed", "passed", "passed twice"]
    view = GAME.view(after(*rounds, "a pass", "b solo", "b call 3♠"), B)
    assert [said(view, seat) for seat in SEATS] == ["gave 3♠", "", ""]
    playing = next(view for view in views(Playing) if view.points[0] == 1)
    assert said(playing, A) == "1 point"


def void_views() -> list[View]:
    """Views of players who can't follow suit."""
    found = (view for seat in SEATS for view in views(Playing, seat, 3) if view.mover == seat and view.trick)
    return [view for view in found if all(card[-1] != view.trick[0].card[-1] for card in view.hand)]


def scored(soloist: Seat, took: BySeat) -> View:
    """A view of a deal with these points."""
    view = next(view for view in views(Between) if view.score)
    score = Score(took, took, scoring.scored(soloist, took), 0)
    return replace(view, soloist=soloist, score=score)
