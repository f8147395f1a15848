"""The number that a button must match rises when a question is new, and only then."""

from itertools import pairwise
from typing import Any

from hypothesis import given

from games.core import CHANCE
from games.engine.table import AnyTable
from tests.games.played import (
    ANY_TABLES,
    A,
    B,
    C,
    pebbles,
    play,
    sealed,
    viewers,
)


@given(ANY_TABLES)
def test_question_numbers_rise_and_never_come_back(every: list[AnyTable]) -> None:
    """A number belongs to one question forever, whatever is undone."""
    for viewer in viewers(every[0]):
        asked: dict[int, Any] = {}
        numbers = [at.prompt_version(viewer) for at in every]
        assert numbers == sorted(numbers)
        for at, number in zip(every, numbers, strict=True):
            question = at.prompt(viewer)
            assert asked.setdefault(number, question) == question or at.over
            assert number <= len(at.lines)


@given(ANY_TABLES)
def test_a_player_who_moved_has_a_new_question(every: list[AnyTable]) -> None:
    for before, after in pairwise(every):
        who = after.lines[-1].who
        if who != CHANCE:
            assert after.prompt_version(who) > before.prompt_version(who)
        if before.prompt(None) is not None:
            assert after.prompt_version(None) > before.prompt_version(None)


def test_questions_expire_after_a_move_is_undone() -> None:
    before = pebbles()
    after = pebbles("a 1 left", "a /undo")
    assert before.prompt(A) == after.prompt(A)
    for viewer in viewers(before):
        assert after.prompt_version(viewer) > before.prompt_version(viewer)


@given(ANY_TABLES)
def test_a_word_to_the_table_makes_every_question_new(every: list[AnyTable]) -> None:
    for at in every[1:]:
        if at.lines[-1].is_talk:
            assert {at.prompt_version(viewer) for viewer in viewers(at)} == {len(at.lines)}


def test_a_second_press_of_one_button_is_too_late_though_the_question_reads_the_same() -> None:
    before, after = pebbles(), pebbles("a 1 left")
    assert before.prompt(None) == after.prompt(None)
    assert after.prompt_version(None) > before.prompt_version(None)


def test_a_secret_choice_of_another_leaves_my_question_as_it_is() -> None:
    before = sealed()
    after = play(before, "a 1", "b 5 6", "b 7")
    assert after.prompt_version(C) == before.prompt_version(C)
    assert after.prompt_version(None) == before.prompt_version(None)
    assert after.prompt_version(B) > before.prompt_version(B)
    assert play(after, "c 9").prompt_version(A) > after.prompt_version(A)
