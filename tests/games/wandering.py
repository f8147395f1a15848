"""Random games, for tests that need positions from early to late."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from pydantic import BaseModel

from games.core import CHANCE, Seat, Step
from games.game import AnyGame
from games.kit.lots import below


def wander(game: AnyGame, position: Any, rng: Random) -> Iterator[tuple[Seat, Any, Step[Any]]]:
    """Who moves, any legal move of theirs or chance's, and what follows, to the end; nothing is revised."""
    while owes := game.turn(position).owes:
        seat = min(owes)
        if seat == CHANCE:
            move = game.chance(position, rng)
        else:
            legal = list(game.legal(game.view(position, seat)))
            move = legal[below(rng, len(legal))]
        step = game.apply(position, seat, move)
        yield seat, move, step
        position = step.state


def wandered(game: AnyGame, seats: int, options: BaseModel, seed: int, moves: int) -> Any:
    """The position after this many random moves, chance's among them, or at the end."""
    position = game.new(seats, options)
    for _, _, step in islice(wander(game, position, Random(seed)), moves):
        position = step.state
    return position
