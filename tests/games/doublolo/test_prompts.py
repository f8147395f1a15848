"""The questions on the way to a square, with few squares and with many."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from games.core import IllegalMove, Question, Ready, Seat
from games.doublolo import GAME, Move
from games.doublolo.position import RED, WHITE, CallOwed, Finished, Playing, Position, TossOwed
from games.doublolo.view import View
from games.kit.questions import MENU
from tests.games.doublolo import naive
from tests.games.doublolo.played import played, positions


def asked(view: View, *answers: str) -> Question:
    question = GAME.prompt(view, answers)
    assert isinstance(question, Question)
    return question


def spelled(view: View, *answers: str) -> Iterator[Move]:
    """Every move the questions lead to."""
    match GAME.prompt(view, answers):
        case Ready(move):
            yield move
        case Question(choices=choices):
            for choice in choices:
                yield from spelled(view, *answers, choice.key)


MANY = played(3, 60)
FEW = played(3, 6)


def test_red_is_asked_for_heads_or_tails() -> None:
    call = played(1, 1)
    assert isinstance(call, CallOwed)
    assert [choice.key for choice in asked(GAME.view(call, RED)).choices] == ["heads", "tails"]
    assert GAME.prompt(GAME.view(call, WHITE), ()) is None


@pytest.mark.parametrize("viewer", [RED, WHITE, None])
@pytest.mark.parametrize("moves", [1, 6])
def test_nothing_can_be_chosen_once_the_game_is_stopped(moves: int, viewer: Seat | None) -> None:
    view = GAME.view(GAME.stop(played(1, moves)), viewer)
    assert tuple(GAME.legal(view)) == ()
    assert GAME.prompt(view, ()) is None


def test_a_few_squares_are_offered_at_once_with_what_they_flip() -> None:
    position = Playing(naive.board(naive.read(".WWR.WR")), RED)
    question = asked(GAME.view(position, RED))
    assert question.text == "Red to place: which square?"
    assert [(choice.key, choice.label, choice.note) for choice in question.choices] == [
        ("A1", "A1", "flips 2"),
        ("E1", "E1", "flips 1"),
    ]


def test_with_many_squares_the_column_is_asked_first() -> None:
    assert isinstance(MANY, Playing)
    view = GAME.view(MANY, MANY.mover)
    squares = view.board.grid.squares(view.open)
    assert len(squares) > MENU
    columns = asked(view)
    assert columns.text.endswith("which column?")
    for choice in columns.choices:
        inside = [str(square) for square in squares if str(square).startswith(choice.key)]
        assert choice.label == f"Column {choice.key}"
        assert choice.note == ("1 square" if len(inside) == 1 else f"{len(inside)} squares")
        assert [found.key for found in asked(view, choice.key).choices] == inside


def test_a_full_menu_of_squares_is_offered_at_once() -> None:
    row = ".WR#" * 5
    rows = [row, "#" * 20] * 5
    question = asked(GAME.view(Playing(naive.board(naive.read("\n".join(rows))), RED), RED))
    assert len(question.choices) == MENU == 25


@given(positions)
def test_questions_lead_to_every_legal_move_once_and_in_order(position: Position) -> None:
    for viewer in (RED, WHITE, None):
        view = GAME.view(position, viewer)
        assert list(spelled(view)) == list(GAME.legal(view))


@given(positions)
def test_the_channel_sees_the_question_of_the_player_to_move_and_the_other_has_none(
    position: Position,
) -> None:
    views = {viewer: GAME.view(position, viewer) for viewer in (RED, WHITE, None)}
    mover = views[None].mover
    for seat in (RED, WHITE):
        expected = GAME.prompt(views[None], ()) if seat == mover else None
        assert GAME.prompt(views[seat], ()) == expected


@pytest.mark.parametrize("answers", [("X",), ("Z9",), ("",), ("A", "A"), ("heads",), ("E5", "E5", "E5")])
@pytest.mark.parametrize("position", [MANY, FEW], ids=["many", "few"])
def test_answers_that_lead_nowhere_are_refused(position: Position, answers: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove, match="rule 6"):
        GAME.prompt(GAME.view(position, None), answers)


def test_only_heads_or_tails_can_be_called() -> None:
    with pytest.raises(IllegalMove, match="heads or tails"):
        GAME.prompt(GAME.view(played(1, 1), RED), ("edge",))


@pytest.mark.parametrize("viewer", [RED, WHITE, None])
def test_nobody_is_asked_while_chance_moves_or_after_the_end(viewer: Seat | None) -> None:
    tossing, finished = played(1, 2), played(1, 400)
    assert isinstance(tossing, TossOwed)
    assert isinstance(finished, Finished)
    for position in (played(1, 0), tossing, finished):
        assert GAME.prompt(GAME.view(position, viewer), ()) is None
