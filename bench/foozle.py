"""How fast Foozle takes hands apart, how long its computers think, and how often each level wins.

    python -m bench.foozle

Times are of the process, not of the wall.
"""

import statistics
import sys
import time
from itertools import pairwise
from random import Random

from games.core import CHANCE, Outcome
from games.foozle import GAME
from games.foozle.cards import DECK, Card, Cards, among
from games.foozle.computer import LEVELS, choose
from games.foozle.melds import best
from games.kit.lots import shuffle

HANDS = 2_000
GAMES = 40
LARGEST = 12
"""Cards in a hand between taking and discarding."""


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = {**_hands(), **_levels()}
    for name, figure in figures.items():
        sys.stdout.write(f"{name:44}{figure:14,.3f}\n")
    return figures


def _hands() -> dict[str, float]:
    """Random hands of the whole deck and of one colour, and hands of a whole suit and a card."""
    rng = Random(1)
    pools = [range(DECK), range(33)]
    hands = [among(map(Card, shuffle(rng, pools[at % 2])[:LARGEST])) for at in range(HANDS)]
    hands += [Cards(2047 << 11 * suit | 1 << 11 * ((suit + 1) % 15)) for suit in range(15)]
    times = [_took(hand) for hand in hands]
    return {"hand, median ms": statistics.median(times), "hand, worst ms": max(times)}


def _took(hand: Cards) -> float:
    began = time.process_time()
    best(hand)
    return 1000 * (time.process_time() - began)


def _levels() -> dict[str, float]:
    figures: dict[str, float] = {}
    for weaker, stronger in pairwise(LEVELS):
        won, lines, slowest = 0, [], 0.0
        for seed in range(GAMES):
            seat = seed % 2
            levels = (stronger, weaker) if seat == 0 else (weaker, stronger)
            outcome, length, longest = _game(levels, seed)
            won += outcome.places[seat] == 1
            lines.append(length)
            slowest = max(slowest, longest)
        figures[f"{stronger} wins against {weaker}, share"] = won / GAMES
        figures[f"{stronger} and {weaker}, lines a game"] = statistics.mean(lines)
        figures[f"{stronger} and {weaker}, longest thought ms"] = slowest
    return figures


def _game(levels: tuple[str, ...], seed: int) -> tuple[Outcome, int, float]:
    """How it ended, after how many lines, and the longest thought in ms."""
    state, rng, lines, longest = GAME.new(len(levels), GAME.options()), Random(seed), 0, 0.0
    while owes := GAME.turn(state).owes:
        who = min(owes)
        began = time.process_time()
        if who == CHANCE:
            move = GAME.chance(state, rng)
        else:
            move = choose(GAME.view(state, who), levels[who], rng)
            longest = max(longest, 1000 * (time.process_time() - began))
        state = GAME.apply(state, who, move).state
        lines += 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome, lines, longest


if __name__ == "__main__":
    main()
