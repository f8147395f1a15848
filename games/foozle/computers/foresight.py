"""The computer that compares the most promising turns by what the next one could make of each.

`cunning` judges what a turn leaves by its looks; this draws a card and plays on.

The numbers are choices by hand. On deals that nothing was tuned on, Expert won 68 % of 896 games against
Hard with these, and 66 % of 704 with 40 draws for each of ten turns, at more than twice the time.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from games.foozle.computers.cunning import Plan, Turn, begun, best, plans, taken, with_card
from games.foozle.computers.cunning import choose as at_first_sight
from games.foozle.rules.cards import Card, Cards, each, one
from games.foozle.rules.laying import uses
from games.foozle.rules.melds import LEAST
from games.foozle.rules.notation import Lay, Move
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View

PROMISING, BEHIND = 8, 0.05
"""How many turns are compared, and how far the chance to win by one may be behind the best at first sight."""
CARDS_DRAWN = 20
"""How many hidden cards are tried for the next draw; they're spread over the deck."""
STILL_THERE = 0.75
"""How likely a card of the tableau is still there a turn later."""


def prescient(view: View, _: Random) -> Move:
    """A legal move of the viewer, who must have one; the same for the same view."""
    if view.phase is Taking:
        return at_first_sight(view)
    some = _promising(begun(view))
    return some[0].first if len(some) == 1 else max(some, key=_after_another_turn).first


def _promising(turn: Turn) -> list[Plan]:
    """The best plans at first sight, the best first; of those that leave the same, one."""
    ranked = sorted(plans(turn), key=lambda plan: -plan.worth)
    if ranked[0].end is None:
        return ranked[:1]
    close = (plan for plan in ranked if plan.worth >= ranked[0].worth - BEHIND)
    apart = {_left(plan): plan for plan in reversed(list(close))}
    return sorted(apart.values(), key=lambda plan: -plan.worth)[:PROMISING]


def _left(plan: Plan) -> object:
    return plan.first if plan.end is None else (plan.end[0].reach, plan.end[1])


def _after_another_turn(plan: Plan) -> float:
    """The chance to win with this plan, seen from the end of the turn after it."""
    if plan.end is None:
        return plan.worth
    turn = _next_turn(*plan.end)
    drawn = _if_drawn(turn)
    return drawn + STILL_THERE * max(0.0, max(_if_taken(turn, plan.end[1]), default=0.0) - drawn)


def _next_turn(turn: Turn, discarded: Card) -> Turn:
    """The player's next turn, if the others do nothing."""
    hand = Cards(turn.reach.hand & ~one(discarded))
    reach = replace(turn.reach, hand=hand, taken=None)
    return replace(turn, reach=reach, tableau=Cards(turn.tableau | one(discarded)))


def _if_drawn(turn: Turn) -> float:
    apart = max(1, turn.hidden.bit_count() // CARDS_DRAWN)
    found = [best(with_card(turn, card)).worth for card in islice(each(turn.hidden), 0, None, apart)]
    return sum(found) / len(found) if found else 0.0


def _if_taken(turn: Turn, discarded: Card) -> Iterator[float]:
    """By laying a group of three with a card that lies in the tableau now."""
    for card in each(Cards(turn.tableau & ~one(discarded))):
        for take in uses(turn.reach, card):
            if isinstance(take.use, Lay) and take.use.cards.bit_count() == LEAST:
                yield taken(turn, take)
