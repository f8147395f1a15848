"""Computer players: they see a view, search a limited number of nodes and never look at a clock."""

from random import Random

from games.core import IllegalMove
from games.doublolo.computers.search import Search
from games.doublolo.computers.tuned import tuned
from games.doublolo.rules.lines import flips
from games.doublolo.rules.notation import Call, Move, Place
from games.doublolo.rules.position import QUICK, CallOwed, Playing, other
from games.doublolo.rules.rulebook import FACES
from games.doublolo.rules.view import View
from games.kit.grid import bits
from games.kit.lots import below

NODES = {"easy": (0, 0), "daydreamer": (300, 300), "schooled": (400, 1000), "seer": (3000, 5000)}
"""How many positions a level looks at for a move, in a quick game and on the large board.

With 0 it judges only the position after its own move. Choices by hand, so that levels are far enough apart
and moves quick enough: BUILDING.md has what else was tried.
"""

LEARNED = ("schooled", "seer")
"""The levels that judge positions of a quick game by what was learned from games."""

REMEMBERS = 0.85
"""How often the daydreamer looks at what its opponent can do: a choice by hand."""


def choose(view: View, level: str, rng: Random) -> Move:
    """A legal move of the view's mover, the same for the same view, level and state of `rng`.

    Raises IllegalMove if there is nothing to choose, and KeyError for an unknown level.
    """
    match view.position:
        case CallOwed():
            return Call(FACES[below(rng, 2)])
        case Playing() as playing:
            bit = _most_flips(view, rng) if level == "greedy" else _thought_out(playing, level, rng)
            return Place(view.board.grid.square(bit))
    raise IllegalMove("There's nothing to choose right now.")


def _most_flips(view: View, rng: Random) -> int:
    """The square that flips the most stones; picked at random if several are equal."""
    board, mover = view.board, view.mover
    assert mover is not None
    own, opposed = board.stones[mover], board.stones[other(mover)]
    counts = {bit: flips(board.grid, own, opposed, bit).bit_count() for bit in bits(view.open)}
    most = max(counts.values())
    equals = [bit for bit, count in counts.items() if count == most]
    return equals[below(rng, len(equals))]


def _thought_out(playing: Playing, level: str, rng: Random) -> int:
    board = playing.board
    in_quick, on_large = NODES[level]
    is_quick = board.grid == QUICK
    nodes = in_quick if is_quick else on_large
    if level == "daydreamer" and rng.random() >= REMEMBERS:
        nodes = 0
    value = tuned(board.grid, board.blocked) if is_quick and level in LEARNED else None
    search = Search(board.grid, board.blocked, nodes, value)
    own, opposed = board.stones[playing.mover], board.stones[other(playing.mover)]
    return search.best(own, opposed) if nodes else search.at_once(own, opposed)
