"""The weights of Doublolo's strongest computers, learned from games; and the numbers of Calabresella's.

    python -m bench.tune doublolo
    python -m bench.tune calabresella     see `bench/solos.py`

In Doublolo, computers play quick games against each other; each begins with some random moves, and later one
move in twenty is random, so that positions differ. Of some positions it's noted what `tuned.py` counts and
who won in the end, and the weights are those with which the winners were likeliest (logistic regression).
The same command prints the same weights anywhere; it takes two minutes of processor time.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from operator import mul
from random import Random
from typing import NamedTuple, TypeAlias

from bench import solos
from games.core import CHANCE
from games.doublolo import GAME, Options
from games.doublolo.lines import flips, moves
from games.doublolo.position import Board, Playing, Position
from games.doublolo.search import Search
from games.doublolo.tuned import NAMES, Features, counting
from games.kit.grid import bits
from games.kit.lots import below

Row: TypeAlias = list[float]


GAMES, NODES = 1500, 60
"""How many games are played, and how many positions are looked at for a move."""

NOTED, RANDOM = 0.6, 0.05
"""How many positions are noted, and how many moves are random after the first up to a fifth of the game."""

RIDGE = 5.0
"""How strongly weights are held back where games say little, as if so many games had been even."""

ROUNDS, ENOUGH = 12, 1e-3


class Noted(NamedTuple):
    """A position: how much of the board was filled, what counts for the mover, and whether they won."""

    filled: float
    features: Features
    won: float


def noted(seed: int) -> list[Noted]:
    """Positions of one game."""
    rng = Random(f"quick{seed}")
    position: Position = GAME.new(2, Options(length="quick", first="red"))
    while not isinstance(position, Playing):
        position = GAME.apply(position, CHANCE, GAME.chance(position, rng)).state
    board, (own, other), mover = position.board, position.board.stones, 0
    grid, used = board.grid, board.grid.full & ~board.blocked
    count, size = counting(grid, board.blocked), used.bit_count()
    kept, turn, first = [], 0, int(rng.random() * (size // 5))
    while True:
        empty = used & ~(own | other)
        mine, theirs = moves(grid, own, other, empty), moves(grid, other, own, empty)
        if not mine and not theirs:
            break
        if mine:
            if turn >= first and rng.random() < NOTED:
                filled = 1 - empty.bit_count() / size
                kept.append((mover, filled, count(own, other, empty, mine, theirs)))
            is_random = turn < first or rng.random() < RANDOM
            bit = _any(rng, mine) if is_random else _best(board, own, other)
            turned = flips(grid, own, other, bit)
            own, other, turn = own | turned | bit, other ^ turned, turn + 1
        own, other, mover = other, own, 1 - mover
    margin = own.bit_count() - other.bit_count()
    won = 0.5 + 0.5 * ((margin > 0) - (margin < 0))
    return [Noted(filled, features, won if who == mover else 1 - won) for who, filled, features in kept]


def _any(rng: Random, found: int) -> int:
    return list(bits(found))[below(rng, found.bit_count())]


def _best(board: Board, own: int, other: int) -> int:
    return Search(board.grid, board.blocked, NODES).best(own, other)


def learned(rows: Sequence[Noted]) -> list[tuple[float, float]]:
    """By name, the weights for an empty board and for a full one.

    In hundredths of the logarithm of the odds of winning. That it's one's turn is worth something, too, which
    is learned along with the rest and left out.
    """
    data = [
        ([part * one for part in (1 - row.filled, row.filled) for one in (*row.features, 1.0)], row.won)
        for row in rows
    ]
    width = len(data[0][0])
    scales = [math.sqrt(sum(row[at] ** 2 for row, _ in data) / len(data)) or 1.0 for at in range(width)]
    scaled = [([one / scale for one, scale in zip(row, scales, strict=True)], won) for row, won in data]
    weights = [0.0] * width
    for _ in range(ROUNDS):
        step = _newton(scaled, weights)
        weights = [one + more for one, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < ENOUGH:
            break
    plain = [100 * one / scale for one, scale in zip(weights, scales, strict=True)]
    half = width // 2
    return list(zip(plain[: half - 1], plain[half:-1], strict=True))


def _newton(data: Sequence[tuple[Row, float]], weights: Row) -> Row:
    """What to add to the weights, by Newton's method."""
    width = len(weights)
    slope = [-RIDGE * one for one in weights]
    curve = [[RIDGE if at == other else 0.0 for other in range(width)] for at in range(width)]
    for row, won in data:
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(map(mul, weights, row))))))
        off, spread = won - chance, chance * (1 - chance)
        for at, one in enumerate(row):
            slope[at] += off * one
            part, line = spread * one, curve[at]
            for other in range(width):
                line[other] += part * row[other]
    return _solved(curve, slope)


def _solved(matrix: list[Row], right: Row) -> Row:
    """The solution of linear equations (Gauss and Jordan)."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda one: abs(rows[one][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for one in range(size):
            if one != at and rows[one][at]:
                factor = rows[one][at] / rows[at][at]
                rows[one] = [value - factor * taken for value, taken in zip(rows[one], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]


def weights() -> Iterator[str]:
    """The weights of Doublolo as `tuned.py` has them."""
    with ProcessPoolExecutor() as pool:
        rows = [one for game in pool.map(noted, range(GAMES)) for one in game]
    yield f"From {len(rows)} positions:\n"
    found = starmap("({:.1f}, {:.1f})".format, learned(rows))
    yield from (f"    {one},  # {name}\n" for one, name in zip(found, NAMES, strict=True))


def numbers() -> Iterator[str]:
    """The numbers of Calabresella, by where they stand."""
    found = solos.Seen()
    with ProcessPoolExecutor() as pool:
        for one in pool.map(solos.seen, range(solos.MATCHES)):
            found.add(one)
    return solos.lines(found)


TUNED = {"calabresella": numbers, "doublolo": weights}
"""By game, what's printed."""


def main() -> int:
    """Play, learn, and print what was learned."""
    parser = argparse.ArgumentParser(prog="python -m bench.tune", description="Learn numbers from games.")
    parser.add_argument("game", choices=TUNED)
    sys.stdout.writelines(TUNED[parser.parse_args().game]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
