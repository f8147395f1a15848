"""Moves that a player missed, as the notes on the record's lines tell."""

from collections.abc import Callable, Sequence

from bot.tables.only_move import ONLY
from games.core import Seat
from games.record import Line

OVER = "time over: "
"""How the note begins on a line that wasn't made by its player; seats are marks in it."""

MISSES = 3
"""Somebody who misses so many moves in a row is away."""


def missed(lines: Sequence[Line], seat: Seat, since: int, is_same: Callable[[Line, Seat], bool]) -> int:
    """How many moves in a row were made for this seat because its time was up, from line `since` on.

    `is_same` says whether a line doesn't end a move of the seat that was under way before it.
    """
    found, is_another = 0, True
    for at in reversed(range(since, len(lines))):
        line = lines[at]
        if line.who != seat:
            is_another = is_another or not is_same(line, seat)
        elif line.note.startswith(OVER):
            found, is_another = found + is_another, False
        elif line.note != ONLY:
            break
    return found
