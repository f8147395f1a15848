"""How story squares come out for computers in the player's seat, and how long they take.

    python -m bench.squares [DAYS [GAME …]]

It plays each game of the day with its weakest computer, the one in the middle and the strongest. All three
get the same deals.
"""

import sys
from collections import Counter
from functools import partial

from bench import cpu, table
from games.core import Seat
from games.engine import registry
from games.engine.selfplay import selfplay
from games.engine.squares import can_tell, squares
from games.game import AnyGame
from games.kit.story import Grade

DAYS = 10


def measure(game: AnyGame, days: int) -> None:
    """Print a row for each computer: the shares of the four marks, how many squares, and the time."""
    rules, levels = game.daily, game.about.computers
    assert rules is not None
    rows = {}
    for level in dict.fromkeys((levels[0], levels[len(levels) // 2], levels[-1])):
        found: Counter[Grade] = Counter()
        counts, times = [], []
        for day in range(days):
            seats = (level.name, *[rules.rival] * (rules.seats - 1))
            record = selfplay(game, rules.seats, rules.options, f"squares {day}".encode(), seats)
            row, ms = cpu(partial(squares, game, record, Seat(0)))
            found.update(row)
            counts.append(len(row))
            times.append(ms)
        shares = {f"{grade.name.lower()} %": 100 * found[grade] / found.total() for grade in Grade}
        rows[level.title] = {
            **shares,
            "squares": sum(counts) / days,
            "ms": sum(times) / days,
            "longest ms": max(times),
        }
    table(f"{game.about.title}, {days} days", rows, 0)


if __name__ == "__main__":
    named = sys.argv[2:] or list(registry.all_games())
    for one in map(registry.find, named):
        if can_tell(one):
            measure(one, int(sys.argv[1]) if sys.argv[1:] else DAYS)
