"""The pictures: hidden cards stay hidden, and the colours are right."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from games.calabresella import GAME, sight
from games.calabresella.draw import draw
from games.calabresella.options import Options
from games.calabresella.position import DECK, SEATS, Bidding, Playing, Position, Rejecting
from games.calabresella.sprites import FELT, PLAYED, SMALL, face, palette
from games.core import Viewer
from games.kit.brush import cards
from games.kit.brush.marks import WIDTH
from games.kit.cards import UNSEEN
from tests.games.calabresella.looking import VIEWERS, holds, positions, slip, views
from tests.games.calabresella.played import played
from tests.games.pictures import opened


class TestEveryPicture:
    @settings(max_examples=40)
    @given(positions, st.sampled_from(VIEWERS))
    def test_has_the_width_of_the_family_and_fits_in_a_message(
        self, position: Position, viewer: Viewer
    ) -> None:
        file = draw(sight.see(position, viewer))
        image = opened(file)
        assert image.width == WIDTH
        assert 600 < image.height < 1000
        assert len(file) < 130_000

    def test_differs_from_the_previous_one(self) -> None:
        drawn = [draw(sight.see(position, None)) for position in played(2)]
        assert all(one != other for one, other in pairwise(drawn))

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_can_be_drawn_wherever_a_match_is_stopped(self, viewer: Viewer) -> None:
        for position in played(4)[::3]:
            assert draw(sight.see(GAME.stop(position), viewer))


class TestSecrets:
    """Nobody's picture has other players' hands."""

    @settings(max_examples=40)
    @given(positions, st.sampled_from(VIEWERS), st.randoms())
    def test_do_not_show_in_a_picture(self, position: Position, viewer: Viewer, rng: Random) -> None:
        if not isinstance(position, Playing | Rejecting):
            return
        first, second = (seat for seat in SEATS if seat != viewer) if viewer is not None else (SEATS[:2])
        cards = list(DECK.named(position.hands[first] | position.hands[second]))
        rng.shuffle(cards)
        hands = list(position.hands)
        hands[first] = DECK.mask(cards[: position.hands[first].bit_count()])
        hands[second] = DECK.mask(cards[position.hands[first].bit_count() :])
        other = replace(position, hands=(hands[0], hands[1], hands[2]))
        assert draw(sight.see(position, viewer)) == draw(sight.see(other, viewer))

    def test_are_face_down_for_the_channel(self) -> None:
        view = views(Bidding)[0]
        image = opened(draw(view))
        assert not any(holds(image, slip(card)) for card in DECK.cards)
        assert holds(image, face(UNSEEN, SMALL))

    def test_are_shown_with_open_hands(self) -> None:
        position = played(1, Options(game_point=30, open_hands=True))[2]
        view = sight.see(position, None)
        image = opened(draw(view))
        assert all(holds(image, slip(card)) for hand in view.hands for card in hand)


class TestPalette:
    def test_keeps_the_colours_of_felt_and_suits(self) -> None:
        for accent in palette().accents:
            fitted = palette().fit(Image.new("RGB", (2, 2), accent)).convert("RGB")
            assert fitted.getpixel((0, 0)) == accent

    @pytest.mark.parametrize("card", ["A♠", "7♥", "J♦", "Q♣", "K♥", ""])
    def test_changes_no_card_visibly(self, card: str) -> None:
        drawn = cards.face(card, PLAYED, FELT) if card else cards.back(PLAYED, FELT)
        seen = face(card, PLAYED).convert("RGB")
        difference = ImageChops.difference(drawn, seen).convert("L").tobytes()
        assert max(difference) <= 60
        assert sum(difference) / len(difference) < 3
