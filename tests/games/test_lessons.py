"""Lessons: you can follow each one to its end with any moves, and it fits on its screens."""

import re
from pathlib import Path
from types import MappingProxyType

import pytest

from games.core import Question, Seat, letter
from games.engine import lessons, registry
from games.engine.lesson import Lesson, Place, moved, turned
from games.engine.lesson_text import BadLesson, read
from games.engine.record import Record
from tests.games import liars_dice

TAUGHT = tuple(filter(lessons.has_lesson, registry.all_games()))

SMALL = """# A note.
[Game "fourside"]
[Play.level "beginner"]

== The first tile
* board a / 1234 / B2 C6 D2 F6 G2 H5 / A4 B6 D6 F2 G6 I4
* tiles 3351 2643 5216 1462 6553 3514 2262 6431 5416 1325
| Welcome.
| You have
| five tiles.

| Place one.
? 4*@D4
? 4*@F4
- (hint) Not yet.
- Tile 4, please.
= 4@D4  # The fours touch.

* tiles 4141
| That's a turn.
"""


def no_record(file: str) -> Record:
    raise FileNotFoundError(file)


def small(change: tuple[str, str] = ("", "")) -> Lesson:
    return read(SMALL.replace(*change), "lesson.txt", no_record)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_goes_on_whatever_fitting_moves_are_made(name: str) -> None:
    assert list(lessons.faults(lessons.find(name))) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_has_8_to_15_steps_and_takes_moves(name: str) -> None:
    lesson = lessons.find(name)
    assert 8 <= len(lesson.steps) <= 15
    assert sum(step.stop is not None for step in lesson.steps) >= 4


def test_learn_teaches_the_five_games() -> None:
    assert {"calabresella", "doublolo", "fooblitzky", "foozle", "fourside"} <= set(TAUGHT)


@pytest.mark.parametrize("name", TAUGHT)
def test_at_every_stop_the_learner_is_asked_and_every_position_is_described(name: str) -> None:
    game, lesson = registry.find(name), lessons.find(name)
    for number, step in enumerate(lesson.steps):
        now = lessons.moment(lesson, Place(number))
        if step.stop is not None:
            assert isinstance(now.table.prompt(now.viewer), Question)
        assert game.describe is not None
        assert 0 < len(game.describe(now.view())) <= 1_000


@pytest.mark.parametrize("name", TAUGHT)
def test_the_options_of_the_first_game_exist_and_names_of_seats_are_marks(name: str) -> None:
    game, lesson = registry.find(name), lessons.find(name)
    game.options.model_validate(dict(lesson.options))
    assert {key for key, _ in lesson.options} <= set(game.options.model_fields)
    for step in lesson.steps:
        texts = [step.words]
        if step.stop is not None:
            texts += [step.stop.why, *dict(step.stop.reasons).values()]
        letters = "".join(letter(Seat(seat)) for seat in range(step.scene.header.seats))
        for text in texts:
            assert "{" not in re.sub(f"{{[{letters}]}}", "", text)


def test_a_lesson_is_read_with_its_steps_stops_and_options() -> None:
    lesson = small()
    assert [step.words for step in lesson.steps] == [
        "Welcome. You have five tiles.",
        "Place one.",
        "That's a turn.",
    ]
    stop = lesson.steps[1].stop
    assert stop is not None
    assert stop.fits("4r1@D4")
    assert not stop.fits("3@D4")
    assert stop.reason("hint") == "Not yet."
    assert stop.reason("3@E3") == "Tile 4, please."
    assert lesson.options == (("level", "beginner"),)


def test_the_position_follows_the_moves_that_were_made_and_tells_what_they_did() -> None:
    lesson = small()
    shown = lessons.moment(lesson, Place(2))
    assert "4 points" in "".join(event.text for event in shown.events)
    assert shown.viewer == Seat(0)
    there = moved(lesson, Place(1), "4@F4")
    assert there == Place(2, ("4@F4",))
    assert "2 points" in "".join(event.text for event in lessons.moment(lesson, there).events)


def test_turning_back_takes_moves_back_and_no_stop_can_be_jumped_over() -> None:
    lesson = small()
    there = Place(2, ("4@F4",))
    assert turned(lesson, there, 1) == Place(1)
    assert turned(lesson, Place(1), 2) is None
    assert turned(lesson, there, 2) == there
    assert turned(lesson, there, 3) is None


@pytest.mark.parametrize("place", [Place(9), Place(2), Place(2, ("4@A1",)), Place(-1), Place(0, ("4@D4",))])
def test_a_place_that_the_lesson_does_not_have_becomes_its_beginning(place: Place) -> None:
    assert lessons.sound(small(), place) == Place()
    assert lessons.sound(small(), Place(1)) == Place(1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("| Welcome.", "|Welcome."), ""),
        (("== The", "The"), "Line 8: words come in a scene, after a line such as “== The end"),
        (("? 4*@D4", "?4*@D4"), "lesson.txt: Line 13: “?4*@D4” isn't a line such as “? 2*@D4”."),
        (("- Tile 4, please.\n", ""), "Line 12: this stop needs a line such as “- That fits, but"),
        (("= 4@D4  # The fours touch.", "= 4@D4"), "Line 17: “= 4@D4” has to say why, such as “= 2@D4  #"),
        (
            ("| That's a turn.\n", "| That's a turn.\n\nb 1@E3\n"),
            "Line 22: nothing is said after this line. Add words such as “| Place a tile.”",
        ),
        (("* tiles 4141\n| That's a turn.", ""), "Line 12: say something after this stop, such as “| Place"),
        (("| Welcome.", "| " + "x" * 301), "Line 8: a step has at most 300 characters"),
        (("| Place one.", "* tiles 4141"), "Line 13: a stop follows words such as “| Place a tile.”"),
        (
            ("| Welcome.", '[You "c"]\n| Welcome.'),
            'Line 5: “c” isn\'t a seat here. Write it like this: [You "a"].',
        ),
        (
            ("| Welcome.", '[Record "x.txt"]\n| Welcome.'),
            "Line 5: there's no record “x.txt”; name one, such as [Rec",
        ),
        (
            ("| Welcome.", '[Play.level "expert"]\n| Welcome.'),
            "Line 8: the tag Play.level belongs at the top",
        ),
        (("| Welcome.", '[You "a"]\n[You "b"]\n| Welcome.'), "Line 9: the tag You appears twice."),
        (("| Welcome.", "! a 1@D4\n| Welcome."), "Line 8: “! a 1@D4” belongs in a rule card"),
    ],
)
def test_a_bad_lesson_is_told_with_file_line_and_the_right_form(
    change: tuple[str, str], sentence: str
) -> None:
    if not sentence:
        assert small(change) == small()
        return
    with pytest.raises(BadLesson) as bad:
        small(change)
    assert str(bad.value).startswith("lesson.txt: Line ")
    assert sentence in str(bad.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("[Game ", '[Edition "7"]\n[Game '), 'the rules have edition 1 now. Say so: [Edition "1"].'),
        (("= 4@D4", "= 4@E4"), "Line 12: “Show me” plays “4@E4”, which isn't legal or doesn't fit here."),
        (("= 4@D4", "= 3@E3"), "Line 12: “Show me” plays “3@E3”, which isn't legal or doesn't fit here."),
        (("* tiles 4141\n", "b 1@E3\n"), "Line 20: what comes before these words can't be played after 4@D4"),
        (("* tiles 4141\n", "* tiles 4141\nb 1@E3\na 4@F4\n"), "can't be played after 4@D4"),
    ],
)
def test_a_lesson_that_cannot_go_on_after_some_fitting_move_is_wrong(
    change: tuple[str, str], sentence: str
) -> None:
    found = list(lessons.faults(small(change)))
    assert len(found) == 1
    assert sentence in found[0]


def test_the_guides_lesson_can_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    games = MappingProxyType({**registry.all_games(), "liars_dice": liars_dice.GAME})
    monkeypatch.setattr(registry, "all_games", lambda: games)
    text = Path(liars_dice.__file__).with_name("lesson.txt").read_text(encoding="utf-8")
    lesson = read(text, "lesson.txt", no_record)
    assert list(lessons.faults(lesson)) == []
    assert not lessons.has_lesson("liars_dice"), "it stands elsewhere"


def test_a_game_that_does_not_exist_has_no_lesson() -> None:
    with pytest.raises(registry.UnknownGame):
        lessons.has_lesson("whist")
