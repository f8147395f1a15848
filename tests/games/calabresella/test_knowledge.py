"""What a seat knows about hidden cards: everything it was shown, and nothing false."""

from collections.abc import Iterator
from random import Random

import pytest

from games.calabresella.computers.knowledge import OUT, known
from games.calabresella.rules.options import Options
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
from games.calabresella.rules.rulebook import out_of_play
from games.calabresella.rules.sight import see
from tests.games.calabresella.played import played

SHORT = Options(game_point=30)
OPEN = Options(game_point=30, open_hands=True)

Thinkable = Bidding | Calling | Returning | Rejecting | Taking | Playing


def thinkable(options: Options = SHORT, seeds: int = 5) -> Iterator[Thinkable]:
    for seed in range(seeds):
        for position in played(seed, options):
            if isinstance(position, Thinkable):
                yield position


@pytest.mark.parametrize("options", [SHORT, OPEN])
def test_sampled_deals_have_every_card_once_and_hands_of_the_right_size(options: Options) -> None:
    for position in thinkable(options):
        for seat in SEATS:
            view = see(position, seat)
            gone = DECK.mask(laid.card for trick in (*view.tricks, view.trick) for laid in trick)
            for places in known(view).worlds(Random(1), 2):
                assert sum(places) == DECK.full ^ gone
                assert sum(mask.bit_count() for mask in places) == (DECK.full ^ gone).bit_count()
                assert [mask.bit_count() for mask in places[:OUT]] == [len(hand) for hand in view.hands]
                assert DECK.named(places[seat]) == view.hand


def test_a_player_who_did_not_follow_has_none_of_that_suit() -> None:
    seen = 0
    for position in thinkable():
        view = see(position, SEATS[0])
        for trick in (*view.tricks, view.trick):
            for laid in trick:
                if laid.card[-1] != trick[0].card[-1] and laid.seat != view.viewer:
                    assert not known(view).may[laid.seat] & DECK.suit(trick[0].card[-1])
                    seen += 1
    assert seen


def test_the_truth_is_never_ruled_out() -> None:
    for position in thinkable():
        if isinstance(position, Bidding | Calling):
            continue
        # Computers assume that nobody rejects the three they called for; the truth may differ there.
        called = DECK.bits[position.solo.called] if position.solo.called else 0
        for seat in SEATS:
            knows = known(see(position, seat))
            for other in SEATS:
                assert not position.hands[other] & ~knows.may[other]
                assert not knows.held[other] & ~position.hands[other] & ~called


def test_with_open_hands_every_hand_is_known() -> None:
    for position in thinkable(OPEN):
        if isinstance(position, Playing) and position.match.open_hands:
            assert known(see(position, SEATS[1])).held == (
                *position.hands,
                out_of_play(position.dealt, position.solo),
            )


def test_a_soloist_knows_the_cards_out_of_play_and_the_one_they_gave() -> None:
    given = 0
    for position in thinkable(seeds=12):
        solo = position.solo if isinstance(position, Playing) else None
        if isinstance(position, Playing) and solo:
            held = known(see(position, solo.soloist)).held
            assert held[OUT] == out_of_play(position.dealt, solo)
            if solo.returned and solo.giver is not None:
                bit = DECK.bits[solo.returned]
                assert held[solo.giver] & bit == position.hands[solo.giver] & bit
                given += 1
    assert given
