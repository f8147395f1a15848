"""The rules for placing a stone, square by square and without masks, to check the fast version.

A board is a list of rows of characters: `R` and `W` stones, `#` blocked, `.` empty.
"""

from typing import TypeAlias

from games.doublolo.rules.position import Board
from games.kit.grid import Grid, Square

Rows: TypeAlias = list[list[str]]

WAYS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]


def flips(rows: Rows, colour: str, column: int, row: int) -> set[tuple[int, int]]:
    """The squares that a stone of this colour flips if placed here; empty if it can't be placed."""
    if rows[row][column] != ".":
        return set()
    turned: set[tuple[int, int]] = set()
    for across, down in WAYS:
        line: list[tuple[int, int]] = []
        x, y = column + across, row + down
        while 0 <= y < len(rows) and 0 <= x < len(rows[0]):
            if rows[y][x] == colour:
                turned.update(line)
                break
            if rows[y][x] in ".#":
                break
            line.append((x, y))
            x, y = x + across, y + down
    return turned


def moves(rows: Rows, colour: str) -> set[tuple[int, int]]:
    """Where a stone of this colour flips something."""
    return {
        (column, row)
        for row in range(len(rows))
        for column in range(len(rows[0]))
        if flips(rows, colour, column, row)
    }


def placed(rows: Rows, colour: str, column: int, row: int) -> Rows:
    """The board after a stone of this colour was placed here."""
    after = [list(line) for line in rows]
    for x, y in {(column, row), *flips(rows, colour, column, row)}:
        after[y][x] = colour
    return after


def board(rows: Rows) -> Board:
    """The same board in masks."""
    grid = Grid(len(rows[0]), len(rows))

    def mask(kind: str) -> int:
        return grid.mask(
            Square(column, row)
            for row, line in enumerate(rows)
            for column, found in enumerate(line)
            if found == kind
        )

    return Board(mask("#"), (mask("R"), mask("W")), grid)


def read(text: str) -> Rows:
    """A board as a test shows it, one line per row; spaces within a line don't count."""
    return [list(line.replace(" ", "")) for line in text.strip().splitlines()]


def drawn(shown: Board) -> str:
    """A board as `read` reads it."""
    kinds = {"#": shown.blocked, "R": shown.stones[0], "W": shown.stones[1], ".": shown.empty}

    def kind(square: Square) -> str:
        return next(kind for kind, mask in kinds.items() if mask & shown.grid.bit(square))

    columns, rows = range(shown.grid.width), range(shown.grid.height)
    return "\n".join("".join(kind(Square(column, row)) for column in columns) for row in rows)
