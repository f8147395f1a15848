"""Computer players: they see a view, think within a number of nodes and never look at a clock."""

from random import Random

from games.doublolo.lines import flips
from games.doublolo.notation import Call, Move, Place
from games.doublolo.position import CallOwed, other
from games.doublolo.rules import FACES
from games.doublolo.view import View
from games.kit.grid import bits
from games.kit.lots import below

LEVELS = ("greedy",)


def choose(view: View, level: str, rng: Random) -> Move:
    """A legal move of the view's mover, the same for the same view, level and state of `rng`."""
    if isinstance(view.position, CallOwed):
        return Call(FACES[below(rng, 2)])
    return Place(view.board.grid.square(_greedy(view, rng)))


def _greedy(view: View, rng: Random) -> int:
    """A square that flips most; lots decide between equals."""
    board, mover = view.board, view.mover
    assert mover is not None
    own, opposed = board.stones[mover], board.stones[other(mover)]
    counts = {bit: flips(board.grid, own, opposed, bit).bit_count() for bit in bits(view.open)}
    best = [bit for bit, count in counts.items() if count == max(counts.values())]
    return best[below(rng, len(best))]
