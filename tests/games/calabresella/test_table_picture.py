"""The picture of the table: the trick, the widow, the cards out of play, and the bar of points."""

from dataclasses import replace

import pytest

from games.calabresella import sight
from games.calabresella.captions import held, out_of_play
from games.calabresella.draw import draw
from games.calabresella.position import (
    ALL_POINTS,
    DECK,
    MADE,
    SEATS,
    Between,
    Bidding,
    Finished,
    Playing,
    Rejecting,
    Taking,
)
from games.calabresella.sprites import FELT, PLAYED, face, plate, table
from games.calabresella.table_picture import HIGH, TOP
from games.calabresella.view import Phase, View
from games.core import Seat, Viewer
from games.kit.brush.marks import ACCENT, MARGIN, NIGHT, PAPER, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.palette import Picture
from games.kit.brush.strip import HEIGHT
from games.kit.cards import UNSEEN
from tests.games.calabresella.looking import VIEWERS, holds, slip, upper, views, where
from tests.games.calabresella.played import played
from tests.games.pictures import opened

A, B, _ = SEATS


class TestTable:
    def test_shows_the_trick_with_the_newest_card_lit(self) -> None:
        view = next(view for view in views(Playing) if len(view.trick) == 2)
        image = opened(draw(view))
        (_, led), (_, newest) = view.trick
        assert holds(image, upper(face(led, PLAYED)))
        assert holds(image, upper(face(newest, PLAYED, "lit")))

    def test_shows_a_full_trick_until_the_next_is_led_and_lights_the_winning_card(self) -> None:
        view = next(view for view in views(Playing) if view.last and not view.trick)
        image = opened(draw(view))
        for seat, card in view.last:
            assert holds(image, upper(face(card, PLAYED, "lit" if seat == view.mover else "dim")))

    def test_shows_the_last_trick_small_once_the_next_is_led(self) -> None:
        view = next(view for view in views(Playing) if view.last and view.trick)
        image = opened(draw(view))
        assert all(holds(image, slip(laid.card)) for laid in view.last)

    def test_shows_the_widow_once_it_is_turned_up(self) -> None:
        view = views(Taking)[0]
        image = opened(draw(view))
        assert holds(image, upper(face(view.widow[-1], PLAYED)))
        below = opened(draw(views(Rejecting)[0]))
        assert holds(below, upper(face(UNSEEN, PLAYED)))

    @pytest.mark.parametrize("phase", [Between, Finished])
    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_shows_all_cards_after_the_scoring(self, phase: Phase, viewer: Viewer) -> None:
        view = next(view for view in views(phase, viewer) if view.score)
        shown = [card for seat in SEATS for card in held(view, seat)] + list(out_of_play(view))
        assert sorted(shown) == sorted(DECK.cards)
        image = opened(draw(view))
        assert all(holds(image, slip(card)) for card in shown)

    @pytest.mark.parametrize("dealer", SEATS)
    def test_says_who_deals_next_to_that_seats_mark(self, dealer: Seat) -> None:
        image = opened(draw(replace(views(Bidding)[0], dealer=dealer)))
        found = where(image, plate("Dealer", PAPER, NIGHT).convert("RGB"))
        assert found is not None
        below, right = found[1] > HIGH / 2, found[0] > WIDTH / 2
        assert (below, right and not below) == (dealer == A, dealer == B)

    def test_is_as_high_as_doublolos_and_shows_the_felt(self) -> None:
        image = opened(draw(sight.see(played(1)[0], None)))
        assert image.size == (WIDTH, HIGH) == (1180, 884)
        assert image.getpixel((WIDTH // 2, HIGH - 60)) == FELT

    def test_has_the_same_moulding_in_every_size(self) -> None:
        small, large = (table(size).convert("RGB") for size in ((300, 300), (900, 500)))
        assert small.crop((0, 0, 60, 60)).tobytes() == large.crop((0, 0, 60, 60)).tobytes()


class TestPointsBar:
    def _bar(self, view: View) -> Picture:
        return opened(draw(view)).crop((MARGIN, HEIGHT + 7, WIDTH - MARGIN, HEIGHT + 8))

    def test_is_as_long_as_the_soloists_points(self) -> None:
        for view in [view for view in views(Playing) if view.soloist is not None][::40]:
            assert view.soloist is not None
            bar, tint = self._bar(view), MARKS[view.soloist].colour
            shades = [bar.getpixel((x, 0)) for x in range(bar.width)]
            hidden = 4 if view.points[view.soloist] >= MADE else 0
            long = round(bar.width * view.points[view.soloist] / ALL_POINTS)
            assert abs(shades.count(tint) - long) <= hidden

    def test_is_full_after_a_deal_and_marks_eighteen(self) -> None:
        view = next(view for view in views(Between) if view.score)
        bar = self._bar(view)
        at = round(bar.width * MADE / ALL_POINTS)
        assert bar.getpixel((at, 0)) == ACCENT
        shades = {bar.getpixel((x, 0)) for x in range(at - 4)} - {ACCENT}
        assert shades <= {mark.colour for mark in MARKS[:3]}


def test_the_pictures_begin_below_the_strip() -> None:
    assert TOP > HEIGHT
