"""Who holds which seat: everybody one of his own, unless the game says otherwise."""

from collections.abc import Mapping
from typing import TypeAlias

from pydantic import BaseModel

from games.game import AnyGame

Holders: TypeAlias = tuple[int, ...]
"""By seat, which player holds it, counted from 0 in the order of sitting down."""


def seating(game: AnyGame, options: BaseModel) -> Mapping[int, Holders]:
    """For each number of players that may sit down with these options, who holds which seat."""
    if game.seating is not None:
        return game.seating(options)
    return {number: _one_each(number) for number in game.about.seats}


def holders(game: AnyGame, options: BaseModel, seats: int) -> Holders:
    """Who holds which of that many seats; everybody one where the options do not know such a table."""
    known = seating(game, options).values()
    return next((held for held in known if len(held) == seats), _one_each(seats))


def _one_each(number: int) -> Holders:
    return tuple(range(number))
