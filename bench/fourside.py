"""How well FourSide's computers play, and how long they think.

    python -m bench.fourside

Every pairing plays each board with its tiles twice, with the seats swapped. Times are CPU time, not
wall-clock time.
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from games import fair
from games.core import CHANCE
from games.fourside import GAME, Options, rules
from games.fourside.computer import choose
from games.fourside.fitting import placements
from games.fourside.options import LARGEST, Level
from games.fourside.outlook import at_once
from games.fourside.position import Finished, Place, Playing, Position
from games.fourside.view import View
from games.kit.lots import below

BOARDS = 50
"""Each is played twice, with the seats swapped."""

TIMED = 40

Player: TypeAlias = Callable[[View, Random], Place]


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures: dict[str, float] = {}
    for level in LARGEST:
        figures |= _strength(level) | _thinking(level)
    for name, figure in figures.items():
        sys.stdout.write(f"{name:56}{figure:10,.2f}\n")
    return figures


def at_random(view: View, rng: Random) -> Place:
    """Any placement."""
    found = view.placements
    return found[below(rng, len(found))]


def named(level: str) -> Player:
    """The computer of this level."""
    return lambda view, rng: choose(view, level, rng)


PAIRINGS: dict[str, tuple[Player, Player]] = {
    "greedy against random": (at_once, at_random),
    "beginner against random": (named("beginner"), at_random),
    "intermediate against beginner": (named("intermediate"), named("beginner")),
    "expert against intermediate": (named("expert"), named("intermediate")),
    "expert against greedy": (named("expert"), at_once),
}


def played(level: Level, players: tuple[Player, Player], board: int) -> tuple[int, int]:
    """The final scores by seat."""
    position: Position = GAME.new(2, Options(level=level))
    drawn, rng = 0, Random(board)
    while not isinstance(position, Finished):
        (seat,) = GAME.turn(position).owes
        if seat == CHANCE:
            move = GAME.chance(position, fair.chance_rng(bytes([board]), drawn, ()))
            drawn += 1
        else:
            move = players[seat](View(position, seat), rng)
        position = rules.apply(position, seat, move).state
    return position.table.scores


def _strength(level: Level) -> dict[str, float]:
    """The share of games won, a tie as half of one, and the mean lead in points."""
    figures = {}
    for name, (strong, weak) in PAIRINGS.items():
        scores = [played(level, (strong, weak), board) for board in range(BOARDS)]
        scores += [(b, a) for a, b in (played(level, (weak, strong), board) for board in range(BOARDS))]
        won = statistics.mean((own > other) + (own == other) / 2 for own, other in scores)
        figures[f"{level}: {name}, % won"] = 100 * won
        figures[f"{level}: {name}, lead"] = statistics.mean(own - other for own, other in scores)
    return figures


def _thinking(level: Level) -> dict[str, float]:
    """On positions of all ages from random play."""
    views = [_aged(level, seed) for seed in range(TIMED)]
    finding = _timed(views, lambda view: list(placements(view.board, view.hand)))
    choosing = _timed(views, lambda view: choose(view, "expert", Random(1)))
    return {
        f"{level}: placements, mean": statistics.mean(len(view.placements) for view in views),
        f"{level}: placements, most": max(len(view.placements) for view in views),
        f"{level}: all placements found, ms": statistics.median(finding),
        f"{level}: expert's move, ms, median": statistics.median(choosing),
        f"{level}: expert's move, ms, longest": max(choosing),
    }


def _timed(views: list[View], work: Callable[[View], object]) -> list[float]:
    times = []
    for view in views:
        began = time.process_time()
        work(view)
        times.append(1000 * (time.process_time() - began))
    return times


def _aged(level: Level, seed: int) -> View:
    rng = Random(seed)
    position: Position = GAME.new(2, Options(level=level))
    kept = View(position)
    for _ in range(2 + 2 * seed):
        (seat,) = GAME.turn(position).owes or (CHANCE,)
        if isinstance(position, Finished):
            break
        move = GAME.chance(position, rng) if seat == CHANCE else at_random(View(position, seat), rng)
        position = rules.apply(position, seat, move).state
        kept = View(position, seat) if isinstance(position, Playing) else kept
    return View(kept.position)


if __name__ == "__main__":
    main()
