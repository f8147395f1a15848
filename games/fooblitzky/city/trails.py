"""The walks that everyone saw of late, the newest last."""

from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.fooblitzky.city.walking import Path


class Walked(NamedTuple):
    """A walk of this seat: its squares from the first to the last, X's it got across included."""

    seat: Seat
    path: Path


Walks: TypeAlias = tuple[Walked, ...]


def since_turn_of(walks: Walks, seat: Seat) -> Walks:
    """What is left when a seat's turn begins: what the others did since its previous one."""
    return tuple(walk for walk in walks if walk.seat != seat)


def went(walks: Walks, seat: Seat, path: Path, goes_on: bool = False) -> Walks:
    """With one walk more, or, if it `goes_on` in the same turn, with the newest of them longer."""
    if not goes_on or not walks:
        return (*walks, Walked(seat, path))
    *before, so_far = walks
    return (*before, Walked(seat, (*so_far.path, *path[1:])))


def taken_back(walks: Walks, steps: int) -> Walks:
    """Without the last steps of the newest walk; of a whole one nothing is left."""
    if not walks:
        return walks
    *before, (seat, path) = walks
    left = path[: len(path) - steps]
    return (*before, Walked(seat, left)) if len(left) > 1 else tuple(before)
