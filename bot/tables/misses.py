"""Moves that a player missed, according to the notes on the record's lines."""

from bot.tables.journal import Journal
from bot.tables.only_move import ONLY
from bot.tables.owed_moves import is_of_the_same_move
from bot.tables.timesheet import TimeSheet
from games.core import Seat

OVER = "time over: "
"""How the note on a late move begins that its player didn't make; seats are marks in it."""

MISSES = 3
"""A player who misses this many moves in a row counts as away."""


class Misses:
    """The moves that the players of one table missed, without those that were excused."""

    def __init__(self, journal: Journal, sheet: TimeSheet) -> None:
        self._journal = journal
        self._sheet = sheet

    def of(self, seat: Seat) -> int:
        """How many moves in a row were made for this seat because its time was up."""
        table, found, is_another = self._journal.table, 0, True
        for at in reversed(range(self._sheet.excused(seat), len(table.lines))):
            line = table.lines[at]
            if line.who != seat:
                is_another = is_another or not is_of_the_same_move(table, line, seat)
            elif line.note.startswith(OVER):
                found, is_another = found + is_another, False
            elif line.note != ONLY:
                break
        return found

    @property
    def is_everyone_away(self) -> bool:
        """Whether everyone has missed several moves in a row: then the game waits until somebody moves."""
        if not self._sheet.limit:
            return False
        people = [seat for seat in self._journal.table.seats if self._journal.is_played_by_person(seat)]
        return bool(people) and all(self.of(seat) >= MISSES for seat in people)
