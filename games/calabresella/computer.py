"""Computer players: they see a view, sample a fixed number of deals, and never look at a clock."""

from random import Random

from games.calabresella import habits, thinking
from games.calabresella.knowledge import known
from games.calabresella.notation import Bid, Call, Give, GoOn, Move, Play, Point, Reject, Take, Vote
from games.calabresella.position import (
    DECK,
    SEATS,
    Asking,
    Between,
    Bidding,
    Calling,
    Naming,
    Rejecting,
    Returning,
    Taking,
    Trick,
)
from games.calabresella.prompts import legal
from games.calabresella.tricks import playable, taker
from games.calabresella.view import View
from games.core import IllegalMove
from games.kit.cards import Card

WORLDS = {"rules": 0, "sampled": 25, "keen": 150}
"""How many deals a level samples for a move; with 0 it follows rules of thumb."""


def choose(view: View, level: str, rng: Random) -> Move:
    """A legal move, the same for the same view, level and state of `rng`.

    Raises IllegalMove when the viewer has nothing to choose, KeyError for a level that isn't in WORLDS.
    """
    worlds, moves = WORLDS[level], legal(view)
    if view.viewer is None or not moves:
        raise IllegalMove("There's nothing to choose right now.")
    if view.phase is Between:
        # Computers never ask for anything and agree to every request.
        return GoOn("either" if view.options.replay else "next")
    if view.phase is Asking:
        return Vote(True)
    if view.phase is Naming:
        return Point(view.options.game_point)
    if len(moves) == 1:
        return moves[0]
    return _thought(view, rng, worlds) if worlds else _by_habit(view)


def _thought(view: View, rng: Random, worlds: int) -> Move:
    if view.phase is Bidding:
        return Bid(thinking.bids_solo(view, rng, worlds))
    if view.phase is Calling:
        return _call(thinking.call(view, rng, worlds))
    if view.phase is Returning:
        return Give(_card(thinking.give(view, rng, worlds)))
    if view.phase is Rejecting:
        return Reject(thinking.reject(view, rng, worlds))
    if view.phase is Taking:
        return Take(thinking.take(view, rng, worlds))
    return Play(_card(thinking.card(view, rng, worlds)))


def _by_habit(view: View) -> Move:
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
    return Play(_card(_played(view, hand)))


def _played(view: View, hand: int) -> int:
    knows = known(view)
    rest = (knows.may[0] | knows.may[1] | knows.may[2]) & ~hand
    if not view.trick:
        return habits.lead(hand, rest)
    winner = taker(view.trick)
    friendly = view.soloist not in (view.viewer, winner)
    led = DECK.suit(view.trick[0].card[-1])
    return habits.follow(
        playable(hand, view.trick), led, _highest(view.trick), friendly, len(view.trick) == 2, rest
    )


def _highest(trick: Trick) -> int:
    winner = taker(trick)
    return next(DECK.bits[card] for seat, card in trick if seat == winner)


def _card(bit: int) -> Card:
    return DECK.named(bit)[0]


def _call(three: int) -> Call:
    return Call(_card(three) if three else None)
