"""Squares by name, and masks that never run over an edge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import BadNotation
from games.kit.grid import Grid, Square, bits, chosen

grids = st.builds(Grid, st.integers(1, 26), st.integers(1, 20))


@st.composite
def squares_of(draw: st.DrawFn, grid: Grid) -> Square:
    return Square(draw(st.integers(0, grid.width - 1)), draw(st.integers(0, grid.height - 1)))


@given(st.data(), grids)
def test_a_square_is_read_as_it_is_written(data: st.DataObject, grid: Grid) -> None:
    square = data.draw(squares_of(grid))
    assert grid.read(str(square)) == square
    assert grid.square(grid.bit(square)) == square


@pytest.mark.parametrize("text", ["e12", " E 12 ", "12e", "12 E", "E\t12"])
def test_a_square_may_be_written_carelessly(text: str) -> None:
    assert Grid(23, 14).read(text) == Square(4, 11)


@pytest.mark.parametrize("text", ["", "E", "12", "E123", "EE1", "E-1", "É1", "E1 E2", "E¹"])
def test_nonsense_is_not_a_square(text: str) -> None:
    with pytest.raises(BadNotation, match=r"isn't a square\. Squares are A1 to W14"):
        Grid(23, 14).read(text)


@pytest.mark.parametrize("text", ["X1", "A15", "A0", "z99"])
def test_there_is_no_square_beyond_the_grid(text: str) -> None:
    with pytest.raises(BadNotation, match=rf"no square {text.upper()}\. Squares are A1 to W14"):
        Grid(23, 14).read(text)


@given(st.data(), grids, st.integers(0, 3))
def test_a_step_goes_to_the_neighbour_or_off_the_grid(data: st.DataObject, grid: Grid, axis: int) -> None:
    square = data.draw(squares_of(grid))
    across, down = ((1, 0), (-1, 1), (0, 1), (1, 1))[axis]
    step = grid.steps[axis]
    for moved, sign in ((grid.bit(square) << step, 1), (grid.bit(square) >> step, -1)):
        neighbour = Square(square.column + sign * across, square.row + sign * down)
        assert moved & grid.full == (grid.bit(neighbour) if neighbour in grid else 0)


@given(st.data(), grids)
def test_around_is_every_square_a_king_could_reach_or_stay_on(data: st.DataObject, grid: Grid) -> None:
    found = data.draw(st.sets(squares_of(grid), max_size=6))
    near = {
        Square(square.column + across, square.row + down)
        for square in found
        for across in (-1, 0, 1)
        for down in (-1, 0, 1)
    }
    assert set(grid.squares(grid.around(grid.mask(found)))) == {square for square in near if square in grid}


@given(st.data(), grids)
def test_squares_of_a_mask_come_column_by_column(data: st.DataObject, grid: Grid) -> None:
    found = data.draw(st.sets(squares_of(grid)))
    assert grid.squares(grid.mask(found)) == sorted(found)


def test_a_rectangle_leaves_out_what_lies_beyond() -> None:
    grid = Grid(3, 3)
    assert list(map(str, grid.squares(grid.rectangle(Square(1, 1), 4, 4)))) == ["B2", "B3", "C2", "C3"]


@given(st.data(), grids)
def test_the_bounds_of_squares_are_the_corners_of_the_rectangle_around_them(
    data: st.DataObject, grid: Grid
) -> None:
    squares = data.draw(st.sets(squares_of(grid), min_size=1))
    columns, rows = [one.column for one in squares], [one.row for one in squares]
    corners = Square(min(columns), min(rows)), Square(max(columns), max(rows))
    assert grid.bounds(grid.mask(squares)) == corners


@given(st.data(), grids)
def test_shades_take_turns_as_on_a_chess_board(data: st.DataObject, grid: Grid) -> None:
    square = data.draw(squares_of(grid))
    assert bool(grid.bit(square) & grid.shades[1]) == bool((square.column + square.row) % 2)
    assert grid.shades[0] ^ grid.shades[1] == grid.shades[0] | grid.shades[1] == grid.full


def test_things_are_chosen_by_the_bits_of_a_mask() -> None:
    assert list(chosen(0b10110, "abcde")) == ["b", "c", "e"]
    assert list(chosen(0, "abcde")) == []


def test_bits_go_row_by_row() -> None:
    assert list(bits(0b10110)) == [0b10, 0b100, 0b10000]


@pytest.mark.parametrize(("width", "height"), [(0, 5), (27, 5), (5, 0), (5, 100)])
def test_a_grid_has_columns_with_letters(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="1 to 26 columns and 1 to 99 rows"):
        Grid(width, height)
