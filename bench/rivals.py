"""Players of a known kind, for the strongest computers to be measured against.

They stand apart from the ladder, which only knows their names: what a rival is can be explained without it.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from games.calabresella.computers.computer import BY_RULES
from games.doublolo.computers.levels import SEER
from games.doublolo.computers.search import Search
from games.doublolo.rules.notation import Move, Place
from games.doublolo.rules.position import Playing, other
from games.doublolo.rules.view import View
from games.fooblitzky.computers.shopper import two_outings
from games.foozle.computers.at_once import greedy
from games.fourside.computers.outlook import at_once, before_reply

Chooser: TypeAlias = Callable[[Any, Random], Any]
"""A player: from a view, a move."""


def plainly(view: View, rng: Random) -> Move:
    """Doublolo with as many positions a move as the strongest computer, judged as before it learned."""
    position = view.position
    if not isinstance(position, Playing):
        return SEER(view, rng)
    board, mover = position.board, position.mover
    nodes = SEER.nodes(board.grid)
    found = Search(board.grid, board.blocked, nodes).best(board.stones[mover], board.stones[other(mover)])
    return Place(board.grid.square(found))


RIVALS: Mapping[str, Mapping[str, Chooser]] = {
    "calabresella": {"rule player": BY_RULES},
    "doublolo": {"plain evaluation": plainly},
    "fooblitzky": {"two-step shopper": two_outings},
    "foozle": {"meld at once": greedy},
    "fourside": {"most points at once": at_once, "greedy with one reply": before_reply},
}
"""By game, what they're called, and how they play."""
