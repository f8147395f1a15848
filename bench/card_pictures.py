"""What a picture of Calabresella's table and of a hand costs, over all positions of some matches.

    python -m bench.card_pictures

Each picture is drawn as often as it would be in play: once, with the sprites that earlier pictures left.
"""

import statistics
import sys
import time

from games.calabresella import GAME
from games.calabresella.draw import draw
from games.calabresella.position import SEATS
from games.core import Viewer
from tests.games.calabresella.played import played
from tests.games.pictures import FACES

MATCHES = 4


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name; times are of the process."""
    began = time.process_time()
    draw(GAME.view(played(0)[0], None)).png(FACES)
    figures = {"first picture of a process, ms": 1000 * (time.process_time() - began)}
    for name, viewers in (("table", (None,)), ("hand", SEATS)):
        times, sizes = _measured(viewers)
        figures[f"{name}, ms"] = statistics.median(times)
        figures[f"{name}, p95, ms"] = statistics.quantiles(times, n=20)[-1]
        figures[f"{name}, kB"] = statistics.mean(sizes) / 1000
    for name, figure in figures.items():
        sys.stdout.write(f"{name:44}{figure:14,.2f}\n")
    return figures


def _measured(viewers: tuple[Viewer, ...]) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of every picture."""
    times, sizes = [], []
    for seed in range(MATCHES):
        for view in (GAME.view(position, viewer) for position in played(seed) for viewer in viewers):
            began = time.process_time()
            sizes.append(len(draw(view).png(FACES)))
            times.append(1000 * (time.process_time() - began))
    return times, sizes


if __name__ == "__main__":
    main()
