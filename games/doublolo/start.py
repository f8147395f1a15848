"""How a game begins: chance picks the blocked squares and two groups (rules 2 and 3)."""

from random import Random

from games.core import IllegalMove
from games.doublolo.notation import Group, Lay
from games.doublolo.options import LEAST_BLOCKED, MOST_BLOCKED
from games.doublolo.position import GRID, Board
from games.kit.grid import Grid, Square, bits
from games.kit.lots import below, shuffle

GROUP = 4
"""A group is a 4 by 4 checkerboard. With 2 by 2 groups, a quarter to half of all games ended within ten
moves, because each group soon had only one colour and nobody could flip."""


def draw(rng: Random, count: int | None) -> Lay:
    """A board with `count` blocked squares, or with 24 to 40 of them."""
    if count is None:
        count = LEAST_BLOCKED + below(rng, MOST_BLOCKED - LEAST_BLOCKED + 1)
    first = _draw_group(rng)
    second = _draw_group(rng)
    while not _apart(first, second):
        second = _draw_group(rng)
    free = GRID.full & ~GRID.around(_area(GRID, first) | _area(GRID, second))
    blocked = GRID.mask(map(GRID.square, shuffle(rng, bits(free))[:count]))
    return Lay(tuple(GRID.squares(blocked)), (first, second))


def laid(lay: Lay, count: int | None, grid: Grid = GRID) -> Board:
    """The board set up by `lay`. Raises IllegalMove if it breaks rule 2 or 3."""
    first, second = lay.groups
    if any(not _inside(grid, group) for group in lay.groups) or not _apart(first, second):
        raise IllegalMove("Keep both groups at least one square from the edge and from each other (rule 3).")
    blocked = grid.mask(lay.blocked)
    areas = _area(grid, first) | _area(grid, second)
    if blocked & grid.around(areas):
        raise IllegalMove("Blocked squares can't be in a group or next to one (rule 3).")
    if len(lay.blocked) != blocked.bit_count() or not _right_number(blocked.bit_count(), count):
        number = f"{LEAST_BLOCKED} to {MOST_BLOCKED}" if count is None else f"{count}"
        raise IllegalMove(f"Name {number} blocked squares, each of them once (rule 2).")
    red = _red(grid, first) | _red(grid, second)
    return Board(blocked, (red, areas & ~red), grid)


def _draw_group(rng: Random) -> Group:
    column = 1 + below(rng, GRID.width - GROUP - 1)
    row = 1 + below(rng, GRID.height - GROUP - 1)
    return Group(Square(column, row), "red" if rng.random() < 0.5 else "white")


def _area(grid: Grid, group: Group) -> int:
    return grid.rectangle(group.corner, GROUP, GROUP)


def _red(grid: Grid, group: Group) -> int:
    column, row = group.corner
    dark = grid.mask(
        Square(column + across, row + down)
        for across in range(GROUP)
        for down in range(GROUP)
        if (across + down) % 2 == 0
    )
    return dark if group.colour == "red" else _area(grid, group) & ~dark


def _inside(grid: Grid, group: Group) -> bool:
    column, row = group.corner
    return 1 <= column <= grid.width - GROUP - 1 and 1 <= row <= grid.height - GROUP - 1


def _apart(first: Group, second: Group) -> bool:
    across = abs(first.corner.column - second.corner.column)
    down = abs(first.corner.row - second.corner.row)
    return max(across, down) > GROUP


def _right_number(blocked: int, count: int | None) -> bool:
    return LEAST_BLOCKED <= blocked <= MOST_BLOCKED if count is None else blocked == count
