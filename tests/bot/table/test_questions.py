"""A question as buttons or as a menu: no part of a choice gets lost."""

from typing import Any

import pytest
from discord import ui

from bot.chat.parts import BUTTONS, BUTTONS_IN_ROWS, named, question, whole_sums
from bot.chat.players import computer
from bot.host import play as cast
from games.core import Choice, Question
from tests.bot.tables import people


def asked(pick: Question, answers: tuple[str, ...] = ()) -> list[ui.Item[Any]]:
    return [one for item in question(pick, 7, None, 3, answers) for one in (item, *_inside(item))]


def _inside(item: ui.Item[Any]) -> list[ui.Item[Any]]:
    return list(item.children) if isinstance(item, ui.ActionRow) else []


def said(items: list[ui.Item[Any]]) -> list[str]:
    return [one.content for one in items if isinstance(one, ui.TextDisplay)]


def labels(items: list[ui.Item[Any]]) -> list[str | None]:
    return [one.label for one in items if isinstance(one, ui.Button)]


TILES = Question(
    "Which tile?", (Choice("1", "1", "2 squares"), Choice("2", "2", "1 square"), Choice("hint", "Hint"))
)


def test_what_buttons_have_no_room_for_stands_in_one_small_line_above_them() -> None:
    items = asked(TILES)
    assert said(items) == ["-# **1**:\xa02\xa0squares\xa0· **2**:\xa01\xa0square"]
    assert isinstance(items[0], ui.TextDisplay)
    assert labels(items) == ["1", "2", "Hint"]


def test_a_short_note_is_not_torn_at_the_end_of_a_line_and_a_long_one_may_be() -> None:
    long = "leaves 3 cards in groups, not 4"
    (line,) = said(asked(Question("Which?", (Choice("1", "1", "2 squares"), Choice("2", "2", long)))))
    assert "2\xa0squares" in line
    assert long in line


def test_a_short_label_is_not_torn_either() -> None:
    (line,) = said(asked(Question("Which?", (Choice("3r1", "3 right", "↑1 →2"),))))
    assert line.startswith("-# **3\xa0right**:")


def test_choices_without_notes_have_no_line_of_notes() -> None:
    assert (
        said(asked(Question("Heads or tails?", (Choice("heads", "Heads"), Choice("tails", "Tails"))))) == []
    )


def test_a_menu_says_it_beside_each_choice() -> None:
    many = Question("Which?", tuple(Choice(str(at), str(at), f"note {at}") for at in range(BUTTONS + 1)))
    items = asked(many)
    assert said(items) == []
    (select,) = (one for one in items if isinstance(one, ui.Select))
    assert [option.description for option in select.options] == [f"note {at}" for at in range(BUTTONS + 1)]


@pytest.mark.parametrize("count", [2, BUTTONS, BUTTONS + 1, BUTTONS_IN_ROWS])
def test_a_question_of_one_shape_has_buttons_in_rows_however_many_choices(count: int) -> None:
    squares = tuple(Choice(f"E{at}", f"E{at}", "flips 3") for at in range(count))
    shape = tuple(min(5, count - at) for at in range(0, count, 5))
    items = asked(Question("Which?", squares, rows=shape), ("1",))
    buttons = [one for one in items if isinstance(one, ui.Button)]
    assert [one.label for one in buttons] == [*(one.label for one in squares), "Choose again"]
    assert len(items) < 34, "a board has 40 components with its picture, its words and its own buttons"


def test_rows_of_buttons_may_be_of_different_lengths() -> None:
    parts = tuple(Choice(str(at), str(at)) for at in range(5))
    rows = [one for one in asked(Question("Which?", parts, rows=(2, 3))) if isinstance(one, ui.ActionRow)]
    assert [len(row.children) for row in rows] == [2, 3]


def test_likely_choices_are_buttons_and_all_others_a_menu_below_them() -> None:
    many = tuple(Choice(str(at), str(at), "note") for at in range(12))
    items = asked(Question("Where to?", many, likely=3))
    assert labels(items) == ["0", "1", "2"]
    (menu,) = (one for one in items if isinstance(one, ui.Select))
    assert [option.value for option in menu.options] == [str(at) for at in range(3, 12)]
    assert items.index(menu) > max(at for at, one in enumerate(items) if isinstance(one, ui.Button))
    assert said(items) == ["-# " + "\xa0· ".join(f"**{at}**:\xa0note" for at in range(3))]


def test_more_than_twenty_choices_are_a_menu_all_the_same() -> None:
    many = tuple(Choice(str(at), str(at)) for at in range(BUTTONS_IN_ROWS + 1))
    items = asked(Question("Which?", many, rows=(5, 5, 5, 5, 1)))
    assert any(isinstance(one, ui.Select) for one in items)


@pytest.mark.parametrize("count", [2, 5, BUTTONS])
def test_the_way_back_to_the_first_question_is_the_last_button(count: int) -> None:
    pick = Question("Which?", tuple(Choice(str(at), str(at)) for at in range(count)))
    assert "Choose again" not in labels(asked(pick))
    items = asked(pick, ("1",))
    assert labels(items)[-1] == "Choose again"
    assert all(len(row.children) <= 5 for row in items if isinstance(row, ui.ActionRow))


def test_from_the_third_question_on_there_is_a_way_back_to_the_one_before() -> None:
    assert "Back" not in labels(asked(TILES, ("1",)))
    items = asked(TILES, ("1", "2", "3"))
    assert labels(items)[-2:] == ["Back", "Choose again"]
    ids = [one.custom_id for one in items if isinstance(one, ui.Button)]
    assert ids[-2:] == ["pick:7:-:3:1,2", "pick:7:-:3:"]


def test_labels_and_notes_name_the_people_and_not_their_seats() -> None:
    seats = (*people(cast.CHIARA), computer("sly"))
    pick = Question("Whom does {a} bump?", (Choice("b", "Bump {b}", "next to {a}"), Choice("no", "Nobody")))
    shown = named(seats, pick)
    assert shown.text == "Whom does Chiara bump?"
    assert shown.choices[0] == Choice("b", "Bump Sly", "next to Chiara")


def test_a_sum_that_is_told_is_not_torn_at_the_end_of_a_line() -> None:
    assert (
        whole_sums("{a} scores 24 points: 4 + 20 = 24.") == "{a} scores 24 points: 4\xa0+\xa020\xa0=\xa024."
    )
