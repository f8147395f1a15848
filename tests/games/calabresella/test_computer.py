"""Computers play legal moves, make the same choice for the same seed, and play better if they think more."""

from random import Random

import pytest

from games.calabresella import habits
from games.calabresella.computer import WORLDS, choose
from games.calabresella.notation import Deal, GoOn, Move
from games.calabresella.options import Options
from games.calabresella.position import (
    DECK,
    SEATS,
    Between,
    DealOwed,
    Match,
    Position,
    Rejecting,
    Solo,
)
from games.calabresella.prompts import legal
from games.calabresella.rules import apply, chance, turn
from games.calabresella.sight import see
from games.core import IllegalMove, Seat
from games.kit.cards import Card
from tests.deep import sized
from tests.games.calabresella.played import played


def cards(text: str) -> int:
    return DECK.mask(DECK.read(word) for word in text.split())


@pytest.mark.parametrize("level", WORLDS)
def test_every_choice_is_legal_and_the_same_for_the_same_chance(level: str) -> None:
    for position in played(3)[::7]:
        for seat in turn(position).owes & set(SEATS):
            view = see(position, seat)
            first, second = (choose(view, level, Random(9)) for _ in range(2))
            assert first == second
            assert first in legal(view)


def test_computers_ask_for_no_replay() -> None:
    def asked(options: Options) -> Move:
        between = next(position for position in played(1, options) if isinstance(position, Between))
        return choose(see(between, Seat(0)), "rules", Random(0))

    assert asked(Options(game_point=500, replay=True)) == GoOn("either")
    assert asked(Options(game_point=500)) == GoOn("next")


def test_a_computer_chooses_nothing_out_of_turn() -> None:
    bidding = played(1)[2]
    (mover,) = turn(bidding).owes
    idle = next(seat for seat in SEATS if seat != mover)
    with pytest.raises(IllegalMove, match="nothing to choose"):
        choose(see(bidding, idle), "rules", Random(0))


def soloist_takes(seed: int, level: str) -> int:
    """The points of a deal's strongest hand, playing alone against rules of thumb."""
    match = Match(Options(game_point=9999))
    deal = chance(DealOwed(match), Random(seed))
    assert isinstance(deal, Deal)
    best = max(SEATS, key=lambda seat: habits.strength(deal.dealt.hands[seat]))
    position: Position = Rejecting(match, deal.dealt, deal.dealt.hands, Solo(best))
    rng = Random(seed)
    while not isinstance(position, Between):
        (seat,) = turn(position).owes
        move = choose(see(position, seat), level if seat == best else "rules", rng)
        position = apply(position, seat, move).state
    assert position.played
    return position.played.score.took[best]


def test_sampling_wins_more_with_the_same_cards_than_rules_of_thumb() -> None:
    deals = sized(10, 20)
    rules, sampled = (
        sum(soloist_takes(seed, level) for seed in range(deals)) for level in ("rules", "sampled")
    )
    assert sampled > rules + 2 * deals


def test_a_card_that_nobody_can_beat_is_led_first() -> None:
    assert habits.lead(cards("2♠ 4♠ 3♥ 5♥ 7♦"), cards("3♠ A♠ 2♥ A♥ K♦")) == cards("3♥")


def test_the_last_player_wins_with_an_ace_if_it_is_high_enough() -> None:
    led = DECK.suit("♠")
    assert habits.follow(cards("A♠ 2♠ 4♠"), led, cards("K♠"), False, True, 0) == cards("A♠")


def test_an_ace_goes_to_a_winning_partner_and_not_to_the_soloist() -> None:
    led, rest = DECK.suit("♠"), cards("K♠ 7♠")
    assert habits.follow(cards("A♠ 4♠"), led, cards("3♠"), True, False, rest) == cards("A♠")
    assert habits.follow(cards("A♠ 4♠"), led, cards("3♠"), False, False, rest) == cards("4♠")


def test_threes_twos_and_aces_are_kept_and_the_weakest_cards_rejected() -> None:
    hand = cards("3♠ 2♠ A♠ K♠ 7♠ 3♥ 5♥ 4♥ Q♦ J♦ 6♣ 5♣")
    rejected = habits.reject(hand)
    assert not rejected & cards("3♠ 2♠ A♠ 3♥")
    assert 1 <= rejected.bit_count() <= 4


def test_the_most_useful_card_of_the_widow_is_taken() -> None:
    hand = cards("2♣ A♣ K♣ 3♠ 2♠ A♠ 3♥ K♥ 4♦ 5♦ Q♦")
    assert habits.take(hand, cards("3♣ 4♠ 5♠ 6♦"), 1) == DECK.bits[Card("3♣")]


def test_the_call_is_for_the_three_that_makes_the_hand_strongest() -> None:
    hand = cards("2♣ A♣ K♣ Q♣ J♣ 4♠ 5♠ 6♥ 7♥ 4♦ 5♦ 6♦")
    assert habits.call(hand) == DECK.bits[Card("3♣")]
