"""Sampled deals as likely as the others' bids and rejects make them, and not only possible."""

from math import exp
from random import Random

from games.calabresella.computers import habits
from games.calabresella.computers.knowledge import OUT, Places, known
from games.calabresella.rules.position import DECK, SEATS, Bidding
from games.calabresella.rules.tricks import ACES, THREES, TWOS
from games.calabresella.rules.view import View

BIDS_AT, _SLOPE = 10.6, 2.0
"""The `habits.strength` with which a player goes solo as often as not in the first round, and how much more
makes the odds e to 1. Both from Experts' bids, by `python -m bench.tune calabresella`."""

_DRAWN = 2
"""How many deals are drawn for each that is kept: a choice by hand."""

_REJECTS_DEAR = 0.2
"""How much less likely each three, two or ace among the rejects makes a deal: a choice by hand."""

_DEAR = THREES | TWOS | ACES


def likely(view: View, rng: Random, count: int) -> list[Places]:
    """`count` deals, some of them the same, drawn by how well they explain the others' bids and rejects."""
    drawn = known(view).worlds(rng, _DRAWN * count)
    weights = _weights(view, drawn)
    step = sum(weights) / count
    lot, at, reached, kept = rng.random() * step, 0, weights[0], []
    for _ in range(count):
        while reached < lot and at < len(drawn) - 1:
            at += 1
            reached += weights[at]
        kept.append(drawn[at])
        lot += step
    return kept


def _weights(view: View, drawn: list[Places]) -> list[float]:
    played = [0, 0, 0]
    for trick in (*view.tricks, view.trick):
        for seat, card in trick:
            played[seat] |= DECK.bits[card]
    assert view.dealer is not None
    order = [(view.dealer + 2 + turn) % 3 for turn in range(3)]
    return [_bids(view, places, played, order) for places in drawn]


def _dealt(view: View, places: Places, played: list[int]) -> list[int]:
    """The hands as they were dealt."""
    hands = [places[seat] | played[seat] for seat in SEATS]
    soloist = view.soloist
    if soloist is None:
        return hands
    turned_up = DECK.mask(view.remembered)
    taken = DECK.mask(view.taken)
    if view.rejects and view.viewer != soloist and view.taken:
        hands[soloist] |= places[OUT] & ~turned_up
    hands[soloist] &= ~taken
    if view.giver is not None and view.called:
        three = DECK.bits[view.called]
        hands[soloist] &= ~three
        hands[view.giver] |= three
    return hands


def _bids(view: View, places: Places, played: list[int], order: list[int]) -> float:
    hands = _dealt(view, places, played)
    weight = 1.0
    if view.phase is Bidding:
        passed = order[: view.passes]
    else:
        assert view.soloist is not None
        passed = order if view.called else order[: order.index(view.soloist)]
        if view.viewer != view.soloist:
            hand = hands[view.soloist]
            if not view.called:
                weight /= 1.0 + exp((BIDS_AT - habits.strength(hand)) / _SLOPE)
            if view.taken:
                rejects = hand & places[OUT] & ~DECK.mask(view.remembered)
                weight *= _REJECTS_DEAR ** (rejects & _DEAR).bit_count()
    for seat in passed:
        if seat != view.viewer:
            weight /= 1.0 + exp((habits.strength(hands[seat]) - BIDS_AT) / _SLOPE)
    return weight
