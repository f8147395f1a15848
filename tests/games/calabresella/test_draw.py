"""The pictures: hidden cards stay hidden, and the colours are right."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from games.calabresella.pictures.draw import draw
from games.calabresella.pictures.sprites import BAND, CARD, COVER, FELT, SLIP, SOFT, TAN, face, palette
from games.calabresella.rules import sight
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    Bidding,
    DealerOwed,
    DealOwed,
    Playing,
    Position,
)
from games.core import Viewer
from games.kit.brush import cards
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour
from games.kit.cards import UNSEEN
from tests.games.calabresella.looking import VIEWERS, board, holds, picture, slip, views
from tests.games.calabresella.played import played
from tests.games.contrast import contrast
from tests.games.pictures import FACES

OPEN = Options(game_point=30, open_hands=True)


def drawn(position: Position, viewer: Viewer = None) -> bytes:
    return draw(sight.see(position, viewer)).png(FACES)


class TestEveryPicture:
    def test_differs_from_the_previous_one(self) -> None:
        files = [drawn(position) for position in played(2)]
        assert all(one != other for one, other in pairwise(files))

    def test_shows_a_deck_while_chance_owes_the_dealer_or_the_deal(self) -> None:
        for position in played(1)[:2]:
            assert isinstance(position, DealerOwed | DealOwed)
            back = face(UNSEEN, CARD).convert("RGB").crop((20, 20, 120, 200))
            assert holds(board(sight.see(position, None)), back)

    def test_fits_the_highest_game_point_and_totals(self) -> None:
        view = views(Playing)[0]
        most = replace(view, totals=(9_998, 9_997, 9_996), options=Options(game_point=9_999))
        assert picture(most).width == WIDTH


class TestSecrets:
    """Nobody's picture has other players' hands."""

    def test_are_face_down_for_the_channel(self) -> None:
        image = board(views(Bidding)[0])
        assert not any(holds(image, slip(card)) for card in DECK.cards)
        assert holds(image, face(UNSEEN, COVER))

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_are_shown_with_open_hands(self, viewer: Viewer) -> None:
        view = sight.see(played(1, OPEN)[2], viewer)
        image = board(view)
        for seat in SEATS:
            for card in view.hands[seat] if seat != viewer else ():
                # A neighbour covers the right edge of a card at the side.
                assert holds(image, slip(card).crop((0, 0, 40, SLIP.high)))


class TestPalette:
    @pytest.mark.parametrize(
        ("ink", "ground"),
        [
            (CREAM, FELT),
            (SOFT, FELT),
            (ACCENT, FELT),
            (CREAM, BAND),
            (TAN, BAND),
            (ACCENT, BAND),
            (NIGHT, CREAM),
        ],
    )
    def test_words_stand_out(self, ink: Colour, ground: Colour) -> None:
        assert contrast(ink, ground) >= 4

    def test_keeps_the_colours_of_felt_and_suits(self) -> None:
        for accent in palette().accents:
            fitted = palette().fit(Image.new("RGB", (2, 2), accent)).convert("RGB")
            assert fitted.getpixel((0, 0)) == accent

    def test_leaves_sixteen_colours_a_seat_for_avatars(self) -> None:
        assert len(palette().colours) <= 256 - 3 * 16

    @pytest.mark.parametrize("card", ["A♠", "7♥", "J♦", "Q♣", "K♥", ""])
    @pytest.mark.parametrize("look", ["plain", "lit", "dim"])
    def test_changes_no_card_visibly(self, card: str, look: cards.Look) -> None:
        if look == "dim" and not card:
            return  # the back of a card is never darker
        paint = cards.face(card, CARD, FELT, look) if card else cards.back(CARD, FELT, look)
        seen = face(card, CARD, look).convert("RGB")
        difference = ImageChops.difference(paint, seen).convert("L").tobytes()
        assert max(difference) <= 70
        assert sum(difference) / len(difference) < 3
