"""Outflanking on masks, checked against the rules square by square and against published counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.doublolo.rules import lines
from games.doublolo.rules.position import RED, WHITE, Playing
from tests.deep import examples, sized
from tests.games.doublolo import naive
from tests.games.doublolo.perft import OTHELLO_COUNTS, fixed_board, othello, perft


@st.composite
def boards(draw: st.DrawFn) -> naive.Rows:
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    kinds = draw(st.sampled_from(["RW.", "RW.#", "RRRWWW.#", "RWWWW.", "RWWWWWW#."]))
    squares = draw(st.lists(st.sampled_from(kinds), min_size=width * height, max_size=width * height))
    return [squares[row * width : (row + 1) * width] for row in range(height)]


@settings(max_examples=examples(75))
@given(boards(), st.sampled_from([(RED, "R"), (WHITE, "W")]))
def test_masks_find_the_same_moves_and_flips_as_a_search_square_by_square(
    rows: naive.Rows, side: tuple[int, str]
) -> None:
    seat, colour = side
    board = naive.board(rows)
    grid, own, other = board.grid, board.stones[seat], board.stones[1 - seat]
    open_squares = grid.squares(lines.moves(grid, own, other, board.empty))
    assert set(open_squares) == naive.moves(rows, colour)
    for square in grid.squares(board.empty):
        flipped = lines.flips(grid, own, other, grid.bit(square))
        assert set(grid.squares(flipped)) == naive.flips(rows, colour, *square)


@pytest.mark.parametrize("depth", range(1, sized(8, 9)))
def test_othello_has_as_many_positions_as_published(depth: int) -> None:
    assert othello(depth) == OTHELLO_COUNTS[depth - 1]


PINNED = {(1, 24): (16, 284, 5_007, 96_246), (2, 40): (16, 284, 4_955, 94_861)}


@pytest.mark.parametrize(("fixed", "depth"), [(fixed, depth) for fixed in PINNED for depth in range(1, 5)])
def test_doublolo_has_as_many_positions_as_ever(fixed: tuple[int, int], depth: int) -> None:
    assert perft(Playing(fixed_board(*fixed), RED), depth) == PINNED[fixed][depth - 1]
