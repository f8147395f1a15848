"""A record folded into a table, line by line while it is valid."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.core import BadNotation, IllegalMove, M, S, V
from games.game import AnyGame
from games.kit.prose import quoted
from games.record import Line, Record, move_number
from games.table import AnyTable, Table


@dataclass(frozen=True, slots=True)
class Fold:
    """How far a record could be played, and why it stopped: `fault` is None if it is valid to its end."""

    table: AnyTable
    fault: str | None = None


def fold(game: AnyGame, record: Record) -> Fold:
    """Play a record's lines while they are valid. Raises as `Table.new`."""
    return play_on(Table.new(game, record.header), record.lines, record.place)


def play_on(table: Table[S, V, M], lines: Iterable[Line], place: Callable[[int], str] = move_number) -> Fold:
    """Play lines one after the other until one is refused; `place` names the line with an index."""
    for line in lines:
        try:
            table = table.play(line)
        except (IllegalMove, BadNotation) as refused:
            return Fold(table, f"{place(len(table.lines))}, {quoted(line.text)}: {refused}")
    return Fold(table)
