"""Positions of random games, for tests that need early and late ones."""

from hypothesis import strategies as st

from games.doublolo import GAME, Options
from games.doublolo.rules.options import Length
from games.doublolo.rules.position import Position
from tests.games.wandering import wandered


def played(seed: int, moves: int, length: Length = "full") -> Position:
    """The position after this many random moves, including chance's, or at the end."""
    position: Position = wandered(GAME, 2, Options(length=length), seed, moves)
    return position


positions = st.builds(played, st.integers(0, 2**32), st.integers(0, 6) | st.integers(0, 300))
"""Early positions as often as all others."""
