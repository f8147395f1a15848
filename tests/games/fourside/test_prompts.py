"""The questions on the way to a move: tile, turn, square."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from games.core import Choice, IllegalMove, Question, Ready
from games.fourside import GAME, Move
from games.fourside.position import GRID, SEATS, Board, Playing, Position, Table, Tile
from games.fourside.view import View
from games.kit.questions import MENU
from tests.games.fourside.played import played, positions
from tests.games.fourside.test_rules import BOARD, TILES, after

A, B = SEATS


def asked(view: View, *answers: str) -> Question:
    question = GAME.prompt(view, answers)
    assert isinstance(question, Question)
    return question


def keys(view: View, *answers: str) -> list[str]:
    return [choice.key for choice in asked(view, *answers).choices]


def spelled(view: View, *answers: str) -> Iterator[Move]:
    """Every move that the questions lead to."""
    match GAME.prompt(view, answers):
        case Ready(move):
            yield move
        case Question(choices=choices):
            for choice in choices:
                yield from spelled(view, *answers, choice.key)


OPENING = GAME.view(after(BOARD, TILES), A)


def crowded() -> View:
    """Rows of equal tiles: another one fits on more squares than a menu can hold."""
    even: Tile = (1, 1, 1, 1)
    board = Board()
    for row in (1, 4):
        for column in "ABCDEFGHI":
            board = board.with_tile(GRID.read(f"{column}{row + 1}"), even)
    return View(Playing(Table(3, board, ((even,) * 5, (even,) * 5)), A), A)


def test_only_tiles_that_fit_are_offered_and_the_hint_after_them() -> None:
    question = asked(OPENING)
    assert question.text == "Which tile?"
    assert [(choice.key, choice.label) for choice in question.choices] == [
        ("1", "1"),
        ("2", "2"),
        ("3", "3"),
        ("4", "4"),
        ("hint", "Hint (3 left)"),
    ]
    assert [choice.note for choice in question.choices[:3]] == [
        "fits on E3, F4",
        "fits on E5",
        "fits on D4",
    ]
    assert question.choices[-1].icon == "bulb"


def test_a_turn_is_offered_as_the_tile_in_that_turn_with_an_icon_and_where_it_fits() -> None:
    question = asked(OPENING, "1")
    assert question.text == "Which way round for tile 1?"
    shown = [Choice(one.key, one.label.replace("\xa0", " "), one.note, one.icon) for one in question.choices]
    assert shown == [
        Choice("r0", "↑1 →1 ↓2 ←2", "F4", "as_is"),
        Choice("r1", "↑2 →1 ↓1 ←2", "E3, F4", "right"),
        Choice("r2", "↑2 →2 ↓1 ←1", "E3", "around"),
    ]


@given(positions)
def test_no_two_turns_of_a_tile_have_the_same_label(position: Position) -> None:
    view = GAME.view(position, None)
    for number in {place.number for place in view.placements}:
        labels = [choice.label for choice in asked(view, str(number)).choices]
        assert len(set(labels)) == len(labels)


def test_many_squares_are_counted_instead_of_named() -> None:
    assert asked(crowded()).choices[0].note == "fits on 36 squares"


def test_three_answers_make_a_move() -> None:
    assert keys(OPENING, "1") == ["r0", "r1", "r2"]
    assert keys(OPENING, "1", "r2") == ["E3"]
    assert GAME.prompt(OPENING, ("1", "r2", "E3")) == Ready(GAME.read("1r2@E3"))


def test_the_turn_is_not_asked_if_only_one_fits() -> None:
    question = asked(OPENING, "4")
    assert question.text == "Which square for tile 4, turned right?"
    assert [(choice.key, choice.label) for choice in question.choices] == [("F4", "F4")]
    assert asked(OPENING, "3").text == "Which square for tile 3, as it is?"


def test_a_square_does_not_say_what_it_scores() -> None:
    for tile, square in (("3", "D4"), ("4", "F4"), ("2", "E5")):
        (choice,) = asked(OPENING, tile).choices
        assert (choice.label, choice.note) == (square, "")


def test_up_to_twenty_squares_are_buttons_in_rows_of_five() -> None:
    board = Board()
    for column in "ABCDEF":
        board = board.with_tile(GRID.read(f"{column}4"), (1, 1, 1, 1))
    view = View(Playing(Table(3, board, (((1, 1, 1, 1),) * 5,) * 2), A), A)
    assert asked(view, "2").rows == (5, 5, 3)


def test_no_hint_is_offered_when_all_are_used() -> None:
    spent = GAME.view(after(BOARD, TILES, "hint", "hint", "hint"), A)
    assert "hint" not in keys(spent)
    with pytest.raises(IllegalMove):
        GAME.prompt(spent, ("hint",))


def test_with_many_squares_the_column_is_asked_first() -> None:
    view = crowded()
    assert len({place.square for place in view.placements}) > MENU
    question = asked(view, "2")
    assert question.text == "Which column for tile 2, as it is?"
    assert (question.choices[0].label, question.choices[0].note) == ("Column A", "4 squares")
    assert [choice.key for choice in question.choices] == list("ABCDEFGHI")
    assert keys(view, "2", "A") == ["A1", "A3", "A4", "A6"]
    assert GAME.prompt(view, ("2", "A", "A3")) == Ready(GAME.read("2@A3"))


@given(positions)
def test_questions_lead_to_every_legal_move_once(position: Position) -> None:
    for viewer in (*SEATS, None):
        view = GAME.view(position, viewer)
        found = list(spelled(view))
        assert len(set(found)) == len(found)
        assert set(found) == set(GAME.legal(view))


@given(positions)
def test_squares_come_column_by_column(position: Position) -> None:
    view = GAME.view(position, None)
    for place in view.placements[:5]:
        question = asked(view, str(place.number))
        if question.text.startswith("Which way "):
            question = asked(view, str(place.number), f"r{place.quarters}")
        if question.text.startswith("Which square "):
            squares = [GRID.read(choice.key) for choice in question.choices]
            assert squares == sorted(squares)


@given(positions)
def test_the_channel_sees_the_question_of_the_player_to_move_and_the_other_has_none(
    position: Position,
) -> None:
    channel = GAME.view(position, None)
    for seat in SEATS:
        expected = GAME.prompt(channel, ()) if seat == channel.mover else None
        assert GAME.prompt(GAME.view(position, seat), ()) == expected


@pytest.mark.parametrize(
    "answers", [("5",), ("6",), ("",), ("3", "D3"), ("3", "r0"), ("1", "r2", "E3", "more"), ("hint", "hint")]
)
def test_answers_that_lead_nowhere_are_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="rule 10"):
        GAME.prompt(OPENING, answers)


def test_nobody_is_asked_while_chance_moves_or_after_the_end() -> None:
    for moves in (0, 1, 3, 900):
        for viewer in (*SEATS, None):
            assert GAME.prompt(GAME.view(played(1, moves), viewer), ()) is None
