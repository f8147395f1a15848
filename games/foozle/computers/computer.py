"""Computer players: they see a view, split the hand into groups, and never look at a clock.

`jackdaw` and `hasty` lay at once what they can. `thrifty` and `nimble` keep their groups until they can go
out, unless one wins a token; `thrifty` only counts groups, while `nimble` sees what the other cards may
become. `prescient` compares whole turns, and what could come after them, by the chance to win the game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import compress, islice
from operator import or_
from random import Random

from games.foozle.computers.at_once import most, without
from games.foozle.computers.chances import chances
from games.foozle.rules.cards import Card, Cards, each, one
from games.foozle.rules.laying import Reach, discards, is_foozle, lays, offs, takes
from games.foozle.rules.melds import best, colour, joins
from games.foozle.rules.notation import Lay, Move, Off, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View

OUT, TOKEN = 6.0, 2.5
"""The worth of going out and of a coloured token, in cards gone from the hand: choices by hand, like
`DRAWN`. With half and double a TOKEN Hard lost 68 % and 64 % of 80 games to Expert, and 66 % with this one,
which says nothing (docs/computers.md)."""
DRAWN = 0.8
"""The average worth of an unknown card."""
RECENT = 3
"""How many of the last cards of the tableau `nimble` looks at: found with the ladder, for a Hard that is far
enough from both neighbours (BUILDING.md has what others won)."""


def thrifty(view: View, rng: Random) -> Move:
    """Medium's move."""
    return _planned(Thrifty(view), rng)


def nimble(view: View, rng: Random) -> Move:
    """Hard's move."""
    return _planned(Judge(view), rng)


@dataclass(frozen=True, slots=True)
class Judge:
    """How good a hand is for the viewer, ignoring the opponents."""

    view: View

    def options(self) -> Iterator[Move]:
        """The ways to take a card that are compared, without those that lay down over five cards.

        More can be laid later. It overlooks cards that have been in the tableau for long.
        """
        for move in takes(self.view.reach, self.view.table.tableau[-RECENT:]):
            use = move.use if isinstance(move, Take) else None
            if not isinstance(use, Lay) or use.cards.bit_count() <= 5:
                yield move

    def left(self, reach: Reach) -> Cards:
        """The cards it couldn't lay."""
        return _left_over(reach)

    def hope(self, left: Cards) -> float:
        """What those may become, in cards gone from the hand."""
        return chances(left)

    def worth(self, reach: Reach, won: int = 0) -> float:
        """The value of the hand after winning `won` tokens; more is better."""
        left = self.left(reach)
        value = TOKEN * won - max(left.bit_count() - 1, 0) + self.hope(left)
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
        return self.worth(Reach(without(reach.hand, card), reach.groups))


class Thrifty(Judge):
    """How good a hand looks if you count only its groups.

    It forgets that cards can be laid off on the others' groups, and that pairs may become groups; of the
    tableau it only sees the end.
    """

    __slots__ = ()

    def options(self) -> Iterator[Move]:
        """Drawing, or the last card of the tableau."""
        return islice(takes(self.view.reach, self.view.table.tableau), 2)

    def left(self, reach: Reach) -> Cards:
        """The cards it couldn't lay if the others had no groups on the table."""
        layers = self.view.table.layers
        own = (at >= len(layers) or layers[at] == self.view.viewer for at in range(len(reach.groups)))
        return _left_over(replace(reach, groups=tuple(compress(reach.groups, own))))

    def hope(self, left: Cards) -> float:
        """Nothing, whatever is left."""
        return 0.0


def _union(groups: Iterable[Cards]) -> Cards:
    return Cards(reduce(or_, groups, 0))


def _planned(judge: Judge, rng: Random) -> Move:
    view = judge.view
    if view.phase is Taking:
        options: list[Move] = list(judge.options())
        return most(options, judge.taking, rng)
    going = _going_out(judge)
    if going is not None:
        return going
    tokens = [lay for lay in lays(view.reach) if judge.wins(lay)]
    if tokens:
        lay = most(tokens, lambda lay: judge.worth(view.reach.after(lay), 1), rng)
        if judge.worth(view.reach.after(lay), 1) > judge.worth(view.reach):
            return lay
    gone = list(discards(view.reach))
    if not gone:
        return next(offs(view.reach))
    return most(gone, lambda move: judge.discarding(move.card), rng)


def _going_out(judge: Judge) -> Lay | Off | None:
    """The next play if the whole hand, except for a card to discard, can be laid this turn."""
    reach = judge.view.reach
    laid = list(lays(reach))
    foozles = [lay for lay in laid if is_foozle(lay)]
    tokens = [lay for lay in laid if judge.wins(lay)]
    if foozles:
        apart = [lay for lay in tokens if not lay.cards & foozles[0].cards]
        return apart[0] if apart else foozles[0]
    left = judge.left(reach)
    if left.bit_count() > 1 or (reach.taken is not None and left == one(reach.taken)):
        return None
    groups = best(reach.hand).groups
    planned: list[Lay | Off] = [lay for lay in laid if lay.cards in groups]
    planned.sort(key=lambda play: not judge.wins(play))
    return next(iter([*planned, *offs(reach)]), None)


def _left_over(reach: Reach) -> Cards:
    """The cards left after laying down the best groups and laying off every card that fits."""
    left = Cards(reach.hand & ~_union(best(reach.hand).groups))
    groups = list(reach.groups)
    found = True
    while found:
        found = False
        for card in each(left):
            for number in joins(one(card), tuple(groups))[:1]:
                groups[number] = Cards(groups[number] | one(card))
                left, found = without(left, card), True
    return left
