"""Somebody who has just done a game's lesson, for Beginner to be measured against.

A pupil follows the advice that ends each lesson (`lesson.txt`, the lines with `+`) and what its steps showed,
looks at nothing else and plans nothing. They stand apart from the rivals of the strongest computers, because
they say how a person plays and not how good a computer could be.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from bench.rivals import Chooser
from games.calabresella.computers import habits
from games.calabresella.computers.computer import BY_RULES
from games.calabresella.rules.notation import Bid, Play
from games.calabresella.rules.position import DECK, Bidding
from games.calabresella.rules.position import Playing as PlayingCards
from games.calabresella.rules.tricks import THREES, TWOS, playable, taker, worth
from games.calabresella.rules.view import View as Cards
from games.doublolo.rules.lines import flips
from games.doublolo.rules.notation import Call, Place
from games.doublolo.rules.position import Playing as PlayingStones
from games.doublolo.rules.position import other
from games.doublolo.rules.view import View as Stones
from games.fooblitzky.computers.shopper import shopper
from games.foozle.computers.at_once import most, without
from games.foozle.rules.laying import discards, is_foozle, lays, offs
from games.foozle.rules.melds import best, colour
from games.foozle.rules.notation import Draw, Move, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View as Hand
from games.fourside.computers.outlook import at_once
from games.kit.grid import bits

ENOUGH = 4
"""How many threes and twos are “several”, so that a pupil of Calabresella goes solo."""


def of_doublolo(view: Stones, rng: Random) -> Call | Place:
    """A corner, otherwise the edge, otherwise anywhere; there, the square that flips most."""
    playing = view.position
    if not isinstance(playing, PlayingStones):
        return Call("heads")
    grid, board = view.board.grid, view.board
    own, opposed = board.stones[playing.mover], board.stones[other(playing.mover)]

    def good(bit: int) -> tuple[int, int, float]:
        column, row = grid.square(bit)
        edges = (column in (0, grid.width - 1)) + (row in (0, grid.height - 1))
        return edges, flips(grid, own, opposed, bit).bit_count(), rng.random()

    return Place(grid.square(max(bits(view.open), key=good)))


def of_calabresella(view: Cards, rng: Random) -> Any:
    """Solo with several threes and twos; then threes first, and points for the partner alone.

    They exchange cards as the lesson says, which is by `habits`.
    """
    hand = DECK.mask(view.hand)
    if view.phase is Bidding:
        return Bid((hand & (THREES | TWOS)).bit_count() >= ENOUGH)
    if view.phase is not PlayingCards:
        return BY_RULES(view, rng)
    cards = habits.bits(playable(hand, view.trick))
    if not view.trick:
        return _play(next((card for card in cards if card & THREES), min(cards, key=worth)))
    winner = taker(view.trick)
    highest = next(DECK.bits[laid.card] for laid in view.trick if laid.seat == winner)
    suit = DECK.suit(view.trick[0].card[-1])
    if view.soloist not in (view.viewer, winner):
        return _play(max(cards, key=worth))
    return _play(next((card for card in cards if card & suit and card > highest), min(cards, key=worth)))


def _play(card: int) -> Play:
    return Play(DECK.named(card)[0])


def of_foozle(view: Hand, rng: Random) -> Move:
    """Lays a group if it wins a token or if all cards can go, and keeps the others until then."""
    assert view.viewer is not None
    seat, reach = view.viewer, view.reach
    if view.phase is Taking:
        last = view.table.tableau[-1]
        with_it = best(reach.with_card(last).hand).covered
        return Take(last) if with_it > best(reach.hand).covered else Draw()
    groups = list(lays(reach))
    winning = [lay for lay in groups if is_foozle(lay) or view.table.lacks(seat, colour(lay.cards))]
    if winning:
        return most(winning, lambda lay: lay.cards.bit_count(), rng)
    parts = best(reach.hand)
    if parts.covered >= reach.hand.bit_count() - 1 and parts.groups:
        return next(lay for lay in groups if lay.cards in parts.groups)
    gone = list(discards(reach))
    return (
        most(gone, lambda move: best(without(reach.hand, move.card)).covered, rng)
        if gone
        else next(offs(reach))
    )


PUPILS: Mapping[str, Chooser] = {
    "calabresella": of_calabresella,
    "doublolo": of_doublolo,
    "fooblitzky": shopper,
    "foozle": of_foozle,
    "fourside": at_once,
}
"""By game. In Fooblitzky they have the notebook that every player has, and in FourSide they count points."""
