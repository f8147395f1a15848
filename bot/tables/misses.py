"""Moves that a player missed, according to the notes on the record's lines."""

from bot.tables.only_move import ONLY
from bot.tables.owed_moves import is_of_the_same_move
from games.core import Seat
from games.table import AnyTable

OVER = "time over: "
"""How the note on a late move begins that its player didn't make; seats are marks in it."""

MISSES = 3
"""A player who misses this many moves in a row counts as away."""


def missed(table: AnyTable, seat: Seat, since: int) -> int:
    """How many moves in a row were made for this seat because its time was up, from line `since` on."""
    found, is_another = 0, True
    for at in reversed(range(since, len(table.lines))):
        line = table.lines[at]
        if line.who != seat:
            is_another = is_another or not is_of_the_same_move(table, line, seat)
        elif line.note.startswith(OVER):
            found, is_another = found + is_another, False
        elif line.note != ONLY:
            break
    return found
