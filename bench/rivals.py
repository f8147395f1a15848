"""Players of a known kind, for the strongest computers to be measured against.

They stand apart from the ladder, which only knows their names: what a rival is can be explained without it.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from games.calabresella.computers.computer import choose as cards
from games.doublolo.computers.computer import NODES, choose
from games.doublolo.computers.search import Search
from games.doublolo.rules.notation import Move, Place
from games.doublolo.rules.position import QUICK, Playing, other
from games.doublolo.rules.view import View
from games.fooblitzky.computers.shopper import two_outings
from games.foozle.computers.at_once import greedy
from games.fourside.computers.outlook import at_once, before_reply

Chooser: TypeAlias = Callable[[Any, Random], Any]
"""A player: from a view, a move."""

STRONGEST = "seer"


def plainly(view: View, rng: Random) -> Move:
    """Doublolo with as many positions a move as the strongest computer, judged as before it learned."""
    position = view.position
    if not isinstance(position, Playing):
        return choose(view, STRONGEST, rng)
    board, mover = position.board, position.mover
    nodes = NODES[STRONGEST][board.grid != QUICK]
    found = Search(board.grid, board.blocked, nodes).best(board.stones[mover], board.stones[other(mover)])
    return Place(board.grid.square(found))


def by_rules(view: Any, rng: Random) -> Any:
    """Calabresella by rules of thumb, without imagining where cards lie: the level Medium."""
    return cards(view, "rules", rng)


RIVALS: Mapping[str, Mapping[str, Chooser]] = {
    "calabresella": {"rule player": by_rules},
    "doublolo": {"plain evaluation": plainly},
    "fooblitzky": {"two-step shopper": two_outings},
    "foozle": {"meld at once": greedy},
    "fourside": {"most points at once": at_once, "greedy with one reply": before_reply},
}
"""By game, what they're called, and how they play."""
