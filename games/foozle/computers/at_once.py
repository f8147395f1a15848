"""Players who lay cards as soon as they can: `hasty`, and `jackdaw`, who overlooks much.

`greedy` isn't a level any more, but the levels are measured against it.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeVar

from games.foozle.rules.cards import Card, Cards, is_trump, one, rank_of
from games.foozle.rules.laying import Reach, discards, lays, offs, takes
from games.foozle.rules.melds import best, kind
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View
from games.kit.lots import below

M = TypeVar("M", bound=Move)

LATE = 25
"""Once so many cards lie in the tableau, Beginner has had enough and looks for groups on the table. Without
that, two of them could go on forever: a hand of one or two cards never has a group of its own. Found with the
ladder."""


def greedy(view: View, rng: Random) -> Move:
    """The move that lays the most cards; picked at random if several are equal."""
    if view.phase is Taking:
        options: list[Move] = list(takes(view.reach, view.table.tableau))
        return most(options, lambda move: _laid(move, view), rng)
    laid: list[Move] = [*lays(view.reach), *offs(view.reach)]
    if laid:
        return most(laid, lambda move: _laid(move, view), rng)
    return most(list(discards(view.reach)), lambda move: best(without(view.hand, move.card)).covered, rng)


def hasty(view: View, rng: Random) -> Move:
    """Like `greedy`, but of the tableau it only sees the last card."""
    if view.phase is not Taking:
        return greedy(view, rng)
    options: list[Move] = [Draw(), Take(view.table.tableau[-1])]
    return most(options, lambda move: _laid(move, view), rng)


def jackdaw(view: View, rng: Random) -> Move:
    """Lays the largest set or flush it has, and overlooks what beginners do.

    It sees no run of several suits, and no group on the table unless the hand drags on (`LATE`). It only
    takes the last card of the tableau, if that makes a group. It discards its highest rank, as if that
    counted against it.
    """
    if view.phase is Taking:
        last = view.table.tableau[-1]
        makes = any(one(last) & lay.cards for lay in _seen(view.reach.with_card(last)))
        return Take(last) if makes else Draw()
    laid = list(_seen(view.reach))
    if laid:
        return most(laid, lambda lay: lay.cards.bit_count(), rng)
    gone: list[Discard] = list(discards(view.reach))
    off = next(offs(view.reach), None)
    if off is not None and (not gone or len(view.table.tableau) >= LATE):
        return off
    return most(gone, lambda move: -1 if is_trump(move.card) else rank_of(move.card), rng)


def _seen(reach: Reach) -> Iterator[Lay]:
    return (lay for lay in lays(reach) if kind(lay.cards) != "run")


def _laid(move: Move, view: View) -> float:
    match move:
        case Take(_, Lay() | Off() as use):
            return _laid(use, view)
        case Take(card):
            gain = best(Cards(view.hand | one(card))).covered - best(view.hand).covered
            return gain - 0.5  # chosen by hand: a card that brings no other into a group isn't taken
        case Lay(cards):
            return cards.bit_count()
        case Off():
            return 1
    return 0


def without(hand: Cards, card: Card) -> Cards:
    """The hand without this card."""
    return Cards(hand & ~one(card))


def most(options: Iterable[M], worth: Callable[[M], float], rng: Random) -> M:
    """The option worth the most; picked at random if several are equal."""
    found = [(worth(option), option) for option in options]
    top = max(value for value, _ in found)
    equals = [option for value, option in found if value == top]
    return equals[below(rng, len(equals))]
