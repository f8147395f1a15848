"""Positions of random games, for tests that need early and late ones."""

from hypothesis import strategies as st

from games.fourside import GAME, Options
from games.fourside.options import LARGEST
from games.fourside.position import Playing, Position
from tests.games.wandering import wandered


def played(seed: int, moves: int) -> Position:
    """The position after this many random moves, including hints and chance's, or at the end."""
    options = Options(level=tuple(LARGEST)[seed % 3])
    position: Position = wandered(GAME, 2, options, seed, moves)
    return position


def playing(seed: int, moves: int) -> Playing:
    """The first position after this many moves in which somebody has to place a tile."""
    for more in range(20):
        position = played(seed, moves + more)
        if isinstance(position, Playing):
            return position
    raise AssertionError("That game was over earlier.")


positions = st.builds(played, st.integers(0, 2**32), st.integers(0, 6) | st.integers(0, 150))
"""Early positions as often as all others."""
