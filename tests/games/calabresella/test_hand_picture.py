"""The picture of a hand: every card can be read, and those that can be chosen wear their names."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.calabresella import prompts
from games.calabresella.draw import draw
from games.calabresella.hand_picture import ROWS, ZONE, split, steps
from games.calabresella.numbers import NUMBERS, numbered
from games.calabresella.position import DECK, SEATS, Bidding, Calling, Playing, Rejecting, Taking
from games.calabresella.sprites import HELD, LAID, PLAYED, caption, number_plate
from games.calabresella.view import Phase
from games.core import Question, Seat
from games.kit.brush.marks import MARGIN, WIDTH
from games.kit.brush.marks import SEATS as MARKS
from games.kit.cards import Card
from tests.games.calabresella.looking import asked, holds, shows, views
from tests.games.pictures import PHONE, opened


class TestHand:
    def test_shows_every_card_large(self) -> None:
        view = views(Bidding, Seat(1))[0]
        image = opened(draw(view))
        assert all(shows(image, card, HELD) for card in view.hand)

    def test_names_exactly_the_cards_that_can_be_played(self) -> None:
        view = next(
            view
            for seat in SEATS
            for view in views(Playing, seat)
            if view.mover == seat and 0 < len(prompts.legal(view)) < len(view.hand)
        )
        image, question = opened(draw(view)), prompts.prompt(view, ())
        assert isinstance(question, Question)
        labels = {choice.key: choice.label for choice in question.choices}
        assert view.viewer is not None
        for card in view.hand:
            tile = caption(labels.get(card, card), MARKS[view.viewer].colour)
            assert holds(image, tile) == (card in labels)
            assert shows(image, card, HELD) == (card in labels)

    @pytest.mark.parametrize("phase", [Bidding, Calling, Playing])
    def test_names_nothing_while_the_player_waits(self, phase: Phase) -> None:
        view = next(view for seat in SEATS for view in views(phase, seat) if view.mover != seat)
        image = opened(draw(view))
        assert all(shows(image, card, HELD) for card in view.hand)
        for card in view.hand:
            assert view.viewer is not None
            assert not holds(image, caption(card, MARKS[view.viewer].colour))

    @pytest.mark.parametrize("phase", [Rejecting, Playing])
    def test_numbers_the_cards_as_they_are_typed(self, phase: Phase) -> None:
        view = asked(phase)
        image = opened(draw(view))
        assert numbered(view) == view.hand
        for number, _ in zip(NUMBERS, view.hand, strict=False):
            assert holds(image, number_plate(number))
        assert not holds(opened(draw(views(phase)[0])), number_plate("1")), "the table has no numbers"

    def test_numbers_the_widow_while_the_player_takes_from_it(self) -> None:
        view = asked(Taking)
        image = opened(draw(view))
        assert all(holds(image.crop((0, ZONE, WIDTH, ROWS - 1)), number_plate(number)) for number in "1234")
        assert not holds(image.crop((0, ROWS, WIDTH, image.height)), number_plate("1"))

    def test_names_the_cards_of_the_widow_while_the_player_takes_from_it(self) -> None:
        view = asked(Taking)
        image = opened(draw(view)).crop((0, ZONE, WIDTH, ROWS - 1))
        assert view.viewer is not None
        for card in view.widow:
            assert holds(image, caption(card, MARKS[view.viewer].colour))

    def test_lights_the_chosen_cards(self) -> None:
        view = asked(Rejecting)
        chosen = view.hand[:2]
        image = opened(draw(view, ("+".join(chosen),)))
        assert [card for card in view.hand if shows(image, card, HELD, "lit")] == list(chosen)

    def test_shows_the_trick(self) -> None:
        view = next(view for view in views(Playing, Seat(2)) if len(view.trick) == 2)
        image = opened(draw(view)).crop((0, ZONE, WIDTH, ZONE + LAID.high // 2))
        assert shows(image, view.trick[0].card, LAID)
        assert shows(image, view.trick[1].card, LAID, "lit")

    def test_has_an_index_that_can_be_read_on_a_phone(self) -> None:
        assert HELD.high * 43 / 210 * PHONE / WIDTH >= 15
        assert all(size.high * 43 / 210 >= WIDTH / 32 for size in (HELD, LAID, PLAYED))

    def test_is_higher_with_two_rows(self) -> None:
        few, many = (next(v for v in views(Playing, Seat(0)) if len(v.hand) == n) for n in (7, 8))
        assert opened(draw(many)).height - opened(draw(few)).height > HELD.high


hands = st.lists(st.sampled_from(DECK.cards), max_size=13, unique=True).map(
    lambda cards: list(DECK.named(DECK.mask(cards)))
)


class TestRows:
    @given(hands)
    def test_are_at_most_two_and_keep_the_order_of_the_hand(self, hand: list[Card]) -> None:
        rows = split(hand)
        assert [card for row in rows for card in row] == hand
        assert len(rows) <= 2
        assert all(rows)

    @given(hands)
    def test_never_hide_an_index_or_leave_the_picture(self, hand: list[Card]) -> None:
        for row in split(hand):
            at = steps(row)
            assert at[0] >= MARGIN - 1
            assert at[-1] + HELD.wide <= WIDTH - MARGIN + 1
            assert all(other - one >= HELD.wide * 0.5 for one, other in pairwise(at))

    def test_are_split_between_suits(self) -> None:
        hand = [Card(rank + suit) for suit in "♠♥♦" for rank in "3A54"]
        assert [len(row) for row in split(hand)] == [4, 8]
