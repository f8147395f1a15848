"""Positions of random games, for tests that need one of every age."""

from random import Random

from hypothesis import strategies as st

from games.core import CHANCE
from games.fourside import GAME, Options
from games.fourside.position import Finished, Position
from games.kit.lots import below


def played(seed: int, moves: int) -> Position:
    """The position after so many random moves, chance's among them, or at the end."""
    rng = Random(seed)
    position = GAME.new(2, Options())
    for _ in range(moves):
        if isinstance(position, Finished):
            break
        (seat,) = GAME.turn(position).owes
        if seat == CHANCE:
            move = GAME.chance(position, rng)
        else:
            legal = list(GAME.legal(GAME.view(position, seat)))
            move = legal[below(rng, len(legal))]
        position = GAME.apply(position, seat, move).state
    return position


positions = st.builds(played, st.integers(0, 2**32), st.integers(0, 6) | st.integers(0, 300))
"""Young positions as often as all others."""
