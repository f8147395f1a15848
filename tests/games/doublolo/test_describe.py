"""The board in words."""

import re

from hypothesis import given

from games.doublolo import GAME
from games.doublolo.describe import describe
from games.doublolo.position import RED, WHITE, Finished, Placed, Playing, Position
from games.doublolo.view import View
from games.kit.grid import Square
from games.kit.prose import LONGEST
from tests.games.doublolo import naive
from tests.games.doublolo.played import played, positions


def test_the_game_can_be_told_in_words() -> None:
    assert GAME.describe is not None
    assert GAME.describe(View(played(1, 9))) == describe(View(played(1, 9)))


def test_turn_score_last_move_open_squares_and_groups_are_told() -> None:
    rows = """
        RRR..
        ..#..
        .WRW.
    """
    board = naive.board(naive.read(rows))
    text = describe(View(Playing(board, WHITE, Placed(RED, Square(0, 0), board.grid.bit(Square(1, 0))))))
    assert text == (
        "{b} is to place White. {a} has 4 squares in Red, {b} 2 in White; 8 are empty. "
        "{a} last placed A1 and flipped 1. "
        "From A1 to C1 hang together 3 Red and 0 White. From B3 to D3 hang together 1 Red and 2 White. "
        "Blocked: C2."
    )


def test_a_forfeit_is_told() -> None:
    board = naive.board(naive.read("RR#.WR"))
    text = describe(View(Playing(board, RED, Placed(RED, Square(0, 0), 0))))
    assert text.startswith("{a} is to place Red again, for {b} could not flip.")
    assert "Open: D1." in text


def test_many_open_squares_are_told_by_column() -> None:
    text = describe(View(played(3, 60)))
    assert re.search(r"Open squares by column: [A-W] \d+, ", text)


@given(positions)
def test_words_fit_and_name_seats_by_marks(position: Position) -> None:
    for viewer in (RED, WHITE, None):
        text = describe(View(position, viewer))
        assert 20 < len(text) <= LONGEST
        assert set(re.findall(r"\{.*?\}", text)) <= {"{a}", "{b}"}
        if isinstance(position, Finished):
            assert text.startswith("The game is over.")
