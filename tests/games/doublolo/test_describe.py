"""The board in words."""

import re

from hypothesis import given

from games.doublolo import GAME
from games.doublolo.rules.position import GRID, RED, WHITE, Board, Finished, Placed, Playing, Position
from games.doublolo.rules.view import View
from games.doublolo.words.describe import describe
from games.doublolo.words.prompts import labels
from games.kit.grid import Square
from games.kit.prose import LONGEST
from tests.games.doublolo import naive
from tests.games.doublolo.played import played, positions


def test_the_game_describes_its_board() -> None:
    assert GAME.describe is not None
    assert GAME.describe(View(played(1, 9))) == describe(View(played(1, 9)))


def test_the_description_tells_turn_score_groups_and_blocked_squares() -> None:
    rows = """
        RRR..
        ..#..
        .WRW.
    """
    board = naive.board(naive.read(rows))
    text = describe(View(Playing(board, WHITE, Placed(RED, Square(0, 0), board.grid.bit(Square(1, 0))))))
    assert text == (
        "It's {b}'s turn to place a white stone. {a} has 4 red stones, {b} has 2 white stones. "
        "Empty squares: 8. "
        "Stones from A1 to C1: 3 red, 0 white. Stones from B3 to D3: 1 red, 2 white. "
        "Blocked squares: C2."
    )


def test_the_description_says_why_the_same_player_moves_again() -> None:
    board = naive.board(naive.read("RR#.WR"))
    text = describe(View(Playing(board, RED, Placed(RED, Square(0, 0), 0))))
    assert text.startswith("It's {a}'s turn again to place a red stone: {b} couldn't flip anything.")
    assert "The next stone can go on one of these squares. D1 flips 1." in text


def test_of_many_legal_squares_those_with_a_button_are_told_and_how_many_more_there_are() -> None:
    view = View(played(3, 60))
    text = describe(view)
    assert re.search(r"one of these squares\. 1: [A-W]\d+ flips \d+, 2: ", text)
    assert f"It can go on {len(view.choices) - len(labels(view))} more square" in text


def test_a_full_board_is_told_by_parts_so_that_equal_numbers_are_not_told_alike() -> None:
    squares = [GRID.bit(Square(column, row)) for column in range(GRID.width) for row in range(GRID.height)]
    left, right = sum(squares[: len(squares) // 2]), sum(squares[len(squares) // 2 :])
    texts = [describe(View(Playing(Board(stones=stones), RED))) for stones in ((left, right), (right, left))]
    assert "top left 56 red, 0 white; top middle 28 red, 28 white; top right 0 red, 49 white;" in texts[0]
    assert "top left 0 red, 56 white; top middle 28 red, 28 white; top right 49 red, 0 white;" in texts[1]


@given(positions)
def test_every_description_fits_and_names_seats_by_their_marks(position: Position) -> None:
    for viewer in (RED, WHITE, None):
        text = describe(View(position, viewer))
        assert 20 < len(text) <= LONGEST
        assert set(re.findall(r"\{.*?\}", text)) <= {"{a}", "{b}"}
        if isinstance(position, Finished):
            assert text.startswith("The game is over.")
