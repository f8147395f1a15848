"""Computer players: they see a view and look at every placement, but not at a clock or future tiles."""

from random import Random

from games.core import IllegalMove
from games.fourside.outlook import at_once, outlook
from games.fourside.position import Place
from games.fourside.view import View
from games.kit.lots import below

CARE = {"beginner": (0.2, 0.5), "intermediate": (0.5, 0.9)}
"""How often a level takes the placement that scores most: on an empty board and on a full one."""


def choose(view: View, level: str, rng: Random) -> Place:
    """A legal placement of the view's mover, the same for the same view, level and state of `rng`.

    Raises IllegalMove if there is nothing to choose, and KeyError for an unknown level.
    """
    found = view.placements
    if not found:
        raise IllegalMove("There's nothing to choose right now.")
    if level == "expert":
        return outlook(view, rng)
    lowest, highest = CARE[level]
    care = lowest + (highest - lowest) * _filled(view)
    return at_once(view, rng) if rng.random() < care else found[below(rng, len(found))]


def _filled(view: View) -> float:
    board = view.board
    return (board.size - board.tiles.count(None)) / board.size
