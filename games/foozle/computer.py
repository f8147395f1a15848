"""Computer players: they see a view, work out partitions of the hand, and never look at a clock."""

from random import Random

from games.foozle.notation import Move
from games.foozle.prompts import legal
from games.foozle.view import View

LEVELS = ("greedy",)


def choose(view: View, level: str, rng: Random) -> Move:
    """A legal move."""
    return legal(view)[-1]
