"""The one thing a player can do, which the table does for them."""

from itertools import islice

from games.core import CHANCE
from games.record import Line
from games.table import AnyTable

ONLY = "the only move"
"""The note on a line that the table made because its player could make no other."""


def only_move(table: AnyTable) -> Line | None:
    """The line of the one seat that has a single legal move, if everybody can see that; else None.

    That a player has no choice can be as secret as their cards, so in games with hands they always move
    themselves. It's also None while others may move, or are asked to agree to an undo.
    """
    turn = table.turn
    if table.game.about.hands or table.ask or turn.may or len(turn.owes) != 1 or CHANCE in turn.owes:
        return None
    (seat,) = turn.owes
    own, known = (list(islice(table.game.legal(table.view(viewer)), 2)) for viewer in (seat, None))
    return Line(seat, table.game.write(own[0]), ONLY) if len(own) == 1 and own == known else None
