"""What Fooblitzky's pictures cost: the whole city, a quarter close up, and what a player has.

    python -m bench.city

The views are those of a random game of four, each drawn once and in the order of the game, as at a real
table; so the figures include new labels and new hours of the day. Times are CPU time.
"""

import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator

from games.core import Seat
from games.fooblitzky.options import Options
from games.fooblitzky.pictures.draw import draw
from games.fooblitzky.view import View, view
from tests.games.fooblitzky.played import random_game

MOVES = 700


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    sizes = []
    for name, found in _views():
        began = time.process_time()
        file = draw(found).png()
        times[name].append(1000 * (time.process_time() - began))
        sizes.append(len(file) / 1000)
    figures = {f"{name}, median ms": statistics.median(taken) for name, taken in times.items()}
    figures |= {
        f"{name}, slowest of ten ms": statistics.quantiles(taken, n=10)[-1] for name, taken in times.items()
    }
    figures["largest picture, kB"] = max(sizes)
    for name, figure in figures.items():
        sys.stdout.write(f"{name:44}{figure:14,.2f}\n")
    return figures


def _views() -> Iterator[tuple[str, View]]:
    for played in random_game(11, 4, Options(), MOVES)[20:]:
        city = view(played.after, None)
        yield "city", city
        if city.mover is not None:
            yield "quarter", view(played.after, city.mover)
            yield "own things", view(played.after, Seat((city.mover + 1) % 4))


if __name__ == "__main__":
    main()
