"""The questions on the way to a square, with few squares and with many."""

import pytest

from games.core import IllegalMove, Question, Ready
from games.doublolo import GAME
from games.doublolo.rules.notation import Place
from games.doublolo.rules.parts import PARTS, part_of
from games.doublolo.rules.position import (
    COLOURS,
    GRID,
    RED,
    WHITE,
    CallOwed,
    Playing,
    Position,
)
from games.doublolo.rules.view import View
from games.doublolo.words.prompts import WHOLE
from games.kit.questions import MENU
from tests.games.doublolo import naive
from tests.games.doublolo.played import played


def asked(view: View, *answers: str) -> Question:
    question = GAME.prompt(view, answers)
    assert isinstance(question, Question)
    return question


MANY = played(3, 60)
FEW = played(3, 6)


def test_red_is_asked_for_heads_or_tails() -> None:
    call = played(1, 1)
    assert isinstance(call, CallOwed)
    assert [choice.key for choice in asked(GAME.view(call, RED)).choices] == ["heads", "tails"]
    assert GAME.prompt(GAME.view(call, WHITE), ()) is None


def test_with_many_squares_those_near_are_asked_at_once_and_the_others_by_their_part() -> None:
    assert isinstance(MANY, Playing)
    view = GAME.view(MANY, MANY.mover)
    assert len(view.choices) > MENU
    *near, whole = asked(view).choices
    assert 6 < len(near) < MENU
    assert whole.key == WHOLE
    parts = asked(view, WHOLE)
    colour = COLOURS[MANY.mover]
    assert parts.text == f"{colour} to place. Which part of the board?"
    assert len(parts.rows) == len({choice.label.split()[0] for choice in parts.choices})
    assert sum(parts.rows) == len(parts.choices)
    for choice in parts.choices:
        (part,) = (part for part in PARTS if part.key == choice.key)
        inside = [square for square in view.choices if square in part]
        assert choice.label == part.name
        assert not choice.note, "the picture shows the squares"
        squares = asked(view, WHOLE, choice.key)
        assert squares == asked(view, choice.key), "a button from before"
        assert squares.text == f"{colour} to place. Which square?"
        assert [found.label for found in squares.choices] == [str(square) for square in inside]
        assert set(squares.rows[:-1]) <= {5}


def test_squares_that_fit_on_buttons_are_one_press_numbered_row_by_row() -> None:
    assert isinstance(FEW, Playing)
    view = GAME.view(FEW, FEW.mover)
    question = asked(view)
    squares = sorted(view.choices, key=lambda square: (square.row, square.column))
    *numbered, whole = question.choices
    assert [choice.key for choice in numbered] == list(map(str, squares))
    assert [choice.label for choice in numbered] == [str(n + 1) for n in range(len(squares))]
    assert sum(question.rows) == len(squares) + 1 <= MENU
    for square in squares:
        assert GAME.prompt(view, (str(square),)) == Ready(Place(square))
    assert (whole.key, whole.label, whole.is_move) == (WHOLE, "Whole board", False)


def test_after_asking_for_the_whole_board_the_squares_are_the_same() -> None:
    view = GAME.view(FEW, None)
    again = asked(view, WHOLE)
    assert again.choices == asked(view).choices[:-1]
    key = again.choices[0].key
    assert GAME.prompt(view, (WHOLE, key)) == GAME.prompt(view, (key,))


def test_the_whole_board_is_not_offered_where_it_is_shown_anyway() -> None:
    for position in (played(5, 9, "quick"), played(1, 1)):
        view = GAME.view(position, None)
        assert WHOLE not in [choice.key for choice in asked(view).choices]
        with pytest.raises(IllegalMove):
            GAME.prompt(view, (WHOLE,))


@pytest.mark.parametrize("moves", range(3, 50, 6))
def test_on_the_quick_board_every_square_is_one_press_by_its_name(moves: int) -> None:
    view = GAME.view(played(5, moves, "quick"), None)
    question = asked(view)
    assert [choice.label for choice in question.choices] == [choice.key for choice in question.choices]
    assert {choice.key for choice in question.choices} == set(map(str, view.choices))


def test_more_squares_of_a_quick_board_than_a_menu_holds_are_asked_by_column() -> None:
    rows = """
        ....R...
        .WWWRWW.
        R.WRWR.R
        W..WRRW.
        .RR.RW..
        .WRWW..R
        .....RW.
    """
    view = GAME.view(Playing(naive.board(naive.read(rows)), RED), RED)
    assert len(view.choices) > MENU
    columns = asked(view)
    assert columns.text == "Red to place. Which column?"
    assert len(asked(view, columns.choices[0].key).choices) <= MENU


def test_a_board_from_before_squares_were_one_press_still_asks_by_part() -> None:
    assert isinstance(FEW, Playing)
    view = GAME.view(FEW, FEW.mover)
    square = next(iter(view.choices))
    part = part_of(square).key
    assert str(square) in [choice.key for choice in asked(view, part).choices]
    assert GAME.prompt(view, (part, str(square))) == Ready(Place(square))


def test_parts_are_offered_row_by_row_and_only_where_a_stone_can_be_placed() -> None:
    for moves in range(4, 200, 7):
        view = GAME.view(played(3, moves), None)
        if len(view.choices) > MENU:
            keys = [choice.key for choice in asked(view, WHOLE).choices]
            assert keys == [part.key for part in PARTS if any(square in part for square in view.choices)]


def test_a_part_with_more_squares_than_a_menu_holds_is_asked_by_column() -> None:
    rows = """
        ....R...
        .WWWRWW.
        R.WRWR.R
        W..WRRW.
        .RR.RW..
        .WRWW..R
        .....RW.
    """
    wide = "\n".join(row + "." * 15 for row in rows.split())
    view = GAME.view(Playing(naive.board(naive.read(wide)), RED), RED)
    assert sum(square in PARTS[0] for square in view.choices) > MENU
    columns = asked(view, "A1-H7")
    assert columns.text == "Red to place. Which column?"
    assert len(asked(view, "A1-H7", columns.choices[0].key).choices) <= MENU


def test_the_parts_cover_every_square_once() -> None:
    for square in GRID.squares(GRID.full):
        assert [part for part in PARTS if square in part] == [part_of(square)]
    assert [(part.name, part.key) for part in PARTS] == [
        ("Top left", "A1-H7"),
        ("Top middle", "I1-P7"),
        ("Top right", "Q1-W7"),
        ("Bottom left", "A8-H14"),
        ("Bottom middle", "I8-P14"),
        ("Bottom right", "Q8-W14"),
    ]


@pytest.mark.parametrize(
    "answers",
    [
        ("X",),
        ("Z9",),
        ("",),
        ("A", "A"),
        ("heads",),
        ("E5", "E5", "E5"),
        ("A1",),
        ("A1-H7", "W14"),
        (WHOLE, WHOLE),
    ],
)
@pytest.mark.parametrize("position", [MANY, FEW], ids=["many", "few"])
def test_answers_that_lead_nowhere_are_refused(position: Position, answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="rule 6"):
        GAME.prompt(GAME.view(position, None), answers)


def test_only_heads_or_tails_can_be_called() -> None:
    with pytest.raises(IllegalMove, match="heads or tails"):
        GAME.prompt(GAME.view(played(1, 1), RED), ("edge",))
