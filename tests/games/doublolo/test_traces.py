"""The lines of the last move lead from the placed stone to each anchor, over what it flipped."""

from hypothesis import given

from games.doublolo.pictures.traces import traces
from games.doublolo.rules.position import RED, Finished, Placed, Playing, Position
from games.kit.grid import Grid
from tests.games.doublolo.played import positions

GRID = Grid(8, 8)


def flipped(*names: str) -> int:
    return GRID.mask(map(GRID.read, names))


def test_a_line_runs_from_the_placed_stone_over_the_flipped_ones_to_the_anchor() -> None:
    found = traces(GRID, Placed(RED, GRID.read("B2"), flipped("C2", "D2")))
    assert {str(square): set(trace.arms) for square, trace in found.items()} == {
        "B2": {(1, 0)},
        "C2": {(-1, 0), (1, 0)},
        "D2": {(-1, 0), (1, 0)},
        "E2": {(-1, 0)},
    }


def test_a_diagonal_line_passes_over_the_corners_of_the_squares_beside_it() -> None:
    found = traces(GRID, Placed(RED, GRID.read("B4"), flipped("C3")))
    corners = {str(square): set(trace.corners) for square, trace in found.items() if trace.corners}
    assert corners == {"B3": {(1, 1)}, "C4": {(-1, -1)}, "C2": {(1, 1)}, "D3": {(-1, -1)}}


def test_before_the_first_move_there_are_no_lines() -> None:
    assert traces(GRID, None) == {}


@given(positions)
def test_every_flipped_stone_lies_on_one_line_that_ends_at_a_stone_of_its_colour(position: Position) -> None:
    if not isinstance(position, Playing | Finished) or position.last is None:
        return
    board, last = position.board, position.last
    found = traces(board.grid, last)
    on_lines = {square for square, trace in found.items() if trace.arms}
    assert all(board.stones[last.seat] & board.grid.bit(square) for square in on_lines)
    for square in board.grid.squares(last.flipped):
        (one, other) = found[square].arms
        assert (one[0] + other[0], one[1] + other[1]) == (0, 0)
    anchors = {square for square in on_lines if not last.flipped & board.grid.bit(square)} - {last.square}
    assert len(anchors) == len(found[last.square].arms) > 0
    assert all(square in board.grid for square in found)
