"""A long record is replayed without building questions on the way, and leads to the same table."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from games.engine import record, registry
from games.engine.fold import catch_up, play_on
from games.engine.record import Line
from games.engine.table import AnyTable, Table
from tests import long_records
from tests.games.played import ANY_TABLES, viewers

RECORDS = {
    "moves undone": long_records.undone,
    "undo asked for": long_records.asked_back,
    "deals passed out": long_records.passed_out,
    "cards discarded": long_records.discarded,
    "a choice changed again and again": long_records.chosen_again,
}


def is_caught_up(begun: AnyTable, lines: Sequence[Line]) -> None:
    played, caught_up = play_on(begun, lines).table, catch_up(begun, lines).table
    assert replace(caught_up, prompt_versions=played.prompt_versions) == played
    for viewer in viewers(played):
        if played.ask or played.prompt(viewer) is not None:
            assert caught_up.prompt_version(viewer) == played.prompt_version(viewer), viewer
        else:
            assert caught_up.prompt_version(viewer) <= played.prompt_version(viewer)


@given(ANY_TABLES)
def test_catching_up_leads_to_the_same_table_and_questions(every: list[AnyTable]) -> None:
    is_caught_up(every[0], every[-1].lines)


@pytest.mark.parametrize("made", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("length", [63, 64, 65, 200])
def test_catching_up_finds_a_question_however_long_ago_it_was_asked(
    made: Callable[..., str], length: int
) -> None:
    told = record.read(made(lines=length))
    is_caught_up(Table.new(registry.find(told.header.game), told.header), told.lines)


@pytest.mark.parametrize("name", sorted(registry.all_games()))
def test_catching_up_follows_records_of_every_game(name: str) -> None:
    longest = max((long_records.GAMES / name / "records").glob("*.txt"), key=lambda one: one.stat().st_size)
    told = record.read(longest.read_text("utf-8"))
    begun = Table.new(registry.find(name), told.header)
    for length in (min(len(told.lines), 150), 100, 1, 0):
        is_caught_up(begun, told.lines[:length])


def test_catching_up_stops_at_the_first_line_that_is_refused() -> None:
    told = record.read(long_records.undone(lines=80))
    begun, wrong = Table.new(registry.find(told.header.game), told.header), Line(told.lines[-1].who, "A1")
    folded = catch_up(begun, (*told.lines, wrong))
    assert folded.fault == play_on(begun, (*told.lines, wrong)).fault
    assert folded.fault
