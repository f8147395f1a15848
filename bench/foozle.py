"""How fast Foozle takes hands apart, how long its computers think, and how often each level wins.

    python -m bench.foozle

Each seed is played once per seat, with the stronger level in that seat and the weaker one in all others.
Times are CPU time, not wall-clock time.
"""

import statistics
import sys
import time
from random import Random

from games.core import CHANCE, Outcome
from games.foozle import GAME
from games.foozle.cards import DECK, Card, Cards, among
from games.foozle.computer import choose
from games.foozle.melds import best
from games.kit.lots import shuffle

HANDS = 2_000
LARGEST = 12
"""Cards in a hand between taking and discarding."""
MATCHES = (
    ("steady", "greedy", 2, 100),
    ("cunning", "steady", 2, 200),
    ("cunning", "steady", 3, 50),
    ("cunning", "steady", 4, 50),
)
"""Which level plays which weaker one, at tables of how many, and with how many seeds."""


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = _hands()
    for strong, weak, seats, shuffles in MATCHES:
        figures |= _match(strong, weak, seats, shuffles)
    for name, figure in figures.items():
        sys.stdout.write(f"{name:52}{figure:10,.3f}\n")
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


def _match(strong: str, weak: str, seats: int, shuffles: int) -> dict[str, float]:
    won, lengths, times = 0, [], list[float]()
    for number in range(seats * shuffles):
        seat = number % seats
        levels = [strong if at == seat else weak for at in range(seats)]
        outcome, length, took = _game(levels, seat, number // seats)
        won += outcome.places[seat] == 1
        lengths.append(length)
        times += took
    times.sort()
    name = f"{strong} among {seats}, else {weak}"
    return {
        f"{name}: won, in 100": 100 * won / (seats * shuffles),
        f"{name}: lines a game, median": statistics.median(lengths),
        f"{name}: ms per choice, p95": times[len(times) * 95 // 100],
        f"{name}: ms per choice, longest": times[-1],
    }


def _game(levels: list[str], timed: int, seed: int) -> tuple[Outcome, int, list[float]]:
    """How it ended, after how many lines, and the milliseconds of each of the timed seat's choices."""
    chance, lots, lines, took = Random(seed), Random(seed + 1), 0, list[float]()
    state = GAME.new(len(levels), GAME.options())
    while owes := GAME.turn(state).owes:
        who = min(owes)
        began = time.process_time()
        if who == CHANCE:
            move = GAME.chance(state, chance)
        else:
            move = choose(GAME.view(state, who), levels[who], lots)
        if who == timed:
            took.append(1000 * (time.process_time() - began))
        state = GAME.apply(state, who, move).state
        lines += 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome, lines, took


if __name__ == "__main__":
    main()
