"""Computer players: they see a view, search a limited number of nodes and never look at a clock."""

from dataclasses import dataclass
from random import Random

from games.doublolo.computers.search import Search
from games.doublolo.computers.tuned import tuned
from games.doublolo.rules.lines import flips
from games.doublolo.rules.notation import Call, Move, Place
from games.doublolo.rules.position import QUICK, Playing, other
from games.doublolo.rules.rulebook import FACES
from games.doublolo.rules.view import View
from games.kit.grid import Grid, bits
from games.kit.lots import below


@dataclass(frozen=True, slots=True)
class Thinker:
    """A player who looks ahead at so many positions for a move, in a quick game and on the large board.

    With 0 it judges only the position after its own move. `remembers`: how often it looks at what its
    opponent can do. `has_learned`: it judges positions of a quick game by what was learned from games.
    """

    in_quick: int = 0
    on_large: int = 0
    remembers: float = 1
    has_learned: bool = False

    def __call__(self, view: View, rng: Random) -> Move:
        """Its legal move."""
        if not isinstance(view.position, Playing):
            return Call(FACES[below(rng, 2)])
        board, mover = view.position.board, view.position.mover
        is_quick = board.grid == QUICK
        nodes = self.nodes(board.grid)
        if self.remembers < 1 and rng.random() >= self.remembers:
            nodes = 0
        value = tuned(board.grid, board.blocked) if is_quick and self.has_learned else None
        search = Search(board.grid, board.blocked, nodes, value)
        own, opposed = board.stones[mover], board.stones[other(mover)]
        return Place(board.grid.square(search.best(own, opposed) if nodes else search.at_once(own, opposed)))

    def nodes(self, grid: Grid) -> int:
        """How many positions it looks at on this board."""
        return self.in_quick if grid == QUICK else self.on_large


def greedy(view: View, rng: Random) -> Move:
    """The square that flips the most stones."""
    if not isinstance(view.position, Playing):
        return Call(FACES[below(rng, 2)])
    return Place(view.board.grid.square(_most_flips(view, rng)))


def _most_flips(view: View, rng: Random) -> int:
    """The square that flips the most stones; picked at random if several are equal."""
    board, mover = view.board, view.mover
    assert mover is not None
    own, opposed = board.stones[mover], board.stones[other(mover)]
    counts = {bit: flips(board.grid, own, opposed, bit).bit_count() for bit in bits(view.open)}
    most = max(counts.values())
    equals = [bit for bit, count in counts.items() if count == most]
    return equals[below(rng, len(equals))]
