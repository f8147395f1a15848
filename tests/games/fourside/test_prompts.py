"""The questions on the way to a move: the square, then a tile and how it's turned."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from bot.chat.parts import BUTTONS_IN_ROWS
from games.core import Choice, IllegalMove, Question, Ready
from games.fourside import GAME, Move
from games.fourside.rules.position import GRID, SEATS, Board, Playing, Position, Table, Tile
from games.fourside.rules.view import View
from games.kit.questions import MENU
from tests.games.fourside.played import BOARD, TILES, after, positions

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


def test_only_squares_where_a_tile_fits_are_offered_and_the_hint_in_a_row_after_them() -> None:
    question = asked(OPENING)
    assert question.text == "Which square?"
    assert [(choice.key, choice.label) for choice in question.choices] == [
        ("D4", "D4"),
        ("E3", "E3"),
        ("E5", "E5"),
        ("F4", "F4"),
        ("hint", "Hint (3 left)"),
    ]
    assert question.rows == (4, 1)
    assert question.choices[-1].icon == "bulb"


def test_a_square_does_not_say_what_it_scores() -> None:
    assert not any(choice.note for choice in asked(OPENING).choices)


def test_every_tile_that_fits_is_offered_in_each_turn_by_a_letter_and_the_picture_shows_it() -> None:
    question = asked(OPENING, "E3")
    assert question.text == "Which tile for E3?"
    assert question.choices == (Choice("1r1", "A"), Choice("1r2", "B"))
    assert asked(OPENING, "D4").choices == (Choice("3", "A"),)


@given(positions)
def test_no_two_choices_of_a_question_have_the_same_label(position: Position) -> None:
    view = GAME.view(position, None)
    for answers in ((), *((str(place.square),) for place in view.placements[:5])):
        asks = GAME.prompt(view, answers)
        if isinstance(asks, Question):
            labels = [choice.label for choice in asks.choices]
            assert len(set(labels)) == len(labels)


def test_two_answers_make_a_move() -> None:
    assert keys(OPENING, "E3") == ["1r1", "1r2"]
    assert GAME.prompt(OPENING, ("E3", "1r2")) == Ready(GAME.read("1r2@E3"))


def test_a_tile_is_asked_for_even_if_only_one_fits_so_that_nobody_moves_by_surprise() -> None:
    assert keys(OPENING, "D4") == ["3"]


@given(positions)
def test_two_presses_make_any_move_unless_there_are_more_squares_than_buttons(position: Position) -> None:
    view = GAME.view(position, None)
    first = GAME.prompt(view, ())
    if isinstance(first, Question) and len(first.choices) <= BUTTONS_IN_ROWS:
        assert first.rows
        for choice in first.choices:
            asks = GAME.prompt(view, (choice.key,))
            assert isinstance(asks, Ready) or (asks and asks.rows)


def test_no_hint_is_offered_when_all_are_used() -> None:
    spent = GAME.view(after(BOARD, TILES, "hint", "hint", "hint"), A)
    assert "hint" not in keys(spent)
    with pytest.raises(IllegalMove):
        GAME.prompt(spent, ("hint",))


def test_with_many_squares_the_column_is_asked_first() -> None:
    view = crowded()
    assert len({place.square for place in view.placements}) > MENU
    question = asked(view)
    assert question.text == "Which column?"
    assert (question.choices[0].label, question.choices[0].note) == ("Column A", "4 squares")
    assert [choice.key for choice in question.choices] == [*"ABCDEFGHI", "hint"]
    assert GAME.prompt(view, ("hint",)) == Ready(GAME.read("hint"))
    assert keys(view, "A") == ["A1", "A3", "A4", "A6"]
    assert GAME.prompt(view, ("A", "A3", "2")) == Ready(GAME.read("2@A3"))


@given(positions)
def test_questions_lead_to_every_legal_move_once(position: Position) -> None:
    for viewer in (*SEATS, None):
        view = GAME.view(position, viewer)
        found = list(spelled(view))
        assert len(set(found)) == len(found)
        assert set(found) == set(GAME.legal(view))


@given(positions)
def test_squares_come_column_by_column(position: Position) -> None:
    question = GAME.prompt(GAME.view(position, None), ())
    if isinstance(question, Question):
        squares = [GRID.read(choice.key) for choice in question.choices if choice.key != "hint"]
        assert squares == sorted(squares)


@pytest.mark.parametrize(
    "answers", [("D3",), ("3",), ("",), ("D4", "5"), ("E3", "1"), ("E3", "1r2", "more"), ("hint", "hint")]
)
def test_answers_that_lead_nowhere_are_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="rule 10"):
        GAME.prompt(OPENING, answers)
