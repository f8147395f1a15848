"""How a game begins: chance picks the blocked squares and two groups (rules 2 and 3)."""

from random import Random

from games.core import IllegalMove
from games.doublolo.rules.notation import Group, Lay
from games.doublolo.rules.options import LEAST_BLOCKED, MOST_BLOCKED, QUICK_SHARE
from games.doublolo.rules.position import GRID, QUICK, Board
from games.kit.grid import Grid, Square, bits
from games.kit.lots import below, shuffle

GROUP = 4
"""A group is a 4 by 4 checkerboard. With 2 by 2 groups, a quarter to half of all games ended within ten
moves, because each group soon had only one colour and nobody could flip."""


def draw(rng: Random, count: int | None, grid: Grid = GRID) -> Lay:
    """A board with `count` blocked squares, or with as many as rules 2 and 17 allow."""
    if count is None:
        least, most = _numbers(None, grid)
        count = least + below(rng, most - least + 1)
    first = _draw_group(rng, grid)
    while not _has_room_beside(grid, first):
        first = _draw_group(rng, grid)
    second = _draw_group(rng, grid)
    while not _apart(first, second):
        second = _draw_group(rng, grid)
    free = grid.full & ~grid.around(_area(grid, first) | _area(grid, second))
    blocked = grid.mask(map(grid.square, shuffle(rng, bits(free))[:count]))
    return Lay(tuple(grid.squares(blocked)), (first, second))


def on(grid: Grid, count: int) -> int:
    """How many squares are blocked on this board if the options say `count` (rules 2 and 17)."""
    return count // QUICK_SHARE if grid == QUICK else count


def laid(lay: Lay, count: int | None, grid: Grid = GRID) -> Board:
    """The board set up by `lay`. Raises IllegalMove if it breaks rule 2 or 3."""
    first, second = lay.groups
    if any(not _inside(grid, group) for group in lay.groups) or not _apart(first, second):
        raise IllegalMove("Keep both groups at least one square from the edge and from each other (rule 3).")
    blocked = grid.mask(square for square in lay.blocked if square in grid)
    areas = _area(grid, first) | _area(grid, second)
    if blocked & grid.around(areas):
        raise IllegalMove("Blocked squares can't be in a group or next to one (rule 3).")
    least, most = _numbers(count, grid)
    if len(lay.blocked) != blocked.bit_count() or not least <= len(lay.blocked) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise IllegalMove(f"Name {number} blocked squares, each of them once (rule 2).")
    red = _red(grid, first) | _red(grid, second)
    return Board(blocked, (red, areas & ~red), grid)


def _numbers(count: int | None, grid: Grid) -> tuple[int, int]:
    """The least and the most blocked squares that are right."""
    return (on(grid, LEAST_BLOCKED), on(grid, MOST_BLOCKED)) if count is None else (count, count)


def _draw_group(rng: Random, grid: Grid) -> Group:
    column = 1 + below(rng, grid.width - GROUP - 1)
    row = 1 + below(rng, grid.height - GROUP - 1)
    return Group(Square(column, row), "red" if rng.random() < 0.5 else "white")


def _has_room_beside(grid: Grid, group: Group) -> bool:
    """Whether another group fits on the board; on a small one there's none beside a group in the middle."""
    column, row = group.corner
    right, bottom = grid.width - GROUP - 1, grid.height - GROUP - 1
    corners = (Square(1, row), Square(right, row), Square(column, 1), Square(column, bottom))
    return any(_apart(group, Group(corner, "red")) for corner in corners)


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
