"""Where tiles fit and what they score, worked out square by square, to check the fast version."""

from typing import TypeAlias

from hypothesis import strategies as st

from games.fourside.rules.position import GRID, Board, Hand, Place, Tile, Tiles
from games.kit.grid import Square

Lying: TypeAlias = dict[tuple[int, int], Tile]
"""Tiles by column and row."""

AROUND = ((0, -1, 0, 2), (1, 0, 1, 3), (0, 1, 2, 0), (-1, 0, 3, 1))
"""Steps to a neighbour, and the sides that meet there: the tile's, the neighbour's."""


def quarter(tile: Tile) -> Tile:
    """A quarter turn to the right: the left side is now at the top."""
    top, right, bottom, left = tile
    return left, top, right, bottom


def met(lying: Lying, tile: Tile, column: int, row: int) -> list[tuple[int, int]]:
    """The pairs of values that would touch."""
    pairs = []
    for across, down, mine, theirs in AROUND:
        neighbour = lying.get((column + across, row + down))
        if neighbour:
            pairs.append((tile[mine], neighbour[theirs]))
    return pairs


def is_valid(lying: Lying, tile: Tile, column: int, row: int) -> bool:
    """The three conditions of the rule book: empty, next to a tile, and all touching sides match."""
    pairs = met(lying, tile, column, row)
    return (column, row) not in lying and bool(pairs) and all(one == other for one, other in pairs)


def placements(lying: Lying, hand: Hand) -> set[tuple[int, Tile, Square]]:
    """Every placement: tile number, how the tile looks, and where; turns that look the same are one."""
    return {
        (number, shown, Square(column, row))
        for number, tile in enumerate(hand, 1)
        for shown in looks_of(tile)
        for column in range(9)
        for row in range(7)
        if is_valid(lying, shown, column, row)
    }


def looks_of(tile: Tile | None) -> list[Tile]:
    """A tile in its four turns."""
    if tile is None:
        return []
    once, twice = quarter(tile), quarter(quarter(tile))
    return [tile, once, twice, quarter(twice)]


def points(lying: Lying, tile: Tile, column: int, row: int) -> int:
    """The total of the touching values times their number, without BONUS or MINUS."""
    pairs = met(lying, tile, column, row)
    return sum(one for one, _ in pairs) * len(pairs)


def lying(board: Board) -> Lying:
    """The tiles on a board."""
    return {(at % 9, at // 9): tile for at, tile in enumerate(board.tiles) if tile}


def looks(hand: Hand, place: Place) -> tuple[int, Tile, Square]:
    """A placement in the form of `placements`."""
    tile = hand[place.number - 1]
    assert tile is not None
    for _ in range(place.quarters):
        tile = quarter(tile)
    return place.number, tile, place.square


def tiles(largest: int) -> st.SearchStrategy[Tile]:
    """Any tile."""
    values = st.integers(1, largest)
    return st.tuples(values, values, values, values)


def hands(largest: int) -> st.SearchStrategy[Hand]:
    """Any hand."""
    return st.tuples(*[tiles(largest)] * 5)


@st.composite
def boards(draw: st.DrawFn, largest: int) -> Board:
    """Any board, even one that can't happen in a game: neighbours don't have to match."""
    spread: st.SearchStrategy[Tile | None] = st.none() | tiles(largest)
    found: Tiles = tuple(draw(st.lists(spread, min_size=63, max_size=63)))
    areas = draw(st.lists(st.sampled_from(range(63)), min_size=12, max_size=12, unique=True))
    squares = [Square(at % 9, at // 9) for at in areas if at != 3 * 9 + 4]
    return Board(found, GRID.mask(squares[:6]), GRID.mask(squares[6:]))
