"""The table in words."""

import re
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.core import name_seats
from games.fourside import GAME
from games.fourside.rules.fitting import open_places
from games.fourside.rules.position import (
    ALL_SQUARES,
    GRID,
    SEATS,
    Board,
    Place,
    Placed,
    Playing,
    Position,
    Table,
    Tile,
)
from games.fourside.rules.view import View
from games.fourside.words.describe import describe
from games.kit.grid import Square
from games.kit.prose import LONGEST
from tests.games.fourside.played import BOARD, CENTRE, STUCK, TILES, after, played, positions

A, B = SEATS


def test_the_game_describes_its_table() -> None:
    assert GAME.describe is not None
    assert GAME.describe(View(played(1, 9))) == describe(View(played(1, 9)))


def test_the_description_tells_turn_scores_hands_and_where_tiles_fit() -> None:
    text = describe(View(after(BOARD, TILES, "3@D4", "tiles 2222")))
    assert text == (
        "It's {b}'s turn to place a tile. "
        "{a} has 24 points, 3 hints, 1 tile on the board "
        "and these in hand: "
        "1122, 3333, 2222, 2525, 6666. "
        "{b} has 0 points, 3 hints, 0 tiles on the board and these in hand: 1111, 3456, 6543, 1212, 4141. "
        "Values are clockwise from the top. "
        "BONUS: A1, A2, A3, I1, I2. MINUS: B1, B2, B3, E5, I3, I7. Squares taken: 2 of 63. "
        "What free squares need (0 means any): "
        "a tile fits on D3 0040 tile 2, E3 0010 tile 1, C4 0400 tile 2, F4 0002 tile 4, D5 4000 tile 2, "
        "E5 3000 tile 2."
    )


def test_with_points_the_description_says_what_the_tile_on_each_square_scores() -> None:
    position = after(BOARD, TILES, "3@D4", "tiles 2222")
    assert isinstance(position, Playing)
    pointed = replace(position, table=replace(position.table, shows_points=True))
    assert "C4 0400 tile 2 for 4, F4 0002 tile 4 for 2, " in describe(View(pointed))
    assert "E5 3000 tile 2 for −17." in describe(View(pointed))


def test_a_lost_turn_is_described_to_all_and_a_hint_to_one_player() -> None:
    again = after(BOARD, STUCK, "3@D4", "tiles 2222", "hint")
    assert " Your hint: place tile 1 on F4 as it is, for 2 points. " in describe(GAME.view(again, A))
    assert not any("our hint" in describe(GAME.view(again, viewer)) for viewer in (B, None))
    lost = after(BOARD, STUCK, "3@D4", "tiles 2222")
    assert "It's {a}'s turn again: the other player had no tile that fits." in describe(View(lost))


def test_after_the_end_no_square_asks_for_anything() -> None:
    text = describe(View(played(3, 900)))
    assert text.startswith("The game is over. {b} wins.")
    assert re.search(r" Squares taken: \d+ of 63\.$", text)


def test_after_the_end_everybodys_tiles_are_counted_and_their_best_is_named() -> None:
    position = played(3, 900)
    text = describe(View(position))
    counts = re.findall(r"(\d+) tiles on the board, the best on ([A-I][1-7]) for (\d+),", text)
    assert [int(count) for count, _, _ in counts] == [
        sum(placed.seat == seat for placed in position.table.laid) for seat in SEATS
    ]
    best = [max(one.points for one in position.table.laid if one.seat == seat) for seat in SEATS]
    assert [int(points) for _, _, points in counts] == best


@given(positions)
def test_every_description_names_seats_by_marks_and_fitting_squares_row_by_row(position: Position) -> None:
    for viewer in (*SEATS, None):
        text = describe(GAME.view(position, viewer))
        assert set(re.findall(r"\{.*?\}", text)) <= {"{a}", "{b}"}
        if isinstance(position, Playing):
            (told,) = re.findall(r"a tile fits on ([^;.]*)[;.]", text)
            fitting = {place.square for place in View(position).placements}
            assert re.findall(r"[A-I][1-7]", told) == [str(one) for one in ALL_SQUARES if one in fitting]


@given(positions)
def test_descriptions_do_not_say_what_a_square_would_score(position: Position) -> None:
    table = position.table
    had = [*table.scores, *(placed.points for placed in table.laid)]
    text = describe(GAME.view(position, None)).replace("−", "-")
    told = re.findall(r"(-?\d+) point| for (-?\d+)", text)
    assert {int(one or other) for one, other in told} <= set(had)


@given(st.integers(0, 2**32), st.integers(1, 63), st.booleans())
def test_descriptions_are_complete_on_every_board_and_for_the_longest_names(
    seed: int, used: int, spread: bool
) -> None:
    position = crowded(Random(seed), used, spread)
    position = replace(position, table=replace(position.table, shows_points=bool(seed % 2)))
    text = name_seats(describe(View(position)), lambda _: "W" * 32)
    assert len(text) <= LONGEST
    for square in ALL_SQUARES:
        is_open = position.table.board.on(square) is None and _has_neighbour(position.table.board, square)
        assert is_open == bool(re.search(rf"(:|,| on) {square} [0-9]{{4}}\b", text))


def crowded(rng: Random, used: int, spread: bool) -> Playing:
    """A connected board of `used` random tiles, with large scores, full hands and a hint.

    If `spread`, every tile goes where it opens the most new squares.
    """
    corners = GRID.mask(ALL_SQUARES[:6]), GRID.mask(ALL_SQUARES[-6:])
    board = Board(bonus=corners[0], minus=corners[1]).with_tile(CENTRE, _tile(rng))
    while board.tiles.count(None) > len(ALL_SQUARES) - used:
        found = open_places(board.tiles)
        if spread:
            most = max(_opened(board, at) for at in found)
            found = [at for at in found if _opened(board, at) == most]
        board = board.with_tile(ALL_SQUARES[found[int(rng.random() * len(found))]], _tile(rng))
    hand = tuple(_tile(rng) for _ in range(5))
    table = Table(9, board, (hand, hand), (9_999, 9_999), laid=(Placed(A, CENTRE, -16, -16),))
    return Playing(table, B, Place(5, 3, CENTRE), again=True)


def _tile(rng: Random) -> Tile:
    one, two, three, four = (1 + int(rng.random() * 9) for _ in range(4))
    return one, two, three, four


def _opened(board: Board, at: int) -> int:
    """How many more squares are next to tiles once there is one here."""
    return len(open_places(board.with_tile(ALL_SQUARES[at], (1, 1, 1, 1)).tiles))


def _has_neighbour(board: Board, square: Square) -> bool:
    around = (Square(square.column + x, square.row + y) for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    return any(near in GRID and board.on(near) for near in around)
