"""Where a tile fits and what it scores, checked against the rules square by square."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fourside.rules.fitting import placements, score, turns
from games.fourside.rules.position import GRID, Board, Hand, Playing, Position, Tile, place_of, turned
from games.fourside.rules.view import View
from games.kit.grid import Square
from tests.games.fourside import naive
from tests.games.fourside.played import positions

LARGEST = (3, 6, 9)
any_boards = st.sampled_from(LARGEST).flatmap(lambda top: st.tuples(naive.boards(top), naive.hands(top)))


@given(any_boards)
def test_placements_on_any_board_are_those_of_a_search_square_by_square(
    board_and_hand: tuple[Board, Hand],
) -> None:
    board, hand = board_and_hand
    found = list(placements(board, hand))
    looks = [naive.looks(hand, place) for place in found]
    assert len(set(looks)) == len(looks), "Two turns have the same look."
    assert set(looks) == naive.placements(naive.lying(board), hand)
    assert found == sorted(found, key=lambda place: (place.number, place.quarters, place_of(place.square)))


@given(positions)
def test_placements_in_any_game_are_those_of_a_search_square_by_square(position: Position) -> None:
    view = View(position)
    expected = naive.placements(naive.lying(view.board), view.hand)
    assert {naive.looks(view.hand, place) for place in view.placements} == expected
    assert isinstance(position, Playing) == bool(expected)


@given(any_boards)
def test_the_score_is_that_of_a_plain_sum(board_and_hand: tuple[Board, Hand]) -> None:
    board, hand = board_and_hand
    for place in placements(board, hand):
        _, tile, square = naive.looks(hand, place)
        area = 20 * bool(board.bonus & _bit(square)) - 20 * bool(board.minus & _bit(square))
        expected = naive.points(naive.lying(board), tile, *square) + area
        assert score(board, square).points == expected


@given(naive.tiles(3))
def test_a_tile_turns_by_quarters_and_each_look_counts_once(tile: Tile) -> None:
    looks = [tile]
    for _ in range(3):
        looks.append(naive.quarter(looks[-1]))
    assert [turned(tile, quarters) for quarters in range(4)] == looks
    assert list(turns(tile).values()) == list(dict.fromkeys(looks))
    assert turned(tile, 4) == tile


@pytest.mark.parametrize(
    ("square", "told", "points"),
    [
        ("B1", "4", 4),
        ("B3", "(6+4)×2", 20),
        ("C2", "4 + 20", 24),
        ("A2", "4 − 20", -16),
        ("B2", "(1+2+3+4)×4", 40),
    ],
)
def test_a_score_shows_how_it_adds_up(square: str, told: str, points: int) -> None:
    found = score(_example(square), GRID.read(square))
    assert (str(found), found.points) == (told, points)


def _example(square: str) -> Board:
    """A board where each square of the test touches the tiles it needs."""
    even: Tile = (4, 4, 4, 4)
    lying: dict[str, dict[str, Tile]] = {
        "B1": {"A1": even},
        "B3": {"A3": even, "C3": (6, 6, 6, 6)},
        "C2": {"B2": even},
        "A2": {"B2": even},
        "B2": {"B1": (9, 9, 1, 9), "C2": (9, 9, 9, 2), "B3": (3, 9, 9, 9), "A2": (9, 4, 9, 9)},
    }
    board = Board(bonus=_bit(Square(2, 1)), minus=_bit(Square(0, 1)))
    for name, tile in lying[square].items():
        board = board.with_tile(GRID.read(name), tile)
    return board


def _bit(square: Square) -> int:
    return 1 << square.row * 10 + square.column
