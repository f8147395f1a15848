"""Choices by sampling: try each in random deals that agree with the view, and take the best average."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from games.calabresella import habits
from games.calabresella.endgame import Endgame
from games.calabresella.knowledge import OUT, Places, known
from games.calabresella.playout import World, playout
from games.calabresella.position import DECK, HAND
from games.calabresella.tricks import playable
from games.calabresella.view import View

EXACT = 4
"""With this many cards in hand or fewer, every sampled deal is played perfectly."""

EXACT_WORLDS = 60
"""The most deals sampled when each is played perfectly."""

STEPS = 40_000
"""The most cards played out for one move."""

ENOUGH = 13.0
"""The average points, with everybody playing by habit, that make a solo worthwhile. Sampling wins a few more,
and a soloist keeps their points even if they're short of 18."""

Tried = Callable[[Places, int], int]
"""The soloist's points in a world after a choice."""


def card(view: View, rng: Random, worlds: int) -> int:
    """The card to play."""
    hand = DECK.mask(view.hand)
    choices = _distinct(playable(hand, view.trick), DECK.full & ~hand & ~_gone(view))
    if len(choices) == 1:
        return choices[0]
    exact = len(view.hand) <= EXACT
    most = EXACT_WORLDS if exact else STEPS // (3 * len(view.hand) * len(choices))
    return _best(view, choices, _exactly(view) if exact else _by_habit(view), rng, min(worlds, most))


def outcomes(view: View, rng: Random, worlds: int, also: int) -> dict[int, list[int]]:
    """By card, this one included: the points that the soloist still wins in each of so many deals."""
    hand = DECK.mask(view.hand)
    cards, others = playable(hand, view.trick), DECK.full & ~hand & ~_gone(view)
    choices = [one for one in _distinct(cards, others) if not _same(one, also, cards, others)]
    exact = len(view.hand) <= EXACT
    tried = _exactly(view) if exact else _by_habit(view)
    found = known(view).worlds(rng, min(worlds, EXACT_WORLDS) if exact else worlds)
    return {one: [tried(places, one) for places in found] for one in [*choices, also]}


def _same(one: int, other: int, cards: int, others: int) -> bool:
    """Whether these two are in one run of cards worth the same."""
    low, high = sorted((one, other))
    run = [bit for bit in habits.bits(cards) if low <= bit <= high]
    return all(habits.alike(second, first, others) for first, second in pairwise(run))


def _gone(view: View) -> int:
    return DECK.mask(laid.card for trick in view.tricks for laid in trick)


def _distinct(cards: int, others: int) -> list[int]:
    """One card from every run of cards worth the same with none of `others` between them."""
    found: list[int] = []
    for bit in habits.bits(cards):
        if not found or not habits.alike(bit, found[-1], others):
            found.append(bit)
        else:
            found[-1] = bit
    return found


def _by_habit(view: View) -> Tried:
    trick = tuple((int(seat), DECK.bits[laid]) for seat, laid in view.trick)
    soloist, mover = _seats(view)
    return lambda places, first: playout(World(places[:3], places[OUT], soloist, mover, trick), first)


def _exactly(view: View) -> Tried:
    trick = tuple((int(seat), DECK.bits[laid]) for seat, laid in view.trick)
    soloist, mover = _seats(view)
    solvers: dict[Places, Endgame] = {}

    def tried(places: Places, first: int) -> int:
        solver = solvers.setdefault(places, Endgame(soloist, places[OUT]))
        return solver.value(World(places[:3], places[OUT], soloist, mover, trick), first)

    return tried


def _seats(view: View) -> tuple[int, int]:
    assert view.soloist is not None
    assert view.mover is not None
    return view.soloist, view.mover


def _best(view: View, choices: Sequence[int], tried: Tried, rng: Random, worlds: int) -> int:
    """The choice that brings the soloist the most points, or the fewest if the viewer is an opponent."""
    sums = dict.fromkeys(choices, 0)
    for places in known(view).worlds(rng, max(1, worlds)):
        for choice in choices:
            sums[choice] += tried(places, choice)
    if view.viewer == view.soloist:
        return max(choices, key=lambda choice: sums[choice])
    return min(choices, key=lambda choice: sums[choice])


def bids_solo(view: View, rng: Random, worlds: int) -> bool:
    """Whether a solo brings enough on average; in the second round, with a called three."""
    assert view.viewer is not None
    seat, total = int(view.viewer), 0
    second = view.passes >= 3
    for places in known(view).worlds(rng, worlds):
        hands = places
        if second:
            hands = called(places, seat, habits.call(places[seat]))
        total += _exchanged(hands, seat, habits.reject(hands[seat]), _leader(view))
    return total >= ENOUGH * worlds


def call(view: View, rng: Random, worlds: int) -> int:
    """The three to call for, or 0 for none."""
    assert view.viewer is not None
    seat, leader = int(view.viewer), _leader(view)

    def tried(places: Places, three: int) -> int:
        hands = called(places, seat, three)
        return _exchanged(hands, seat, habits.reject(hands[seat]), leader)

    lacking = habits.threes_lacking(DECK.mask(view.hand))
    return _best(view, [*lacking, 0], tried, rng, worlds) if lacking else 0


def give(view: View, rng: Random, worlds: int) -> int:
    """The card to give in return for the three."""
    seat, _ = _seats(view)
    assert view.giver is not None
    assert view.called is not None
    giver, leader = int(view.giver), _leader(view)

    def tried(places: Places, given: int) -> int:
        hands = _moved(places, seat, giver, given)
        return _exchanged(hands, seat, habits.reject(hands[seat]), leader)

    order = habits.by_use(DECK.mask(view.hand) & ~DECK.bits[view.called])
    return _best(view, order[:4], tried, rng, worlds)


def reject(view: View, rng: Random, worlds: int) -> int:
    """The cards to reject."""
    seat, _ = _seats(view)
    leader = _leader(view)
    order = habits.by_use(DECK.mask(view.hand))
    choices = {sum(order[:count]) for count in range(1, 5)} | {habits.reject(DECK.mask(view.hand))}
    choices |= {sum(order[:4]) ^ order[3] ^ order[4]}
    return _best(
        view, sorted(choices), lambda places, cards: _exchanged(places, seat, cards, leader), rng, worlds
    )


def take(view: View, rng: Random, worlds: int) -> int:
    """The cards to take from the widow."""
    seat, _ = _seats(view)
    leader = _leader(view)
    choices = habits.sets(DECK.mask(view.widow), view.rejects)

    def tried(places: Places, cards: int) -> int:
        hands = _moved(places, OUT, seat, cards)
        return playout(World(hands[:3], hands[OUT], seat, leader))

    return _best(view, choices, tried, rng, worlds)


def _leader(view: View) -> int:
    assert view.dealer is not None
    return (view.dealer + 2) % 3


def called(places: Places, soloist: int, three: int) -> Places:
    """The places after a call for this three, with the return card chosen by habit."""
    giver = next((seat for seat in range(3) if places[seat] & three and seat != soloist), None)
    if giver is None:
        return places
    hands = _moved(places, giver, soloist, three)
    return _moved(hands, soloist, giver, habits.give(hands[soloist], three))


def _exchanged(places: Places, soloist: int, rejects: int, leader: int) -> int:
    """The soloist's points after these rejects, with the rest of the exchange and the play by habit."""
    taken = habits.take(places[soloist] & ~rejects, places[OUT], rejects.bit_count())
    hands = _moved(_moved(places, OUT, soloist, taken), soloist, OUT, rejects)
    assert hands[soloist].bit_count() == HAND
    return playout(World(hands[:3], hands[OUT], soloist, leader))


def _moved(places: Places, giver: int, taker: int, cards: int) -> Places:
    changed = list(places)
    changed[giver] &= ~cards
    changed[taker] |= cards
    return changed[0], changed[1], changed[2], changed[OUT]
