"""Which player holds which seat: one each, unless the game says otherwise."""

from collections.abc import Mapping
from typing import TypeAlias

from pydantic import BaseModel

from games.core import Seat
from games.game import AnyGame


class NoSuchTable(ValueError):
    """A table with these options can't have that many seats; the message is a sentence."""


Holders: TypeAlias = tuple[int, ...]
"""By seat, the player who holds it, counted from 0 in the order they joined."""


def seating(game: AnyGame, options: BaseModel) -> Mapping[int, Holders]:
    """For each number of players that these options allow, who holds which seat."""
    if game.seating is not None:
        return game.seating(options)
    return {number: _one_each(number) for number in game.about.seats}


def holders(game: AnyGame, options: BaseModel, seats: int) -> Holders:
    """Who holds which seat at a table with this many. Raises NoSuchTable if the options don't allow it."""
    known = {len(held): held for held in seating(game, options).values()}
    if seats not in known:
        allowed = " or ".join(map(str, sorted(known)))
        raise NoSuchTable(f"{game.about.title} with these options has {allowed} seats, not {seats}.")
    return known[seats]


def held_with(holders: Holders, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the player who holds this one, including it, in order."""
    return tuple(Seat(other) for other, held in enumerate(holders) if held == holders[seat])


def _one_each(number: int) -> Holders:
    return tuple(range(number))
