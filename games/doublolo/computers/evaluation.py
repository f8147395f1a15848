"""How good a position is, judged without looking ahead.

Blocked squares make corners and edges in the middle of the board, so every board has different ones: a
stone can only be flipped along an axis if neither neighbour on that axis is blocked or off the board.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from games.doublolo.rules.lines import moves
from games.kit.grid import Grid

# A corner can never be flipped; a stone next to an empty one gives it away. Frontier stones, those next to
# empty squares, are what the opponent flips. The weights, in quarters of a stone, are choices by hand.
# Learned ones won 35 of 40 quick games against them, but only 5 of 16 games on the large board (BUILDING.md).
_CORNER, _EDGE, _BESIDE_CORNER, _MOVE, _FRONTIER, _STONE = 48, 16, -24, 8, -4, 1

Value: TypeAlias = Callable[[int, int, int], int]
"""From the squares of `own`, of `other` and the empty ones, how much better `own` stands."""

WON = 1_000_000
"""What a win is worth before its margin is added: more than any unfinished game."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """The squares of a board that can never be flipped (`corners`), and only along one axis (`edges`)."""

    corners: int
    edges: int


@lru_cache(maxsize=256)
def terrain(grid: Grid, blocked: int) -> Terrain:
    """The terrain of a board; it stays the same throughout the game."""
    closed = closed_axes(grid, blocked)
    corners = closed[0] & closed[1] & closed[2] & closed[3]
    edges = 0
    for open_axis in range(4):
        first, second, third = (closed[axis] for axis in range(4) if axis != open_axis)
        edges |= first & second & third
    return Terrain(corners, edges & ~corners)


def closed_axes(grid: Grid, blocked: int) -> list[int]:
    """For each axis of the grid, the squares whose stones can't be flipped along it."""
    used = grid.full & ~blocked
    return [used & ~(used << step & used >> step) for step in grid.steps]


def value(grid: Grid, ground: Terrain, own: int, other: int, empty: int) -> int:
    """How much better `own` stands than `other`, no matter who moves next."""
    mine, theirs = moves(grid, own, other, empty), moves(grid, other, own, empty)
    if not mine and not theirs:
        return final(own, other)
    corners, edges = ground.corners, ground.edges
    total = _STONE * (own.bit_count() - other.bit_count()) + _MOVE * (mine.bit_count() - theirs.bit_count())
    total += _CORNER * ((own & corners).bit_count() - (other & corners).bit_count())
    total += _EDGE * ((own & edges).bit_count() - (other & edges).bit_count())
    front = _around(empty, grid.stride)
    total += _FRONTIER * ((own & front).bit_count() - (other & front).bit_count())
    if risky := corners & empty:
        risky = _around(risky, grid.stride)
        total += _BESIDE_CORNER * ((own & risky).bit_count() - (other & risky).bit_count())
    return total


def plain(grid: Grid, blocked: int) -> Value:
    """The value of positions on this board."""
    ground = terrain(grid, blocked)
    return lambda own, other, empty: value(grid, ground, own, other, empty)


def final(own: int, other: int) -> int:
    """The value of a finished game: won, drawn or lost first, then by how much."""
    margin = own.bit_count() - other.bit_count()
    if margin == 0:
        return 0
    return margin + WON if margin > 0 else margin - WON


def _around(mask: int, stride: int) -> int:
    mask |= mask << 1 | mask >> 1
    return mask | mask << stride | mask >> stride
