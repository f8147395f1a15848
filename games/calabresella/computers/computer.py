"""Computer players: they see a view, sample a fixed number of deals, and never look at a clock."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.calabresella.computers import habits, learners, thinking
from games.calabresella.computers.knowledge import known
from games.calabresella.computers.thinking import Mind
from games.calabresella.rules.notation import Bid, Call, Give, GoOn, Move, Play, Point, Reject, Take, Vote
from games.calabresella.rules.position import (
    DECK,
    HAND,
    SEATS,
    WIDOW,
    Asking,
    Between,
    Bidding,
    Calling,
    Naming,
    Playing,
    Rejecting,
    Returning,
    Taking,
    Trick,
)
from games.calabresella.rules.tricks import playable, taker
from games.calabresella.rules.view import View
from games.calabresella.words.prompts import legal
from games.kit.cards import Card


def _thought(view: View, rng: Random, mind: Mind) -> Move:
    if view.phase is Bidding:
        return Bid(thinking.bids_solo(view, rng, mind))
    if view.phase is Calling:
        return _call(thinking.call(view, rng, mind))
    if view.phase is Returning:
        return Give(_card(thinking.give(view, rng, mind)))
    if view.phase is Rejecting:
        return Reject(thinking.reject(view, rng, mind))
    if view.phase is Taking:
        return Take(thinking.take(view, rng, mind))
    return Play(_card(thinking.card(view, rng, mind)))


def eager(view: View) -> Move:
    """Beginner's move."""
    hand = DECK.mask(view.hand)
    if view.phase is Bidding:
        return Bid(any((hand & suit).bit_count() >= learners.LONG for suit in habits.SUIT_MASKS))
    if view.phase is Returning:
        assert view.called is not None
        return Give(_card(learners.throw(hand & ~DECK.bits[view.called], 1)))
    if view.phase is Rejecting:
        return Reject(learners.throw(hand, WIDOW))
    if view.phase is Taking:
        return Take(learners.pick(DECK.mask(view.widow), view.rejects))
    if view.phase is Calling:
        return by_habit(view)
    return Play(_card(learners.show_off(hand, _led(view)) if view.trick else learners.highest(hand)))


def lavish(view: View) -> Move:
    """Easy's move."""
    hand = DECK.mask(view.hand)
    if view.phase is Bidding:
        return Bid(habits.strength(hand) >= learners.READY)
    if view.phase is not Playing:
        return by_habit(view)
    if not view.trick:
        return Play(_card(learners.forgetful_lead(hand)))
    return Play(_card(learners.squander(hand, _led(view), _highest(view.trick))))


def measured(view: View) -> Move:
    """Medium's move."""
    hand = DECK.mask(view.hand)
    if view.phase is Bidding and view.passes >= len(SEATS):
        return Bid(habits.strength(hand | habits.call(hand)) >= learners.LATE)
    return by_habit(view, learners.MEMORY)


def by_habit(view: View, memory: int = HAND) -> Move:
    """The move of a player who goes by rules of thumb, and remembers so many tricks."""
    hand = DECK.mask(view.hand)
    if view.phase is Bidding:
        return Bid(habits.bids_solo(hand, second_round=view.passes >= len(SEATS)))
    if view.phase is Calling:
        return _call(habits.call(hand))
    if view.phase is Returning:
        assert view.called is not None
        return Give(_card(habits.give(hand, DECK.bits[view.called])))
    if view.phase is Rejecting:
        return Reject(habits.reject(hand))
    if view.phase is Taking:
        return Take(habits.take(hand, DECK.mask(view.widow), view.rejects))
    return Play(_card(_played(view, hand, memory)))


def _played(view: View, hand: int, memory: int) -> int:
    knows = known(view)
    forgotten = DECK.mask(laid.card for trick in view.tricks[:-memory] for laid in trick)
    rest = (knows.may[0] | knows.may[1] | knows.may[2] | forgotten) & ~hand
    if not view.trick:
        return habits.lead(hand, rest)
    winner = taker(view.trick)
    friendly = view.soloist not in (view.viewer, winner)
    return habits.follow(
        playable(hand, view.trick), _led(view), _highest(view.trick), friendly, len(view.trick) == 2, rest
    )


def _led(view: View) -> int:
    return DECK.suit(view.trick[0].card[-1])


def _highest(trick: Trick) -> int:
    winner = taker(trick)
    return next(DECK.bits[card] for seat, card in trick if seat == winner)


def _card(bit: int) -> Card:
    return DECK.named(bit)[0]


def _call(three: int) -> Call:
    return Call(_card(three) if three else None)


@dataclass(frozen=True, slots=True)
class Player:
    """A player who `thinks` so about cards. Between deals they ask for nothing and agree to everything."""

    thinks: Callable[[View, Random], Move]

    def __call__(self, view: View, rng: Random) -> Move:
        """Their legal move."""
        moves = legal(view)
        if view.phase is Between:
            return next((move for move in moves if move == GoOn("either")), GoOn("next"))
        if view.phase is Asking:
            return Vote(True)
        if view.phase is Naming:
            return Point(view.options.game_point)
        return moves[0] if len(moves) == 1 else self.thinks(view, rng)


def habitual(habit: Callable[[View], Move]) -> Player:
    """A player who goes by rules of thumb."""
    return Player(lambda view, _: habit(view))


def thoughtful(mind: Mind) -> Player:
    """A player who samples deals."""
    return Player(lambda view, rng: _thought(view, rng, mind))


BY_RULES = habitual(by_habit)
"""A player by rules of thumb who forgets nothing. It was Medium once; computers are measured against it."""
