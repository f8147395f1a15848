"""Computer players: they see a view and look at every placement, but not at a clock or future tiles.

The lower levels make people's mistakes: they overlook squares far from the last tile, and turns of a tile,
and forget the opponent's reply.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from games.fourside.computers.outlook import at_once, before_reply
from games.fourside.rules.position import ALL_SQUARES, Place
from games.fourside.rules.view import View


@dataclass(frozen=True, slots=True)
class Care:
    """How much a level notices, each as a chance from 0 to 1.

    `near`: a square next to the last tile; one a step further away is noticed with `near` times that chance,
    and so on. `turned`: a tile other than as it lies. `reply`: that the opponent has a turn, too.
    """

    near: float
    turned: float
    reply: float = 0

    def once(self, filled: float) -> "Care":
        """The same level once so much of the board is filled, from 0 to 1: it overlooks that much less."""
        return replace(self, near=_less(self.near, filled), turned=_less(self.turned, filled))


def _less(noticed: float, filled: float) -> float:
    return 1 - (1 - noticed) * (1 - filled) ** 2


def careful(care: Care) -> Callable[[View, Random], Place]:
    """A player who notices this much on an empty board."""

    def plays(view: View, rng: Random) -> Place:
        now = care.once(filled(view))
        thinks = rng.random() < now.reply
        found = noticed(view, now, rng)
        return before_reply(view, rng, found) if thinks else at_once(view, rng, found)

    return plays


def filled(view: View) -> float:
    """How much of the board is filled, from 0 to 1."""
    return 1 - view.board.tiles.count(None) / view.board.size


def noticed(view: View, care: Care, rng: Random) -> list[Place]:
    """The placements that a level notices; if there are none, those on the nearest squares."""
    last = view.table.last.square if view.table.last else view.board.centre
    away = {square: abs(square.column - last.column) + abs(square.row - last.row) for square in ALL_SQUARES}
    squares = {square for square in ALL_SQUARES if rng.random() < care.near ** away[square]}
    turned = {number for number, _ in enumerate(view.hand, 1) if rng.random() < care.turned}
    found = [
        place
        for place in view.placements
        if place.square in squares and (not place.quarters or place.number in turned)
    ]
    nearest = min(away[place.square] for place in view.placements)
    return found or [place for place in view.placements if away[place.square] == nearest]
