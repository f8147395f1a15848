"""Whole turns, and how close each brings the player to winning the game.

For each way to split its hand it tries each choice of tokens to win and each discard. A way to take a card
is worth as much as the best turn that follows; a draw is worth the average over some of the hidden cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random
from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.foozle.computers.holdings import Holding, fitting, holdings, laid_off
from games.foozle.computers.prospects import Around, prospect
from games.foozle.computers.standing import Standing, standing
from games.foozle.rules.cards import ALL, COLOURS, NONE, TRUMPS, Card, Cards, among, each, one
from games.foozle.rules.laying import Reach, is_foozle, takes
from games.foozle.rules.melds import LEAST, Groups, colour, joins
from games.foozle.rules.notation import Discard, Draw, Lay, Move, Off, Take
from games.foozle.rules.position import Taking
from games.foozle.rules.view import View

EVERY_COLOUR = (1 << len(COLOURS)) - 1
LARGEST_TAKEN = 5
"""The most cards laid down in one move with a card of the tableau: more can be laid off later. Like the
next two, a choice by hand that nobody has measured against others."""
SLIGHT = 0.01
"""So small a part of the chance to win the game means nothing."""
DRAWN_APART = 6
"""A draw tries every sixth hidden card in the order of the deck, so every suit is covered."""

Play: TypeAlias = Lay | Off | Discard


class Plan(NamedTuple):
    """How to continue a turn: the first play, and the chance to win the game with it.

    A plan that ends with a discard has it, and the turn just before.
    """

    worth: float
    first: Play
    end: "tuple[Turn, Card] | None" = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The viewer's turn at some point after taking a card; `won` is the mask of colours won so far."""

    view: View
    seat: Seat
    reach: Reach
    tableau: Cards
    hidden: Cards
    standing: Standing
    lacking: int
    won: int = 0

    def wins(self, cards: Cards) -> int:
        """The mask of the colour whose token this group wins; 0 if it wins none."""
        hue = colour(cards)
        return 0 if hue is None else 1 << hue & self.lacking

    def winning(self, mask: int) -> "Turn":
        """This turn with the tokens of these colours as well."""
        if not mask:
            return self
        won = self.won | mask
        stands = standing(self.view.table, self.seat, won)
        return replace(self, standing=stands, lacking=self.lacking & ~won, won=won)

    def laying(self, *groups: Cards) -> "Turn":
        """This turn after laying these groups one by one, with the tokens they win."""
        reach, won = self.reach, 0
        for cards in groups:
            reach, won = reach.after(lay(cards, reach)), won | self.wins(cards)
        return replace(self, reach=reach).winning(won) if groups else self

    def worth(self, holding: Holding, discarded: Card) -> float:
        """The chance to win the game with this hand left and that card put on the tableau."""
        table = self.view.table
        tableau = Cards(self.tableau | one(discarded))
        around = Around(
            self.reach.groups, tableau, self.hidden, self.lacking, len(table.tableau), table.seats
        )
        hope, stands = prospect(holding, around), self.standing
        hand = hope.out * stands.out + (1 - hope.out) * stands.lost
        return hand + hope.tokens * (stands.coloured - stands.now)


def lay(cards: Cards, reach: Reach) -> Lay:
    """The play that lays a group; if it can join several, it joins the first."""
    found = joins(cards, reach.groups)
    return Lay(cards, found[0] + 1 if len(found) > 1 else None)


def choose(view: View) -> Move:
    """A legal move of the viewer, who must have one; the same for the same view."""
    if view.phase is Taking:
        return max(_takes(view), key=lambda option: option[0])[1]
    return best(begun(view)).first


def begun(view: View) -> Turn:
    """The viewer's turn at this point."""
    return _turn(view, view.reach, among(view.table.tableau))


def worths(view: View, played: Move, _: Random) -> dict[Move, float]:
    """The chance to win the game with each move that `choose` considers, and with this one."""
    turn = begun(view)
    found: dict[Move, float] = {}
    if view.phase is Taking:
        found = {move: worth for worth, move in _takes(view)}
    else:
        for plan in plans(turn):
            found[plan.first] = max(plan.worth, found.get(plan.first, 0))
    if played not in found:
        found[played] = _worth(turn, played)
    return found


def _worth(turn: Turn, move: Move) -> float:
    """The chance to win the game with any other move than a draw."""
    match move:
        case Take():
            return taken(turn, move)
        case Discard(card):
            rest = Cards(turn.reach.hand & ~one(card))
            return max(turn.worth(one_way, card) for one_way in holdings(rest)) if rest else turn.standing.out
        case Lay() | Off():
            return _used(turn, move)
    raise TypeError("Only a player's move has a worth.")


def _turn(view: View, reach: Reach, tableau: Cards) -> Turn:
    assert view.viewer is not None
    seen = reach.hand | tableau
    for group in reach.groups:
        seen |= group
    stands, has = standing(view.table, view.viewer), view.table.colours[view.viewer]
    return Turn(view, view.viewer, reach, tableau, Cards(ALL & ~seen), stands, EVERY_COLOUR & ~has)


def _takes(view: View) -> Iterator[tuple[float, Move]]:
    """Every way to take a card, and the chance to win the game by it."""
    tableau = among(view.table.tableau)
    for move in takes(view.reach, view.table.tableau):
        if isinstance(move, Draw):
            yield _drawn(_turn(view, view.reach, tableau)), move
        elif isinstance(move, Take) and not (isinstance(move.use, Lay) and _is_large(move.use)):
            yield taken(_turn(view, view.reach, tableau), move), move


def _is_large(use: Lay) -> bool:
    return use.cards.bit_count() > LARGEST_TAKEN


def _drawn(turn: Turn) -> float:
    """The average over some hidden cards; any of them may be in the pile."""
    sample = islice(each(turn.hidden), 0, None, DRAWN_APART)
    found = [best(with_card(turn, card)).worth for card in sample]
    return sum(found) / len(found)


def with_card(turn: Turn, card: Card) -> Turn:
    """The turn after drawing this card."""
    hidden = Cards(turn.hidden & ~one(card))
    return replace(turn, reach=turn.reach.with_card(card), hidden=hidden)


def taken(turn: Turn, take: Take) -> float:
    """The chance to win the game after taking a card of the tableau."""
    tableau = Cards(turn.tableau & ~one(take.card))
    reach = turn.reach.with_card(take.card)
    if take.use is None:
        return best(replace(turn, reach=replace(reach, taken=take.card), tableau=tableau)).worth
    return _used(replace(turn, reach=reach, tableau=tableau), take.use)


def _used(turn: Turn, use: Lay | Off) -> float:
    if is_foozle(use):
        return turn.standing.out
    won = turn.wins(use.cards) if isinstance(use, Lay) else 0
    after = replace(turn, reach=turn.reach.after(use)).winning(won)
    if after.standing.is_over or not after.reach.hand:
        return after.standing.out
    return best(after).worth


def best(turn: Turn) -> Plan:
    """The plan that brings the player closest to winning."""
    return max(plans(turn), key=lambda plan: plan.worth)


def plans(turn: Turn) -> Iterator[Plan]:
    """Every way to split the hand, with every choice of tokens to win."""
    for holding in holdings(turn.reach.hand):
        winning = _winning(turn, holding.groups)
        for count in range(len(winning) + 1):
            for some in combinations(winning, count):
                laid = turn.laying(*some)
                first = lay(some[0], turn.reach) if some else None
                if first is not None and (laid.standing.is_over or not laid.reach.hand):
                    yield Plan(laid.standing.out, first)
                else:
                    yield from _ways_on(laid, _holding_but(holding, some), first)


def _winning(turn: Turn, groups: Groups) -> list[Cards]:
    """The groups that win a token, the first of each colour."""
    by_colour: dict[int, Cards] = {}
    for group in groups:
        if won := turn.wins(group):
            by_colour.setdefault(won, group)
    return list(by_colour.values())


def _holding_but(holding: Holding, laid: tuple[Cards, ...]) -> Holding:
    left = [pair for pair in zip(holding.groups, holding.colours, strict=True) if pair[0] not in laid]
    return Holding(tuple(group for group, _ in left), tuple(hue for _, hue in left), holding.loose)


def _ways_on(turn: Turn, holding: Holding, first: Lay | None) -> Iterator[Plan]:
    """A Big Foozle, going out, or any discard; `first` is the group laid before that."""
    trumps = Cards(holding.loose & TRUMPS)
    if trumps.bit_count() >= LEAST:
        yield Plan(turn.standing.out, first or Lay(trumps))
    out = _way_out(turn, holding)
    if out is not None:
        yield Plan(turn.standing.out, first or out)
    for card in each(_discards(turn, holding)):
        yield Plan(turn.worth(holding.without(card), card), first or Discard(card), (turn, card))


def _way_out(turn: Turn, holding: Holding) -> Play | None:
    """The first step to an empty hand this turn; None if there is none, or only by winning a token first."""
    if any(map(turn.wins, holding.groups)):
        return None
    groups = turn.laying(*holding.groups).reach.groups
    stays, _ = laid_off(holding.loose, groups)
    if stays.bit_count() > 1 or stays == _barred(turn):
        return None
    if holding.groups:
        return lay(holding.groups[0], turn.reach)
    found = fitting(holding.loose, groups)
    return Discard(next(each(stays))) if found is None else Off(found[0], found[1] + 1)


def _barred(turn: Turn) -> Cards | None:
    """The card that can't be discarded this turn (rule 5)."""
    return None if turn.reach.taken is None else one(turn.reach.taken)


def _discards(turn: Turn, holding: Holding) -> Cards:
    """Discards to consider: cards that don't fit anywhere, or loose ones, or any; never the last card."""
    stays, _ = laid_off(holding.loose, turn.reach.groups)
    hand = turn.reach.hand
    if hand.bit_count() == 1:
        return NONE
    barred = _barred(turn) or NONE
    some = (Cards(cards & ~barred) for cards in (stays, holding.loose, hand))
    return next((cards for cards in some if cards), NONE)
