"""How good a position of a quick game is, by more than `evaluation.py` looks at, with learned weights.

What counts changes while the board fills: stones are a burden until late. On the large board, weights learned
in the same way were no better than those of `evaluation.py`, so that judges there.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import mul
from typing import TypeAlias

from games.doublolo.computers.evaluation import Value, closed_axes, final, terrain
from games.doublolo.rules.lines import moves
from games.kit.grid import Grid

Features: TypeAlias = tuple[float, ...]

NAMES = (
    "stone",
    "move",
    "share of moves",
    "corner",
    "edge",
    "bank",
    "beside corner",
    "frontier",
    "room",
    "safe",
)
"""What is counted, each for one player less the other.

A bank can be flipped along two axes only, a frontier stone is next to an empty square, room are the empty
squares next to the opponent's stones, and safe stones can't be flipped any more.
"""


WEIGHTS = (
    (-18.4, 13.3),
    (19.0, 7.6),
    (-30.4, 6.4),
    (40.7, 2.5),
    (-6.8, 2.2),
    (2.0, -0.7),
    (-41.3, -9.8),
    (7.6, -16.7),
    (-6.4, -0.6),
    (40.0, 1.9),
)
"""By name, the weights for an empty board and for a full one; in between, in proportion to what's filled.

In hundredths of the logarithm of the odds of winning, as `python -m bench.tune doublolo` prints them.
"""


def counting(grid: Grid, blocked: int) -> Callable[[int, int, int, int, int], Features]:
    """What counts on this board, from own, other and empty squares and where each could place."""
    ground, closed = terrain(grid, blocked), closed_axes(grid, blocked)
    corners, edges = ground.corners, ground.edges
    banks = 0
    for at, one in enumerate(closed):
        for another in closed[at + 1 :]:
            banks |= one & another
    banks &= ~(corners | edges)
    stride, steps = grid.stride, grid.steps

    def around(mask: int) -> int:
        mask |= mask << 1 | mask >> 1
        return mask | mask << stride | mask >> stride

    def counted(own: int, other: int, empty: int, mine: int, theirs: int) -> Features:
        can, could = mine.bit_count(), theirs.bit_count()
        front, risky = around(empty), around(corners & empty)
        return (
            own.bit_count() - other.bit_count(),
            can - could,
            32 * (can - could) / (can + could + 2),
            (own & corners).bit_count() - (other & corners).bit_count(),
            (own & edges).bit_count() - (other & edges).bit_count(),
            (own & banks).bit_count() - (other & banks).bit_count(),
            (own & risky).bit_count() - (other & risky).bit_count(),
            (own & front).bit_count() - (other & front).bit_count(),
            (around(other) & empty).bit_count() - (around(own) & empty).bit_count(),
            safe(closed, steps, own).bit_count() - safe(closed, steps, other).bit_count(),
        )

    return counted


def safe(closed: Sequence[int], steps: Sequence[int], own: int) -> int:
    """The mask of stones of `own` that can't be flipped any more, as far as that's easily seen.

    Those are the corners, and stones that have on each axis an edge, a blocked square or a safe stone.
    `closed` are the grid's `closed_axes`, and `steps` its steps.
    """
    found = 0
    while True:
        more = own
        for free, step in zip(closed, steps, strict=True):
            more &= free | found << step | found >> step
        if more == found:
            return found
        found = more


@lru_cache(64)
def tuned(grid: Grid, blocked: int) -> Value:
    """The value of positions on this board: 100 times the logarithm of the odds of winning."""
    count, used = counting(grid, blocked), (grid.full & ~blocked).bit_count()
    rows = [
        tuple(at_full + (at_empty - at_full) * empty / used for at_empty, at_full in WEIGHTS)
        for empty in range(used + 1)
    ]

    def value(own: int, other: int, empty: int) -> int:
        mine, theirs = moves(grid, own, other, empty), moves(grid, other, own, empty)
        if not mine and not theirs:
            return final(own, other)
        counts = count(own, other, empty, mine, theirs)
        return round(math.fsum(map(mul, rows[empty.bit_count()], counts)))

    return value
