"""How fast Doublolo finds moves, looks ahead and counts positions.

    python -m bench.doublolo
    python -m bench.doublolo levels     plays each level against the one before it, for about twenty minutes

Finding moves on masks is timed in turns with a plain scan of a list with walls, on the same positions, so
that a busy moment affects both equally. Times are CPU time, not wall-clock time.
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from games.doublolo.computer import NODES
from games.doublolo.lines import moves
from games.doublolo.notation import Place
from games.doublolo.position import GRID, RED, WHITE, Playing
from games.doublolo.rules import apply
from games.doublolo.search import Search
from games.doublolo.view import View
from games.kit.grid import bits
from games.kit.lots import below
from tests.games.doublolo.matches import won
from tests.games.doublolo.perft import fixed_board, othello, perft

ROUNDS = 5
SECONDS = 0.3
BOARDS = 30
MATCHES = (
    ("greedy", "easy", 50),
    ("easy", "medium", 30),
    ("medium", "hard", 20),
    ("greedy", "hard", 10),
    ("hard", "expert", 12),
)
"""Which level plays which stronger one, and on how many boards: twice on each, once with each colour."""

_WALL, _EMPTY = 9, 3
_ACROSS = GRID.width + 2
_WAYS = (-_ACROSS - 1, -_ACROSS, -_ACROSS + 1, -1, 1, _ACROSS - 1, _ACROSS, _ACROSS + 1)


def main() -> dict[str, float]:
    """Measure, print a table, and return its figures by name."""
    figures = {**_finding(), **_thinking(), **_counting()}
    for name, figure in figures.items():
        sys.stdout.write(f"{name:44}{figure:14,.1f}\n")
    return figures


def levels() -> None:
    """Play whole games between levels and print how many the higher one won."""
    for weak, strong, boards in MATCHES:
        sys.stdout.write(f"{strong} against {weak}: {won(strong, weak, boards)} games of {2 * boards}\n")
        sys.stdout.flush()


def _positions() -> list[Playing]:
    """Positions of all ages from random play on fixed boards."""
    return [_aged(Random(seed), seed, age=seed * 8) for seed in range(BOARDS)]


def _aged(rng: Random, seed: int, age: int) -> Playing:
    position = Playing(fixed_board(seed, 24 + seed % 17), RED)
    for _ in range(age):
        found = list(bits(View(position).open))
        square = GRID.square(found[below(rng, len(found))])
        after = apply(position, position.mover, Place(square)).state
        if not isinstance(after, Playing):
            break
        position = after
    return position


def _finding() -> dict[str, float]:
    positions = _positions()
    sides = [(at.board.stones[at.mover], at.board.stones[1 - at.mover], at.board.empty) for at in positions]
    lists = [_listed(at) for at in positions]
    for (own, other, empty), listed in zip(sides, lists, strict=True):
        assert moves(GRID, own, other, empty).bit_count() == len(_scanned(listed))

    def on_masks() -> int:
        for own, other, empty in sides:
            moves(GRID, own, other, empty)
        return len(sides)

    def on_lists() -> int:
        for listed in lists:
            _scanned(listed)
        return len(lists)

    fast, plain = _in_turns(on_masks, on_lists)
    return {"moves found, masks": fast, "moves found, list": plain, "ratio": fast / plain}


def _listed(position: Playing) -> list[int]:
    """The board as a list with a wall around it: 1 the mover's stones, 2 the other's."""
    listed = [_WALL] * (_ACROSS * (GRID.height + 2))
    board = position.board
    kinds = ((board.empty, _EMPTY), (board.stones[position.mover], 1), (board.stones[1 - position.mover], 2))
    for mask, kind in kinds:
        for square in GRID.squares(mask):
            listed[(square.row + 1) * _ACROSS + square.column + 1] = kind
    return listed


def _scanned(listed: list[int]) -> list[int]:
    return [at for at, kind in enumerate(listed) if kind == _EMPTY and _outflanks(listed, at)]


def _outflanks(listed: list[int], at: int) -> bool:
    for way in _WAYS:
        beyond = at + way
        if listed[beyond] == 2:
            while listed[beyond] == 2:
                beyond += way
            if listed[beyond] == 1:
                return True
    return False


def _thinking() -> dict[str, float]:
    positions, figures = _positions(), {}
    for level, budget in NODES.items():
        if not budget:
            continue
        nodes, depths, times = 0, [], []
        for at in positions:
            search = Search(GRID, at.board.blocked, budget)
            began = time.process_time()
            search.best(at.board.stones[at.mover], at.board.stones[1 - at.mover])
            times.append(time.process_time() - began)
            nodes += search.nodes
            depths.append(search.depth)
        figures[f"{level}: nodes per second"] = nodes / sum(times)
        figures[f"{level}: ms per move, median"] = 1000 * statistics.median(times)
        figures[f"{level}: ms per move, longest"] = 1000 * max(times)
        figures[f"{level}: depth finished, mean"] = statistics.mean(depths)
    return figures


def _counting() -> dict[str, float]:
    """Count through the game's own rules, events included."""
    own_board = Playing(fixed_board(1, 24), WHITE)
    small, large = _in_turns(lambda: othello(7), lambda: perft(own_board, 4))
    return {"positions per second, Othello 8x8": small, "positions per second, own board": large}


def _in_turns(*ways: Callable[[], int]) -> list[float]:
    """How much each way gets done per second: the median of its rounds."""
    rates: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, kept in zip(ways, rates, strict=True):
            began, done = time.process_time(), 0
            while (spent := time.process_time() - began) < SECONDS:
                done += way()
            kept.append(done / spent)
    return [statistics.median(kept) for kept in rates]


if __name__ == "__main__":
    levels() if sys.argv[1:] == ["levels"] else main()
