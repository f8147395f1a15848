"""The score over a whole game, from its record: what a chart shows, and where the game turned."""

from collections.abc import Sequence

from games.core import CHANCE, BadNotation, Event, IllegalMove, Seat, Stopped
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.engine.talk import Word, is_undo
from games.game import AnyGame
from games.kit.results import Course, Look, Point

MOST_LINES = 10_000
"""A longer record isn't followed: this many lines take about a second."""


def course(game: AnyGame, header: Header, lines: Sequence[Line], look: Look) -> Course | None:
    """The course of this game, without what was undone; None if its record is too long or doesn't replay.

    Scores are counted as after the end, when everybody may know everything. It takes 0.1 to 0.2 ms a line.
    """
    if len(lines) > MOST_LINES:
        return None
    try:
        followed = _Followed(Table.new(game, header).unasked(), look)
        for line in lines:
            followed.play(line)
    except (IllegalMove, BadNotation, ValueError):
        return None
    return followed.course()


class _Followed:
    """A table being played again, and the points so far."""

    def __init__(self, table: AnyTable, look: Look) -> None:
        self._table, self._look = table, look
        self._points = [Point(0, 0, 0, self._scores())]
        self._moves = [0]
        """How many moves stand after each line."""
        self._begun: list[tuple[int, int]] = []
        """The line with which each part began, and the moves before it."""
        self._alone: dict[int, Seat] = {}
        """Who plays alone, by the number of the part."""
        self._left: list[int | None] = [None for _ in table.seats]

    def play(self, line: Line) -> None:
        before, self._table = self._table, self._table.play(line)
        move, number = self._moves[-1], len(self._table.lines)
        if is_undo(line):
            back_to = before.plies[len(self._table.plies)].at
            move = self._moves[back_to]
            while self._points[-1].line > back_to:
                self._points.pop()
            while self._begun and self._begun[-1][0] > back_to:
                self._begun.pop()
        elif line.text in (Word.RESIGN, Word.STOP):
            move += 1
            for seat in self._table.of_same_player(line.who) if line.who != CHANCE else ():
                self._left[seat] = move
        elif not line.is_talk:
            move += line.who != CHANCE
            if self._look.begins is not None and self._look.begins(before.state, self._table.state):
                self._begun.append((number, move))
            soloist = None if self._look.alone is None else self._look.alone(self._table.state)
            if soloist is not None:
                self._alone[len(self._begun)] = soloist
        self._moves.append(move)
        if (scores := self._scores()) != self._points[-1].scores:
            told = self._told(self._table.log[len(before.log) :], line.by)
            self._points.append(Point(number, move, len(self._begun), scores, told))

    def course(self) -> Course:
        move, points = self._moves[-1], self._points
        if points[-1].move != move:
            points = [*points, points[-1]._replace(line=len(self._table.lines), move=move, told="")]
        begun = tuple(one for _, one in self._begun)
        alone = tuple(self._alone.get(part) for part in range(1, len(begun) + 1))
        return Course(tuple(points), move, begun, alone, tuple(self._left))

    def _scores(self) -> tuple[int, ...]:
        return self._table.game.scores(Stopped(self._table.state))

    def _told(self, new: Sequence[tuple[int, Event]], by: Seat | None) -> str:
        """What says how the score changed: the last thing its player did, or the last of all."""
        found = [event for _, event in new if event.text and not event.is_outcome]
        own = [event for event in found if event.by == by and not self._look.told_last]
        return (own or found)[-1].in_short(None) if found else ""
