"""The end of a deal and of a match: who won, all the hands, and what lay face down."""

from dataclasses import replace

import pytest

from games.calabresella import GAME
from games.calabresella.pictures.draw import draw
from games.calabresella.pictures.end_picture import held, winners
from games.calabresella.pictures.festive import crown
from games.calabresella.pictures.sprites import FELT, SLIP, line
from games.calabresella.pictures.table_picture import out_of_play
from games.calabresella.rules.position import DECK, MADE, SEATS, Asking, Between, Finished
from games.calabresella.rules.view import Phase, View
from games.core import Outcome, Seat, Viewer
from games.kit.brush.marks import ACCENT
from tests.games.calabresella.dealt import after
from tests.games.calabresella.looking import VIEWERS, board, holds, is_lit, slip, views

LARGE = 100
"""The least size of the faces of the three players."""


def faces(view: View) -> dict[Seat, tuple[tuple[int, int], int]]:
    return {spot.seat: (spot.middle, spot.size) for spot in draw(view).spots if spot.size >= LARGE}


@pytest.mark.parametrize("phase", [Between, Finished])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_forty_cards_are_shown_after_the_scoring(phase: Phase, viewer: Viewer) -> None:
    view = next(view for view in views(phase, viewer, 4) if view.score)
    hands = [card for seat in SEATS for card in held(view, seat)]
    assert sorted(hands + list(out_of_play(view))) == sorted(DECK.cards)
    image = board(view)
    assert all(holds(image, slip(card)) or holds(image, slip(card, "lit")) for card in DECK.cards)


def test_what_the_soloist_took_from_the_widow_is_lit() -> None:
    view = next(view for view in views(Between) if view.score and view.rejects == 2)
    image = board(view)
    assert [card for card in view.widow if is_lit(image, card, SLIP)] == list(view.taken)


@pytest.mark.parametrize("makes_it", [True, False])
def test_the_faces_of_those_who_won_the_deal_are_larger(makes_it: bool) -> None:
    view = next(
        view
        for view in views(Between)
        if view.score and view.soloist is not None and (view.score.took[view.soloist] >= MADE) == makes_it
    )
    assert set(winners(view)) == ({view.soloist} if makes_it else set(SEATS) - {view.soloist})
    sizes = {seat: size for seat, (_, size) in faces(view).items()}
    assert min(sizes[seat] for seat in winners(view)) > max(
        size for seat, size in sizes.items() if seat not in winners(view)
    )


def test_every_player_reads_what_they_took_and_what_they_score_on_top() -> None:
    view = next(view for view in views(Between) if view.score)
    assert view.score
    image = board(view)
    for took, scored in zip(view.score.took, view.score.scored, strict=True):
        assert holds(image, line(str(took), (255, 246, 223), FELT, 46))
        if scored > took:
            assert holds(image, line(f"+{scored - took}", ACCENT, FELT, 46))


def test_the_winner_of_the_match_stands_highest_in_the_middle_under_a_crown() -> None:
    view = views(Finished)[0]
    places = faces(view)
    winner = view.first[0]
    left, middle, right = sorted(places, key=lambda seat: places[seat][0][0])
    assert middle == winner
    assert places[middle][0][1] < places[left][0][1] < places[right][0][1]
    assert view.totals[left] >= view.totals[right]
    assert holds(board(view), crown().crop((0, 20, 96, 64)))
    deal = next(view for view in views(Between) if view.score)
    assert not holds(board(deal), crown().crop((0, 20, 96, 64)))


def test_players_who_share_a_place_stand_equally_high() -> None:
    view = views(Finished)[0]
    assert isinstance(view.ended, Finished)
    for shared in ((1, 2, 2), (1, 1, 3), (1, 1, 1)):
        first = tuple(seat for seat in SEATS if shared[seat] == 1)
        ended = replace(view.ended, outcome=Outcome(shared, view.totals, ""))
        heights = {seat: at[1] for seat, (at, _) in faces(replace(view, first=first, ended=ended)).items()}
        assert len(set(heights.values())) == len(set(shared))


def test_a_player_who_resigned_stands_last_whatever_they_have() -> None:
    view = views(Finished)[0]
    assert isinstance(view.ended, Finished)
    resigned = view.first[0]
    places = tuple(3 if seat == resigned else 1 + (seat == (resigned + 1) % 3) for seat in SEATS)
    first = tuple(seat for seat in SEATS if places[seat] == 1)
    ended = replace(view.ended, outcome=Outcome(places, view.totals, ""))
    heights = {seat: at[1] for seat, (at, _) in faces(replace(view, first=first, ended=ended)).items()}
    assert max(heights, key=lambda seat: heights[seat]) == resigned


def test_it_stays_while_players_vote_on_what_comes_next() -> None:
    assert any(view.score for view in views(Asking))
    view = next(view for view in views(Asking) if view.score)
    assert faces(view).keys() == set(SEATS)


def test_a_deal_that_nobody_played_shows_no_hands_but_says_so() -> None:
    view = GAME.view(after(*["c pass", "a pass", "b pass"] * 2), None)
    image = board(view)
    assert holds(image, line("nobody scores", ACCENT, FELT, 46))
    assert not any(holds(image, slip(card)) for card in DECK.cards)
