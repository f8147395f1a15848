"""How a game begins: who moves first, the primer, and the BONUS and MINUS squares (rules 2 to 5)."""

from dataclasses import replace
from random import Random

from games.core import IllegalMove
from games.fourside.rules.notation import Lay
from games.fourside.rules.position import ALL_SQUARES, GRID, QUICK, SEATS, Board, Tile, bare
from games.kit.grid import Grid
from games.kit.lots import below, shuffle

AREAS = {GRID: 6, QUICK: 3}
"""How many BONUS squares each board has, and how many MINUS squares (rules 3 and 20)."""


def draw(rng: Random, largest: int, grid: Grid = GRID) -> Lay:
    """Who starts, a primer, and the squares."""
    areas, centre = AREAS[grid], bare(grid).centre
    first = SEATS[below(rng, len(SEATS))]
    primer = draw_tile(rng, largest)
    squares = shuffle(rng, (square for square in ALL_SQUARES if square in grid and square != centre))
    return Lay(first, primer, tuple(sorted(squares[:areas])), tuple(sorted(squares[areas : 2 * areas])))


def draw_tile(rng: Random, largest: int) -> Tile:
    """Four independent values from 1 to `largest`, each as likely as any."""
    top, right, bottom, left = (1 + below(rng, largest) for _ in range(4))
    return top, right, bottom, left


def laid(lay: Lay, largest: int, grid: Grid = GRID) -> Board:
    """The board set up by `lay`. Raises IllegalMove if it breaks a rule."""
    check_values((lay.primer,), largest)
    board, count = bare(grid), AREAS[grid]
    areas = {square for square in (*lay.bonus, *lay.minus) if square in grid and square != board.centre}
    if (len(lay.bonus), len(lay.minus), len(areas)) != (count, count, 2 * count):
        named = f"{count} BONUS and {count} MINUS squares"
        raise IllegalMove(f"Name {named}, all different and not the centre (rule 3).")
    board = replace(board, bonus=GRID.mask(lay.bonus), minus=GRID.mask(lay.minus))
    return board.with_tile(board.centre, lay.primer)


def check_values(tiles: tuple[Tile, ...], largest: int) -> None:
    """Raises IllegalMove if a tile has a value above `largest` (rule 2)."""
    if any(value > largest for tile in tiles for value in tile):
        raise IllegalMove(f"Use values from 1 to {largest} on every side (rule 2).")
