"""The picture of the table: the trick, the widow, the unused cards, and a peg for every point."""

import pytest

from games.calabresella.pictures.draw import draw
from games.calabresella.pictures.middle_picture import OWNERS
from games.calabresella.pictures.sprites import CARD, FELT, PLANK, face, peg, place, tilted
from games.calabresella.pictures.table import FELT_ENDS, OWNER, RAIL, UPPER
from games.calabresella.pictures.table_picture import LOWER, bottom
from games.calabresella.rules import sight
from games.calabresella.rules.position import (
    ALL_POINTS,
    SEATS,
    Bidding,
    Playing,
    Rejecting,
    Returning,
    Taking,
)
from games.calabresella.rules.tricks import taker
from games.calabresella.rules.view import View
from games.core import Seat
from games.kit.brush.marks import SEATS as MARKS
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.cards import UNSEEN
from tests.games.calabresella.looking import VIEWERS, board, holds, picture, slip, upper, views, where
from tests.games.calabresella.played import played

ASKEW = (2.0, -1.5, 2.0)


def spots(view: View, size: int) -> list[tuple[Seat, tuple[int, int]]]:
    """The seats with a face of this size on the board, and where each face's middle is."""
    return [(spot.seat, spot.middle) for spot in draw(view).spots if spot.size == size]


class TestTrick:
    def test_lies_in_the_order_of_play_with_the_newest_card_lit(self) -> None:
        view = next(view for view in views(Playing) if len(view.trick) == 2)
        image = board(view)
        (_, led), (_, newest) = view.trick
        assert holds(image, upper(tilted(led, "plain", ASKEW[0])))
        assert holds(image, upper(tilted(newest, "lit", ASKEW[1])))

    def test_has_the_face_of_each_owner_below_the_card_never_on_it(self) -> None:
        for view in [view for view in views(Playing) if view.trick][::30]:
            owners = [at for at in spots(view, OWNER) if at[1][1] == OWNERS]
            assert [seat for seat, _ in owners] == [*(laid.seat for laid in view.trick), view.mover]
            assert [at for _, at in owners] == sorted(at for _, at in owners)
            assert all(y - OWNER // 2 > UPPER + CARD.high + 8 for _, (_, y) in owners)

    def test_has_a_dashed_place_for_the_next_card(self) -> None:
        view = next(view for view in views(Playing) if len(view.trick) == 1)
        image = board(view)
        assert holds(image, place())
        full = next(view for view in views(Playing) if view.last and not view.trick)
        assert not holds(board(full), place())

    def test_stays_until_the_next_is_led_with_the_winning_card_lit(self) -> None:
        view = next(view for view in views(Playing) if view.last and not view.trick)
        image = board(view)
        for number, (seat, card) in enumerate(view.last):
            look = "lit" if seat == view.mover else "dim"
            assert holds(image, upper(tilted(card, look, ASKEW[number])))  # type: ignore[arg-type]  # a look

    def test_is_shown_small_once_the_next_is_led_with_who_won_it(self) -> None:
        view = next(view for view in views(Playing) if view.last and view.trick)
        image = board(view)
        won = taker(view.last)
        for seat, card in view.last:
            assert holds(image, slip(card, "lit" if seat == won else "plain"))
        below = sorted((at[0], seat) for seat, at in spots(view, OWNER) if at[1] > LOWER)
        assert [seat for _, seat in below] == [laid.seat for laid in view.last], "a face before each card"


class TestWidow:
    def test_lies_face_down_until_the_soloist_takes_from_it(self) -> None:
        below = board(views(Rejecting)[0])
        assert where(below, face(UNSEEN, CARD).convert("RGB").crop((20, 20, 80, 200)))
        view = views(Taking)[0]
        image = board(view)
        index = (10, 12, 46, 96)
        assert all(where(image, face(card, CARD).convert("RGB").crop(index)) for card in view.widow)

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_is_face_down_again_once_play_has_begun(self, viewer: Seat | None) -> None:
        view = next(view for view in views(Playing, viewer) if not view.tricks and not view.trick)
        image = board(view).crop((WIDTH // 2, LOWER, WIDTH, FELT_ENDS))
        assert holds(image, slip(UNSEEN))
        left = board(view).crop((0, LOWER, WIDTH // 2, FELT_ENDS))
        assert all(holds(left, slip(card)) for card in view.taken), "what the soloist took, everybody saw"

    def test_a_three_that_was_called_lies_in_the_middle_with_the_place_of_the_card_for_it(self) -> None:
        view = views(Returning)[0]
        assert view.called
        image = board(view)
        assert holds(image, upper(tilted(view.called, "lit", ASKEW[0])))
        assert holds(image, place())


class TestSeats:
    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_are_around_the_viewer_as_play_goes(self, viewer: Seat | None) -> None:
        view = views(Bidding, viewer)[0]
        sides = sorted((at[0], seat) for seat, at in spots(view, 82) if at[1] < FELT_ENDS)
        foot = 0 if viewer is None else viewer
        assert bottom(view) == foot
        assert [seat for _, seat in sides] == [(foot + 2) % 3, (foot + 1) % 3], "play goes to the right"

    def test_all_have_their_faces_on_the_channels_picture(self) -> None:
        assert {seat for seat, _ in spots(views(Bidding)[0], 82)} == set(SEATS)

    def test_the_picture_shows_felt_and_wood(self) -> None:
        image = board(sight.see(played(1)[0], None))
        assert image.getpixel((WIDTH // 2, FELT_ENDS - 40)) == FELT
        assert image.getpixel((20, FELT_ENDS + RAIL // 2)) == PLANK
        assert picture(sight.see(played(1)[0], None)).width == WIDTH


class TestPegs:
    def _count(self, image: Picture, seat: Seat | None) -> int:
        tile = peg(None if seat is None else MARKS[seat].colour).convert("RGB").crop((6, 6, 20, 20))
        rows = [tile.crop((0, y, tile.width, y + 1)).tobytes() for y in range(tile.height)]
        found, strip = 0, image.crop((0, FELT_ENDS, WIDTH, FELT_ENDS + RAIL))
        for x in range(strip.width - tile.width):
            cut = strip.crop((x, 28, x + tile.width, 28 + tile.height))
            found += all(cut.crop((0, y, cut.width, y + 1)).tobytes() == row for y, row in enumerate(rows))
        return found

    def test_show_everybodys_points_of_the_deal(self) -> None:
        for view in [view for view in views(Playing, of=3) if sum(view.points)][::25]:
            image = board(view)
            assert [self._count(image, seat) for seat in SEATS] == list(view.points)
            assert self._count(image, None) == ALL_POINTS - sum(view.points)
