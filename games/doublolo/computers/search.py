"""Looking ahead: alpha-beta, one depth after the other, until the nodes run out."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from games.doublolo.computers.evaluation import WON, Value, final, plain, terrain
from games.doublolo.rules.lines import flips, moves
from games.kit.grid import Grid, bits

_BEYOND = 2 * WON


class _Kind(Enum):
    """What a stored value is: the exact worth, or a bound that was enough for alpha-beta."""

    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


class _Known(NamedTuple):
    """What's known about a position, and the depth of the search that found it."""

    depth: int
    worth: int
    kind: _Kind
    best: int


class _Spent(Exception):
    """The nodes have run out."""


class Search:
    """One search of one position.

    `nodes` counts the positions looked at and never passes `budget`; `depth` is the last depth finished.
    Positions at its end are worth what `value` says; without it, what `evaluation.py` says.
    """

    def __init__(self, grid: Grid, blocked: int, budget: int, value: Value | None = None) -> None:
        self.budget = budget
        self.nodes = 0
        self.depth = 1
        self._grid = grid
        self._used = grid.full & ~blocked
        self._terrain = terrain(grid, blocked)
        self._value = value or plain(grid, blocked)
        self._known: dict[tuple[int, int], _Known] = {}

    def best(self, own: int, other: int, deepest: int = 400) -> int:
        """The mask of the best square found for `own`, who must have a legal move.

        Each depth up to the `deepest` begins with the best square of the one before, so there is always an
        answer.
        """
        empty = self._used & ~(own | other)
        chosen = self.at_once(own, other)
        try:
            for depth in range(2, min(deepest, empty.bit_count()) + 1):
                for better in self._deepen(own, other, depth, chosen):
                    chosen = better
                self.depth = depth
        except _Spent:
            pass
        return chosen

    def compared(self, own: int, other: int, squares: set[int]) -> dict[int, int]:
        """What `own` has after placing on each of these squares, all searched equally deep.

        That's the last depth finished, or less if the budget, which begins anew, doesn't last.
        """
        budget = self.budget
        while True:
            self.budget = self.nodes + budget
            try:
                return {bit: self._placed(own, other, bit) for bit in sorted(squares)}
            except _Spent:
                self.depth -= 1

    def _placed(self, own: int, other: int, bit: int) -> int:
        turned = flips(self._grid, own, other, bit)
        empty = self._used & ~(own | other | bit)
        return -self._worth(other ^ turned, own | turned | bit, empty, self.depth - 1, -_BEYOND, _BEYOND)

    def at_once(self, own: int, other: int) -> int:
        """The mask of the square after which `own` stands best, ignoring the reply."""
        empty = self._used & ~(own | other)
        worths: dict[int, int] = {}
        for bit in bits(moves(self._grid, own, other, empty)):
            turned = flips(self._grid, own, other, bit)
            placed = own | turned | bit
            worths[bit] = self._value(placed, other ^ turned, empty ^ bit)
        return max(worths, key=worths.__getitem__)

    def _deepen(self, own: int, other: int, depth: int, first: int) -> Iterator[int]:
        """Squares, each better than the one before; the last is the best at this depth."""
        empty = self._used & ~(own | other)
        alpha = -_BEYOND
        for bit in self._ordered(moves(self._grid, own, other, empty), first, empty):
            turned = flips(self._grid, own, other, bit)
            worth = -self._worth(other ^ turned, own | turned | bit, empty ^ bit, depth - 1, -_BEYOND, -alpha)
            if worth > alpha:
                alpha = worth
                yield bit

    def _worth(self, own: int, other: int, empty: int, depth: int, alpha: int, beta: int) -> int:
        """The worth for `own`, who is to move: exact between `alpha` and `beta`, a bound outside them."""
        if self.nodes >= self.budget:
            raise _Spent
        self.nodes += 1
        if depth <= 0:
            return self._value(own, other, empty)
        found = moves(self._grid, own, other, empty)
        if found:
            return self._recalled(own, other, empty, found, depth, alpha, beta)
        if moves(self._grid, other, own, empty):
            return -self._worth(other, own, empty, depth, -beta, -alpha)
        return final(own, other)

    def _recalled(
        self, own: int, other: int, empty: int, found: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The worth as above: the stored one if it's deep enough, otherwise searched and stored."""
        known, first = self._known.get((own, other)), 0
        if known:
            _, worth, kind, first = known
            if known.depth >= depth and (
                kind is _Kind.EXACT
                or (kind is _Kind.AT_LEAST and worth >= beta)
                or (kind is _Kind.AT_MOST and worth <= alpha)
            ):
                return worth
        order = self._ordered(found, first, empty)
        worth, best = self._tried(own, other, empty, order, depth, alpha, beta)
        kind = _Kind.AT_LEAST if worth >= beta else _Kind.EXACT if worth > alpha else _Kind.AT_MOST
        self._known[own, other] = _Known(depth, worth, kind, best)
        return worth

    def _tried(
        self, own: int, other: int, empty: int, order: list[int], depth: int, alpha: int, beta: int
    ) -> tuple[int, int]:
        """The worth of the best square and its mask; a square that reaches `beta` is good enough."""
        highest, best = -_BEYOND, 0
        for bit in order:
            turned = flips(self._grid, own, other, bit)
            worth = -self._worth(other ^ turned, own | turned | bit, empty ^ bit, depth - 1, -beta, -alpha)
            if worth > highest:
                highest, best = worth, bit
                alpha = max(alpha, worth)
                if alpha >= beta:
                    break
        return highest, best

    def _ordered(self, found: int, first: int, empty: int) -> list[int]:
        """The squares of `found`, likely best ones first, which lets alpha-beta cut off more."""
        order = [first] if first else []
        found &= ~first
        corners, edges = self._terrain.corners, self._terrain.edges
        risky = self._grid.around(corners & empty) & ~corners
        for part in (corners, edges & ~risky, ~(corners | edges | risky), risky):
            order.extend(bits(found & part))
        return order
