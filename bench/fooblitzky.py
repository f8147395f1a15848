"""How often Fooblitzky's computers beat each other, and how long they think.

    python -m bench.fooblitzky [GAMES]

Games are paired: each seed is played twice, with the seats swapped. Times are CPU time, without the garbage
collector, whose pauses depend on everything else in the process.
"""

import gc
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from games.fooblitzky import GAME, Move, View
from games.selfplay import selfplay

GAMES = 400
PAIRS = (("sleuth", "shopper"), ("sleuth", "walker"), ("shopper", "walker"))


class Timed:
    """The time taken for each choice of one level."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.seconds: list[float] = []

    def choose(self, view: View, level: str, rng: Random) -> Move:
        """The level's move."""
        gc.disable()
        began = time.process_time()
        assert GAME.choose is not None
        move = GAME.choose(view, level, rng)
        if level == self._level:
            self.seconds.append(time.process_time() - began)
        gc.enable()
        return move


def main(games: int = GAMES) -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures: dict[str, float] = {}
    for strong, weak in PAIRS:
        figures |= _match(strong, weak, games)
    for name, figure in figures.items():
        sys.stdout.write(f"{name:52}{figure:10,.1f}\n")
    return figures


def _match(strong: str, weak: str, games: int) -> dict[str, float]:
    timed, won, lengths = Timed(strong), 0.0, []
    play = partial(selfplay, replace(GAME, choose=timed.choose), 2, {})
    for number in range(games):
        seat = number % 2
        levels: Sequence[str] = (strong, weak) if seat == 0 else (weak, strong)
        record = play((number // 2).to_bytes(32), levels)
        places = record.header.places
        assert places is not None
        won += 1.0 if places[seat] < places[1 - seat] else 0.5 if places[0] == places[1] else 0.0
        lengths.append(len(record.lines))
    times = sorted(timed.seconds)
    return {
        f"{strong} against {weak}: won, in 100": 100 * won / games,
        f"{strong} against {weak}: lines a game, median": statistics.median(lengths),
        f"{strong}: ms per choice, p95": 1000 * times[len(times) * 95 // 100],
        f"{strong}: ms per choice, longest": 1000 * times[-1],
    }


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
