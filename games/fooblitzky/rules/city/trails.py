"""The recent walks that everyone saw, the newest last."""

from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.fooblitzky.rules.city.walking import Path


class Walked(NamedTuple):
    """A seat's walk: all its squares from first to last, even if it crossed an X on the way."""

    seat: Seat
    path: Path


Walks: TypeAlias = tuple[Walked, ...]


def since_turn_of(walks: Walks, seat: Seat) -> Walks:
    """The walks to show when a seat's turn begins: those of the others since its previous turn."""
    return tuple(walk for walk in walks if walk.seat != seat)


def went(walks: Walks, seat: Seat, path: Path, goes_on: bool = False) -> Walks:
    """The walks with one more, or, if it `goes_on` in the same turn, with the newest extended."""
    if not goes_on or not walks:
        return (*walks, Walked(seat, path))
    *before, so_far = walks
    return (*before, Walked(seat, (*so_far.path, *path[1:])))


def taken_back(walks: Walks, steps: int) -> Walks:
    """The walks without the last steps of the newest, or without the newest if that was all of it."""
    if not walks:
        return walks
    *before, (seat, path) = walks
    left = path[: len(path) - steps]
    return (*before, Walked(seat, left)) if len(left) > 1 else tuple(before)
