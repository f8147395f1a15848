"""How a game begins: who moves first, the primer, and the BONUS and MINUS squares (rules 2 to 5)."""

from random import Random

from games.core import IllegalMove
from games.fourside.notation import Lay
from games.fourside.position import ALL_SQUARES, CENTRE, GRID, SEATS, Board, Tile
from games.kit.lots import below, shuffle

AREAS = 6
"""How many BONUS squares there are, and how many MINUS squares."""


def draw(rng: Random, largest: int) -> Lay:
    """Who starts, a primer, and the squares."""
    first = SEATS[below(rng, len(SEATS))]
    primer = draw_tile(rng, largest)
    squares = shuffle(rng, (square for square in ALL_SQUARES if square != CENTRE))
    return Lay(first, primer, tuple(sorted(squares[:AREAS])), tuple(sorted(squares[AREAS : 2 * AREAS])))


def draw_tile(rng: Random, largest: int) -> Tile:
    """Four independent values from 1 to `largest`, each as likely as any."""
    top, right, bottom, left = (1 + below(rng, largest) for _ in range(4))
    return top, right, bottom, left


def laid(lay: Lay, largest: int) -> Board:
    """The board set up by `lay`. Raises IllegalMove if it breaks a rule."""
    check_values((lay.primer,), largest)
    areas = {*lay.bonus, *lay.minus}
    if len(lay.bonus) != AREAS or len(lay.minus) != AREAS or len(areas) != 2 * AREAS or CENTRE in areas:
        raise IllegalMove("Name 6 BONUS and 6 MINUS squares, all different and not the centre (rule 3).")
    board = Board(bonus=GRID.mask(lay.bonus), minus=GRID.mask(lay.minus))
    return board.with_tile(CENTRE, lay.primer)


def check_values(tiles: tuple[Tile, ...], largest: int) -> None:
    """Raises IllegalMove if a tile has a value above `largest` (rule 2)."""
    if any(value > largest for tile in tiles for value in tile):
        raise IllegalMove(f"Use values from 1 to {largest} on every side (rule 2).")
