"""Computers play legal moves, make the same choice for the same seed, and play better if they think more."""

from dataclasses import replace
from random import Random

import pytest

from bench.ladder import player
from bench.levels import deals_to_100, goes_solo
from games.calabresella import GAME
from games.calabresella.computers import habits, learners
from games.calabresella.computers.knowledge import known
from games.calabresella.rules.notation import Bid, Deal, GoOn, Move
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    Between,
    Bidding,
    Calling,
    DealOwed,
    Dealt,
    Match,
    Playing,
    Position,
    Rejecting,
    Returning,
    Solo,
    Taking,
)
from games.calabresella.rules.rulebook import apply, chance, turn
from games.calabresella.rules.sight import see
from games.calabresella.rules.view import View
from games.calabresella.words.prompts import legal
from games.core import IllegalMove, Seat
from games.kit.cards import Card
from games.kit.lots import shuffle
from tests.deep import sized
from tests.games.calabresella.played import played

HIDING = (Bidding, Calling, Returning, Rejecting, Taking, Playing)
"""The phases in which somebody's cards are hidden."""


def cards(text: str) -> int:
    return DECK.mask(DECK.read(word) for word in text.split())


@pytest.mark.parametrize("level", GAME.about.levels)
def test_every_choice_is_legal_and_the_same_for_the_same_chance(level: str) -> None:
    for position in played(3)[::7]:
        for seat in turn(position).owes & set(SEATS):
            view = see(position, seat)
            first, second = (GAME.choose(view, level, Random(9)) for _ in range(2))
            assert first == second
            assert first in legal(view)


def test_computers_ask_for_no_replay() -> None:
    def asked(options: Options) -> Move:
        between = next(position for position in played(1, options) if isinstance(position, Between))
        return GAME.choose(see(between, Seat(0)), "rules", Random(0))

    assert asked(Options(game_point=500, replay=True)) == GoOn("either")
    assert asked(Options(game_point=500)) == GoOn("next")


def test_a_computer_chooses_nothing_out_of_turn() -> None:
    bidding = played(1)[2]
    (mover,) = turn(bidding).owes
    idle = next(seat for seat in SEATS if seat != mover)
    with pytest.raises(IllegalMove, match="nothing to choose"):
        GAME.choose(see(bidding, idle), "rules", Random(0))


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
        move = GAME.choose(see(position, seat), level if seat == best else "rules", rng)
        position = apply(position, seat, move).state
    assert position.played
    return position.played.score.took[best]


def test_sampling_wins_more_with_the_same_cards_than_rules_of_thumb() -> None:
    deals = sized(10, 20)
    rules, sampled = (
        sum(soloist_takes(seed, level) for seed in range(deals)) for level in ("rules", "pensive")
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


# What each level's mistakes are.


def bidding(hand: int, passes: int = 0, game_point: int = 1) -> View:
    """The view of the player with this hand, whose turn it is after so many passes."""
    rest = shuffle(Random(1), habits.bits(DECK.full & ~hand))
    seat = (2 + passes) % len(SEATS)
    hands = [sum(rest[:12]), sum(rest[12:24])]
    hands.insert(seat, hand)
    dealt = Dealt((hands[0], hands[1], hands[2]), sum(rest[24:]))
    return see(Bidding(Match(Options(game_point=game_point)), dealt, passes), Seat(seat))


def test_beginner_leads_its_highest_card_even_if_it_can_be_beaten() -> None:
    hand = cards("A♠ 7♠ 6♠ 4♥ 5♥")
    assert learners.highest(hand) == cards("A♠")
    assert habits.lead(hand, DECK.full & ~hand) == cards("6♠")


def test_beginner_plays_its_highest_card_even_if_it_cannot_win() -> None:
    led = DECK.suit("♠")
    assert learners.show_off(cards("A♠ 4♠"), led) == cards("A♠")
    assert habits.follow(cards("A♠ 4♠"), led, cards("3♠"), False, True, 0) == cards("4♠")


def test_beginner_rejects_the_lowest_cards_and_takes_the_highest() -> None:
    assert learners.throw(cards("3♠ 4♠ 5♥ 6♦ 7♣ A♣"), 3) == cards("4♠ 5♥ 6♦")
    assert learners.pick(cards("K♠ 2♥ 7♦ 4♣"), 2) == cards("K♠ 2♥")


def test_easy_forgets_that_a_higher_card_has_been_played() -> None:
    hand, rest = cards("2♠ 7♠ 4♥"), cards("K♠ 6♥ 5♦")
    assert habits.lead(hand, rest) == cards("2♠")
    assert learners.forgetful_lead(hand) == cards("7♠")


def test_easy_takes_a_trick_from_its_partner_with_a_card_worth_keeping() -> None:
    led = DECK.suit("♠")
    assert learners.squander(cards("3♠ 4♠"), led, cards("2♠")) == cards("3♠")
    assert habits.follow(cards("3♠ 4♠"), led, cards("2♠"), True, True, 0) == cards("4♠")


def test_easy_throws_a_king_away_whoever_gets_it() -> None:
    led = DECK.suit("♠")
    assert learners.squander(cards("K♠ 4♠ 5♥"), led, cards("3♠")) == cards("K♠")
    assert learners.squander(cards("K♥ 4♥ A♦"), led, cards("3♠")) == cards("K♥")
    assert habits.follow(cards("K♠ 4♠ 5♥"), led, cards("3♠"), False, True, 0) == cards("4♠")


def test_beginner_goes_solo_with_a_long_suit_and_better_players_with_strong_cards() -> None:
    long = bidding(cards("K♠ Q♠ J♠ 7♠ 6♠ 5♠ 7♥ K♥ 5♦ 7♣ 6♣ 4♣"))
    strong = bidding(cards("3♠ 2♠ A♠ K♠ 3♥ 2♥ A♥ 3♦ 5♦ 7♣ 6♣ 4♣"))
    assert [GAME.choose(one, "eager", Random(0)) for one in (long, strong)] == [Bid(True), Bid(False)]
    for level in ("lavish", "measured", "pensive", "composed"):
        assert [GAME.choose(one, level, Random(0)) for one in (long, strong)] == [Bid(False), Bid(True)]


def test_expert_waits_with_a_good_hand_until_it_may_call_a_three_unless_it_bids_last() -> None:
    good = cards("3♠ 2♠ A♠ K♠ 3♥ A♥ 6♥ 7♦ 5♦ 7♣ 6♣ 4♣")
    bids = [GAME.choose(bidding(good, passes, 50), "composed", Random(0)) for passes in range(4)]
    assert bids == [Bid(False), Bid(False), Bid(True), Bid(True)]
    assert GAME.choose(bidding(good, 0, 50), "pensive", Random(0)) == Bid(True), "Hard doesn't wait"


@pytest.mark.parametrize("level", GAME.about.levels)
def test_most_deals_are_played_at_every_level_but_not_all(level: str) -> None:
    """Between three computers, and where a person passes between two. `bench.levels` looks at more deals."""
    few = {"pensive": range(40), "composed": range(15, 25)}  # three Experts leave two of these unplayed
    deals = sized(few.get(level, range(200)), range(400))
    one = player(GAME, level)
    for players in ([one] * 3, [passing, one, one]):
        share = sum(goes_solo(players, number) for number in deals) / len(deals)
        assert 0.6 <= share <= 0.95


def test_three_beginners_end_a_match_to_100() -> None:
    beginner = player(GAME, GAME.about.levels[0])
    assert max(deals_to_100([beginner] * 3, number) for number in range(sized(5, 40))) <= 20


def passing(_: View, __: Random) -> Move:
    return Bid(False)


# No computer knows more than its view.


def redealt(position: Position, seat: Seat, rng: Random) -> Position:
    """The position with everything dealt anew that this seat cannot know."""
    view = see(position, seat)
    a, b, c, out = known(view).worlds(rng, 1)[0]
    if isinstance(position, (Bidding, Calling)):
        return replace(position, dealt=Dealt((a, b, c), out))
    assert isinstance(position, (Returning, Rejecting, Taking, Playing))
    if isinstance(position, (Returning, Rejecting)):
        return replace(position, hands=(a, b, c), dealt=replace(position.dealt, widow=out))
    if isinstance(position, Taking) or view.viewer == position.solo.soloist:
        return replace(position, hands=(a, b, c))
    rejected = out & ~DECK.mask(view.remembered)
    return replace(position, hands=(a, b, c), solo=replace(position.solo, rejected=rejected))


def test_no_choice_depends_on_what_the_seat_cannot_know() -> None:
    rng, seen, changed = Random(4), set(), 0
    owed = [position for seed in range(3) for position in played(seed) if isinstance(position, HIDING)]
    for position in (*owed[:6], *rng.sample(owed, sized(16, 300))):
        (seat,) = turn(position).owes
        other = redealt(position, seat, rng)
        assert see(other, seat) == see(position, seat)
        changed += other != position
        seen.add(type(position))
        for level in GAME.about.levels:
            chosen = [GAME.choose(see(one, seat), level, Random(9)) for one in (position, other)]
            assert chosen[0] == chosen[1], f"{level} in {position}"
    assert changed > 12, "there was something to hide"
    assert {Bidding, Rejecting, Taking, Playing} <= seen
