"""How close each seat is to winning the game, judged only by its tokens."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from games.core import Seat
from games.foozle.rules.cards import COLOURS
from games.foozle.rules.position import Table
from games.kit.tuples import replaced

WORTH = (
    (1.5, 1.5),
    (1.1, 0.85),
    (0.7, 0.3),
)
"""The worth of a white and a coloured token, by how many colours the leader still lacks: none, one, more.

A coloured token is worth less at first because sooner or later everybody gets those. The weights were fitted
to who won 1,700 games between two or four `steady` players, from the tokens at the start of each hand, by a
program that wasn't kept. `python -m bench.tune foozle` fits them to other games (`bench/hands.py`). What it
prints foretells the winner better, but didn't play any better, so these stayed (BUILDING.md).
"""


class Standing(NamedTuple):
    """The chance to win the game: as it stands, and with one more token.

    `out` is with another white token for the seat, `lost` with one for an opponent, `coloured` with a token
    of a colour the seat lacks. Once the game is won or lost, all four are 1 or 0.
    """

    now: float
    out: float
    lost: float
    coloured: float

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.now in (0.0, 1.0)


def standing(table: Table, seat: Seat, won: int = 0) -> Standing:
    """A seat's standing once it also has the coloured tokens in the mask `won`."""
    colours = tuple(mask | won * (at == seat) for at, mask in enumerate(table.colours))
    return _standing(colours, table.whites, table.needed, seat)


@lru_cache(1 << 10)
def _standing(colours: tuple[int, ...], whites: tuple[int, ...], needed: int, seat: Seat) -> Standing:
    others = [at for at in range(len(whites)) if at != seat]
    lacking = ~colours[seat] & (1 << len(COLOURS)) - 1
    more = colours[seat] | lacking & -lacking

    def with_white(at: int) -> float:
        return share(colours, replaced(whites, at, whites[at] + 1), needed, seat)

    now = share(colours, whites, needed, seat)
    if now in (0.0, 1.0):
        return Standing(now, now, now, now)
    return Standing(
        now,
        with_white(seat),
        sum(map(with_white, others)) / len(others),
        share(replaced(colours, seat, more), whites, needed, seat),
    )


def share(colours: tuple[int, ...], whites: tuple[int, ...], needed: int, seat: Seat) -> float:
    """A seat's chance to win, from colour masks and white tokens by seat; the seats add up to 1."""
    counts = [mask.bit_count() for mask in colours]
    tokens = [count + white for count, white in zip(counts, whites, strict=True)]
    if max(counts) >= needed and tokens.count(max(tokens)) == 1:
        return float(tokens[seat] == max(tokens))
    white, coloured = WORTH[stage(counts, needed)]
    strengths = [exp(coloured * count + white * own) for count, own in zip(counts, whites, strict=True)]
    return strengths[seat] / sum(strengths)


def stage(counts: Sequence[int], needed: int) -> int:
    """The index in WORTH while seats have tokens of so many colours."""
    return min(max(0, needed - max(counts)), len(WORTH) - 1)
