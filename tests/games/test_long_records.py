"""A line costs as much late in a long record as early on, in calls and in memory."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import TypeAlias

import pytest

from games.core import CHANCE
from games.engine import record, registry
from games.engine.record import Header, Line
from games.engine.replay import begin
from games.engine.table import AnyTable
from tests import long_records
from tests.deep import sized
from tests.games.work import calls, room

Made: TypeAlias = tuple[AnyTable, tuple[Line, ...]]
"""An empty table, and the lines that are played at it."""

EARLY, LATE, LINES = 100, sized(1_500, 9_000), sized(60, 200)
SLACK = 1.1
"""After this many lines what is kept is one or two levels deeper."""

COPIED = sized(8, 16) * 1024
"""Bytes. A copy of 1,500 lines would take 12 KB."""


def read(text: str) -> Made:
    told = record.read(text)
    return begin(registry.find(told.header.game), told.header), told.lines


def of_moves_undone() -> Made:
    return read(long_records.undone(lines=LATE + 2 * LINES))


def of_cards_discarded() -> Made:
    return read(long_records.discarded(lines=LATE + 2 * LINES))


@cache
def of_a_match_to_9999() -> Made:
    """Calabresella: everybody makes random bids and plays."""
    game, rng = registry.find("calabresella"), Random(7)
    start = begin(game, Header("calabresella", game.about.edition, 3, (("game_point", "9999"),)))
    table = start.unasked()
    while len(table.lines) < LATE + LINES:
        seat = min(table.turn.owes)
        if seat == CHANCE:
            table = table.play(table.chance(b"7"))
        else:
            moves = list(game.legal(table.view(seat)))
            table = table.play(Line(seat, game.write(moves[rng.randrange(len(moves))])))
    return start, tuple(table.lines)


RECORDS = pytest.mark.parametrize("made", [of_moves_undone, of_cards_discarded, of_a_match_to_9999])


@RECORDS
def test_a_late_line_costs_what_an_early_one_costs(made: Callable[[], Made]) -> None:
    table, lines = made()
    work, most = {EARLY: 0, LATE: 0}, {EARLY: 0, LATE: 0}
    for number, line in enumerate(lines):
        again = partial(table.play, line)
        for part in (EARLY, LATE):
            if part <= number < part + LINES:
                work[part] += calls(again)
                most[part] = max(most[part], room(again))
        table = again()
    assert len(table.lines) >= LATE + LINES
    assert work[LATE] <= SLACK * work[EARLY]
    assert most[LATE] <= most[EARLY] + COPIED
