"""The rules as a referee applies them, where the rule cards don't say enough."""

from collections.abc import Iterable
from random import Random

import pytest

from games.calabresella import GAME
from games.calabresella.rules.notation import Deal, FirstDealer, GoOn, Reject, read
from games.calabresella.rules.options import Options
from games.calabresella.rules.position import (
    DECK,
    SEATS,
    TRICKS,
    Between,
    Bidding,
    DealOwed,
    Dealt,
    Finished,
    Match,
    Playing,
    Rejecting,
)
from games.calabresella.rules.rulebook import apply, chance, new, turn
from games.calabresella.rules.tricks import taker
from games.core import CHANCE, IllegalMove, Stopped, Turn
from games.kit.lots import shuffle
from tests.games.calabresella.dealt import DEAL, after, mask, told
from tests.games.calabresella.played import played

A, B, C = SEATS


def test_elder_sits_on_the_dealers_left_and_bids_first() -> None:
    for dealer, elder in ((A, C), (B, A), (C, B)):
        owed = apply(new(3, Options()), CHANCE, FirstDealer(dealer)).state
        dealt = apply(owed, CHANCE, read(DEAL)).state
        assert turn(dealt) == Turn(frozenset({elder}))


def test_any_of_the_three_can_be_drawn_to_deal_first() -> None:
    owed = new(3, Options())
    assert {chance(owed, Random(seed)) for seed in range(30)} == set(map(FirstDealer, SEATS))


def test_cards_are_dealt_in_fours_with_the_widow_after_the_first_round() -> None:
    """The seats in order, beginning with elder and going to the right."""
    deal = chance(DealOwed(Match(Options(), dealer=B)), Random(0))
    deck = shuffle(Random(0), DECK.cards)
    fours = [DECK.mask(deck[at : at + 4]) for at in range(0, 40, 4)]
    elder, dealer, right = (fours[at] | fours[at + 4] | fours[at + 7] for at in range(3))
    assert deal == Deal(Dealt((elder, dealer, right), fours[3]))


def test_the_deal_goes_to_the_right_after_six_passes() -> None:
    position = after(*["c pass", "a pass", "b pass"] * 2, "a next", "b next", "c next")
    assert position == DealOwed(Match(Options(), dealer=B))


def test_a_three_goes_to_the_soloist_and_another_card_back() -> None:
    position = after("c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠", "b give 4♣")
    assert isinstance(position, Rejecting)
    assert position.hands[B] & mask("3♠ 4♣") == mask("3♠")
    assert position.hands[A] & mask("3♠ 4♣") == mask("4♣")
    assert position.solo.giver == A


def test_only_the_two_concerned_hear_which_card_was_given_in_return() -> None:
    _, events = told("c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠", "b give 4♣")
    (event,) = events
    assert "4♣" in event.heard_by(A)
    assert "4♣" in event.heard_by(B)
    assert "4♣" not in event.heard_by(C) + event.heard_by(None)


def test_only_the_soloist_hears_which_cards_they_reject() -> None:
    position, events = told("c pass", "a solo", "a reject 6♣ 5♣")
    for viewer in (B, C, None):
        assert not any("6♣" in event.heard_by(viewer) for event in events)
        assert not GAME.view(position, viewer).rejected
        assert GAME.view(position, viewer).rejects == 2
    assert GAME.view(position, A).rejected == ("6♣", "5♣")


def test_with_open_hands_everything_but_the_widow_is_heard() -> None:
    position, events = told(options=Options(open_hands=True))
    view = GAME.view(position, None)
    assert view.hands[1][0] == "Q♠"
    assert set(view.widow) == {""}
    assert "3♣" not in events[0].text


def test_with_open_hands_everybody_sees_the_card_given_in_return_and_the_rejects() -> None:
    lines = ["c pass", "a pass", "b pass", "c pass", "a pass", "b solo", "b call 3♠", "b give 4♣"]
    position, events = told(*lines, "b reject 5♦ 4♦", options=Options(open_hands=True))
    for viewer in (None, A, C):
        view = GAME.view(position, viewer)
        assert (view.returned, view.rejected) == ("4♣", ("5♦", "4♦"))
        assert events[0].heard_by(viewer).startswith("{b} rejects 5♦ 4♦. ")


def test_after_four_rejects_the_soloist_takes_the_whole_widow_at_once() -> None:
    position = after("c pass", "a solo", "a reject 5♥ 4♥ 6♣ 5♣")
    assert isinstance(position, Playing)
    assert position.solo.taken == mask("7♦ 3♣ Q♣ J♣")
    assert position.mover == C


def test_a_soloist_has_to_reject_something() -> None:
    with pytest.raises(IllegalMove, match="Reject 1 to 4 cards"):
        apply(after("c pass", "a solo"), A, Reject(0))


def test_with_the_old_option_a_replay_needs_one_request_and_nobody_against_it() -> None:
    passed, replay = ["c pass", "a pass", "b pass"] * 2, Options(replay=True)
    for words, again in (
        (("replay", "replay", "replay"), True),
        (("replay", "either", "either"), True),
        (("either", "either", "either"), False),
        (("replay", "replay", "next"), False),
        (("next", "next", "next"), False),
    ):
        said = [f"{seat} {word}" for seat, word in zip("abc", words, strict=True)]
        position = after(*passed, *said, options=replay)
        assert isinstance(position, Bidding) == again, words
        assert position == after(options=replay) if again else isinstance(position, DealOwed)


def test_players_can_change_their_minds_until_the_last_one_is_ready() -> None:
    passed, replay = ["c pass", "a pass", "b pass"] * 2, Options(replay=True)
    position, events = told(*passed, "a next", "b replay", "a replay", options=replay)
    assert turn(position) == Turn(frozenset({C}), frozenset({A, B}))
    assert [event.heard_by(B) for event in events] == [""]
    assert isinstance(apply(position, C, GoOn("either")).state, Bidding)


@pytest.mark.parametrize("seed", range(12))
def test_every_deal_has_35_points_and_elder_leads_first(seed: int) -> None:
    for position in played(seed):
        if isinstance(position, Between | Finished) and position.played:
            deal = position.played
            assert sum(deal.score.took) == 35
            assert len(deal.tricks) == TRICKS
            assert deal.tricks[0][0].seat == (position.match.dealer + 2) % 3
            for one, following in zip(deal.tricks, deal.tricks[1:], strict=False):
                assert following[0].seat == taker(one)


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_ever_lost_or_duplicated(seed: int) -> None:
    for position in played(seed):
        if isinstance(position, Playing):
            laid = [card for trick in (*position.tricks, position.trick) for _, card in trick]
            solo = position.solo
            lying = (solo.rejected, position.dealt.widow & ~solo.taken, DECK.mask(laid), *position.hands)
            assert _counts(lying) == len(DECK.cards)
            assert sum(lying) == DECK.full


def _counts(masks: Iterable[int]) -> int:
    return sum(one.bit_count() for one in masks)


def test_a_match_that_is_stopped_shows_everything_and_has_no_outcome() -> None:
    position = GAME.stop(after("c pass", "a solo", "a reject 6♣ 5♣"))
    assert isinstance(position, Stopped)
    view = GAME.view(position, None)
    assert view.hands[2] == DECK.named(mask("5♠ 4♠ Q♥ J♥ 7♥ 6♥ 2♦ A♦ K♦ 2♣ A♣ 7♣"))
    assert view.rejected == ("6♣", "5♣")
    assert GAME.outcome(position) is None
    assert GAME.stop(position) == position


def test_a_match_that_is_stopped_keeps_its_points() -> None:
    for position in played(2):
        assert GAME.scores(GAME.stop(position)) == GAME.scores(position)
