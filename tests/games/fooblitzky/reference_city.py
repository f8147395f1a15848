"""The city's streets, worked out slowly and plainly from its cells, to check the rules against."""

from collections.abc import Iterator

from games.fooblitzky.rules.city.map import CROSSWALKS, SQUARES

_AT = {square.cell: square.number for square in SQUARES}


def steps(square: int) -> Iterator[tuple[int, int | None]]:
    """The squares one move away, each with the number of the crosswalk that leads there."""
    column, row = SQUARES[square].cell
    block = SQUARES[square].block
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = _AT.get((column + right, row + down))
        if there is not None and SQUARES[there].block == block:
            yield there, None
    for crosswalk in CROSSWALKS:
        if square in crosswalk.kerbs:
            near, far = crosswalk.kerbs
            yield (far if square == near else near), crosswalk.number


def walks(start: int, length: int, xs: int, came: int | None = None) -> list[dict[int, int]]:
    """For every number of steps up to `length`, the squares reached and the fewest X's on the way there."""
    front: dict[tuple[int, int | None], int] = {(start, came): 0}
    reached = [{start: 0}]
    for _ in range(length):
        after: dict[tuple[int, int | None], int] = {}
        for (here, before), dangers in front.items():
            for there, crosswalk in steps(here):
                more = dangers + (crosswalk is not None and xs >> crosswalk & 1)
                if there != before and after.get((there, here), more + 1) > more:
                    after[there, here] = more
        front = after
        squares: dict[int, int] = {}
        for (here, _), dangers in front.items():
            squares[here] = min(dangers, squares.get(here, dangers))
        reached.append(squares)
    return reached


def fewest(reached: list[dict[int, int]]) -> dict[int, int]:
    """The fewest X's to each square over several numbers of steps."""
    found: dict[int, int] = {}
    for squares in reached:
        for square, dangers in squares.items():
            found[square] = min(dangers, found.get(square, dangers))
    return found
