"""The picture of a hand: every card can be read, and those that can be chosen stand higher."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.calabresella.pictures.hand_picture import LINE, LOW, RAISED, runs, steps
from games.calabresella.pictures.middle_picture import OWNERS
from games.calabresella.pictures.sprites import BAND, CARD, FELT, SOFT, TAN, line, place
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    Bidding,
    Calling,
    Playing,
    Rejecting,
    Returning,
    Taking,
)
from games.calabresella.rules.view import Phase, View
from games.calabresella.words import prompts
from games.calabresella.words.numbers import NUMBERS
from games.core import Question
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.cards import Card
from tests.games.calabresella.looking import asked, board, holds, in_hand, is_lit, views, where
from tests.games.pictures import PHONE

DEEPEST = 33
"""The least height of capitals that a phone shows 11 px high."""


def choosing() -> View:
    """A view of a player who can play some of their cards, but not all."""
    return next(
        view
        for seat in SEATS
        for view in views(Playing, seat)
        if view.mover == seat and 0 < len(prompts.legal(view)) < len(view.hand)
    )


def numbers_in(image: Picture, ink: Colour, ground: Colour) -> list[str]:
    return [
        number for number in NUMBERS if where(image, line(number, ink, ground).convert("RGB")) is not None
    ]


class TestHand:
    @pytest.mark.parametrize("phase", [Bidding, Returning])
    def test_shows_every_card_large_in_one_row(self, phase: Phase) -> None:
        view = asked(phase)
        image = board(view)
        found = [in_hand(image, card) or in_hand(image, card, "dim") for card in view.hand]
        assert all(found), "every index can be seen"
        assert sorted(found, key=lambda at: at or (0, 0)) == found

    def test_lifts_exactly_the_cards_that_can_be_played_and_darkens_the_others(self) -> None:
        view = choosing()
        image, question = board(view), prompts.prompt(view, ())
        assert isinstance(question, Question)
        keys = {choice.key for choice in question.choices}
        assert RAISED == LOW - 40
        for card in view.hand:
            at = in_hand(image, card) if card in keys else in_hand(image, card, "dim")
            assert at is not None
            assert at[1] == (RAISED if card in keys else LOW)

    def test_draws_a_gold_line_over_the_cards_that_can_be_played(self) -> None:
        view = choosing()
        image, question = board(view), prompts.prompt(view, ())
        assert isinstance(question, Question)
        keys = {Card(choice.key) for choice in question.choices}
        gold = {x for x in range(WIDTH) if image.getpixel((x, LINE + 2)) == ACCENT}
        for x, card in zip(steps(view.hand), view.hand, strict=True):
            if card in keys:
                assert {x, x + CARD.wide - 1} <= gold
        lines = runs(view.hand, steps(view.hand), keys)
        assert len(gold) == sum(right - left for left, right in lines)

    @pytest.mark.parametrize("phase", [Bidding, Calling, Playing])
    def test_lifts_nothing_while_the_player_waits(self, phase: Phase) -> None:
        view = next(view for seat in SEATS for view in views(phase, seat) if view.mover != seat)
        image = board(view)
        found = [in_hand(image, card) for card in view.hand]
        assert {at[1] for at in found if at} == {LOW}
        assert None not in found

    def test_says_the_name_of_a_card_that_can_be_chosen_as_the_button_does(self) -> None:
        question = prompts.prompt(choosing(), ())
        assert isinstance(question, Question)
        assert all(choice.label == choice.key for choice in question.choices), "the index of the card"
        assert all(choice.icon for choice in question.choices)

    @pytest.mark.parametrize("phase", [Rejecting, Taking, Playing])
    def test_has_no_mark_below_a_card_that_could_be_read_as_its_rank(self, phase: Phase) -> None:
        image = board(asked(phase))
        assert not numbers_in(image.crop((0, LOW + CARD.high, WIDTH, image.height)), TAN, BAND)
        assert not numbers_in(image.crop((0, OWNERS - 44, WIDTH, OWNERS + 16)), SOFT, FELT)

    def test_lights_the_chosen_cards(self) -> None:
        view = asked(Rejecting)
        chosen = view.hand[:2]
        image = board(view, ("+".join(chosen),))
        assert [card for card in view.hand if in_hand(image, card, "lit")] == list(chosen)

    def test_lights_the_chosen_cards_of_the_widow(self) -> None:
        view = asked(Taking)
        chosen = view.widow[: view.rejects]
        image = board(view, ("+".join(chosen),))
        assert [card for card in view.widow if is_lit(image, card, CARD)] == list(chosen)

    def test_offers_the_threes_that_can_be_called_to_the_soloist_alone(self) -> None:
        view = asked(Calling)
        threes = [move.three for move in prompts.legal(view) if move.three]  # type: ignore[union-attr]  # calls
        assert threes
        assert all(holds(board(view), place(three)) for three in threes)
        others = [views(Calling, seat)[0] for seat in SEATS if seat != view.viewer]
        assert not any(holds(board(other), place(f"3{suit}")) for other in others for suit in "♠♥♦♣")

    def test_can_be_read_on_a_phone(self) -> None:
        index = 46 * CARD.high / 224
        assert index >= DEEPEST
        assert index * PHONE / WIDTH >= 11


hands = st.lists(st.sampled_from(DECK.cards), max_size=13, unique=True).map(
    lambda cards: list(DECK.named(DECK.mask(cards)))
)


class TestRow:
    @given(hands)
    def test_never_hides_an_index_or_leaves_the_picture(self, hand: list[Card]) -> None:
        at = steps(hand)
        assert len(at) == len(hand)
        if hand:
            assert at[0] >= 20
            assert at[-1] + CARD.wide <= WIDTH - 20
            assert all(other - one >= 80 for one, other in pairwise(at)), "an index is 52 px wide"

    def test_has_a_step_of_ninety_with_twelve_cards(self) -> None:
        at = steps(DECK.cards[:12])
        assert {other - one for one, other in pairwise(at)} == {90}

    @given(hands, st.sets(st.sampled_from(DECK.cards)))
    def test_has_one_line_over_each_run_of_cards_that_stand_higher(
        self, hand: list[Card], raised: set[Card]
    ) -> None:
        at = steps(hand)
        found = runs(hand, at, raised)
        for x, card in zip(at, hand, strict=True):
            over = [left for left, right in found if left <= x and x + CARD.wide <= right]
            assert bool(over) == (card in raised)
        up = [card in raised for card in hand]
        assert len(found) == sum(now and not before for before, now in pairwise([False, *up]))
