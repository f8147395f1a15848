"""The words in the pictures: the caption, what a seat did, and the header's text about it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calabresella import GAME
from games.calabresella.pictures.cells import cells
from games.calabresella.pictures.sprites import BAND, FELT, line
from games.calabresella.pictures.table_picture import GAIN
from games.calabresella.rules import rulebook as rules
from games.calabresella.rules import scoring, sight
from games.calabresella.rules.options import Options
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
from games.calabresella.rules.tricks import cards_of, taker, worth
from games.calabresella.rules.view import View
from games.calabresella.words import prompts, telling
from games.calabresella.words.captions import asked as question
from games.calabresella.words.captions import gain, headline, said
from games.core import Caption, Seat, Viewer, mark
from games.kit.brush.marks import ACCENT, TEXT
from tests.deep import examples
from tests.games.calabresella.dealt import DEAL, after
from tests.games.calabresella.looking import VIEWERS, asked, board, holds, positions, views
from tests.games.calabresella.played import played
from tests.games.captions import caption_of, table_after

A, B, C = SEATS
LONGEST = 42
EXCHANGE = "c solo|c reject 4♠|c take 3♣"
SECOND = "c pass|a pass|b pass"


def below(lines: str, viewer: Viewer = None) -> Caption | None:
    return caption_of(table_after(GAME, ("* dealer a", f"* {DEAL}", *lines.split("|")), 3), viewer)


class TestCaption:
    @settings(max_examples=examples(25))
    @given(positions, st.sampled_from(SEATS))
    def test_asks_those_who_owe_a_move_in_one_short_sentence(self, position: Position, seat: Seat) -> None:
        view = sight.see(position, seat)
        found = question(view)
        assert (found is not None) == (seat in view.owes and view.phase is not Between)
        assert found is None or (len(found.text) <= LONGEST and found.text[0].isupper())

    @pytest.mark.parametrize(
        ("lines", "told"),
        [
            ("", ("{a} deals.", A)),
            ("c pass", ("{c} passed", C)),
            (SECOND, ("All three passed: now you can call a three", None)),
            ("c solo", ("{c} goes solo.", C)),
            (f"{SECOND}|c solo", ("{c} goes solo.", C)),
            (f"{SECOND}|c solo|c call 3♠", ("{c} got 3♠ from {a}", C)),
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
        assert below(lines) == Caption(*told)

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
            (f"{SECOND}|c pass|a pass|b pass|a ask open|b next|c next", C, "Your turn: agree to open hands?"),
        ],
    )
    def test_asks_the_player_who_has_to_do_something(self, lines: str, viewer: Seat, told: str) -> None:
        assert below(lines, viewer) == Caption(told)

    def test_tells_only_the_two_players_which_card_was_given_in_return(self) -> None:
        gave = f"{SECOND}|c solo|c call 3♠|c give 7♥"
        assert below(gave, A) == Caption("{c} gives you 7♥ in return.", C)
        assert below(gave, B) == below(gave) == Caption("{c} gave {a} a card for 3♠", C)

    def test_goes_on_telling_how_a_deal_ended_while_players_say_what_comes_next(self) -> None:
        ended = f"{SECOND}|c pass|a pass|b pass"
        for viewer in VIEWERS:
            assert below(f"{ended}|a next", viewer) == Caption("All passed twice: nobody scores")

    def test_says_that_any_card_goes_without_the_suit_that_was_led(self) -> None:
        found = [question(view) for view in void_views()]
        assert {one.text for one in found if one} <= {
            f"Your turn: no {suit}s, so play any card" for suit in ("spade", "heart", "diamond", "club")
        }
        assert found

    def test_says_by_how_much_the_soloist_made_it_or_fell_short(self) -> None:
        for took, words in (
            (21, "21 points, 3 above 18"),
            (18, "18 points, just enough"),
            (17, "17 points, 1 short of 18"),
        ):
            deal = next(one.played for one in played(3) if isinstance(one, Between) and one.played)
            score = Score((0, 0, 0), (took, 35 - took, 0), (0, 0, 0), 0)
            solo = replace(deal.solo, soloist=A)
            *_, told = telling.scored(replace(deal, solo=solo, score=score), rules.new(3, Options()).match)
            assert told.caption(None) == Caption(f"{{a}} took {words}", A)
        assert headline(scored(A, (18, 17, 0))) == "The soloist makes it"
        assert headline(scored(A, (17, 18, 0))) == "The soloist falls short"

    @pytest.mark.parametrize("seed", range(6))
    def test_tells_how_the_last_deal_ended_because_the_headline_names_the_winner(self, seed: int) -> None:
        lasts = (one for one in played(seed) if isinstance(one, Playing) and len(one.tricks) == TRICKS - 1)
        *_, last = (one for one in lasts if len(one.trick) == len(SEATS) - 1)
        step = rules.apply(last, last.mover, prompts.legal(sight.see(last, last.mover))[0])
        newest = [event for event in step.events if not event.is_outcome][-1]
        assert newest.by == last.solo.soloist
        assert newest.short.startswith(f"{mark(last.solo.soloist)} took ")

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_asks_nobody_once_a_match_was_stopped(self, viewer: Viewer) -> None:
        for position in played(3)[::9]:
            assert question(sight.see(GAME.stop(position), viewer)) is None


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
    assert [said(view, seat) for seat in SEATS] == ["passed", "passed", "2 passes"]
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


def test_the_last_tricks_points_are_shown_at_its_taker_while_the_next_is_played() -> None:
    for view in [view for view in views(Playing, of=3) if view.last]:
        took = worth(cards_of(view.last))
        won = {seat: gain(view, seat) for seat in SEATS}
        assert won == {seat: f"+{took}" if took and seat == taker(view.last) else "" for seat in SEATS}


def test_the_picture_has_them_at_the_takers_side() -> None:
    view = next(view for view in views(Playing) if view.last and worth(cards_of(view.last)) > 1)
    tile = line(gain(view, taker(view.last)), ACCENT, BAND if taker(view.last) == A else FELT, _high(view))
    assert holds(board(view), tile)


def _high(view: View) -> float:
    return TEXT if taker(view.last) == A else GAIN
