"""Playing a record's lines one after the other, as far as they're valid."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from games.core import BadNotation, IllegalMove, M, S, V, Viewer
from games.engine.record import Line, move_number
from games.engine.table import AnyTable, Table, asks_again
from games.kit.prose import quoted

_STRETCH = 64
"""How many lines are replayed at a time to find when each question last changed."""


@dataclass(frozen=True, slots=True)
class Fold:
    """How far a record could be played, and why it stopped: `fault` is None if it is valid to its end."""

    table: AnyTable
    fault: str | None = None


def play_on(table: Table[S, V, M], lines: Iterable[Line], place: Callable[[int], str] = move_number) -> Fold:
    """Play lines until one is refused; `place` names the line with an index."""
    for line in lines:
        try:
            table = table.play(line)
        except (IllegalMove, BadNotation) as refused:
            return Fold(table, f"{place(len(table.lines))}, {quoted(line.text)}: {refused}")
    return Fold(table)


def catch_up(table: Table[S, V, M], lines: Sequence[Line]) -> Fold:
    """Like `play_on`, but many lines take a fraction of the time.

    It doesn't work out any questions on the way. Going back from the end, it then finds when each question
    last changed, usually within a few lines; the version for a viewer who isn't asked may be the old one.
    If a line is refused, the table has no `prompt_versions`.
    """
    now = table.unasked()
    begun = []
    for index, line in enumerate(lines):
        if index % _STRETCH == 0:
            begun.append(now)
        folded = play_on(now, (line,))
        if folded.fault:
            return folded
        now = folded.table
    return Fold(replace(now, prompt_versions=_prompt_versions(table, now, begun, lines)))


def _prompt_versions(
    before: Table[S, V, M], now: Table[S, V, M], begun: Sequence[Table[S, V, M]], lines: Sequence[Line]
) -> tuple[int, ...]:
    """By seat and last for the channel, after how many lines the question last changed.

    `lines` lead from `before` to `now`, and `begun` are the tables at the start of each stretch.
    """
    viewers: tuple[Viewer, ...] = (*now.seats, None)
    wanted = {one for one in viewers if now.ask is not None or now.prompt(one) is not None}
    found: dict[Viewer, int] = {}
    for number, first in reversed([*enumerate(begun)]):
        if wanted <= found.keys():
            break
        start = number * _STRETCH
        tables = [*accumulate(lines[start : start + _STRETCH], Table.play, initial=first)]
        for at in reversed(range(len(tables) - 1)):
            left = [one for one in wanted if one not in found]
            new = [one for one in left if asks_again(tables[at], tables[at + 1], lines[start + at], one)]
            found |= dict.fromkeys(new, len(before.lines) + start + at + 1)
    return tuple(found.get(viewer, before.prompt_version(viewer)) for viewer in viewers)
