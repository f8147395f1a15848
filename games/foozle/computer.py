"""Computer players: they see a view, split the hand into groups, and never look at a clock.

`greedy` lays everything it can. `steady` keeps its groups until it can go out, unless one wins a token, and
keeps the hand whose best partition leaves out the fewest cards. `cunning` has its own module: it compares
whole turns by the chance to win the game.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from games.core import IllegalMove
from games.foozle import cunning
from games.foozle.cards import Card, Cards, each, one
from games.foozle.chances import chances
from games.foozle.laying import Reach, discards, is_foozle, lays, offs, takes
from games.foozle.melds import best, colour, joins
from games.foozle.notation import Lay, Move, Off, Take
from games.foozle.position import Taking
from games.foozle.view import View
from games.kit.lots import below

OUT, TOKEN = 6.0, 2.5
"""The worth of going out and of a coloured token, in cards gone from the hand."""
DRAWN = 0.8
"""The average worth of an unknown card."""

M = TypeVar("M", bound=Move)


def choose(view: View, level: str, rng: Random) -> Move:
    """A legal move of the viewer, the same for the same view, level and state of `rng`.

    Raises IllegalMove if the viewer has no choice to make, KeyError for an unknown level.
    """
    thinks = {"greedy": _greedy, "steady": _steady, "cunning": _cunning}[level]
    if not view.asked:
        raise IllegalMove("You have nothing to choose right now.")
    return thinks(view, rng)


def _greedy(view: View, rng: Random) -> Move:
    """The move that lays the most cards; picked at random if several are equal."""
    if view.phase is Taking:
        options: list[Move] = list(takes(view.reach, view.table.tableau))
        return _most(options, lambda move: _laid(move, view), rng)
    laid: list[Move] = [*lays(view.reach), *offs(view.reach)]
    if laid:
        return _most(laid, lambda move: _laid(move, view), rng)
    return _most(list(discards(view.reach)), lambda move: best(_without(view.hand, move.card)).covered, rng)


def _laid(move: Move, view: View) -> float:
    match move:
        case Take(_, Lay() | Off() as use):
            return _laid(use, view)
        case Take(card):
            gain = best(Cards(view.hand | one(card))).covered - best(view.hand).covered
            return gain - 0.5
        case Lay(cards):
            return cards.bit_count()
        case Off():
            return 1
    return 0


def _steady(view: View, rng: Random) -> Move:
    return _planned(Judge(view), rng)


def _cunning(view: View, _: Random) -> Move:
    return cunning.choose(view)


@dataclass(frozen=True, slots=True)
class Judge:
    """How good a hand is for the viewer, ignoring the opponents."""

    view: View

    def worth(self, reach: Reach, won: int = 0) -> float:
        """The value of the hand after winning `won` tokens; more is better."""
        left = _left_over(reach)
        value = TOKEN * won - max(left.bit_count() - 1, 0) + chances(left)
        return value + OUT if left.bit_count() <= 1 else value

    def wins(self, play: Lay | Off | None) -> bool:
        """Whether this group wins the viewer a token."""
        assert self.view.viewer is not None
        return isinstance(play, Lay) and self.view.table.lacks(self.view.viewer, colour(play.cards))

    def taking(self, move: Move) -> float:
        """The value of a way to take a card."""
        reach = self.view.reach
        match move:
            case Take(card, None):
                return self.worth(reach.with_card(card))
            case Take(card, Lay() | Off() as use):
                if is_foozle(use):
                    return OUT + self.worth(Reach(Cards(0), ()))
                return self.worth(reach.with_card(card).after(use), int(self.wins(use)))
        return self.worth(reach) - 1 + DRAWN

    def discarding(self, card: Card) -> float:
        """The value of the hand without this card."""
        reach = self.view.reach
        return self.worth(Reach(_without(reach.hand, card), reach.groups))


def _planned(judge: Judge, rng: Random) -> Move:
    view = judge.view
    if view.phase is Taking:
        options: list[Move] = list(_worth_a_look(view))
        return _most(options, judge.taking, rng)
    going = _going_out(judge)
    if going is not None:
        return going
    tokens = [lay for lay in lays(view.reach) if judge.wins(lay)]
    if tokens:
        lay = _most(tokens, lambda lay: judge.worth(view.reach.after(lay), 1), rng)
        if judge.worth(view.reach.after(lay), 1) > judge.worth(view.reach):
            return lay
    gone = list(discards(view.reach))
    if not gone:
        return next(offs(view.reach))
    return _most(gone, lambda move: judge.discarding(move.card), rng)


def _worth_a_look(view: View) -> Iterator[Move]:
    """The ways to take a card, without those that lay down over five cards: more can be laid later."""
    for move in takes(view.reach, view.table.tableau):
        use = move.use if isinstance(move, Take) else None
        if not isinstance(use, Lay) or use.cards.bit_count() <= 5:
            yield move


def _going_out(judge: Judge) -> Lay | Off | None:
    """The next play if the whole hand, except for a card to discard, can be laid this turn."""
    reach = judge.view.reach
    laid = list(lays(reach))
    foozles = [lay for lay in laid if is_foozle(lay)]
    tokens = [lay for lay in laid if judge.wins(lay)]
    if foozles:
        apart = [lay for lay in tokens if not lay.cards & foozles[0].cards]
        return apart[0] if apart else foozles[0]
    left = _left_over(reach)
    if left.bit_count() > 1 or (reach.taken is not None and left == one(reach.taken)):
        return None
    groups = best(reach.hand).groups
    planned: list[Lay | Off] = [lay for lay in laid if lay.cards in groups]
    planned.sort(key=lambda play: not judge.wins(play))
    return next(iter([*planned, *offs(reach)]), None)


def _left_over(reach: Reach) -> Cards:
    """The cards left after laying down the best groups and laying off every card that fits."""
    left = reach.hand
    for group in best(reach.hand).groups:
        left = Cards(left & ~group)
    groups = list(reach.groups)
    found = True
    while found:
        found = False
        for card in each(left):
            for number in joins(one(card), tuple(groups))[:1]:
                groups[number] = Cards(groups[number] | one(card))
                left, found = _without(left, card), True
    return left


def _without(hand: Cards, card: Card) -> Cards:
    return Cards(hand & ~one(card))


def _most(options: Iterable[M], worth: Callable[[M], float], rng: Random) -> M:
    """The option worth the most; picked at random if several are equal."""
    found = [(worth(option), option) for option in options]
    most = max(value for value, _ in found)
    equals = [option for value, option in found if value == most]
    return equals[below(rng, len(equals))]
