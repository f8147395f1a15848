"""The weights of Doublolo's and Foozle's strongest computers, learned from games; and Calabresella's numbers.

    python -m bench.tune doublolo
    python -m bench.tune foozle           see `bench/hands.py`
    python -m bench.tune calabresella     see `bench/solos.py`

In Doublolo, computers play quick games against each other; each begins with some random moves, and later one
move in twenty is random, so that positions differ. Of some positions it's noted what `tuned.py` counts and
who won in the end, and the weights are those with which the winners were likeliest (logistic regression).
The same command prints the same weights anywhere; it takes two minutes of processor time.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from random import Random
from typing import NamedTuple

from bench import hands, solos
from bench.fitting import likeliest
from games.core import CHANCE
from games.doublolo import GAME, Options
from games.doublolo.computers.search import Search
from games.doublolo.computers.tuned import NAMES, Features, counting
from games.doublolo.rules.lines import flips, moves
from games.doublolo.rules.position import Board, Playing, Position
from games.kit.grid import bits
from games.kit.lots import below

GAMES, NODES = 1500, 60
"""How many games are played, and how many positions are looked at for a move."""

NOTED, RANDOM = 0.6, 0.05
"""How many positions are noted, and how many moves are random after the first up to a fifth of the game."""


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
    plain = [100 * one for one in likeliest(data)]
    half = len(plain) // 2
    return list(zip(plain[: half - 1], plain[half:-1], strict=True))


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


TUNED = {"calabresella": numbers, "doublolo": weights, "foozle": hands.weights}
"""By game, what's printed."""


def main() -> int:
    """Play, learn, and print what was learned."""
    parser = argparse.ArgumentParser(prog="python -m bench.tune", description="Learn numbers from games.")
    parser.add_argument("game", choices=TUNED)
    sys.stdout.writelines(TUNED[parser.parse_args().game]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
