"""Outflanking on masks: where a colour can place, and what a placed stone flips (rules 5 to 9).

The functions work for any grid and any blocked squares. A line only continues through the other colour, so
blocked squares, empty squares and the edge all end it without special cases.
"""

from games.kit.grid import Grid


def moves(grid: Grid, own: int, other: int, empty: int) -> int:
    """The mask of the empty squares on which `own` would flip at least one of `other`."""
    found = 0
    for step in grid.steps:
        run = own << step & other
        while run:
            run <<= step
            found |= run
            run &= other
        run = own >> step & other
        while run:
            run >>= step
            found |= run
            run &= other
    return found & empty


def flips(grid: Grid, own: int, other: int, bit: int) -> int:
    """The mask of the squares of `other` that a stone of `own` placed on `bit` flips, in all directions."""
    flipped = 0
    for step in grid.steps:
        run = 0
        at = bit << step
        while at & other:
            run |= at
            at <<= step
        if at & own:
            flipped |= run
        run = 0
        at = bit >> step
        while at & other:
            run |= at
            at >>= step
        if at & own:
            flipped |= run
    return flipped
