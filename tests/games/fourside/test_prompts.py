"""The questions on the way to a move: a square, or a tile and then its square and turn."""

from collections.abc import Iterator

import pytest
from hypothesis import given

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
        ("3@D4", "D4"),
        ("1r1@E3", "E3"),
        ("2@E5", "E5"),
        ("1@F4", "F4"),
        ("tile1", "Tile 1"),
        ("tile2", "Tile 2"),
        ("tile3", "Tile 3"),
        ("tile4", "Tile 4"),
        ("hint", "Hint (3 left)"),
    ]
    assert question.rows == (4, 5)
    assert question.choices[-1].icon == "bulb"
    assert [choice.is_move for choice in question.choices] == [True] * 4 + [False] * 5


def test_a_square_is_the_whole_move_and_places_the_first_tile_that_fits_turned_as_little_as_possible() -> (
    None
):
    assert GAME.prompt(OPENING, ("1r1@E3",)) == Ready(GAME.read("1r1@E3"))
    assert "1r2@E3" not in keys(OPENING)


def test_another_tile_is_picked_first_and_then_its_square_by_the_letter_of_its_turn() -> None:
    question = asked(OPENING, "tile1")
    assert question.text == "Where does tile 1 go?"
    assert [(one.key, one.label) for one in question.choices] == [
        ("1r1@E3", "E3 Q"),
        ("1r2@E3", "E3 R"),
        ("1@F4", "F4 P"),
        ("1r1@F4", "F4 Q"),
    ]
    assert GAME.prompt(OPENING, ("tile1", "1r2@E3")) == Ready(GAME.read("1r2@E3"))


def test_a_square_does_not_say_what_it_scores() -> None:
    assert not any(choice.note for choice in asked(OPENING).choices)


def test_on_a_board_from_before_squares_were_whole_moves_every_tile_that_fits_is_offered_by_a_letter() -> (
    None
):
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


def test_old_buttons_still_ask_for_the_tile_even_if_only_one_fits() -> None:
    assert keys(OPENING, "E3") == ["1r1", "1r2"]
    assert GAME.prompt(OPENING, ("E3", "1r2")) == Ready(GAME.read("1r2@E3"))
    assert keys(OPENING, "D4") == ["3"]


@given(positions)
def test_two_presses_make_any_move_unless_a_tile_fits_in_more_ways_than_a_menu_holds(
    position: Position,
) -> None:
    view = GAME.view(position, None)
    first = GAME.prompt(view, ())
    if isinstance(first, Question):
        assert first.rows
        for choice in first.choices:
            asks = GAME.prompt(view, (choice.key,))
            if isinstance(asks, Question) and "@" in asks.choices[0].key:
                assert all(
                    isinstance(GAME.prompt(view, (choice.key, one.key)), Ready) for one in asks.choices
                )
            elif isinstance(asks, Question):
                ways = [place for place in view.placements if f"tile{place.number}" == choice.key]
                assert len(ways) > MENU


def test_no_hint_is_offered_when_all_are_used() -> None:
    spent = GAME.view(after(BOARD, TILES, "hint", "hint", "hint"), A)
    assert "hint" not in keys(spent)
    with pytest.raises(IllegalMove):
        GAME.prompt(spent, ("hint",))


def test_with_many_squares_the_tile_is_asked_first_and_then_the_column() -> None:
    view = crowded()
    assert len({place.square for place in view.placements}) > MENU
    question = asked(view)
    assert question.text == "Which tile?"
    assert [choice.key for choice in question.choices] == [*(f"tile{one}" for one in range(1, 6)), "hint"]
    assert GAME.prompt(view, ("hint",)) == Ready(GAME.read("hint"))
    columns = asked(view, "tile2")
    assert columns.text == "Which column?"
    assert (columns.choices[0].label, columns.choices[0].note) == ("Column A", "4 squares")
    assert keys(view, "tile2", "A") == ["A1", "A3", "A4", "A6"]
    assert keys(view, "tile2", "A", "A3") == ["2@A3"]
    assert GAME.prompt(view, ("tile2", "A", "A3", "2@A3")) == Ready(GAME.read("2@A3"))


def test_buttons_of_a_crowded_board_from_before_still_work() -> None:
    view = crowded()
    assert keys(view, "A") == ["A1", "A3", "A4", "A6"]
    assert GAME.prompt(view, ("A", "A3", "2")) == Ready(GAME.read("2@A3"))


@given(positions)
def test_questions_lead_to_every_legal_move(position: Position) -> None:
    for viewer in (*SEATS, None):
        view = GAME.view(position, viewer)
        assert set(spelled(view)) == set(GAME.legal(view))


@given(positions)
def test_squares_come_column_by_column(position: Position) -> None:
    question = GAME.prompt(GAME.view(position, None), ())
    if isinstance(question, Question):
        squares = [GRID.read(choice.label) for choice in question.choices if "@" in choice.key]
        assert squares == sorted(squares)


@pytest.mark.parametrize(
    "answers",
    [
        ("D3",),
        ("3",),
        ("",),
        ("D4", "5"),
        ("E3", "1"),
        ("E3", "1r2", "more"),
        ("hint", "hint"),
        ("3@E3",),
        ("tile5",),
        ("tile9",),
        ("tile1", "3@D4"),
        ("tile3", "3@D4", "more"),
        ("3@D4", "more"),
    ],
)
def test_answers_that_lead_nowhere_are_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="rule 10"):
        GAME.prompt(OPENING, answers)
