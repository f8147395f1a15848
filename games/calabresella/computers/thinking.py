"""Choices by sampling: try each in random deals that agree with the view, and take the best average."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeAlias

from games.calabresella.computers import habits
from games.calabresella.computers.abreast import playouts
from games.calabresella.computers.endgame import Endgame
from games.calabresella.computers.knowledge import OUT, Places, known
from games.calabresella.computers.playout import World
from games.calabresella.computers.stakes import chance, stake
from games.calabresella.rules.position import DECK, HAND, MADE, SEATS
from games.calabresella.rules.tricks import playable
from games.calabresella.rules.view import View

EXACT = 4
"""With this many cards in hand or fewer, every sampled deal is played perfectly. A choice: with five a choice
took up to 250 ms, and Expert won 58 % of 180 matches to 50 against a Hard that did the same."""

EXACT_WORLDS = 60
"""The most deals sampled when each is played perfectly: a choice by hand, for what a move may cost."""

ENOUGH = 15.0
"""The average points, with everybody playing by habit, that Hard wants for a solo. It's too careful: sampling
wins a few more, and a soloist keeps their points even if they're short of 18. Of matches to 50, Expert won
64 % of 816 against a Hard of 13, and 69 % of 432 with 15:

    python -m bench.ladder calabresella --only pensive --first 20100 --deals 60 \\
        --put games.calabresella.computers.thinking.ENOUGH=13
"""


@dataclass(frozen=True, slots=True)
class Mind:
    """How many `worlds` a level thinks of for a move; if it `aims`, it plays for the match, not points."""

    worlds: int
    aims: bool = False


THRIFT = 0.02
"""What a level that aims sees in a point that changes nothing else, in chances to win. A choice: small
enough that it only decides between choices that are as likely to win."""

FLAIR = 2.0
"""How many more points a soloist takes than if everybody plays by habit. A choice: between Experts it's 0.6
(`python -m bench.tune calabresella`), but Expert then goes solo less often. So it won 62 % of 360 matches to
50 against a Hard of 10 deals, and with 2 it won 70 % of 240 against one of 8."""

BARS = (0.9, 0.9, -0.1)
"""How much better a solo has to look than the chance to win before the bid, as a part of what 18 points are
worth; by how many have passed in the first round. Who bids early is also early in the second round, where a
solo brings much more because of the called three, so they wait with all but the best hands; the last one
would mostly leave that to others. Chosen in 214 deals, see BUILDING.md."""

LATE_BAR, LATE_CHANCE = 0.5, 0.1
"""The same in the second round, for a hand that everybody passed, but never more than so much of a chance to
win the match. Choices: with 0.05, three Experts played every deal, and these are about the least with which
they leave as many as others do. Where much is at stake, they still go solo."""


Taken: TypeAlias = Sequence[float]
Chosen: TypeAlias = Sequence[tuple[Places, int]]
Tried: TypeAlias = Callable[[Chosen], Sequence[Taken]]
"""What each seat takes in worlds, each with a choice."""


def card(view: View, rng: Random, mind: Mind) -> int:
    """The card to play."""
    hand = DECK.mask(view.hand)
    choices = _distinct(playable(hand, view.trick), DECK.full & ~hand & ~_gone(view))
    if len(choices) == 1:
        return choices[0]
    exact = len(view.hand) <= EXACT
    tried = _exactly(view) if exact else _by_habit(view)
    worlds = min(mind.worlds, EXACT_WORLDS) if exact else mind.worlds
    return _best(view, choices, tried, rng, worlds, mind)


def outcomes(view: View, rng: Random, worlds: int, also: int) -> dict[int, list[int]]:
    """By card, this one included: the points that the soloist still wins in each of so many deals."""
    hand = DECK.mask(view.hand)
    cards, others = playable(hand, view.trick), DECK.full & ~hand & ~_gone(view)
    choices = [one for one in _distinct(cards, others) if not _same(one, also, cards, others)]
    exact = len(view.hand) <= EXACT
    tried, (soloist, _) = _exactly(view) if exact else _by_habit(view), _seats(view)
    found = known(view).worlds(rng, min(worlds, EXACT_WORLDS) if exact else worlds)
    return {
        one: [int(taken[soloist]) for taken in tried([(places, one) for places in found])]
        for one in [*choices, also]
    }


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

    def tried(chosen: Chosen) -> Sequence[Taken]:
        worlds = [World(places[:3], places[OUT], soloist, mover, trick) for places, _ in chosen]
        return playouts(worlds, [first for _, first in chosen])

    return tried


def _exactly(view: View) -> Tried:
    trick = tuple((int(seat), DECK.bits[laid]) for seat, laid in view.trick)
    soloist, mover = _seats(view)
    solvers: dict[Places, Endgame] = {}

    def tried(chosen: Chosen) -> Sequence[Taken]:
        worlds = [World(places[:3], places[OUT], soloist, mover, trick) for places, _ in chosen]
        values = [
            solvers.setdefault(places, Endgame(soloist, places[OUT])).value(world, first)
            for world, (places, first) in zip(worlds, chosen, strict=True)
        ]
        habit = playouts(worlds, [first for _, first in chosen])
        return [_shifted(one, soloist, won - one[soloist]) for one, won in zip(habit, values, strict=True)]

    return tried


def _seats(view: View) -> tuple[int, int]:
    assert view.soloist is not None
    assert view.mover is not None
    return view.soloist, view.mover


def _best(view: View, choices: Sequence[int], tried: Tried, rng: Random, worlds: int, mind: Mind) -> int:
    """The choice that brings the soloist the most points, or the fewest if the viewer is an opponent."""
    sums: dict[int, float] = dict.fromkeys(choices, 0)
    found, worth = known(view).worlds(rng, worlds), _worth(view, mind)
    chosen = [(places, choice) for places in found for choice in choices]
    for (_, choice), taken in zip(chosen, tried(chosen), strict=True):
        sums[choice] += worth(taken)
    return max(choices, key=lambda choice: sums[choice])


def _worth(view: View, mind: Mind) -> Callable[[Taken], float]:
    """What points are worth to the viewer."""
    soloist = view.soloist
    assert soloist is not None
    assert view.viewer is not None
    if not mind.aims:
        sign = 1 if view.viewer == soloist else -1
        return lambda taken: sign * taken[soloist]
    worth = stake(view.totals, view.options.game_point, soloist, view.viewer, THRIFT)
    had = view.points
    left = len(view.hand) / HAND
    bias = FLAIR * left

    rated: dict[tuple[float, ...], float] = {}

    def rate(taken: Taken) -> float:
        key = tuple(taken)
        if key not in rated:
            took = [one + more for one, more in zip(had, taken, strict=True)]
            rated[key] = worth(_shifted(took, soloist, bias))
        return rated[key]

    return rate


def _shifted(took: Taken, soloist: int, more: float) -> list[float]:
    """With so many points more for the soloist, as long as there are any."""
    more = min(more, sum(took) - took[soloist])
    rest = sum(took) - took[soloist]
    share = 1 - more / rest if rest else 1.0
    shifted = [one * share for one in took]
    shifted[soloist] = took[soloist] + more
    return shifted


def bids_solo(view: View, rng: Random, mind: Mind) -> bool:
    """Whether a solo brings enough on average; in the second round, with a called three."""
    assert view.viewer is not None
    seat = int(view.viewer)
    found = known(view).worlds(rng, mind.worlds)
    alone = [_alone(view, places, seat, view.passes) for places in found]
    if not mind.aims:
        return sum(taken[seat] for taken in _played_on(alone)) >= ENOUGH * mind.worlds
    now = chance(view.totals, view.options.game_point, seat)
    ahead = [had + (one == seat) * MADE for one, had in zip(SEATS, view.totals, strict=True)]
    swing = chance(ahead, view.options.game_point, seat) - now
    worth = stake(view.totals, view.options.game_point, seat, seat, thrift=0)
    hoped = sum(worth(_shifted(taken, seat, FLAIR)) for taken in _played_on(alone)) / len(alone)
    if view.passes < len(SEATS):
        return hoped > now + BARS[view.passes] * swing
    return hoped > now + min(LATE_BAR * swing, LATE_CHANCE)


def _alone(view: View, places: Places, seat: int, turn: int) -> World:
    """The world in which this seat goes solo, with an exchange by habit."""
    hands = called(places, seat, habits.call(places[seat])) if turn >= len(SEATS) else places
    return _exchanged(hands, seat, habits.reject(hands[seat]), _leader(view))


def _played_on(worlds: Sequence[World]) -> Sequence[Taken]:
    return playouts(worlds, ())


def _after(world: Callable[[Places, int], World]) -> Tried:
    """What is taken in the worlds that follow from choices."""
    return lambda chosen: _played_on([world(places, choice) for places, choice in chosen])


def call(view: View, rng: Random, mind: Mind) -> int:
    """The three to call for, or 0 for none."""
    assert view.viewer is not None
    seat, leader = int(view.viewer), _leader(view)

    def after(places: Places, three: int) -> World:
        hands = called(places, seat, three)
        return _exchanged(hands, seat, habits.reject(hands[seat]), leader)

    lacking = habits.threes_lacking(DECK.mask(view.hand))
    return _best(view, [*lacking, 0], _after(after), rng, mind.worlds, mind) if lacking else 0


def give(view: View, rng: Random, mind: Mind) -> int:
    """The card to give in return for the three."""
    seat, _ = _seats(view)
    assert view.giver is not None
    assert view.called is not None
    giver, leader = int(view.giver), _leader(view)

    def after(places: Places, given: int) -> World:
        hands = _moved(places, seat, giver, given)
        return _exchanged(hands, seat, habits.reject(hands[seat]), leader)

    order = habits.by_use(DECK.mask(view.hand) & ~DECK.bits[view.called])
    return _best(view, order[:4], _after(after), rng, mind.worlds, mind)


def reject(view: View, rng: Random, mind: Mind) -> int:
    """The cards to reject."""
    seat, _ = _seats(view)
    leader = _leader(view)
    order = habits.by_use(DECK.mask(view.hand))
    choices = {sum(order[:count]) for count in range(1, 5)} | {habits.reject(DECK.mask(view.hand))}
    choices |= {sum(order[:4]) ^ order[3] ^ order[4]}
    return _best(
        view,
        sorted(choices),
        _after(lambda places, cards: _exchanged(places, seat, cards, leader)),
        rng,
        mind.worlds,
        mind,
    )


def take(view: View, rng: Random, mind: Mind) -> int:
    """The cards to take from the widow."""
    seat, _ = _seats(view)
    leader = _leader(view)
    choices = habits.sets(DECK.mask(view.widow), view.rejects)

    def after(places: Places, cards: int) -> World:
        hands = _moved(places, OUT, seat, cards)
        return World(hands[:3], hands[OUT], seat, leader)

    return _best(view, choices, _after(after), rng, mind.worlds, mind)


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


def _exchanged(places: Places, soloist: int, rejects: int, leader: int) -> World:
    """The world after these rejects, with the rest of the exchange by habit."""
    taken = habits.take(places[soloist] & ~rejects, places[OUT], rejects.bit_count())
    hands = _moved(_moved(places, OUT, soloist, taken), soloist, OUT, rejects)
    assert hands[soloist].bit_count() == HAND
    return World(hands[:3], hands[OUT], soloist, leader)


def _moved(places: Places, giver: int, taker: int, cards: int) -> Places:
    changed = list(places)
    changed[giver] &= ~cards
    changed[taker] |= cards
    return changed[0], changed[1], changed[2], changed[OUT]
