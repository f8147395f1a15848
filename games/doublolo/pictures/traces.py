"""The lines of the last move: from the stone that was placed, through what it flipped, to each anchor."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.doublolo.rules.position import Placed
from games.kit.grid import Grid, Square

Way: TypeAlias = tuple[int, int]
"""One square further: right and down, -1 to 1 each."""

WAYS: tuple[Way, ...] = tuple(
    (right, down) for down in (-1, 0, 1) for right in (-1, 0, 1) if (right, down) != (0, 0)
)


class Trace(NamedTuple):
    """How the lines cross a square: `arms` lead out from its middle, others pass over its `corners`."""

    arms: frozenset[Way] = frozenset()
    corners: frozenset[Way] = frozenset()


NO_TRACE = Trace()


@lru_cache(64)
def traces(grid: Grid, last: Placed | None) -> Mapping[Square, Trace]:
    """The squares that the lines cross; empty before the first move."""
    arms: defaultdict[Square, set[Way]] = defaultdict(set)
    corners: defaultdict[Square, set[Way]] = defaultdict(set)
    if last is None:
        return {}
    for right, down in WAYS:
        for here, there in _steps(grid, last, (right, down)):
            arms[here].add((right, down))
            arms[there].add((-right, -down))
            if right and down:
                corners[Square(there.column, here.row)].add((-right, down))
                corners[Square(here.column, there.row)].add((right, -down))
    return {
        square: Trace(frozenset(arms[square]), frozenset(corners[square]))
        for square in sorted({*arms, *corners})
    }


def _steps(grid: Grid, last: Placed, way: Way) -> list[tuple[Square, Square]]:
    """From square to square along one way, up to the anchor; none if nothing was flipped there."""
    steps, here = [], last.square
    while True:
        there = Square(here.column + way[0], here.row + way[1])
        if there not in grid:
            return []
        steps.append((here, there))
        if not grid.bit(there) & last.flipped:
            return steps if len(steps) > 1 else []
        here = there
